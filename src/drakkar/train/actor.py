"""An actor: a process that steps its groups of matches, each as soon as its choices are there."""

import os
import signal
import time
import traceback
from random import Random
from typing import Final

import numpy as np

from drakkar.core.crowd import Crowd
from drakkar.core.game import find
from drakkar.train.options import Options
from drakkar.train.results import results
from drakkar.train.shape import Shape
from drakkar.train.shared import STEPPING, WAITING, Shared, over

NAP: Final = 0.00002


def players_of(options: Options, fewest: int, most: int) -> list[int]:
    """The number of players of each group: four (or the most there can be) in most, the others in the rest."""
    usual = min(4, most)
    rest = [number for number in range(max(2, fewest), most + 1) if number != usual] or [usual]
    groups = options.all_groups
    many = max(1, round(groups * options.usual_part))
    return [usual] * many + [rest[at % len(rest)] for at in range(groups - many)]


class Group:
    """Some tables with the same sides, stepped in one call, with their rows of the shared memory."""

    def __init__(self, number: int, players: int, shared: Shared, options: Options, shape: Shape, run: str) -> None:
        game = find(shape.title)
        dice = Random(f"{options.seed} {run} {number}")
        sides = dice.sample(range(len(game.sides)), players)
        seed = f"drakkar train {options.seed} {run} {number}"
        self.number = number
        self.scored = game.scored
        self.shape = shape
        self.shared = shared
        rulings, is_told = game.resolve_rulings({}), options.for_hidden > 0
        self.crowd = Crowd(game, sides, rulings, options.tables, seed, tell_hidden=is_told)
        self.observations = over(self.crowd.observations).reshape(options.tables, -1)
        self.masks = over(self.crowd.masks).reshape(options.tables, -1)
        self.hidden = over(self.crowd.hidden).reshape(options.tables, self.crowd.hidden_row)
        self.seats = over(self.crowd.seats)
        self.ended = over(self.crowd.ended)

    def spread(self, choices: int, seed: int) -> None:
        """Make some random choices, so that not all matches of a group begin and end together."""
        rng = np.random.default_rng([seed, self.number])
        for _ in range(int(rng.integers(0, choices + 1))):
            lots = self.masks * rng.random(self.masks.shape, dtype=np.float32)
            self.crowd.step(lots.argmax(1).tolist())

    def show(self) -> None:
        """Copy what the deciding seats see, and what is hidden from them, into the shared memory; wait for choices."""
        shared, at = self.shared, self.number
        shared.observations[at, :, : self.shape.observation] = self.observations
        shared.masks[at, :, : self.shape.choices] = self.masks
        shared.hidden[at, :, : self.crowd.hidden_row] = self.hidden
        shared.seats[at], shared.ended[at] = self.seats, self.ended
        shared.turn[at, 0] = WAITING

    def step(self) -> None:
        """Make the choices that are there."""
        started, shared, at = time.perf_counter(), self.shared, self.number
        ended = self.crowd.step(shared.choices[at].tolist())
        for table, scores in ended:
            told = results(list(scores), self.scored, self.shape.seats)
            shared.results[at, table, : len(told)] = told
        shared.matches[at, 0] += len(ended)
        shared.busy[at, 0] += time.perf_counter() - started
        self.show()


def act(numbers: list[int], players: list[int], shared: Shared, options: Options, shape: Shape, run: str) -> None:
    """Play these groups until the run stops. An error is printed; the learner sees that the process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    learner = os.getppid()
    try:
        groups = [Group(number, players[number], shared, options, shape, run) for number in numbers]
        for group in groups:
            group.spread(options.head_start, options.seed)
            group.show()
        while True:
            for group in groups:
                while shared.turn[group.number, 0] != STEPPING:
                    # A learner that was killed could not say stop.
                    if shared.stop[0] or os.getppid() != learner:
                        return
                    time.sleep(NAP)
                group.step()
    except Exception:
        traceback.print_exc()
        raise
