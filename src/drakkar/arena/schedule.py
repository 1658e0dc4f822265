"""Fair seating: no bot gets better seats or better deals.

Every line-up plays every deal in all rotations, so every bot gets the same cards from every seat. From deal to deal a
line-up sits in another order, so no bot always has the same neighbour.
"""

from collections.abc import Iterator
from itertools import combinations, count, permutations
from typing import NamedTuple

# The bots by seat, each by its number.
Seating = tuple[int, ...]


class Fixture(NamedTuple):
    """One scheduled game: its number, the number of its deal, and the bots by seat."""

    number: int
    deal: int
    seating: Seating


def line_ups(bots: int, seats: int, alone: bool) -> list[Seating]:
    """The line-ups: every mixture in which the bots' numbers of seats differ by at most one.

    `alone` measures one bot: it sits among copies of one other bot, for each of the others.
    """
    if alone:
        return [(0, *[other] * (seats - 1)) for other in range(1, bots)]
    each, left = divmod(seats, bots)
    return [tuple(sorted([*range(bots)] * each + list(more))) for more in combinations(range(bots), left)]


def rotations(seating: Seating) -> list[Seating]:
    """All rotations of a seating, each once."""
    return list(dict.fromkeys(seating[turn:] + seating[:turn] for turn in range(len(seating))))


def orders(line_up: Seating) -> list[Seating]:
    """All seatings that differ by more than a rotation."""
    return sorted({min(rotations(seating)) for seating in permutations(line_up)})


def fixtures(bots: int, seats: int, alone: bool, games: int) -> list[Fixture]:
    """At least `games` games: the last deal is completed, with all line-ups in all rotations."""
    rounds = [orders(line_up) for line_up in line_ups(bots, seats, alone)]
    found: list[Fixture] = []
    for deal in count():
        if len(found) >= games:
            break
        for seating in _deal(rounds, deal):
            found.append(Fixture(len(found), deal, seating))
    return found


def _deal(rounds: list[list[Seating]], deal: int) -> Iterator[Seating]:
    for ways in rounds:
        yield from rotations(ways[deal % len(ways)])
