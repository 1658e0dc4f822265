"""Who sits where in which game, so that no bot has the better seats or the better deals.

Every deal is played by every line-up, and by each line-up under all rotations: so every bot meets the same cards from
every seat. From deal to deal a line-up sits down in another order, so that no bot has always the same neighbour.
"""

from collections.abc import Iterator
from itertools import combinations, count, permutations
from typing import NamedTuple

# The bots by seat, each by its number.
Seating = tuple[int, ...]


class Fixture(NamedTuple):
    """One game to be played: its number, the number of its deal, and the bots by seat."""

    number: int
    deal: int
    seating: Seating


def line_ups(bots: int, seats: int, alone: bool) -> list[Seating]:
    """Which bots meet: every mixture in which each of them sits as often as the others, or once more.

    `alone` is for measuring one bot: it sits among copies of another, and each other bot has its turn.
    """
    if alone:
        return [(0, *[other] * (seats - 1)) for other in range(1, bots)]
    each, left = divmod(seats, bots)
    return [tuple(sorted([*range(bots)] * each + list(more))) for more in combinations(range(bots), left)]


def rotations(seating: Seating) -> list[Seating]:
    """The same round of bots from every seat; one that repeats itself has fewer, each is played once."""
    return list(dict.fromkeys(seating[turn:] + seating[:turn] for turn in range(len(seating))))


def orders(line_up: Seating) -> list[Seating]:
    """Every way to sit round a table that differs in more than a rotation."""
    return sorted({min(rotations(seating)) for seating in permutations(line_up)})


def fixtures(bots: int, seats: int, alone: bool, games: int) -> list[Fixture]:
    """At least so many games: the last deal is played to its end, by all line-ups from all seats."""
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
