"""Whole games played at random from a seed, and words to look at the table through the public face."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import drakkar

PLAYERS = (2, 3, 4)


def fresh(seats: int, seed: int = 1, options: dict[str, Any] | None = None) -> drakkar.Match:
    """A match before its first choice."""
    return drakkar.new("lords_of_ragnarok", seats=seats, seed=seed, options=options)


def walk(seats: int, seed: int, options: dict[str, Any] | None = None) -> Iterator[drakkar.Match]:
    """The match before every choice of a random game, and once more when it is over."""
    match = fresh(seats, seed, options)
    dice = random.Random(seed)
    while not match.over:
        yield match
        decision = match.pending[0]
        match.play(decision.seat, dice.choice(decision.options))
    yield match


@cache
def finished(seats: int, seed: int) -> drakkar.Match:
    """A random game played to its end; only to be looked at."""
    last = None
    for match in walk(seats, seed):
        last = match
    assert last is not None, "a walk has at least one moment"
    return last


def table(match: drakkar.Match, seat: int | None = None) -> dict[str, Any]:
    """What lies on the table as a seat (None: a spectator) may see it."""
    return match.view(seat).table


def told(match: drakkar.Match, kind: str, seat: int | None = None) -> list[drakkar.Event]:
    """The events of one kind."""
    return [event for event in match.events(seat) if event.kind == kind]
