"""Secret choices made while others still choose: a position has them, and only the other seats still owe one."""

import tomllib
from random import Random
from typing import Any

import pytest

import drakkar
from tests.faithful import check_faithful

DISCARDING = """
game = "blood_rage"
sides = ["wolf", "raven", "serpent"]
phase = "discard"
wolf.hand = ["Tyr's Smash", "Troll"]
raven.hand = ["Tyr's Smite", "Frigga's Charm"]
serpent.hand = 3
"""


def owed(match: drakkar.Match) -> list[int]:
    return [decision.seat for decision in match.pending]


def said(match: drakkar.Match, viewer: int | None) -> dict[str, Any]:
    return tomllib.loads(match.position(viewer))


@pytest.mark.rule("BR-5.3")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_who_has_picked_a_card_does_not_pick_once_more(viewer: int | None) -> None:
    match = drakkar.new("blood_rage", seats=3, seed=7)
    picked = match.choices(0)[2]
    match.play(0, picked)
    again = drakkar.set_up(match.position(viewer))
    assert owed(again) == owed(match) == [1, 2]
    assert said(match, viewer)["wolf"]["sealed"] == ([str(picked).removeprefix("pick ")] if viewer == 0 else 1)
    assert "machine" not in said(match, viewer)
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-5.6")
@pytest.mark.parametrize("picks", [1, 2])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_with_two_players_one_or_two_cards_are_sealed(viewer: int | None, picks: int) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=8)
    for _ in range(picks):
        match.play(0, match.choices(0)[-1])
    assert owed(drakkar.set_up(match.position(viewer))) == owed(match) == ([0, 1] if picks == 1 else [1])
    check_faithful(match, viewer, Random(1), 6)


@pytest.mark.rule("BR-14.1", "BR-14.4")
@pytest.mark.parametrize("choice", ["keep Troll", "keep none"])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_who_has_chosen_what_to_keep_does_not_choose_once_more(viewer: int | None, choice: str) -> None:
    match = drakkar.set_up(DISCARDING)
    match.play(0, choice)
    assert owed(drakkar.set_up(match.position(viewer))) == [1, 2]
    own = ["Troll"] if choice == "keep Troll" else []
    assert said(match, viewer)["wolf"]["sealed"] == (own if viewer == 0 else 1)
    check_faithful(match, viewer, Random(1), 6)


def test_a_sealed_choice_that_is_not_known_is_filled_in_from_the_seed() -> None:
    match = drakkar.set_up(DISCARDING)
    match.play(0, "keep Troll")
    kept = set()
    for seed in range(20):
        again = drakkar.set_up(match.position(1).replace("seed = 0", f"seed = {seed}"))
        kept.add(str(said(again, 0)["wolf"]["sealed"]))
    assert len(kept) > 3
    assert "[]" in kept


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('wolf.sealed = ["Frigga\'s Charm"]', "only one card of the hand can be kept"),
        ("wolf.sealed = 2", "sealed is 2, and must be a number from 1 to 1"),
    ],
)
def test_a_sealed_choice_that_cannot_be_is_refused(line: str, reason: str) -> None:
    with pytest.raises(drakkar.BadPosition, match=reason):
        drakkar.set_up(DISCARDING + line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('wolf.sealed = ["Loki\'s Domain"]', "is not in the pack of wolf"),
        ("wolf.sealed = 2", "a pick takes at most 1 of a pack"),
    ],
)
def test_a_sealed_pick_that_cannot_be_is_refused(line: str, reason: str) -> None:
    pack = [
        "Troll",
        "Tyr's Bash",
        "Tyr's Smash",
        "Alfheim!",
        "Manheim!",
        "Thor's Hammer",
        "Odin's Smite",
        "Frigga's Charm",
    ]
    head = f"game = 'blood_rage'\nsides = ['wolf', 'raven', 'serpent']\nphase = \"gods' gifts\"\nwolf.pack = {pack}\n"
    with pytest.raises(drakkar.BadPosition, match=reason):
        drakkar.set_up(head + line)
