"""Section 5: Attributes, Injuries, limits."""

import pytest

from drakkar.core.hosting import game_of
from drakkar.games.lords_of_ragnarok.pieces.heroes import deal_injury, lower_attribute, raise_attribute
from drakkar.games.lords_of_ragnarok.state import STRENGTH, WISDOM
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.playing import PLAYERS, fresh, table
from tests.lords_of_ragnarok.scene import Scene, scene


def injure(s: Scene, clan: str) -> None:
    """Deal an Injury now, as a card would."""
    s.state.flow.asked[s.seat(clan)] = 0
    s.state.flow.owing = 0
    deal_injury(s.state, s.seat(clan))
    game_of(s.match).book.settle(s.state)


@pytest.mark.rule("LR-5.1", "LR-7.5")
@pytest.mark.parametrize("seats", PLAYERS)
def test_each_attribute_starts_at_2_and_healthy(seats: int) -> None:
    for player in table(fresh(seats))["players"]:
        assert player["attributes"] == {
            name: {"value": 2, "field": 2, "injured": False} for name in ("authority", "strength", "wisdom")
        }


@pytest.mark.rule("LR-5.1", "LR-9.4")
def test_an_attribute_on_6_stays_there() -> None:
    s = scene(priests="green: 1", attributes="green: strength 6")
    s.play("green: pray Thor")
    assert s.attribute("green", "strength") == 6


@pytest.mark.rule("LR-5.2")
def test_no_attribute_falls_below_2() -> None:
    s = scene(attributes="green: strength 3")
    for expected in (2, 2):
        lower_attribute(s.state, 0, STRENGTH)
        assert s.field("green", "strength") == expected


@pytest.mark.rule("LR-5.3", "LR-13.3")
@pytest.mark.parametrize("authority", [2, 4])
def test_recruited_armies_enter_with_the_value_of_authority(authority: int) -> None:
    s = scene(stage="special", drakkars="green: North Sea", attributes=f"green: authority {authority}")
    s.play("green: action reinforce", "green: recruit 6")
    assert s.armies("green", 6) == [authority]


@pytest.mark.rule("LR-5.6")
def test_the_owner_chooses_which_attribute_is_injured() -> None:
    s = scene()
    injure(s, "red")
    assert s.choices("red") == ["injure authority", "injure strength", "injure wisdom"]
    s.play("red: injure strength")
    assert s.injured("red") == ["strength"]


@pytest.mark.rule("LR-5.6")
def test_an_injured_attribute_is_not_injured_again() -> None:
    s = scene(injured="red: strength")
    injure(s, "red")
    assert s.rule_against("red: injure strength") == "LR-5.6"


@pytest.mark.rule("LR-5.7")
def test_an_injured_attribute_counts_2_and_its_token_still_goes_up() -> None:
    s = scene(attributes="green: strength 5", injured="green: strength")
    assert s.attribute("green", "strength") == 2
    raise_attribute(s.state, 0, STRENGTH)
    assert (s.attribute("green", "strength"), s.field("green", "strength")) == (2, 6)


@pytest.mark.rule("LR-5.8")
def test_an_injury_with_all_tokens_injured_is_ignored() -> None:
    s = scene(injured="red: authority strength wisdom")
    injure(s, "red")
    assert len(s.told("injury_ignored")) == 1


@pytest.mark.rule("LR-5.9")
def test_a_healed_token_stays_on_its_field() -> None:
    s = scene(stage="hero", hero="green: 5", attributes="green: wisdom 4", injured="green: wisdom")
    s.play("green: heal wisdom")
    assert (s.injured("green"), s.attribute("green", "wisdom")) == ([], 4)


@pytest.mark.rule("LR-5.10", "LR-5.15")
def test_gains_are_taken_in_full_and_then_discarded_down_to_the_limit() -> None:
    s = scene(stage="special", hands="green: Huskarls, Spearmen")
    s.deal_next("Berserkers")
    s.play("green: action prepare", "green: prepare draw")
    assert s.hand("green") == ["Berserkers", "Huskarls", "Spearmen"]
    assert sorted(s.choices("green")) == ["discard Berserkers", "discard Huskarls", "discard Spearmen"]
    s.play("green: discard Huskarls")
    assert s.hand("green") == ["Berserkers", "Spearmen"]


@pytest.mark.rule("LR-5.10", "LR-30.4")
def test_cards_and_runes_have_limits_apart() -> None:
    s = scene(stage="special", hands="green: Huskarls, Spearmen", runes="green: uruz")
    s.play(
        "green: action prepare", "green: prepare rune", "green: take Uruz", "green: prepare rune", "green: take Algiz"
    )
    assert sorted(s.choices("green")) == ["discard Algiz", "discard Uruz"]
    s.play("green: discard Uruz")
    assert s.runes("green") == {"uruz": 1, "algiz": 1}
    assert len(s.hand("green")) == 2


@pytest.mark.rule("LR-5.11", "LR-30.5")
def test_the_cards_of_one_effect_are_drawn_together_before_the_limit() -> None:
    s = scene(hands="green: Huskarls", priests="green: 1", levels="thor 3")
    s.play("green: pray Thor")
    assert s.attribute("green", "strength") == 3
    assert len(s.hand("green")) == 4
    for _ in range(2):
        s.play(f"green: {s.choices('green')[0]}")
    assert len(s.hand("green")) == 2
    assert s.priests("green") == 0


@pytest.mark.rule("LR-5.12")
def test_when_wisdom_is_injured_the_limit_is_applied_at_once() -> None:
    s = scene(attributes="red: wisdom 4", hands="red: Huskarls, Spearmen, Levy", runes="red: uruz uruz uruz")
    injure(s, "red")
    s.play("red: injure wisdom", "red: discard Levy")
    assert s.hand("red") == ["Huskarls", "Spearmen"]
    assert s.runes("red") == {"uruz": 2}


@pytest.mark.rule("LR-5.12")
def test_when_wisdom_falls_the_limit_is_applied() -> None:
    s = scene(attributes="red: wisdom 3", runes="red: uruz uruz algiz")
    s.state.flow.asked[0] = s.state.flow.owing = 0
    lower_attribute(s.state, 1, WISDOM)
    game_of(s.match).book.settle(s.state)
    assert s.asked() == {"red": "discard_rune"}


@pytest.mark.rule("LR-5.14", "LR-24.6")
def test_discards_are_open_and_runes_go_back_to_the_supply() -> None:
    s = scene(stage="special", hands="green: Huskarls, Spearmen", runes="green: uruz uruz")
    s.play("green: action prepare", "green: prepare rune", "green: take Uruz")
    assert table(s.match)["supply"]["uruz"] == 8
    s.deal_next("Levy")
    s.play("green: prepare draw", "green: discard Levy")
    assert table(s.match)["decks"]["combat"]["discards"] == ["Levy"]


@pytest.mark.rule("LR-5.5")
def test_wisdom_is_the_limit_of_cards_and_apart_from_that_of_runes() -> None:
    hands, runes = "green: Levy, Scouts, Raiders", "green: uruz uruz algiz"
    s = scene(stage="special", attributes="green: wisdom 3", hands=hands, runes=runes)
    s.play("green: action prepare", "green: prepare draw")
    assert s.asked() == {"green": "discard_card"}
    s.play("green: discard Levy", "green: prepare rune", "green: take Othala")
    assert s.asked() == {"green": "discard_rune"}
    s.play("green: discard Uruz")
    assert (len(s.hand("green")), sum(s.runes("green").values())) == (3, 3)


@pytest.mark.rule("LR-5.5", "LR-18.12")
@pytest.mark.parametrize(("wisdom", "found"), [(5, 1), (4, 0)])
def test_wisdom_is_used_for_the_weak_point(wisdom: int, found: int) -> None:
    s = hunt(wisdom=wisdom)
    s.attack("attack_a")
    s.play("green: done", "green: injure strength")
    assert len(s.told("weak_point_found")) == found


@pytest.mark.rule("LR-2.2")
def test_a_pool_is_what_a_player_owns_off_the_board_and_the_supply_is_the_rest() -> None:
    s = scene(
        armies="green: 1 in 5, 2 in 9",
        priests="green: 1",
        sent="green: odin",
        runes="green: uruz algiz",
        hands="green: Levy",
        gifts="green: Seidr",
        artifacts="green: Mjolnir",
        slain="green: Troll",
        slayers="green: 1",
    )
    seen = table(s.match)
    green = seen["players"][0]
    assert green["armies_in_pool"] == 4
    assert green["priests"] == {"pool": 1, "supply": 2}
    assert (green["gifts"], green["artifacts"]) == (["Seidr"], {"Mjolnir": "charged"})
    assert green["victory"]["slayer"]["have"] == 2
    full = sum(region["forge_full"] for region in seen["regions"])
    assert sum(seen["supply"].values()) == 36 - full - 2
    assert s.pool("red") == 6
