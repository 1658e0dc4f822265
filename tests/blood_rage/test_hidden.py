"""What a network learns to estimate: the cards that the others hide from a seat, told by the full state alone."""

from collections.abc import Iterable
from typing import Any

import pytest

from drakkar.core.encoding import Sheet
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.vectors import bytes_row
from drakkar.games.blood_rage.encoding import CARD_COUNT, QUEST_CARDS
from drakkar.games.blood_rage.state import UNKNOWN
from tests.blood_rage.worlds import in_another_world, random_moments

ENCODING = find("blood_rage").encoding()
NUMBERED: dict[str, Iterable[int]] = {
    "held": range(CARD_COUNT),
    "committed": QUEST_CARDS,
    "face_down": range(CARD_COUNT),
}


def told(state: Any, seat: int) -> list[dict[str, set[int]]]:
    """For each other seat, clockwise: the cards of each field."""
    row = bytes_row(ENCODING.hidden_size)
    ENCODING.write_hidden(state, seat, Sheet(row, 0))
    assert set(row) <= {0, 1}
    found = []
    for block in range(ENCODING.most_seats - 1):
        start = block * ENCODING.hidden.size
        fields = {}
        for field in ENCODING.hidden.fields:
            marks = row[start + field.at : start + field.at + field.size]
            fields[field.name] = {card for card, mark in zip(NUMBERED[field.name], marks, strict=True) if mark}
        found.append(fields)
    return found


def unseen(whole: Any, known: Any, other: int, zone: str) -> set[int]:
    """The cards of a pile that the seat sees face down."""
    cards, seen = (getattr(state, zone).of(other) for state in (whole, known))
    return {card for card, face in zip(cards, seen, strict=True) if face == UNKNOWN}


@pytest.mark.parametrize("seats", [2, 4])
def test_it_is_what_a_seats_view_shows_face_down(seats: int) -> None:
    compared = {"held": 0, "committed": 0, "face_down": 0}
    for moment, seat, _ in random_moments(seats, 11, 0.3):
        if seat is None:
            continue
        whole, known = state_of(moment), moment.view(seat).known
        blocks = told(whole, seat)
        for turn in range(1, seats):
            other = (seat + turn) % seats
            piles = {zone: unseen(whole, known, other, zone) for zone in ("hand", "aside", "quests", "played")}
            expected = {
                "held": piles["hand"] | piles["aside"],
                "committed": piles["quests"],
                "face_down": piles["played"],
            }
            assert blocks[turn - 1] == expected
            for name, cards in expected.items():
                compared[name] += len(cards)
        assert not any(cards for block in blocks[seats - 1 :] for cards in block.values())
    assert min(compared.values()) > 0


def test_it_differs_between_worlds_that_look_the_same_to_the_seat() -> None:
    """So it is no part of an observation, which tests/blood_rage/test_encoding.py compares."""
    different = 0
    for moment, seat, rng in random_moments(3, 5, 0.2):
        if seat is None:
            continue
        other = in_another_world(moment, seat, rng)
        different += told(state_of(moment), seat) != told(state_of(other), seat)
    assert different > 5
