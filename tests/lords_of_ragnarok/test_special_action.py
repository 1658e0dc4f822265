"""Sections 14 and 15: the wheel, its bonuses, and three of its actions."""

import pytest

from tests.lords_of_ragnarok.playing import PLAYERS, walk
from tests.lords_of_ragnarok.scene import Scene, scene


@pytest.mark.rule("LR-15.1", "LR-30.7")
def test_reinforce_needs_an_army_in_the_pool() -> None:
    s = scene(stage="special", armies="green: 1 1 1 1 1 1 in 5")
    assert s.rule_against("green: action reinforce") == "LR-13.5"


@pytest.mark.rule("LR-14.2", "LR-14.3")
def test_an_action_with_an_own_marker_is_not_chosen_again() -> None:
    s = scene(stage="special", wheel="green: prepare")
    assert s.rule_against("green: action prepare") == "LR-14.2"
    s.play("green: action reinforce", "green: recruit 5")
    assert s.wheel("reinforce") == ["green"]
    assert [str(event) for event in s.told("action_chosen")] == ["Green chooses the action Reinforce."]


@pytest.mark.rule("LR-14.4", "LR-27.12")
def test_the_first_marker_brings_its_realms_bonus_to_every_ally_the_active_player_last() -> None:
    s = scene(stage="special", armies="green: 1 in 8, 1 in 9", alliances="green: vanaheim; blue: vanaheim")
    s.play("green: action mobilize")
    assert s.asked() == {"blue": "vanaheim"}
    s.play("blue: take Uruz")
    assert s.asked() == {"green": "vanaheim"}
    s.play("green: take Algiz")
    assert s.asked() == {"green": "mobilize"}


@pytest.mark.rule("LR-30.8")
def test_order_of_realm_bonuses() -> None:
    s = scene(
        stage="special",
        alliances="green: muspelheim; red: muspelheim",
        control="green: 4; red: 8; blue: 13",
        monsters="Troll 19, Fafnir 9",
    )
    s.play("green: action monsters")
    assert s.asked() == {"red": "muspelheim"}
    assert s.choices("red") == ["recruit 8", "decline"]
    s.play("red: recruit 8")
    assert s.armies("red", 8) == [1]
    assert s.asked() == {"green": "muspelheim"}
    assert s.choices("green") == ["recruit 4", "decline"]
    s.play("green: recruit 4")
    assert s.armies("green", 4) == [1]
    assert s.asked() == {"green": "monsters"}
    assert [event.data["realm"] for event in s.told("realm_bonus")] == ["Muspelheim", "Muspelheim"]


@pytest.mark.rule("LR-14.5", "LR-30.9")
def test_covering() -> None:
    for alliances in ("green: niflheim; red: niflheim; blue: niflheim", ""):
        s = scene(turn="red", stage="special", wheel="green: prepare", alliances=alliances)
        s.play("red: action prepare")
        assert s.asked() == {"green": "take_rune"}
        s.play("green: take Uruz")
        assert s.runes("green") == {"uruz": 1}
        assert s.asked() == {"red": "prepare"}
        assert not s.told("realm_bonus")
        assert s.wheel("prepare") == ["green", "red"]
    s = scene(turn="blue", stage="special", wheel="green: prepare; red: prepare")
    s.play("blue: action prepare", "red: take Uruz")
    assert (s.runes("red"), s.runes("green")) == ({"uruz": 1}, {})
    assert s.asked() == {"blue": "prepare"}


@pytest.mark.rule("LR-14.1")
def test_one_action_must_be_chosen() -> None:
    s = scene(stage="special", hero="red: 2; blue: 2", armies="green: 1 in 5", control="green: 2", monsters="Troll 19")
    assert s.choices("green") == [
        f"action {action}" for action in ("mobilize", "reinforce", "build temple", "monsters", "usurp", "prepare")
    ]
    assert s.why_not("green: done") is not None


@pytest.mark.rule("LR-14.2", "LR-16.1")
def test_only_what_can_be_carried_out_is_chosen() -> None:
    s = scene(stage="special", hero="green: 7")
    rules = {"mobilize": "LR-15.2", "build temple": "LR-15.6", "usurp": "LR-15.13", "build statue": "LR-16.1"}
    for action, rule in rules.items():
        assert s.rule_against(f"green: action {action}") == rule


@pytest.mark.rule("LR-14.6")
def test_bonuses_come_before_the_action_and_no_end_of_stage_between_them() -> None:
    s = scene(stage="special", armies="green: 3 in 19", control="green: 2 17", alliances="green: jotunheim")
    s.play("green: action build temple", "green: strengthen army 3 19")
    assert s.armies("green", 19) == [4]
    assert s.choices("green") == ["temple 2", "temple 17"], "Region 19 would be taken at the end of the stage"
    s.play("green: temple 2")
    assert s.controller(19) == "green"


@pytest.mark.rule("LR-14.6")
def test_an_action_that_has_become_impossible_is_skipped() -> None:
    """None of the printed bonuses can do that to its own action, so the board is changed by hand."""
    s = scene(stage="special", armies="green: 3 in 19", control="green: 2", alliances="green: jotunheim")
    s.play("green: action build temple")
    s.state.regions.temples[2] = 1
    s.play("green: strengthen army 3 19")
    assert len(s.told("action_skipped")) == 1
    assert s.wheel("build temple") == ["green"]
    assert s.state.turn == s.seat("red")


def bonus(realm: str, action: str, **said: str) -> Scene:
    """Red is allied; Green lays the first marker."""
    s = scene(stage="special", alliances=f"red: {realm}", **said)  # type: ignore[arg-type]
    s.play(f"green: action {action}")
    assert s.asked() == {"red": realm}
    assert s.choices("red")[-1] == "decline"
    return s


@pytest.mark.rule("LR-14.7")
def test_vanaheim_gives_a_rune_of_choice() -> None:
    s = bonus("vanaheim", "mobilize", armies="green: 1 in 5, 1 in 9")
    s.play("red: take Algiz")
    assert s.runes("red") == {"algiz": 1}


@pytest.mark.rule("LR-14.7")
def test_alfheim_places_the_hero_or_heals() -> None:
    s = bonus("alfheim", "reinforce", injured="red: wisdom")
    s.play("red: place hero 21")
    assert s.hero("red") == 21
    s = bonus("alfheim", "reinforce", injured="red: wisdom")
    s.play("red: heal wisdom")
    assert s.injured("red") == []


@pytest.mark.rule("LR-14.7")
def test_jotunheim_strengthens_an_army() -> None:
    s = bonus("jotunheim", "build temple", control="green: 2", armies="red: 3 in 9; green: 1 in 8")
    assert s.choices("red") == ["strengthen army 3 9", "decline"]
    s.play("red: strengthen army 3 9")
    assert s.armies("red", 9) == [4]


@pytest.mark.rule("LR-14.7", "LR-13.6")
def test_muspelheim_recruits_an_army_of_1_in_a_controlled_region() -> None:
    s = bonus(
        "muspelheim", "monsters", control="red: 8 13", attributes="red: authority 5", monsters="Troll 19, Loki 13"
    )
    assert s.choices("red") == ["recruit 8", "decline"]
    s.play("red: recruit 8")
    assert s.armies("red", 8) == [1]


@pytest.mark.rule("LR-14.7", "LR-27.3")
def test_svartalfheim_gives_a_combat_card_that_may_be_declined() -> None:
    s = bonus("svartalfheim", "usurp", hero="green: 11")
    s.play("red: yes")
    assert len(s.hand("red")) == 1
    s = bonus("svartalfheim", "usurp", hero="green: 11")
    s.play("red: decline")
    assert s.hand("red") == []


@pytest.mark.rule("LR-14.7")
def test_niflheim_moves_the_drakkar_up_to_three_seas() -> None:
    s = bonus("niflheim", "prepare")
    s.play("red: sail North-East Sea", "red: sail East Sea", "red: sail South Sea")
    assert s.sea("red") == "South Sea"
    assert s.asked() == {"green": "prepare"}
    s = bonus("niflheim", "prepare")
    s.play("red: sail North-East Sea", "red: done")
    assert s.sea("red") == "North-East Sea"


@pytest.mark.rule("LR-14.7", "LR-14.8")
def test_niflheim_places_an_army_of_the_board_in_a_controlled_region_with_its_value() -> None:
    s = bonus("niflheim", "prepare", armies="red: 3 in 9", control="red: 9 13 8", monsters="Loki 8")
    assert [choice for choice in s.choices("red") if "army" in choice] == ["lift army 3 9"]
    s.play("red: lift army 3 9")
    assert s.armies("red", 13) == [3]
    assert s.pool("red") == 5


@pytest.mark.rule("LR-14.7", "LR-14.8")
def test_niflheim_lifts_no_army_that_can_be_placed_nowhere_else() -> None:
    s = bonus("niflheim", "prepare", armies="red: 3 in 9", control="red: 9 8", monsters="Loki 8")
    assert not [choice for choice in s.choices("red") if "army" in choice]
    assert s.rule_against("red: lift army 3 9") == "LR-14.7"


@pytest.mark.rule("LR-14.9")
@pytest.mark.parametrize("seats", PLAYERS)
def test_prepare_or_build_statue_can_always_be_chosen(seats: int) -> None:
    asked = 0
    for match in walk(seats, 31):
        if not match.over and match.pending[0].prompt.code == "action":
            choices = [str(choice) for choice in match.pending[0].choices]
            assert "action prepare" in choices or "action build statue" in choices
            asked += 1
    assert asked


@pytest.mark.rule("LR-15.1")
def test_reinforce_recruits_an_army_with_the_value_of_authority() -> None:
    s = scene(stage="special", attributes="green: authority 4", monsters="Loki 6", control="green: 13 8")
    s.play("green: action reinforce")
    assert s.choices("green") == ["recruit 1", "recruit 5", "recruit 13"]
    s.play("green: recruit 13")
    assert s.armies("green", 13) == [4]


@pytest.mark.rule("LR-15.2", "LR-15.3")
def test_mobilize_activates_each_army_once_and_at_least_one() -> None:
    s = scene(stage="special", armies="green: 2 in 18, 2 in 17")
    s.play("green: action mobilize")
    assert s.rule_against("green: done") == "LR-15.2"
    s.play("green: activate army 2 18", "green: move 17")
    assert s.controller(17) is None
    assert s.choices("green") == ["activate army 2 17", "done"]
    s.play("green: activate army 2 17", "green: move 18")
    assert "mobilize" not in s.asked().values()


@pytest.mark.rule("LR-15.4", "LR-15.5")
def test_prepare_is_two_of_four_and_what_changes_nothing_is_not_offered() -> None:
    s = scene(stage="special", injured="green: wisdom", armies="green: 3 in 18", control="green: 18")
    s.play("green: action prepare")
    assert s.choices("green") == ["prepare heal", "prepare draw", "prepare rune", "prepare strengthen"]
    assert "2 left" in str(s.match.pending[0].prompt)
    s.play("green: prepare heal")
    assert "1 left" in str(s.match.pending[0].prompt)
    assert s.injured("green") == []
    assert s.rule_against("green: prepare heal") == "LR-15.5"
    s.play("green: prepare strengthen")
    assert s.armies("green", 18) == [4]


PAIRS = {
    "mobilize": "Vanaheim",
    "reinforce": "Alfheim",
    "build temple": "Jotunheim",
    "monsters": "Muspelheim",
    "usurp": "Svartalfheim",
    "prepare": "Niflheim",
}


@pytest.mark.rule("LR-6.2")
@pytest.mark.parametrize("clans", ["green red", "green red blue"])
@pytest.mark.parametrize("action", PAIRS)
def test_each_action_faces_its_realm(clans: str, action: str) -> None:
    s = scene(
        clans,
        stage="special",
        hero="green: 11",
        armies="green: 1 in 9, 1 in 5; red: 1 in 1",
        control="green: 2 4 7 8; red: 1",
        monsters="Troll 3",
        alliances="red: vanaheim alfheim jotunheim muspelheim svartalfheim niflheim",
    )
    s.play(f"green: action {action}")
    assert [str(event) for event in s.told("realm_bonus")] == [f"Red may use the bonus of {PAIRS[action]}."]


@pytest.mark.rule("LR-28.3")
@pytest.mark.parametrize("action", ["build temple", "monsters"])
def test_a_bonus_that_can_do_nothing_is_neither_offered_nor_declined(action: str) -> None:
    """Red has no Army to strengthen and no Region to recruit in."""
    s = scene(
        "green red",
        stage="special",
        control="green: 2 4 7 8",
        monsters="Troll 3",
        alliances="red: jotunheim muspelheim",
    )
    s.play(f"green: action {action}")
    assert s.told("realm_bonus") == s.told("declined") == []


@pytest.mark.rule("LR-25.3")
def test_a_discard_within_a_bonus_is_done_before_the_action_begins() -> None:
    s = scene(stage="special", wheel="red: prepare", runes="red: uruz uruz")
    s.play("green: action prepare", "red: take Algiz")
    assert s.asked() == {"red": "discard_rune"}
    s.play("red: discard Uruz")
    assert s.asked() == {"green": "prepare"}


@pytest.mark.rule("LR-24.2")
def test_drawing_stops_when_deck_and_discards_are_empty() -> None:
    s = scene(stage="special", hands="green: Levy")
    s.state.decks.combat.left = 0
    s.play("green: action prepare", "green: prepare draw", "green: prepare draw")
    assert s.hand("green") == ["Levy"]
    assert not s.told("cards_drawn")
