"""Random games from a seed, and helpers that read the table through the public API."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import drakkar

PLAYERS = (2, 3, 4)


def fresh(seats: int, seed: int = 1, rulings: dict[str, Any] | None = None) -> drakkar.Match:
    """A match before its first choice."""
    return drakkar.new("lords_of_ragnarok", seats=seats, seed=seed, rulings=rulings)


def walk(seats: int, seed: int, choices: dict[str, Any] | None = None) -> Iterator[drakkar.Match]:
    """The match before every choice of a random game, and once more at its end."""
    match = fresh(seats, seed, choices)
    dice = random.Random(seed)
    while not match.over:
        yield match
        decision = match.pending[0]
        match.play(decision.seat, dice.choice(decision.choices))
    yield match


@cache
def finished(seats: int, seed: int) -> drakkar.Match:
    """A random game played to its end; cached, so do not change it."""
    last = None
    for match in walk(seats, seed):
        last = match
    assert last is not None, "a walk has at least one moment"
    return last


def table(match: drakkar.Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a seat (None: a spectator) sees it."""
    return match.view(seat).table


def told(match: drakkar.Match, kind: str, seat: int | None = None) -> list[drakkar.Event]:
    """The events of one kind."""
    return [event for event in match.events(seat) if event.kind == kind]
