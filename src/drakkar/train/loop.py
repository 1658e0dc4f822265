"""A run on one machine: it serves the actors, and hands finished segments to the learner."""

import multiprocessing
import time
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from drakkar.train.actor import act
from drakkar.train.learner import Array, Lesson, Round, Segment
from drakkar.train.options import Options
from drakkar.train.session import Session, make_learner
from drakkar.train.shared import CHOOSING, STEPPING, WAITING

NAP: Final = 0.00002
# Seconds between two looks at the actors.
LOOK_EVERY: Final = 2.0


class ActorDied(Exception):
    """A process that plays has ended by itself; its error is above."""


class Run(Session):
    """Actors are processes of this machine, which share memory with the learner."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        groups, tables = options.all_groups, options.tables
        self.results: list[list[Array]] = [[], []]
        size = (2, options.steps, groups, tables)
        self.seats, self.old = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        self.ended = np.zeros(size, np.int32)
        self.empty = np.zeros((self.shape.seats, self.shape.estimates), np.float32)
        # Decisions that each table of a group was asked for, and those whose results are kept.
        self.asked = np.zeros(groups, np.int64)
        self.noted = np.zeros(groups, np.int64)
        self.processes: list[Any] = []

    # --- From start to end

    def begin(self) -> None:
        """Start the actors."""
        context = multiprocessing.get_context("fork")
        run = f"{self.schedule.before:.3f}"
        for number in range(self.options.actors):
            mine = list(range(number, self.options.all_groups, self.options.actors))
            arguments = (mine, self.players, self.shared, self.options, self.shape, run)
            self.processes.append(context.Process(target=act, args=arguments, daemon=True))
            self.processes[-1].start()

    def play(self) -> None:
        """Serve the actors, and learn."""
        self.learner = make_learner(self.options, self.shape, self.shared, self.weights, self.exploit)
        self.fill_pool()
        self.wait_for_actors()
        self.schedule.begin()
        self.loop()

    def end(self) -> list[str]:
        """Stop the actors."""
        for process in self.processes:
            process.join(1.0)
            process.kill()
        summary = self.exploit.summary() if self.exploit and self.lesson else []
        return [f"the last third of the exploiter: {said}" for said in summary]

    def fill_pool(self) -> None:
        """The first earlier selves; an exploiter has none."""
        if self.exploit is None:
            self.learner.remember()
            for path in self.options.earlier:
                self.learner.remember(self.earlier(path))
            self.learner.oppose(0)

    def wait_for_actors(self) -> None:
        """Until each group has shown its first moment."""
        while not (self.shared.turn[:, 0] == WAITING).all():
            self.look_at_actors()
            time.sleep(0.05)

    def look_at_actors(self) -> None:
        """Raise ActorDied if one of them has ended."""
        for number, process in enumerate(self.processes):
            if not process.is_alive():
                raise ActorDied(f"actor {number} has ended with code {process.exitcode}; its error is above")

    def loop(self) -> None:
        """Serve whatever can be served, until the end."""
        looked = time.monotonic()
        learning: Iterator[Lesson | None] | None = None
        while not self.is_over:
            moved = self.land()
            moved |= self.launch()
            if learning is None and self.is_finished():
                learning = self.learner.learn(self.segment(), self.schedule.rate, self.schedule.entropy)
            if learning is not None and self.learner.is_free():
                lesson = next(learning)
                moved = True
                if lesson is not None:
                    learning = None
                    self.after(lesson)
            if not moved:
                time.sleep(NAP)
            if time.monotonic() - looked > LOOK_EVERY:
                looked = time.monotonic()
                self.look_at_actors()

    # --- Rounds

    def land(self) -> bool:
        """Give the choices that are back to the actors."""
        moved = False
        for one in self.learner.rounds:
            if one.groups and self.learner.is_back(one):
                choices = one.choices[: len(one.groups) * self.options.tables]
                self.shared.choices[one.groups] = choices.reshape(len(one.groups), -1)
                self.shared.turn[one.groups, 0] = STEPPING
                one.groups, moved = [], True
        return moved

    def launch(self) -> bool:
        """Choose for the groups that wait, those behind first. None runs ahead of the segments that can be written."""
        free = [one for one in self.learner.rounds if not one.groups]
        if not free:
            return False
        limit = (self.segments + 2) * self.options.steps
        waiting = np.flatnonzero((self.shared.turn[:, 0] == WAITING) & (self.asked < limit))
        # While another round is under way, a small one is not worth its launch yet.
        if not len(waiting) or (len(waiting) < self.options.round // 2 and len(free) < len(self.learner.rounds)):
            return False
        order = np.argsort(self.asked[waiting], kind="stable")
        groups = waiting[order][: self.options.round]
        free[0].groups = groups.tolist()
        self.note_results(groups)
        self.prepare(free[0], groups)
        self.learner.launch(free[0])
        return True

    def prepare(self, one: Round, groups: Array) -> None:
        """Say where the decisions of these groups are kept, and who makes them."""
        options, columns = self.options, np.arange(self.options.tables)
        part, moment = self.asked[groups] // options.steps % 2, self.asked[groups] % options.steps
        first = ((part * options.steps + moment) * options.all_groups + groups) * options.tables
        seats = self.shared.seats[groups]
        if self.exploit is None:
            old = self.has_old[groups][:, None] & ((seats + columns) % 2 == 1)
        else:
            old = self.exploit.are_frozen(groups, seats)
        size = len(groups) * options.tables
        one.rows[:size] = (first[:, None] + columns).reshape(-1)
        one.old[:size] = old.reshape(-1)
        self.seats[part, moment, groups], self.old[part, moment, groups] = seats, old
        self.ended[part, moment, groups] = 0
        self.asked[groups] += 1
        self.shared.turn[groups, 0] = CHOOSING

    def note_results(self, groups: Array) -> None:
        """Keep the results of the matches that the last choices of these waiting groups ended, once."""
        new = groups[self.noted[groups] < self.asked[groups]]
        self.noted[new] = self.asked[new]
        for at, table in np.argwhere(self.shared.ended[new] > 0):
            group = new[at]
            number = self.asked[group] - 1
            part, moment = number // self.options.steps % 2, number % self.options.steps
            self.results[part].append(self.shared.results[group, table].copy())
            if self.exploit is not None:
                self.exploit.note(int(group), int(table), self.results[part][-1])
            self.ended[part, moment, group, table] = len(self.results[part])

    # --- Learning

    def is_finished(self) -> bool:
        """Whether every group has made all choices of the next segment."""
        need = (self.segments + 1) * self.options.steps
        last = self.asked == need
        return bool(((self.asked > need) | (last & (self.shared.turn[:, 0] == WAITING))).all())

    def segment(self) -> Segment:
        """The segment to learn from, with what its last choices led to."""
        need = (self.segments + 1) * self.options.steps
        self.note_results(np.flatnonzero(self.asked == need))
        part, size = self.segments % 2, (self.options.steps, -1)
        results = np.stack([self.empty, *self.results[part]])
        self.results[part] = []
        columns = [array[part].reshape(size).copy() for array in (self.seats, self.old, self.ended)]
        return Segment(part, columns[0], columns[1], columns[2], results)

    def after(self, lesson: Lesson) -> None:
        """Play with what was learned, and choose another opponent."""
        self.learner.adopt()
        if self.exploit is None:
            self.change_opponent()
        super().after(lesson)

    def change_opponent(self) -> None:
        """Choose one of the earlier selves."""
        if self.schedule.wants_copy():
            self.learner.remember()
        self.learner.oppose(self.some_earlier_self(self.learner.pool_size()))

    def numbers(self) -> dict[str, float]:
        """What the table says of the matches."""
        return {
            "asked": int(self.asked.sum()) * self.options.tables,
            "matches": int(self.shared.matches[:, 0].sum()),
            "busy": float(self.shared.busy[:, 0].sum()) / self.schedule.seconds / self.options.actors,
            "pool": self.learner.pool_size(),
        }
