"""A registry without sockets and processes; its clock stands still until a test moves it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import drakkar
from drakkar.server.live import bot_worker
from drakkar.server.live.bot_pool import BotPool, Task, always
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.tasks import AnalysisTask
from drakkar.server.live.upload_worker import Upload, upload_of
from drakkar.server.log.errors import Refused
from drakkar.server.log.sqlite_store import SqliteStore


class FakeClock:
    """A clock that a test moves."""

    # Real seconds between two checks of the clock.
    rest = 0.001

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.wall = 1_700_000_000_000

    def wall_ms(self) -> int:
        """Unix time in milliseconds."""
        return self.wall

    def monotonic(self) -> float:
        """Monotonic seconds."""
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved the clock this far; zero seconds do not wait."""
        until = self.seconds + seconds
        while self.seconds < until:  # noqa: ASYNC110 - a test moves the clock
            await asyncio.sleep(self.rest)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event or the end of the time."""
        until = self.seconds + seconds
        happened = asyncio.ensure_future(event.wait())
        try:
            while not happened.done():
                if self.seconds >= until:
                    raise TimeoutError
                await asyncio.sleep(self.rest)
        finally:
            happened.cancel()


class PromptBots(BotPool):
    """Bots that choose at random, immediately and in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def choose(self, task: Task, table: str = "", is_attended: Callable[[], bool] = always) -> str:
        """A random choice."""
        self.asked += 1
        match = drakkar.set_up(task.origin) if task.origin else None
        if match is None:
            match = drakkar.new(task.title, len(task.sides), task.seed, dict(task.rulings), task.sides)
        for seat, choice in task.choices:
            match.play(seat, choice)
        choices = match.choices(task.seat)
        await asyncio.sleep(0)
        return str(Random(f"{task.bot_seed} {len(task.choices)}").choice(choices))

    async def analyse(self, task: AnalysisTask, table: str = "") -> Any:
        """The result of the same analysis in this process."""
        self.asked += 1
        await asyncio.sleep(0)
        return bot_worker.analyse(task, bot_worker.MatchCache())


class DirectReader:
    """Reads uploads in this process, for tests that need no other."""

    async def read(self, text: str, address: str) -> Upload:
        """The match of a text."""
        upload = upload_of(text)
        if upload.code:
            raise Refused(upload.code, upload.text)
        return upload

    async def close(self) -> None:
        """Do nothing: there is no process."""


def held_house(
    folder: Path, name: Callable[[], str] | None = None, seed: Callable[[], int] | None = None
) -> TableRegistry:
    """A registry on a real store, with a fake clock."""
    numbers = iter(range(1, 10**9))
    return TableRegistry(
        SqliteStore(folder / "held.db"),
        PromptBots(),
        FakeClock(),
        DirectReader(),
        name or (lambda: f"table-{next(numbers)}"),
        seed or (lambda: 7),
    )
