"""Sections 14 and 15: the wheel, its bonuses, and three of its actions."""

import pytest

from tests.lords_of_ragnarok.scene import scene


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


@pytest.mark.rule("LR-14.4", "LR-27.12")
def test_the_first_marker_brings_its_realms_bonus_to_every_ally_the_active_player_last() -> None:
    s = scene(stage="special", armies="green: 1 in 8, 1 in 9", alliances="green: vanaheim; blue: vanaheim")
    s.play("green: action mobilize")
    assert s.asked() == {"blue": "take_rune"}
    s.play("blue: take Uruz")
    assert s.asked() == {"green": "take_rune"}
    s.play("green: take Algiz")
    assert s.asked() == {"green": "mobilize"}


@pytest.mark.rule("LR-14.5", "LR-30.9")
def test_whose_marker_is_covered_takes_a_rune_and_no_bonus_is_given() -> None:
    s = scene(turn="red", stage="special", wheel="green: prepare", alliances="red: niflheim")
    s.play("red: action prepare")
    assert s.asked() == {"green": "take_rune"}
    s.play("green: take Uruz")
    assert s.asked() == {"red": "prepare"}
    s = scene(turn="blue", stage="special", wheel="green: prepare; red: prepare")
    s.play("blue: action prepare", "red: take Uruz")
    assert s.runes("green") == {}


@pytest.mark.rule("LR-15.2", "LR-15.3")
def test_mobilize_activates_each_army_once_and_at_least_one() -> None:
    s = scene(stage="special", armies="green: 2 in 18, 2 in 17")
    s.play("green: action mobilize")
    assert s.rule_against("green: done") == "LR-15.2"
    s.play("green: activate army 2 18", "green: move 17")
    assert s.controller(17) is None
    assert s.options("green") == ["activate army 2 17", "done"]
    s.play("green: activate army 2 17", "green: move 18")
    assert "mobilize" not in s.asked().values()


@pytest.mark.rule("LR-15.4", "LR-15.5")
def test_prepare_is_two_of_four_and_what_changes_nothing_is_not_offered() -> None:
    s = scene(stage="special", injured="green: wisdom", armies="green: 3 in 18", control="green: 18")
    s.play("green: action prepare")
    assert s.options("green") == ["prepare heal", "prepare draw", "prepare rune", "prepare strengthen"]
    s.play("green: prepare heal")
    assert s.injured("green") == []
    assert s.rule_against("green: prepare heal") == "LR-15.5"
    s.play("green: prepare strengthen")
    assert s.armies("green", 18) == [4]
