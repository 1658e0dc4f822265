"""Win chances by three kinds of knowledge: what a seat sees, what everyone sees, and everything."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from drakkar.analysis.calibration import FULL, PUBLIC, SEAT, correct, correction_for
from drakkar.analysis.player import Player, assumed
from drakkar.core.chance import chance_from
from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.core.hosting import state_of
from drakkar.core.match import Match
from drakkar.core.view import View, redeal

# Possible worlds behind a public win chance.
WORLDS: Final = 8


def seat_chances(view: View) -> list[float]:
    """Each seat's chance to win, by what one seat can see: a number per seat, with the sum 1.

    The chance is that of a table where all seats play like `drakkar.analysis.PLAYER` from here on.

    Args:
        view: the view of a seat.

    Raises:
        BadArgument: it is the view of a spectator, or Drakkar has no network for the game.

    >>> match = drakkar.new("blood_rage", seats=3, seed=7)
    >>> chances = analysis.seat_chances(match.view(0))
    >>> len(chances), round(sum(chances), 6)
    (3, 1.0)
    """
    if view.seat is None:
        raise BadArgument("a spectator has no seat's knowledge: use public_chances")
    shares = assumed(view.title).reading(view.known, view.seat)
    if view.known.flow.over:
        return shares
    correction = correction_for(view.title, len(shares), SEAT, view.version)
    return correct(shares, correction, view.seat)


def public_chances(view: View, worlds: int = WORLDS, seed: int = 0) -> list[float]:
    """Each seat's chance to win, by what everyone can see: a number per seat, with the sum 1.

    In each possible world every seat's own estimate is taken; the result is their mean. Worlds are dealt from what a
    spectator knows, so nothing hidden has a part in it.

    Args:
        view: the view of a spectator.
        worlds: how many possible worlds.
        seed: the seed of the worlds; the same seed and view give the same result.

    Raises:
        BadArgument: it is the view of a seat, or Drakkar has no network for the game.

    >>> match = drakkar.new("blood_rage", seats=3, seed=7)
    >>> chances = analysis.public_chances(match.view(None))
    >>> len(chances), round(sum(chances), 6)
    (3, 1.0)
    """
    if view.seat is not None:
        raise BadArgument("public knowledge is that of a spectator: use match.view(None)")
    player = assumed(view.title)
    if view.known.flow.over:
        return player.reading(view.known, 0)
    rng = Random(f"{seed} public {view.version}")
    shares = mean([consensus(player, redeal(view, rng)) for _ in range(worlds)])
    return correct(shares, correction_for(view.title, len(shares), PUBLIC, view.version))


def full_chances(match: Match, continuations: int = 0, seed: int = 0) -> list[float]:
    """Each seat's chance to win, by all hands: a number per seat, with the sum 1.

    Show it to players only after the match.

    Args:
        match: the match at the moment in question; `drakkar.core.hosting.at_choice` goes back to one.
        continuations: 0 for the mean of all seats' own estimates; otherwise the share of wins when the assumed player
            finishes the match that many times, with new random numbers each time.
        seed: the seed of the continuations.

    Raises:
        BadArgument: Drakkar has no network for the game.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> round(sum(analysis.full_chances(match)), 6)
    1.0
    >>> round(sum(analysis.full_chances(match, continuations=2)), 6)
    1.0
    """
    player, game, s = assumed(match.title), find(match.title), state_of(match)
    if match.over:
        return player.reading(s, 0)
    if not continuations:
        return correct(consensus(player, s), correction_for(match.title, match.seats, FULL, len(match.history)))
    ends = []
    for number in range(continuations):
        rng, other = Random(f"{seed} full {len(match.history)} {number}"), game.copy(s)
        other.flow.chance = chance_from(rng.getrandbits(64))
        ends.append(player.finish(other, rng))
    return mean(ends)


def consensus(player: Player, s: Any) -> list[float]:
    """The mean of all seats' own readings of a state."""
    return mean([player.reading(s, seat) for seat in range(len(s.flow.asked))])


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several rows of numbers."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
