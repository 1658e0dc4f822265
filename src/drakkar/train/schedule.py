"""The place of a run in its schedule: how fast to learn, and what is due."""

import time
from typing import Final

from drakkar.train.options import Options

LINE_EVERY: Final = 5.0
# Networks are also kept at these minutes, as rivals for later ones.
MARKS: Final = (1, 2, 4, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480)


class Schedule:
    """`before` are the minutes of the schedule that earlier runs have done; `planned` is its length by their plan."""

    def __init__(self, options: Options, before: float, planned: float = 0.0) -> None:
        self.options = options
        self.before = before
        self.total = max(options.total or planned, before + options.minutes)
        self.marks = [mark for mark in MARKS if mark > before]
        self.begin()

    @property
    def place(self) -> str:
        """Where in the schedule the run begins, in words."""
        rate = self.full_rate
        return f"it goes on at minute {self.before:.2f} of {self.total:.2f}, with a learning rate of {rate:.2g}"

    def begin(self) -> None:
        """Start the clock."""
        self.started = self.line = self.file = self.copy = time.monotonic()
        self.speed_at, self.speed_from, self.saved = self.started, -1, False

    @property
    def seconds(self) -> float:
        """The seconds of this run."""
        return time.monotonic() - self.started

    @property
    def minutes(self) -> float:
        """The minutes of the whole schedule so far."""
        return self.before + self.seconds / 60

    @property
    def is_over(self) -> bool:
        """Whether this run's time is up."""
        return self.seconds >= self.options.minutes * 60

    @property
    def part(self) -> float:
        """How much of the schedule is done."""
        return min(1.0, self.minutes / self.total)

    @property
    def rate(self) -> float:
        """The learning rate: it rises for a short time, then falls evenly."""
        options = self.options
        return self.full_rate * min(1.0, max(0.05, self.seconds / options.warm_up) if options.warm_up else 1.0)

    @property
    def full_rate(self) -> float:
        """The learning rate at this place in the schedule, once it has risen."""
        options = self.options
        return options.last_rate + (options.rate - options.last_rate) * (1 - self.part)

    @property
    def entropy(self) -> float:
        """The weight of the entropy: it falls evenly."""
        options = self.options
        return options.last_entropy + (options.entropy - options.last_entropy) * (1 - self.part)

    def speed(self, asked: int) -> float:
        """The decisions asked for per second since the last call."""
        now = time.monotonic()
        before, self.speed_from = self.speed_from, asked
        span, self.speed_at = now - self.speed_at, now
        return (asked - max(0, before)) / span if span > 0 else 0.0

    def wants_line(self) -> bool:
        """Whether a line of the table is due."""
        due = time.monotonic() - self.line >= LINE_EVERY or self.speed_from < 0
        if due:
            self.line = time.monotonic()
        return due

    def wants_file(self) -> bool:
        """Whether the files are due."""
        due = time.monotonic() - self.file >= self.options.save_every or not self.saved
        if due:
            self.file, self.saved = time.monotonic(), True
        return due

    def wants_copy(self) -> bool:
        """Whether a copy for the pool is due."""
        due = time.monotonic() - self.copy >= self.options.pool_every
        if due:
            self.copy = time.monotonic()
        return due

    def marks_passed(self) -> list[str]:
        """The names of the networks to keep now: `minute_4`."""
        passed = [mark for mark in self.marks if mark <= self.minutes]
        self.marks = [mark for mark in self.marks if mark > self.minutes]
        return [f"minute_{passed[-1]}"] if passed else []
