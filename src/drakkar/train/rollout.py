"""Playing on a machine of a cluster: an actor that chooses by itself, with weights that it was sent."""

import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from drakkar.cluster.identity import where
from drakkar.train.actor import Group
from drakkar.train.learner import Array, Kept, Segment
from drakkar.train.network import Weights
from drakkar.train.numpy_learner import NumpyPlayer
from drakkar.train.options import Options
from drakkar.train.shape import Shape
from drakkar.train.shared import Shared


class News(NamedTuple):
    """What the learner sends: the network after so many lessons, and the earlier self to play against."""

    lessons: int
    playing: Weights
    opponent: Weights


class Rollout(NamedTuple):
    """`steps` decisions of every table of an actor, chosen by the network after so many lessons."""

    lessons: int
    kept: Kept
    segment: Segment
    matches: int
    # Seconds that it took, and the machine.
    seconds: float
    place: str


class Actor:
    """Some groups of tables. Each call plays one rollout, and the matches go on at the next call."""

    def __init__(
        self, number: int, options: Options, shape: Shape, players: list[int], has_old: Array, run: str, life: int
    ) -> None:
        """Set up the tables.

        Args:
            number: which of the actors it is.
            options: those of the run.
            shape: that of the game.
            players: the number of players in each of its groups.
            has_old: in which of its groups an earlier self plays too.
            run: tells the matches of one run from those of another.
            life: how often this actor has died.
        """
        self.options = replace(options, actors=1, round=options.groups)
        self.shape = shape
        self.has_old = has_old
        self.shared = Shared(self.options, shape)
        names = f"{run} {number} {life}"
        self.groups = [Group(at, seats, self.shared, self.options, shape, names) for at, seats in enumerate(players)]
        for group in self.groups:
            group.spread(options.head_start, options.seed + number)
            group.show()
        self.size = len(self.groups) * options.tables
        self.player = NumpyPlayer(
            self.options, shape, self.shared, {}, options.steps * self.size, [options.seed, number, life]
        )

    def __call__(self, news: News) -> Rollout:
        """Play on with these networks."""
        started, matches = time.perf_counter(), int(self.shared.matches[:, 0].sum())
        self.player.playing, self.player.opponent = news.playing, news.opponent
        sizes = (self.options.steps, self.size)
        seats, old = np.zeros(sizes, np.uint8), np.zeros(sizes, np.uint8)
        ended = np.zeros(sizes, np.int32)
        results = [np.zeros((self.shape.seats, self.shape.estimates), np.float32)]
        for moment in range(self.options.steps):
            seats[moment] = self.shared.seats.reshape(-1)
            old[moment] = self.are_old().reshape(-1)
            self.choose(moment, old[moment])
            for group in self.groups:
                group.step()
            for at in np.flatnonzero(self.shared.ended):
                ended[moment, at] = len(results)
                results.append(self.shared.results.reshape(self.size, *results[0].shape)[at].copy())
        return Rollout(
            news.lessons,
            self.kept(),
            Segment(0, seats, old, ended, np.stack(results)),
            int(self.shared.matches[:, 0].sum()) - matches,
            time.perf_counter() - started,
            where(),
        )

    def are_old(self) -> Array:
        """At which tables an earlier self decides."""
        found: Array = self.has_old[:, None] & ((self.shared.seats + np.arange(self.options.tables)) % 2 == 1)
        return found

    def choose(self, moment: int, old: Array) -> None:
        """Choose at all tables."""
        (one,) = self.player.rounds
        one.groups = list(range(len(self.groups)))
        one.rows[:] = np.arange(moment * self.size, (moment + 1) * self.size)
        one.old[:] = old
        self.player.launch(one)
        self.shared.choices[:] = one.choices.reshape(self.shared.choices.shape)

    def kept(self) -> Kept:
        """What learning needs of these decisions; the player writes over its own rows at the next call."""
        return Kept(*(getattr(self.player, name).copy() for name in Kept._fields))


def together(rollouts: list[Rollout], part: int) -> tuple[Kept, Segment]:
    """The rollouts of several actors as one segment, side by side."""
    steps = len(rollouts[0].segment.seats)
    kept = Kept(
        *(
            np.concatenate([rows.reshape(steps, -1, *rows.shape[1:]) for rows in columns], 1).reshape(
                -1, *columns[0].shape[1:]
            )
            for columns in zip(*(rollout.kept for rollout in rollouts), strict=True)
        )
    )
    segments = [rollout.segment for rollout in rollouts]
    results, ended = [segments[0].results[:1]], []
    for segment in segments:
        # Row 0 stands for no result.
        ended.append(np.where(segment.ended > 0, segment.ended + sum(map(len, results)) - 1, 0).astype(np.int32))
        results.append(segment.results[1:])
    seats, old = (np.concatenate([getattr(one, name) for one in segments], 1) for name in ("seats", "old"))
    return kept, Segment(part, seats, old, np.concatenate(ended, 1), np.concatenate(results))
