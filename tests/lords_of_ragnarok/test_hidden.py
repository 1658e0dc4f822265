"""What a network learns to estimate: the cards that the others hide from a seat, told by the full state alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.encoding import Sheet
from drakkar.core.game import find
from drakkar.core.vectors import bytes_row
from drakkar.games.lords_of_ragnarok.encoding import FIRST_ATTACK, HERE
from drakkar.games.lords_of_ragnarok.state import UNKNOWN
from drakkar.games.lords_of_ragnarok.veil import veil

ENCODING = find("lords_of_ragnarok").encoding()
FIRST = {"held": 0, "attacks_held": FIRST_ATTACK}


def told(state: Any, seat: int) -> list[dict[str, set[int]]]:
    """For each other seat, clockwise: the cards of each field."""
    row = bytes_row(ENCODING.hidden_size)
    ENCODING.write_hidden(state, seat, Sheet(row, 0))
    assert set(row) <= {0, 1}
    return [
        {
            field.name: {
                FIRST[field.name] + at for at in range(field.size) if row[block * ENCODING.hidden.size + field.at + at]
            }
            for field in ENCODING.hidden.fields
        }
        for block in range(ENCODING.most_seats - 1)
    ]


def unseen(whole: Any, known: Any) -> set[int]:
    """The cards of a pile that the seat sees face down."""
    return {card for card, face in zip(whole, known, strict=True) if face == UNKNOWN}


def moments(seats: int, seed: int) -> Iterator[Any]:
    """States of a random match: all those of Hunts with a Monster side, and some others."""
    dice, match = Random(seed), drakkar.fast_state("lords_of_ragnarok", seats=seats, seed=seed)
    while not match.over:
        state: Any = match.state
        if state.hunt.side >= 0 or dice.random() < 0.1:
            yield state
        match.apply(dice.choice(match.legal()))


@pytest.mark.parametrize(("seats", "seed"), [(2, 3), (4, 8)])
def test_it_is_what_a_seats_view_shows_face_down(seats: int, seed: int) -> None:
    held, attacks = 0, 0
    for whole in moments(seats, seed):
        for seat in range(seats):
            known, blocks = veil(whole, seat), told(whole, seat)
            for turn in range(1, seats):
                other = (seat + turn) % seats
                hand = unseen(whole.hand.of(other), known.hand.of(other))
                monsters = unseen(whole.attack_hand.of(HERE), known.attack_hand.of(HERE))
                expected = {"held": hand, "attacks_held": monsters if whole.hunt.side == other else set[int]()}
                assert blocks[turn - 1] == expected
                held, attacks = held + len(hand), attacks + len(expected["attacks_held"])
            assert not any(cards for block in blocks[seats - 1 :] for cards in block.values())
    assert min(held, attacks) > 0
