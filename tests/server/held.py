"""A house without sockets and processes, whose clock stands still until it is told otherwise."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import drakkar
from drakkar.server.house import House
from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.thinkers import Task, Thinkers


class HeldTimes:
    """Time that a test moves on."""

    # How long a waiter rests before it looks at the clock again.
    rest = 0.001

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.wall = 1_700_000_000_000

    def now(self) -> int:
        """The wall's clock."""
        return self.wall

    def ticks(self) -> float:
        """The other one."""
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved time on so far; nothing at all is no wait."""
        until = self.seconds + seconds
        while self.seconds < until:  # noqa: ASYNC110 - a test moves it
            await asyncio.sleep(self.rest)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event or for the time."""
        until = self.seconds + seconds
        happened = asyncio.ensure_future(event.wait())
        try:
            while not happened.done():
                if self.seconds >= until:
                    raise TimeoutError
                await asyncio.sleep(self.rest)
        finally:
            happened.cancel()


class PromptThinkers(Thinkers):
    """Bots that choose at random, at once and in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def choose(self, task: Task) -> str:
        """One of the options."""
        self.asked += 1
        match = drakkar.set_up(task.origin) if task.origin else None
        if match is None:
            match = drakkar.new(task.title, len(task.clans), task.seed, dict(task.options), task.clans)
        for seat, choice in task.choices:
            match.play(seat, choice)
        options = match.options(task.seat)
        await asyncio.sleep(0)
        return str(Random(f"{task.bot_seed} {len(task.choices)}").choice(options))


def held_house(folder: Path, name: Callable[[], str] | None = None, seed: Callable[[], int] | None = None) -> House:
    """A house on a real store, with held time."""
    numbers = iter(range(1, 10**9))
    return House(
        SqliteStore(folder / "held.db"),
        PromptThinkers(),
        HeldTimes(),
        name or (lambda: f"table-{next(numbers)}"),
        seed or (lambda: 7),
    )
