"""The assumed player: every win chance is that of a table where all seats play like it from here on.

It is the bare network of a game, which draws each choice from its policy. It reads a state as one seat sees it: the
encoding of a state and of the seat's veiled copy are the same.
"""

import hashlib
from functools import lru_cache
from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

from drakkar.bots.net_bot import WEIGHTS, Net, shipped
from drakkar.core.flow import next_seat
from drakkar.core.game import Game

# The bot that all seats are assumed to play like. A table of bots with this name is what a win chance is about.
PLAYER: Final = "net:draw=always"


class Player:
    """The network on fast states. At temperature 0 it takes the best choice; the assumed player has temperature 1."""

    def __init__(self, net: Net, temperature: float = 1.0) -> None:
        self.net = net
        self.temperature = temperature

    def reading(self, s: Any, seat: int) -> list[float]:
        """Each seat's share of the win, estimated from what one seat can see; the result at the end."""
        if s.flow.over:
            return result(self.net.game, s)
        return self.net.shares(s, seat, len(s.flow.asked))

    def readings(self, readers: list[tuple[Any, int]]) -> list[list[float]]:
        """The readings of several states, each with the seat that reads; computed together."""
        going = [(s, seat) for s, seat in readers if not s.flow.over]
        signals = iter(self.net.looks(going))
        return [
            result(self.net.game, s) if s.flow.over else self.net.shares_of(next(signals), seat, len(s.flow.asked))
            for s, seat in readers
        ]

    def likelihoods(self, s: Any, seat: int, codes: list[int]) -> list[float]:
        """How likely each choice is, relative to the best one."""
        weights = self.net.weights(s, seat, codes)
        best = max(weights)
        if not self.temperature:
            return [float(at == weights.index(best)) for at in range(len(weights))]
        return [exp((weight - best) / self.temperature) for weight in weights]

    def choose(self, s: Any, seat: int, codes: list[int], rng: Random) -> int:
        """One of the choices, by what the seat can see."""
        if len(codes) == 1:
            return codes[0]
        return rng.choices(codes, self.likelihoods(s, seat, codes))[0]

    def step(self, s: Any, rng: Random) -> None:
        """Make the next choice of a state that is not over."""
        book, seat = self.net.game.book, next_seat(s.flow)
        book.answer(s, seat, self.choose(s, seat, book.legal(s, seat), rng))

    def finish(self, s: Any, rng: Random) -> list[float]:
        """Play to the end; each seat's share of the win."""
        while not s.flow.over:
            self.step(s, rng)
        return result(self.net.game, s)


def result(game: Game[Any], s: Any) -> list[float]:
    """Each seat's share of the win of a finished match."""
    return game.evaluator("").win_chances(s, [float(score) for score in game.scores(s)])


def assumed(title: str) -> Player:
    """The assumed player of a game; BadArgument if Drakkar has no network for it."""
    return Player(shipped(title))


def has_network(title: str) -> bool:
    """Whether Drakkar has a network for a game; without one nothing can be analysed.

    >>> analysis.has_network("blood_rage")
    True
    """
    return (WEIGHTS / f"{title}.net").exists()


def digest(title: str) -> str:
    """A digest of the network behind the assumed player: what is fitted to one network says nothing about another."""
    path = WEIGHTS / f"{title}.net"
    return _digest(str(path), path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _digest(path: str, _: int) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
