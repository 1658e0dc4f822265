"""Random games from a seed, and helpers that read the table through the public API."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import drakkar
from tests.blood_rage.scene import Scene

PLAYERS = (2, 3, 4, 5)


def walk(
    seats: int, seed: int, rulings: dict[str, Any] | None = None, clans: list[str] | None = None
) -> Iterator[drakkar.Match]:
    """The match before every choice of a random game, and once more at its end."""
    match = drakkar.new("blood_rage", seats=seats, seed=seed, rulings=rulings, sides=clans)
    dice = random.Random(seed)
    while not match.over:
        yield match
        play_at_random(match, dice)
    yield match


def play_at_random(match: drakkar.Match, dice: random.Random) -> None:
    """Play a random legal choice: half the time a pillage if there is one, and rarely a pass."""
    decision = dice.choice(match.pending)
    choices = list(decision.choices)
    pillages = [choice for choice in choices if str(choice).startswith("pillage")]
    if pillages and dice.random() < 0.5:
        choices = pillages
    elif len(choices) > 1 and dice.random() < 0.9:
        choices = [choice for choice in choices if str(choice) != "pass"]
    match.play(decision.seat, dice.choice(choices))


@cache
def finished(seats: int, seed: int) -> drakkar.Match:
    """A random game played to its end; cached, so do not change it."""
    last = None
    for match in walk(seats, seed):
        last = match
    assert last is not None, "a walk has at least one moment"
    return last


@cache
def moments(seats: int, game: int = 0) -> list[dict[str, Any]]:
    """The public table before every choice of a random game, and at its end; cached, so do not change it."""
    return [table(match) for match in walk(seats, 100 + game)]


def two_games(seats: int) -> list[dict[str, Any]]:
    """The states of two random games, since a single game may lack some cases."""
    return [*moments(seats, 0), *moments(seats, 1)]


def table(match: drakkar.Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a seat (None: a spectator) sees it."""
    return match.view(seat).table


def place_of(match: drakkar.Match, name: str) -> dict[str, Any]:
    """A province or fjord as a spectator sees it."""
    found: dict[str, Any] = next(place for place in table(match)["places"] if place["name"] == name)
    return found


def provinces_of(match: drakkar.Match) -> list[dict[str, Any]]:
    """The nine provinces as a spectator sees them."""
    places: list[dict[str, Any]] = table(match)["places"]
    return places[:9]


def clan_of(match: drakkar.Match, name: str, seat: int | None = None) -> dict[str, Any]:
    """A clan sheet as a seat (None: a spectator) sees it."""
    found: dict[str, Any] = table(match, seat)["clans"][match.sides.index(name)]
    return found


def through_draft(s: Scene | drakkar.Match) -> None:
    """Draft the first card on offer for every clan until the draft is over."""
    match = s.match if isinstance(s, Scene) else s
    while match.pending and match.pending[0].prompt.code == "draft":
        decision = match.pending[0]
        match.play(decision.seat, decision.choices[0])


def kinds_of(events: list[drakkar.Event]) -> list[str]:
    """The kinds of these events, in order."""
    return [event.kind for event in events]
