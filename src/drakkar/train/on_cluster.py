"""A run on a cluster: actors on many machines choose by themselves, and feed one learner.

An actor plays with the weights it was sent last, so those are some lessons old when its decisions are learned from. A
rollout that is older than the limit is dropped; both are counted.
"""

import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from drakkar.cluster.crew import Crew
from drakkar.cluster.engine import Arguments
from drakkar.cluster.on_ray import OnRay
from drakkar.train.learner import Lesson
from drakkar.train.network import Weights
from drakkar.train.options import Options
from drakkar.train.progress import short
from drakkar.train.rollout import Actor, News, Rollout, together
from drakkar.train.session import Session, make_learner

# Seconds to wait for a rollout if there is nothing to learn.
WAIT: Final = 1.0
COLUMNS: Final = ("actor", "machine", "decisions", "matches", "per_second", "busy", "rollouts", "dropped", "mean_lag")


@dataclass
class Account:
    """What an actor has done. `lag` is the sum of the lessons that its weights were behind, over all rollouts."""

    machine: str = ""
    decisions: int = 0
    matches: int = 0
    seconds: float = 0.0
    rollouts: int = 0
    dropped: int = 0
    lag: int = 0


class RunOnCluster(Session):
    """One learner, and actors in a crew; a lesson takes as many rollouts as the options have actors."""

    def __init__(self, options: Options, engine: OnRay, actors: int) -> None:
        super().__init__(options)
        self.engine = engine
        self.accounts = [Account() for _ in range(actors)]
        # Rollouts that wait to be learned from, with their actors.
        self.waiting: list[tuple[int, Rollout]] = []
        self.pool: list[Weights] = []
        self.opponent: Weights = {}
        self.started = time.monotonic()

    def begin(self) -> None:
        """The cluster runs already."""

    def play(self) -> None:
        """Play and learn until the end of the schedule."""
        self.learner = make_learner(self.options, self.shape, self.shared, self.weights, None)
        self.pool = [self.learner.weights(), *(self.earlier(path) for path in self.options.earlier)]
        self.opponent = self.pool[0]
        with self.crew() as crew:
            self.schedule.begin()
            self.started = time.monotonic()
            self.loop(crew)

    def crew(self) -> Crew:
        """The actors on the cluster."""
        return Crew(self.engine, Actor, self.members())

    def members(self) -> list[Arguments]:
        """What each actor is made from."""
        groups, run = self.options.groups, f"{self.schedule.before:.3f}"
        found: list[Arguments] = []
        for number in range(len(self.accounts)):
            first = number % self.options.actors * groups
            mine = slice(first, first + groups)
            found.append((number, self.options, self.shape, self.players[mine], self.has_old[mine], run))
        return found

    def loop(self, crew: Crew) -> None:
        """Learn as soon as there is enough, while the actors play on."""
        learning: Iterator[Lesson | None] | None = None
        news = crew.share(self.news())
        while not self.is_over:
            # While a whole lesson waits, an actor would only add to what grows old.
            for number in crew.idle() if len(self.waiting) < self.options.actors else []:
                crew.ask(number, news)
            for number, rollout in crew.ended(0.0 if learning else WAIT):
                self.take(number, rollout)
            if learning is None and self.is_enough():
                learning = self.begin_lesson()
            if learning is not None and self.learner.is_free():
                lesson = next(learning)
                if lesson is not None:
                    learning = None
                    self.after(lesson)
                    news = crew.share(self.news())

    def news(self) -> News:
        """What actors play with from now on."""
        return News(self.segments, self.learner.weights(), self.opponent)

    def take(self, number: int, rollout: Rollout) -> None:
        """Note a rollout, which waits for the next lesson."""
        account = self.accounts[number]
        account.machine = rollout.place
        account.decisions += len(rollout.kept.choices)
        account.matches += rollout.matches
        account.seconds += rollout.seconds
        account.rollouts += 1
        self.waiting.append((number, rollout))

    def lag(self, rollout: Rollout) -> int:
        """How many lessons its weights are behind."""
        return self.segments - rollout.lessons

    def is_enough(self) -> bool:
        """Whether there are rollouts for a lesson, after those are dropped that have become too old."""
        for number, rollout in self.waiting:
            if self.lag(rollout) > self.options.stale:
                self.accounts[number].dropped += 1
        self.waiting = [entry for entry in self.waiting if self.lag(entry[1]) <= self.options.stale]
        return len(self.waiting) >= self.options.actors

    def begin_lesson(self) -> Iterator[Lesson | None]:
        """Learn from the rollouts that wait longest."""
        used, self.waiting = self.waiting[: self.options.actors], self.waiting[self.options.actors :]
        for number, rollout in used:
            self.accounts[number].lag += self.lag(rollout)
        kept, segment = together([rollout for _, rollout in used], 0)
        self.learner.keep(0, kept)
        return self.learner.learn(segment, self.schedule.rate, self.schedule.entropy)

    def after(self, lesson: Lesson) -> None:
        """Choose another opponent."""
        if self.schedule.wants_copy():
            self.pool.append(self.learner.weights())
        self.opponent = self.pool[self.some_earlier_self(len(self.pool))]
        super().after(lesson)

    # --- What it tells

    @property
    def seconds(self) -> float:
        """The seconds since the actors began."""
        return max(1e-9, time.monotonic() - self.started)

    def numbers(self) -> dict[str, float]:
        """What the table says of the matches."""
        used = sum(account.rollouts - account.dropped for account in self.accounts)
        return {
            "asked": sum(account.decisions for account in self.accounts),
            "matches": sum(account.matches for account in self.accounts),
            "busy": sum(account.seconds for account in self.accounts) / self.seconds / len(self.accounts),
            "pool": len(self.pool),
            "lag": sum(account.lag for account in self.accounts) / max(1, used),
            "dropped": sum(account.dropped for account in self.accounts),
        }

    def report(self) -> None:
        """A line of the table, and what each actor has done so far."""
        super().report()
        with (self.out / "actors.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for number, one in enumerate(self.accounts):
                used = max(1, one.rollouts - one.dropped)
                speed, busy = one.decisions / self.seconds, one.seconds / self.seconds
                numbers = (one.decisions, one.matches, round(speed, 1), round(busy, 3), one.rollouts, one.dropped)
                rows.writerow([number, one.machine, *numbers, round(one.lag / used, 3)])

    def end(self) -> list[str]:
        """What the actors have done."""
        speeds = sorted(account.decisions / self.seconds for account in self.accounts)
        told = self.numbers()
        least, middle, most = (short(speed) for speed in (speeds[0], median(speeds), speeds[-1]))
        played = sum(account.rollouts for account in self.accounts)
        said = [
            f"{len(speeds)} actors: {least} to {most} decisions a second each, median {middle} (actors.csv)",
            f"weights {told['lag']:.2f} lessons old; {told['dropped']:.0f} of {played} rollouts dropped",
        ]
        if self.engine.repeated:
            said.append(f"actors died {self.engine.repeated} times, and were started again")
        return said
