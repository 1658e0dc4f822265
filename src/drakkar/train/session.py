"""A run: its network, schedule and files, wherever its matches are played."""

import json
import multiprocessing
import signal
from abc import ABC, abstractmethod
from pathlib import Path
from threading import Thread
from typing import Any, Final

import numpy as np

from drakkar.cluster.engine import EngineError
from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.train.actor import players_of
from drakkar.train.exploit import Exploit
from drakkar.train.growth import width_of
from drakkar.train.learner import Learner, Lesson
from drakkar.train.network import Weights, blocks_of, initial
from drakkar.train.options import Options
from drakkar.train.progress import Progress, point, short
from drakkar.train.rival import Rivals
from drakkar.train.schedule import Schedule
from drakkar.train.shape import Shape, shape_of
from drakkar.train.shared import Shared
from drakkar.train.weights import LARGEST_FILE, bytes_of, largest_width, load, save

NOTHING: Final = "nothing was learned, so nothing is saved: give it more --minutes, or fewer --tables or --steps"
# How often the opponent is one of all earlier selves; otherwise it is one of the last few.
ANY_SELF: Final = 0.7
LAST_FEW: Final = 3


class Session(ABC):
    """What runs on one machine and on a cluster have in common."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shape = shape_of(options.game)
        self.out = Path(options.out)
        game = find(options.game)
        self.players = players_of(options, game.fewest_seats, game.most_seats)
        self.exploit = Exploit(options, self.shape, self.players) if options.exploit else None
        self.weights, self.about = start(options, self.shape, self.exploit)
        self.schedule = Schedule(options, float(self.about.get("minutes", 0.0)), float(self.about.get("total", 0.0)))
        if options.resume:
            print(f"drakkar: {options.resume}: {self.schedule.place}", flush=True)
        self.shared = Shared(options, self.shape)
        self.rng = np.random.default_rng([options.seed, round(1000 * self.schedule.before)])
        groups = options.all_groups
        self.has_old = np.zeros(groups, np.bool_)
        self.has_old[self.rng.permutation(groups)[: round(groups * options.pool_part)]] = True
        self.segments = 0
        self.learned = int(self.about.get("learned", 0))
        self.asked_before = int(self.about.get("asked", 0))
        self.lesson: Lesson | None = None
        self.saver = Thread()
        self.saver.start()
        self.learner: Learner
        self.rivals: Rivals
        self.progress: Progress

    @abstractmethod
    def begin(self) -> None:
        """Start what has to be forked before the learner has threads."""

    @abstractmethod
    def play(self) -> None:
        """Play and learn until the end of the schedule."""

    @abstractmethod
    def end(self) -> list[str]:
        """Stop what was begun; what there is to say about it."""

    @abstractmethod
    def numbers(self) -> dict[str, float]:
        """What the table says of the matches: `asked` in this run, `matches`, `busy`, `pool` …"""

    # --- From start to end

    def run(self) -> None:
        """Play and learn until the time is over or Ctrl-C is pressed; either way everything is saved."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.progress = Progress(self.out)
        self.begin()
        self.rivals = Rivals(self.options, self.shape, self.shared.stop, multiprocessing.get_context("fork"))
        for process in self.rivals.processes:
            process.start()
        before = signal.signal(signal.SIGTERM, interrupt)
        complaint: EngineError | None = None
        try:
            self.play()
        except KeyboardInterrupt:
            print("drakkar: interrupted; saving", flush=True)
        except EngineError as error:
            complaint = error
        finally:
            signal.signal(signal.SIGTERM, before)
            self.shared.stop[0] = 1
        if self.lesson is not None:
            self.report()
        self.save()
        self.saver.join()
        self.rivals.end()
        for said in self.end():
            print(f"drakkar: {said}", flush=True)
        made = f"latest.npz, latest.net, curve.csv and curve.svg are in {self.out}" if self.lesson else NOTHING
        print(f"drakkar: minute {self.schedule.minutes:.2f} of the schedule; {made}", flush=True)
        if complaint is not None:
            raise complaint

    @property
    def is_over(self) -> bool:
        """Whether the time is up, or enough was learned."""
        return self.schedule.is_over or 0 < self.options.lessons <= self.segments

    def after(self, lesson: Lesson) -> None:
        """Count a lesson, report and save."""
        self.segments += 1
        self.learned += lesson.decisions
        self.lesson = lesson
        if self.schedule.wants_line():
            self.report()
        if self.schedule.wants_file():
            self.save()

    def earlier(self, path: str) -> Weights:
        """Saved weights as an earlier self."""
        weights, _ = load(path, self.shape, width_of(self.weights), self.options.seed)
        if blocks_of(weights) != blocks_of(self.weights):
            blocks, mine = blocks_of(weights), blocks_of(self.weights)
            raise BadArgument(f"--earlier {path}: it has {blocks} residual layers, but this run has {mine}")
        return weights

    def some_earlier_self(self, pool: int) -> int:
        """One of a pool of this size, often one of the newest."""
        some = pool if pool < LAST_FEW or self.rng.random() < ANY_SELF else LAST_FEW
        return pool - 1 - int(self.rng.integers(some))

    # --- What it tells

    def report(self) -> None:
        """A line of the table."""
        assert self.lesson is not None
        minutes, told = self.schedule.minutes, self.numbers()
        asked = int(told.pop("asked"))
        told |= self.rivals.newest() if self.exploit is None else self.exploit.newest(minutes)
        self.progress.add(
            point(
                self.lesson,
                minutes=minutes,
                asked=self.asked_before + asked,
                learned=self.learned,
                per_second=self.schedule.speed(asked),
                rate=self.schedule.rate,
                **told,
            )
        )

    def save(self) -> None:
        """Write the newest network as weights and as a bot, and the marks of the schedule, while playing goes on."""
        if self.lesson is None:
            return
        about: dict[str, Any] = {
            "minutes": round(self.schedule.minutes, 4),
            "total": self.schedule.total,
            "asked": self.asked_before + int(self.numbers()["asked"]),
            "learned": self.learned,
            "seed": self.options.seed,
        }
        if self.options.exploit:
            about["exploits"] = Path(self.options.exploit).name
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


def start(options: Options, shape: Shape, exploit: Exploit | None = None) -> tuple[Weights, dict[str, Any]]:
    """The first weights: new ones, or those to resume from with what their file says."""
    if options.resume:
        weights, about = load(options.resume, shape, options.width, options.seed)
        if exploit and "exploits" not in about:
            # It has a schedule of its own, however long the network that it begins with has learned.
            about = {}
        if options.blocks not in (0, blocks_of(weights)):
            raise BadArgument(
                f"--blocks {options.blocks}: {options.resume} has {blocks_of(weights)} residual layers,"
                " and --blocks cannot change them"
            )
    else:
        width, blocks = options.width, options.blocks
        if exploit:
            width, blocks = width or width_of(exploit.frozen), blocks or blocks_of(exploit.frozen)
        weights, about = initial(shape, width, blocks, options.seed), {}
    width, blocks = width_of(weights), blocks_of(weights)
    size = bytes_of(shape, width, blocks)
    if size > LARGEST_FILE:
        most = largest_width(shape, blocks)
        raise BadArgument(f"--width {width}: saved weights of {size / 2**20:.1f} MiB; at most 16 (width {most})")
    print(
        f"drakkar: {shape.title}: {shape.observation} bytes seen, {shape.choices} choices; network {width} wide, "
        f"{short(sum(matrix.size for matrix in weights.values()))} weights; {json.dumps(options.device)}, "
        f"{options.actors} actors × {options.groups} groups × {options.tables} tables",
        flush=True,
    )
    return weights, about


def make_learner(options: Options, shape: Shape, shared: Shared, weights: Weights, exploit: Exploit | None) -> Learner:
    """The learner for the device."""
    frozen = exploit.frozen if exploit else None
    if options.device == "numpy":
        from drakkar.train.numpy_learner import NumpyLearner  # noqa: PLC0415

        return NumpyLearner(options, shape, shared, weights, frozen)
    from drakkar.train.torch_learner import TorchLearner  # noqa: PLC0415 - slow to import, and not always there

    return TorchLearner(options, shape, shared, weights, frozen)
