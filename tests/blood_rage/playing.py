"""Whole games played at random from a seed, and words to look at the table through the public face."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import drakkar
from tests.blood_rage.scene import Scene

PLAYERS = (2, 3, 4, 5)


def walk(
    seats: int, seed: int, options: dict[str, Any] | None = None, clans: list[str] | None = None
) -> Iterator[drakkar.Match]:
    """The match before every choice of a random game, and once more when it is over."""
    match = drakkar.new("blood_rage", seats=seats, seed=seed, options=options, clans=clans)
    dice = random.Random(seed)
    while not match.over:
        yield match
        play_at_random(match, dice)
    yield match


def play_at_random(match: drakkar.Match, dice: random.Random) -> None:
    """One legal choice; every other time a pillage if there is one, and a pass only rarely."""
    decision = dice.choice(match.pending)
    options = list(decision.options)
    pillages = [option for option in options if str(option).startswith("pillage")]
    if pillages and dice.random() < 0.5:
        options = pillages
    elif len(options) > 1 and dice.random() < 0.9:
        options = [option for option in options if str(option) != "pass"]
    match.play(decision.seat, dice.choice(options))


@cache
def finished(seats: int, seed: int) -> drakkar.Match:
    """A random game played to its end; only to be looked at."""
    last = None
    for match in walk(seats, seed):
        last = match
    assert last is not None, "a walk has at least one moment"
    return last


@cache
def moments(seats: int, game: int = 0) -> list[dict[str, Any]]:
    """The table as everybody sees it before every choice of a random game, and at its end; only to be looked at."""
    return [table(match) for match in walk(seats, 100 + game)]


def two_games(seats: int) -> list[dict[str, Any]]:
    """The moments of two random games, the second after the first: enough to meet what a single one may lack."""
    return [*moments(seats, 0), *moments(seats, 1)]


def table(match: drakkar.Match, seat: int | None = None) -> dict[str, Any]:
    """What lies on the table as a seat (None: a spectator) may see it."""
    return match.view(seat).table


def place_of(match: drakkar.Match, name: str) -> dict[str, Any]:
    """A province or fjord as everybody sees it."""
    found: dict[str, Any] = next(place for place in table(match)["places"] if place["name"] == name)
    return found


def provinces_of(match: drakkar.Match) -> list[dict[str, Any]]:
    """The nine provinces as everybody sees them."""
    places: list[dict[str, Any]] = table(match)["places"]
    return places[:9]


def clan_of(match: drakkar.Match, name: str, seat: int | None = None) -> dict[str, Any]:
    """A clan sheet as a seat (None: a spectator) may see it."""
    found: dict[str, Any] = table(match, seat)["clans"][match.clans.index(name)]
    return found


def through_draft(s: Scene | drakkar.Match) -> None:
    """Everyone drafts the first card on offer until the draft is over."""
    match = s.match if isinstance(s, Scene) else s
    while match.pending and match.pending[0].prompt.code == "draft":
        decision = match.pending[0]
        match.play(decision.seat, decision.options[0])


def kinds_of(events: list[drakkar.Event]) -> list[str]:
    """The kinds of these events, in order."""
    return [event.kind for event in events]
