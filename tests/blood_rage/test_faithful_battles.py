"""The position of every seat has the state of a battle: cancelled texts, values, losses and rewards already paid."""

import tomllib
from random import Random
from typing import Any

import pytest

import drakkar
from tests.faithful import check_faithful, laid_as_it_was

VIEWERS = (None, 0, 1, 2)

BATTLE = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
age = 3
first_player = "wolf"
wolf = {{ rage = 3, upgrades = {upgrades}, hand = {wolf} }}
raven = {{ rage = 3, hand = {raven} }}
serpent = {{ rage = 0, hand = [] }}
[figures]
Gimle = {{ wolf = "leader{more}", raven = "2 warriors" }}
[board]
doomed = ["Elvagar", "Horgr", "Utgard"]
destroyed = ["Muspelheim"]
tokens = {{ Gimle = "glory" }}
[battle]
province = "Gimle"
pillager = "wolf"
stage = "cards"
"""


def battle(wolf: list[str], raven: list[str], upgrades: list[str] | None = None, more: str = "") -> drakkar.Match:
    """Wolf pillages Gimle; both clans play the first card of their hands, and the cards are revealed."""
    match = drakkar.set_up(BATTLE.format(wolf=wolf, raven=raven, upgrades=upgrades or [], more=more))
    for seat, cards in ((0, wolf), (1, raven)):
        match.play(seat, f"card {cards[0]}")
    return match


def asked(match: drakkar.Match) -> list[str]:
    return [decision.prompt.code for decision in match.pending]


def play_through(match: drakkar.Match, code: str) -> drakkar.Match:
    """Decline, or else take the first choice, up to a question with this code."""
    while asked(match) != [code]:
        decision = match.pending[0]
        choices = [choice for choice in decision.choices if str(choice) == "decline"] or decision.choices
        match.play(decision.seat, choices[0])
    return match


def said(match: drakkar.Match, viewer: int | None) -> dict[str, Any]:
    return tomllib.loads(match.position(viewer))


def scores_from(match: drakkar.Match, viewer: int | None) -> tuple[int, ...]:
    """The scores after the battle, from the position of a viewer."""
    return play_through(laid_as_it_was(match, viewer), "turn").scores()


@pytest.mark.rule("BR-12.8", "BR-19.14")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_text_that_thors_primacy_has_cancelled_stays_cancelled(viewer: int | None) -> None:
    match = battle(["Thor's Primacy"], ["Odin's Judgement"])
    assert asked(match) == ["late"]
    assert scores_from(match, viewer) == play_through(match.copy(), "turn").scores()
    assert said(match, viewer)["battle"]["cancelled"] == {"raven": ["Odin's Judgement"]}
    assert "machine" not in said(match, viewer)
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-12.8")
def test_a_card_whose_text_acts_is_not_called_cancelled() -> None:
    assert "cancelled" not in said(battle(["Odin's Judgement"], ["Tyr's Smash"]), None)["battle"]


@pytest.mark.rule("BR-12.6", "BR-12.18")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_quest_used_as_a_battle_card_keeps_its_value(viewer: int | None) -> None:
    match = battle(["Jotunheim!"], ["Odin's Judgement"], ["Tyr's Domain"])
    match.play(0, "yes")
    assert asked(match) == ["late"]
    assert scores_from(match, viewer) == play_through(match.copy(), "turn").scores()
    assert said(match, viewer)["battle"]["quest_values"] == {"wolf": 3}
    assert "machine" not in said(match, viewer)
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-13.9", "BR-13.10", "BR-13.11")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("upgrade", ["Valkyrie", "Thor's Glory"])
def test_figures_that_fell_before_still_count(upgrade: str, viewer: int | None) -> None:
    monster = ", Valkyrie" if upgrade == "Valkyrie" else ""
    match = battle(["Odin's Smite"], ["Odin's Judgement"], [upgrade], monster)
    play_through(match, "late")
    assert scores_from(match, viewer) == play_through(match.copy(), "turn").scores()
    assert said(match, viewer)["battle"]["fallen"]["raven"] >= 1
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-13.14", "BR-13.16", "BR-13.19")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("card", ["Thor's Oath", "Frigga's Grace"])
def test_what_was_paid_after_the_comparison_is_not_paid_again(card: str, viewer: int | None) -> None:
    match = battle([card], ["Jotunheim!"], ["Troll"], ", Troll")
    play_through(match, "raise")
    assert scores_from(match, viewer) == play_through(match.copy(), "turn").scores()
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-12.15")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_who_has_declined_in_the_late_window_is_not_asked_once_more(viewer: int | None) -> None:
    match = battle(["Tyr's Smite"], ["Jotunheim!"])
    match.play(0, "decline")
    assert said(match, viewer)["battle"]["declined"] == 1
    again = drakkar.set_up(match.position(viewer))
    again.play(1, "decline")
    assert asked(again) != ["late"]
