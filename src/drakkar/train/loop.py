"""A run: the learner's side. It serves the actors, hands finished segments to the learner, and keeps the files."""

import json
import multiprocessing
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, Final

import numpy as np

from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.train.actor import act, players_of
from drakkar.train.learner import Array, Learner, Lesson, Round, Segment
from drakkar.train.network import Weights, initial
from drakkar.train.options import Options
from drakkar.train.progress import Progress, point, short
from drakkar.train.rival import Rivals
from drakkar.train.schedule import Schedule
from drakkar.train.shape import Shape, shape_of
from drakkar.train.shared import CHOOSING, STEPPING, WAITING, Shared
from drakkar.train.weights import LARGEST_FILE, bytes_of, largest_width, load, save

NAP: Final = 0.00002
# Seconds between two looks at the actors.
LOOK_EVERY: Final = 2.0
NOTHING: Final = "nothing was learned, so nothing is saved: give it more --minutes, or fewer --tables or --steps"
# How often the opponent is one of all earlier selves; otherwise it is one of the last few.
ANY_SELF: Final = 0.7
LAST_FEW: Final = 3


class ActorDied(Exception):
    """A process that plays has ended by itself; its error is above."""


class Run:
    """Everything of a run."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shape = shape_of(options.game)
        self.out = Path(options.out)
        self.weights, self.about = start(options, self.shape)
        self.schedule = Schedule(options, float(self.about.get("minutes", 0.0)), float(self.about.get("total", 0.0)))
        self.shared = Shared(options, self.shape)
        self.rng = np.random.default_rng([options.seed, round(1000 * self.schedule.before)])
        groups, tables = options.all_groups, options.tables
        self.has_old = np.zeros(groups, np.bool_)
        self.has_old[self.rng.permutation(groups)[: round(groups * options.pool_part)]] = True
        self.results: list[list[Array]] = [[], []]
        size = (2, options.steps, groups, tables)
        self.seats, self.old = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        self.ended = np.zeros(size, np.int32)
        self.empty = np.zeros((self.shape.seats, self.shape.estimates), np.float32)
        # Decisions that each table of a group was asked for, segments learned from, and what they held.
        self.asked = np.zeros(groups, np.int64)
        self.noted = np.zeros(groups, np.int64)
        self.segments = 0
        self.learned = int(self.about.get("learned", 0))
        self.asked_before = int(self.about.get("asked", 0))
        self.lesson: Lesson | None = None
        self.processes: list[Any] = []
        self.saver = Thread()
        self.saver.start()
        self.learner: Learner
        self.rivals: Rivals
        self.progress: Progress

    # --- From start to end

    def run(self) -> None:
        """Play and learn until the time is over or Ctrl-C is pressed; either way everything is saved."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.progress = Progress(self.out)
        game = find(self.options.game)
        context = multiprocessing.get_context("fork")
        players = players_of(self.options, game.fewest_seats, game.most_seats)
        run = f"{self.schedule.before:.3f}"
        for number in range(self.options.actors):
            mine = list(range(number, self.options.all_groups, self.options.actors))
            arguments = (mine, players, self.shared, self.options, self.shape, run)
            self.processes.append(context.Process(target=act, args=arguments, daemon=True))
        self.rivals = Rivals(self.options, self.shape, self.shared.stop, context)
        for process in [*self.processes, *self.rivals.processes]:
            process.start()
        before = signal.signal(signal.SIGTERM, interrupt)
        try:
            # Only now: the actors are forked from a process without the learner's threads.
            self.learner = make_learner(self.options, self.shape, self.shared, self.weights)
            self.learner.remember()
            for path in self.options.earlier:
                self.learner.remember(load(path, self.shape)[0])
            self.learner.oppose(0)
            self.wait_for_actors()
            self.schedule.begin()
            self.loop()
        except KeyboardInterrupt:
            print("drakkar: interrupted; saving", flush=True)
        finally:
            signal.signal(signal.SIGTERM, before)
            self.shared.stop[0] = 1
        self.save()
        self.saver.join()
        self.rivals.end()
        for process in self.processes:
            process.join(1.0)
            process.kill()
        made = f"latest.npz, latest.net, curve.csv and curve.svg are in {self.out}" if self.lesson else NOTHING
        print(f"drakkar: minute {self.schedule.minutes:.2f} of the schedule; {made}", flush=True)

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
        while not self.schedule.is_over and not (0 < self.options.lessons <= self.segments):
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
        old = self.has_old[groups][:, None] & ((seats + columns) % 2 == 1)
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
        """Play with what was learned, choose another opponent, report and save."""
        self.segments += 1
        self.learned += lesson.decisions
        self.learner.adopt()
        if self.schedule.wants_copy():
            self.learner.remember()
        size = self.learner.pool_size()
        some = size if size < LAST_FEW or self.rng.random() < ANY_SELF else LAST_FEW
        self.learner.oppose(size - 1 - int(self.rng.integers(some)))
        self.lesson = lesson
        if self.schedule.wants_line():
            self.report()
        if self.schedule.wants_file():
            self.save()

    @property
    def all_asked(self) -> int:
        """The decisions asked for, in the earlier runs too."""
        return self.asked_before + int(self.asked.sum()) * self.options.tables

    def report(self) -> None:
        """A line of the table."""
        assert self.lesson is not None
        busy = float(self.shared.busy[:, 0].sum()) / self.schedule.seconds / self.options.actors
        self.progress.add(
            point(
                self.lesson,
                minutes=self.schedule.minutes,
                asked=self.all_asked,
                learned=self.learned,
                per_second=self.schedule.speed(int(self.asked.sum()) * self.options.tables),
                matches=int(self.shared.matches[:, 0].sum()),
                busy=busy,
                rate=self.schedule.rate,
                pool=self.learner.pool_size(),
                **self.rivals.newest(),
            )
        )

    def save(self) -> None:
        """Write the newest network as weights and as a bot, and the marks of the schedule, while playing goes on."""
        if self.lesson is None:
            return
        about = {
            "minutes": round(self.schedule.minutes, 4),
            "total": self.schedule.total,
            "asked": self.all_asked,
            "learned": self.learned,
            "seed": self.options.seed,
        }
        names = ["latest", *self.schedule.marks_passed()]
        self.saver.join()
        self.saver = Thread(target=self.write, args=(names, self.learner.weights(), about))
        self.saver.start()

    def write(self, names: list[str], weights: Weights, about: dict[str, Any]) -> None:
        """Write a network under these names."""
        from drakkar.train.pack import pack_file  # noqa: PLC0415

        for name in names:
            save(self.out / f"{name}.npz", weights, self.shape, about)
            pack_file(self.out / f"{name}.npz", self.out / f"{name}.net")
        self.progress.draw(f"{self.options.game}: training by self-play")


def interrupt(*_: object) -> None:
    """A polite request to stop is like Ctrl-C."""
    raise KeyboardInterrupt


def start(options: Options, shape: Shape) -> tuple[Weights, dict[str, Any]]:
    """The first weights: new ones, or those to resume from with what their file says."""
    if options.resume:
        weights, about = load(options.resume, shape)
        print(f"drakkar: resuming {options.resume} at minute {about['minutes']:.2f}", flush=True)
    else:
        weights, about = initial(shape, options.width, options.blocks, options.seed), {}
    width = weights["first"].shape[1]
    size = bytes_of(shape, width, sum(name.startswith("block_") for name in weights) // 2)
    if size > LARGEST_FILE:
        most = largest_width(shape, options.blocks)
        raise BadArgument(f"--width {width}: saved weights of {size / 2**20:.1f} MiB; at most 16 (width {most})")
    print(
        f"drakkar: {shape.title}: {shape.observation} bytes seen, {shape.choices} choices; network {width} wide, "
        f"{short(sum(matrix.size for matrix in weights.values()))} weights; {json.dumps(options.device)}, "
        f"{options.actors} actors × {options.groups} groups × {options.tables} tables",
        flush=True,
    )
    return weights, about


def make_learner(options: Options, shape: Shape, shared: Shared, weights: Weights) -> Learner:
    """The learner for the device."""
    if options.device == "numpy":
        from drakkar.train.numpy_learner import NumpyLearner  # noqa: PLC0415

        return NumpyLearner(options, shape, shared, weights)
    from drakkar.train.torch_learner import TorchLearner  # noqa: PLC0415 - slow to import, and not always there

    return TorchLearner(options, shape, shared, weights)
