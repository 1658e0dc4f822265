"""The Heroes' abilities (section 27)."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.fighting import battle, over, strengths
from tests.lords_of_ragnarok.hunting import hunt
from tests.lords_of_ragnarok.scene import Scene, scene

# Ragnar


@pytest.mark.rule("LR-27.11", "LR-27.4")
@pytest.mark.parametrize(("place", "bonus"), [(19, 2), (21, 2), (9, 0)])
def test_ragnar_adds_one_for_each_attacking_army_of_his_in_the_land_where_he_is(place: int, bonus: int) -> None:
    s = scene(
        stage="special",
        heroes="green: Ragnar",
        hero=f"green: {place}; red: 9",
        armies="green: 2 1 in 18; red: 6 in 19",
        control="red: 19; green: 18",
    )
    s.play("green: action mobilize", "green: activate army 2 18", "green: move 19")
    s.play("green: activate army 1 18", "green: move 19", "red: pass", "green: pass")
    assert strengths(s) == [3 + bonus, 6]


@pytest.mark.rule("LR-27.11")
def test_ragnar_adds_nothing_in_defence() -> None:
    s = battle(heroes="red: Ragnar", hero="green: 9; red: 19")
    over(s)
    assert strengths(s) == [4, 4]


# Aslaug


@pytest.mark.rule("LR-27.12")
def test_aslaug_counts_as_allied_with_realms_next_to_her_when_bonuses_are_given() -> None:
    s = scene(stage="special", heroes="green: Aslaug", hero="green: 17", alliances="green: svartalfheim")
    s.play("green: action prepare")
    assert s.asked() == {"green": "prepare"}
    muspelheim = scene(
        stage="special", heroes="green: Aslaug", hero="green: 17", control="green: 9", monsters="Troll 17"
    )
    muspelheim.play("green: action monsters")
    assert muspelheim.asked() == {"green": "muspelheim"}
    assert muspelheim.allied("green") == []


@pytest.mark.rule("LR-27.12")
def test_aslaug_uses_a_bonus_once_though_she_is_allied_in_fact() -> None:
    s = scene(
        stage="special",
        heroes="green: Aslaug",
        hero="green: 18",
        alliances="green: svartalfheim",
        armies="red: 1 in 18",
        control="red: 18",
    )
    s.play("green: action usurp")
    assert len(s.told("realm_bonus")) == 1


# Snorri


def snorri(**said: Any) -> Scene:
    """Snorri in Region 19; an Army of 4 goes from 18 to 19, a Settlement."""
    told = {"hero": "green: 20; red: 9", "armies": "green: 4 in 18", "control": "", **said}
    s = scene(stage="manoeuvres", heroes="green: Snorri", **told)
    s.play("green: activate army 4 18", "green: move 19")
    return s


@pytest.mark.rule("LR-27.13")
@pytest.mark.parametrize("control", ["", "red: 19"])
def test_snorri_takes_a_rune_for_a_settlement_taken_without_a_battle(control: str) -> None:
    s = snorri(control=control)
    assert s.controller(19) == "green"
    assert s.asked() == {"green": "take_rune"}
    s.play("green: take Uruz")
    assert (s.runes("green"), s.asked()) == ({"uruz": 1}, {"green": "action"})


@pytest.mark.rule("LR-27.13", "LR-27.4")
def test_snorri_takes_none_in_another_land_or_for_a_battle() -> None:
    away = snorri(hero="green: 9; red: 9")
    assert (away.controller(19), away.runes("green"), away.asked()["green"]) == ("green", {}, "action")
    fought = snorri(armies="green: 4 in 18; red: 1 in 19", control="red: 19")
    over(fought)
    assert (fought.controller(19), fought.asked()["green"]) == ("green", "action")


@pytest.mark.rule("LR-27.13")
def test_snorri_takes_a_rune_for_a_settlement_that_he_usurps() -> None:
    s = scene(stage="special", heroes="green: Snorri", hero="green: 11; red: 9; blue: 9")
    s.play("green: action usurp")
    assert s.asked() == {"green": "take_rune"}


# Lagertha


@pytest.mark.rule("LR-27.14")
@pytest.mark.parametrize(("place", "left"), [(21, [5]), (9, [4])])
def test_lagertha_strengthens_an_army_that_has_won_in_her_land(place: int, left: list[int]) -> None:
    s = battle(heroes="green: Lagertha", hero=f"green: {place}; red: 9", armies="green: 4 in 18; red: 3 in 19")
    over(s)
    assert s.armies("green", 19) == left


@pytest.mark.rule("LR-27.14")
def test_lagertha_chooses_among_the_survivors_and_defends_as_well() -> None:
    s = battle(
        heroes="red: Lagertha",
        hero="green: 9; red: 19",
        armies="green: 4 in 18; red: 4 2 in 19, 1 in 20",
        control="red: 19 20; green: 18",
    )
    over(s)
    assert s.choices("red") == ["strengthen army 2 19", "strengthen army 4 19"]
    assert s.rule_against("red: strengthen army 1 20") == "LR-27.14"
    s.play("red: strengthen army 2 19")
    assert s.armies("red", 19) == [4, 3]


@pytest.mark.rule("LR-27.14", "LR-8.6")
def test_lagerthas_value_helps_control_only_at_the_next_check() -> None:
    s = battle(
        heroes="green: Lagertha", hero="green: 21; red: 9", armies="green: 3 in 18; red: 2 in 19", control="green: 18"
    )
    over(s)
    assert s.controller(19) == "green"
    taken = [str(event) for event in s.events() if event.kind in ("army_strengthened", "control_taken")]
    assert taken == ["Green's Army in Region 19 now has value 4.", "Green takes control of Region 19."]


# Beowulf


@pytest.mark.rule("LR-27.15", "LR-27.16")
def test_beowulf_may_injure_himself_once_before_a_hunt_and_ahead_of_the_draw() -> None:
    s = hunt(heroes="green: Beowulf", strength=4, draws=("Levy", "Levy", "Scouts"))
    assert s.asked() == {"green": "own_injury"}
    s.play("green: yes", "green: injure strength")
    assert s.hand("green") == ["Levy", "Levy", "Scouts"]
    assert s.asked() == {"blue": "attack"}


@pytest.mark.rule("LR-27.16", "LR-27.3")
@pytest.mark.parametrize(("place", "asked"), [(20, "own_injury"), (9, "battle")])
def test_beowulf_may_injure_himself_before_a_battle_in_his_land(place: int, asked: str) -> None:
    s = battle(heroes="red: Beowulf", hero=f"green: 9; red: {place}")
    assert s.asked() == {"red": asked}
    if asked == "own_injury":
        s.play("red: yes", "red: injure authority")
        assert s.state.hand.sizes[1] == 1
        assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-27.15")
def test_beowulf_with_three_injured_tokens_is_not_asked() -> None:
    s = battle(heroes="red: Beowulf", hero="green: 9; red: 19", injured="red: authority strength wisdom")
    assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-27.15", "LR-5.8")
def test_beowulf_draws_for_the_injury_of_a_failed_hunt_and_not_for_an_ignored_one() -> None:
    s = hunt(heroes="green: Beowulf", attacks=("recall_a", "attack_a"))
    s.play("green: no")
    s.attack("recall_a", draws=("Levy",))
    s.play("green: done", "green: injure strength")
    assert s.asked() == {"green": "discard_card"}
    assert "Levy" in s.hand("green")
    ignored = hunt(
        heroes="green: Beowulf", attacks=("recall_a", "attack_a"), injured="green: authority strength wisdom"
    )
    ignored.attack("recall_a")
    ignored.play("green: done")
    assert len(ignored.told("injury_ignored")) == 1
    assert ignored.hand("green") == ["Huskarls", "Spearmen"]


@pytest.mark.rule("LR-19.4")
def test_before_a_battle_the_attackers_cards_come_first() -> None:
    s = battle(heroes="green: Beowulf", hero="green: 20; red: 9")
    assert s.asked() == {"green": "own_injury"}
    s.play("green: no")
    assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-27.6", "LR-27.3")
def test_several_effects_of_one_player_act_in_the_order_it_likes_and_the_winners_before_the_losers() -> None:
    s = battle(
        heroes="green: Lagertha",
        hero="green: 19; red: 9",
        hands="green: Raiders; red: Jarl's Guard",
        armies="green: 6 in 18; red: 1 in 19",
    )
    s.play("red: play Jarl's Guard", "green: play Raiders", "red: pass", "green: pass")
    assert sorted(s.choices("green")) == ["first Lagertha", "first Raiders"]
    s.play("green: first Raiders")
    assert s.asked() == {"green": "take_rune"}
    assert not s.told("card_taken_back")
    s.play("green: take Uruz")
    assert s.armies("green", 19) == [6]
    assert s.hand("red") == ["Jarl's Guard"]


@pytest.mark.rule("LR-27.6")
def test_whoever_has_three_effects_of_one_moment_says_their_whole_order() -> None:
    s = battle(
        heroes="green: Lagertha",
        hero="green: 19; red: 9",
        hands="green: Raiders, Scouts; red: Levy, Spearmen",
        armies="green: 6 in 18; red: 1 in 19",
    )
    s.play("red: pass", "green: play Raiders", "green: play Scouts", "green: pass")
    assert sorted(s.choices("green")) == ["first Lagertha", "first Raiders", "first Scouts"]
    s.play("green: first Raiders", "green: take Uruz")
    assert sorted(s.choices("green")) == ["first Lagertha", "first Scouts"]
    assert str(s.why_not("green: first Raiders")) == "Raiders has no effect now · LR-27.6"
    s.play("green: first Scouts")
    assert s.asked() == {"red": "scouted"}
    s.play("red: discard Levy")
    assert s.armies("green", 19) == [6]


@pytest.mark.rule("LR-27.6", "LR-19.4")
@pytest.mark.parametrize(("first", "cards"), [("Battle Cry", 2), ("Beowulf", 1)])
def test_beowulf_says_whether_his_injury_or_his_battle_cry_comes_first(first: str, cards: int) -> None:
    s = battle(heroes="green: Beowulf", hero="green: 20; red: 9", gifts="green: Battle Cry")
    assert sorted(s.choices("green")) == ["first Battle Cry", "first Beowulf"]
    s.play(f"green: first {first}", "green: yes", "green: injure authority")
    assert s.state.hand.sizes[0] == cards
    assert s.asked() == {"red": "battle"}


@pytest.mark.rule("LR-27.15", "LR-28.5")
def test_beowulf_draws_nothing_for_an_injury_that_thick_hide_ignores() -> None:
    s = hunt(heroes="green: Beowulf", gifts="green: Thick Hide", attacks=("attack_a", "attack_b"))
    s.play("green: no")
    s.attack("attack_a", draws=("Levy",))
    s.play("green: done", "green: use Thick Hide")
    assert (s.injured("green"), s.hand("green")) == ([], ["Huskarls", "Levy", "Spearmen"])
    assert len(s.told("injury_ignored")) == 1
