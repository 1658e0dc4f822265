"""The Combat cards: their Battle texts. What they do in a Hunt is in test_hunt and test_wounds."""

from typing import Any

import pytest

from tests.lords_of_ragnarok.fighting import battle, over, strengths
from tests.lords_of_ragnarok.scene import Scene, scene


@pytest.mark.rule("LR-27.4", "LR-19.6")
@pytest.mark.parametrize(("place", "bonus"), [(19, 2), (21, 1), (9, 0)])
def test_huskarls_fight_better_near_their_hero(place: int, bonus: int) -> None:
    s = battle(hands="red: Huskarls", hero=f"green: 9; red: {place}")
    s.play("red: play Huskarls")
    over(s)
    assert strengths(s) == [4, 6 + bonus]


def test_berserkers_fight_better_when_attacking() -> None:
    s = battle(hands="green: Berserkers; red: Berserkers")
    s.play("red: play Berserkers", "green: play Berserkers")
    over(s)
    assert strengths(s) == [4 + 3 + 2, 4 + 3]


@pytest.mark.rule("LR-19.6")
@pytest.mark.parametrize(("red", "strength"), [("3", 6), ("4", 6), ("5", 7)])
def test_spearmen_fight_better_when_outnumbered(red: str, strength: int) -> None:
    s = battle(hands="red: Spearmen", armies=f"green: 4 in 18; red: {red} in 19")
    s.play("red: play Spearmen")
    over(s)
    assert strengths(s) == [4, strength]


@pytest.mark.rule("LR-27.5")
def test_levy_adds_one_for_each_own_army() -> None:
    s = battle(hands="red: Levy", armies="green: 4 in 18; red: 1 1 1 in 19")
    s.play("red: play Levy")
    over(s)
    assert strengths(s) == [4, 3 + 1 + 3]


def test_shield_wall_is_stronger_in_defence() -> None:
    s = battle(hands="green: Shield Wall; red: Shield Wall")
    s.play("red: play Shield Wall", "green: play Shield Wall")
    over(s)
    assert strengths(s) == [4 + 1, 4 + 1 + 2]


@pytest.mark.rule("LR-27.9")
def test_bonuses_of_several_cards_add_up() -> None:
    s = battle(hands="green: Berserkers, Levy")
    s.play("red: pass", "green: play Berserkers", "green: play Levy", "green: pass")
    assert strengths(s) == [4 + 3 + 2 + 1 + 1, 4]


@pytest.mark.rule("LR-19.11")
@pytest.mark.parametrize(("place", "left"), [(19, [3]), (18, [2])])
def test_champions_beside_their_hero_lose_one_symbol_less(place: int, left: list[int]) -> None:
    s = battle(hands="green: Champions", hero=f"green: {place}; red: 9", heroes="green: Ragnar")
    s.play("red: pass", "green: play Champions", "green: pass")
    assert s.armies("green", 19) == left


def test_raiders_take_a_rune_from_a_settlement_they_have_won() -> None:
    s = battle(hands="green: Raiders")
    s.play("red: pass", "green: play Raiders", "green: pass")
    assert s.asked() == {"green": "take_rune"}
    s.play("green: take Uruz")
    assert s.runes("green") == {"uruz": 1}


def test_raiders_take_nothing_when_they_lose_or_without_a_settlement() -> None:
    lost = battle(hands="red: Raiders", armies="green: 6 in 18; red: 1 in 19")
    lost.play("red: play Raiders", "green: pass", "red: pass")
    assert (lost.runes("red"), lost.asked()) == ({}, {"green": "action"})
    s = scene(stage="manoeuvres", armies="green: 4 in 18; red: 1 in 21", control="red: 21", hands="green: Raiders")
    s.play("green: activate army 4 18", "green: move 21", "red: pass", "green: play Raiders", "green: pass")
    assert (s.controller(21), s.runes("green"), s.asked()) == ("green", {}, {"green": "action"})


def test_two_raiders_take_two_runes() -> None:
    s = battle(hands="green: Raiders, Raiders")
    s.play("red: pass", "green: play Raiders", "green: play Raiders", "green: pass")
    s.play("green: take Uruz", "green: take Algiz")
    assert s.runes("green") == {"uruz": 1, "algiz": 1}


def test_scouts_that_win_make_the_loser_discard() -> None:
    s = battle(hands="green: Scouts; red: Levy, Spearmen")
    s.play("red: pass", "green: play Scouts", "green: pass")
    assert s.asked() == {"red": "scouted"}
    s.play("red: discard Levy")
    assert s.hand("red") == ["Spearmen"]


def test_scouts_take_the_last_card_too() -> None:
    s = battle(hands="green: Scouts; red: Levy")
    s.play("red: pass", "green: play Scouts", "green: pass")
    assert s.hand("red") == []


def test_scouts_take_nothing_from_an_empty_hand() -> None:
    s = battle(hands="green: Scouts")
    s.play("red: pass", "green: play Scouts", "green: pass")
    assert not s.told("text_acts")


@pytest.mark.rule("LR-19.14", "LR-5.10")
def test_a_jarls_guard_that_loses_comes_back_into_the_hand() -> None:
    lost = battle(hands="green: Jarl's Guard, Jarl's Guard", armies="green: 2 in 18; red: 6 6 in 19")
    lost.play("red: pass", "green: play Jarl's Guard", "green: play Jarl's Guard")
    over(lost)
    assert lost.hand("green") == ["Jarl's Guard", "Jarl's Guard"]
    assert len(lost.told("card_taken_back")) == 2
    assert lost.state.played.sizes[0] == 0
    assert lost.state.acting.sizes[0] == 1
    assert lost.state.known.of(0) == lost.state.hand.of(0)


@pytest.mark.rule("LR-5.10", "LR-19.18")
def test_the_limit_is_applied_to_cards_that_come_back() -> None:
    s = battle(
        heroes="green: Beowulf",
        hero="green: 20; red: 9",
        hands="green: Jarl's Guard, Levy",
        attributes="green: wisdom 2",
        armies="green: 2 in 18; red: 6 in 19",
    )
    s.play("green: no", "red: pass", "green: play Jarl's Guard")
    s.state.hand.add(0, s.state.decks.combat.draw(s.state.flow.chance))
    s.play("green: pass")
    assert s.asked() == {"green": "discard_card"}
    assert len(s.choices("green")) > 1


def lost_battle(**said: Any) -> Scene:
    """Red loses with Armies of 2, 1 and 1, one symbol and Shieldmaidens."""
    hands = "red: Shieldmaidens, Jarl's Guard; green: Champions, Champions"
    s = battle(hands=hands, armies="green: 6 in 18; red: 2 1 1 in 19", **said)
    s.play("red: play Shieldmaidens", "green: play Champions", "red: play Jarl's Guard", "green: play Champions")
    s.play("red: pass", "green: pass")
    assert strengths(s) == [14, 8]
    return s


@pytest.mark.rule("LR-19.15", "LR-29.16")
def test_a_loser_chooses_which_casualties_shieldmaidens_ignore() -> None:
    s = lost_battle()
    assert s.choices("red") == ["ignore 1", "ignore 2"]
    assert s.rule_against("red: done") == "LR-19.15"
    s.play("red: ignore 1")
    assert s.choices("red") == ["ignore 1", "ignore 2", "done"]
    s.play("red: ignore 1")
    assert (s.armies("red", 20), s.armies("green", 19)) == ([1, 1], [2])


@pytest.mark.rule("LR-19.15")
def test_what_is_not_ignored_of_the_defeat_is_ignored_of_the_symbols() -> None:
    s = lost_battle()
    s.play("red: ignore 2", "red: done")
    assert s.armies("red", 20) == [2]
    assert [str(event) for event in s.told("casualties_ignored")] == ["Red ignores casualties: 1."] * 2


@pytest.mark.rule("LR-19.15", "LR-19.11")
def test_shieldmaidens_of_a_winner_ignore_symbols_without_asking() -> None:
    s = battle(hands="green: Shieldmaidens, Champions, Jarl's Guard")
    s.play("red: pass", "green: play Shieldmaidens", "green: play Champions", "green: play Jarl's Guard", "green: pass")
    assert s.armies("green", 19) == [3]


@pytest.mark.rule("LR-19.15")
def test_each_shieldmaidens_card_counts_and_where_all_can_be_ignored_nobody_is_asked() -> None:
    s = battle(hands="red: Shieldmaidens, Shieldmaidens", armies="green: 6 in 18; red: 1 1 1 in 19")
    s.play("red: play Shieldmaidens", "green: pass", "red: play Shieldmaidens", "red: pass")
    assert strengths(s) == [6, 5]
    assert s.armies("red", 20) == [1, 1, 1]


@pytest.mark.rule("LR-19.16", "LR-19.7")
def test_ignoring_casualties_does_not_change_what_may_be_played() -> None:
    s = battle(hands="green: Shieldmaidens, Champions, Raiders", armies="green: 2 in 18; red: 4 in 19")
    s.play("red: pass", "green: play Shieldmaidens", "green: play Raiders")
    assert s.rule_against("green: play Champions") == "LR-19.7"
