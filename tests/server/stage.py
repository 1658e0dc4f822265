"""A registry whose clock, store and bots a test controls."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, TypeVar

from drakkar.server.live.bot_pool import BotFailed, Task, always
from drakkar.server.live.document import apply_patch
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.room import Room
from drakkar.server.log import messages
from drakkar.server.log.messages import Command, CreateTable, SeatSpec
from drakkar.server.log.store import About, Conflict, NoSuchTable, StoreUnavailable
from tests.server.fake_clock import DirectReader, FakeClock, PromptBots
from tests.server.memory_store import MemoryKeys

T = TypeVar("T")
# Turns of the event loop before a test continues.
TURNS = 60


class Clock(FakeClock):
    """A fake clock that polls without delay."""

    rest = 0.0


class FrailStore(MemoryKeys):
    """A store in memory that fails on request and records calls."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[bytes]] = {}
        self.status: dict[str, str] = {}
        self.failures = 0
        self.unreadable = 0
        self.calls: deque[str] = deque(maxlen=20)

    def _fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("the disk is full")

    def _fail_to_read(self) -> None:
        if self.unreadable:
            self.unreadable -= 1
            raise StoreUnavailable("not now")

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """Create a log."""
        await asyncio.sleep(0)
        self._fail()
        if table in self.logs:
            raise Conflict("taken")
        self.logs[table], self.status[table] = [entry], status

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        """Append an entry."""
        self.calls.append("append")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self._fail()
        if table not in self.logs:
            raise NoSuchTable("none")
        if len(self.logs[table]) != version:
            raise Conflict("longer")
        self.logs[table].append(entry)

    async def mark(self, table: str, status: str) -> None:
        """Set the status."""
        self.calls.append(f"mark {status}")
        await asyncio.sleep(0)
        self.status[table] = status

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries of a log."""
        await asyncio.sleep(0)
        self._fail_to_read()
        if table not in self.logs:
            raise NoSuchTable("none")
        return self.logs[table][after:]

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables with a status, newest first."""
        await asyncio.sleep(0)
        self._fail_to_read()
        names = [name for name in reversed(self.logs) if self.status[name] == status]
        return names[names.index(before) + 1 if before else 0 :][:limit]

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        """Replace an entry."""
        self.logs[table][version - 1] = entry

    async def delete(self, table: str, heir: str = "") -> None:
        """Delete a log."""
        await self.read(table)
        del self.logs[table], self.status[table]
        self.pass_on(table, heir)

    async def listed(self, limit: int, before: str = "") -> list[About]:
        """All tables."""
        names = list(self.logs)[::-1]
        return [await self.about(name) for name in names[names.index(before) + 1 if before else 0 :][:limit]]

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables with a status; all count as very old."""
        return [name for name in self.logs if since > 0 and self.status[name] == status][:limit]

    async def about(self, table: str) -> About:
        """The facts about a table."""
        log = await self.read(table)
        return About(table, self.status[table], 0, 0, len(log), sum(map(len, log)), 0)

    async def close(self) -> None:
        """Nothing to close."""


class Fools(PromptBots):
    """Bots that choose at random after some time, or fail on request."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.seconds = 0.0
        self.failures = 0
        # Failing bots, with the class of their error.
        self.broken: dict[str, str] = {}

    async def choose(self, task: Task, table: str = "", is_attended: Callable[[], bool] = always) -> str:
        """A random choice, or an error."""
        if self.failures:
            self.failures -= 1
            raise ZeroDivisionError
        if task.bot in self.broken:
            raise BotFailed(self.broken[task.bot])
        choice = await super().choose(task, table, is_attended)
        await self.clock.sleep(self.seconds)
        return choice


class Stage:
    """A registry with a fake clock, a failing store and simple bots."""

    def __init__(self, store: FrailStore | None = None) -> None:
        self.clock = Clock()
        self.store = store or FrailStore()
        self.bot_pool = Fools(self.clock)
        self._names: Iterator[int] = iter(range(len(self.store.logs) + 1, 10**6))
        self.registry = TableRegistry(
            self.store, self.bot_pool, self.clock, DirectReader(), lambda: f"table-{next(self._names)}", lambda: 7
        )

    async def found(self, *seats: str, **wish: Any) -> Room:
        """Create a table for `person`, `open` or named bots; by default without pace and grace."""
        wishes = [SeatSpec(seat) if seat in ("person", "open") else SeatSpec("bot", bot=seat) for seat in seats]
        founding = await self.registry.create(CreateTable(seats=wishes, **{"pace": 0, "grace": 0, **wish}))
        await self.turns()
        return self.registry.rooms[founding.table]

    async def turns(self) -> None:
        """Let all tasks run until they wait."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        while self.registry.broadcaster.is_running:  # noqa: ASYNC110 - the broadcaster runs in the background
            await asyncio.sleep(0)

    async def pass_time(self, seconds: float) -> None:
        """Move the clock, and let everything run that waited for it."""
        await self.turns()
        self.clock.seconds += seconds
        self.clock.wall += round(seconds * 1000)
        await self.turns()


class Ear:
    """A client of a room that applies pushes to its state."""

    def __init__(self, room: Room, seat: int | None) -> None:
        self.room = room
        self.subscriber = room.subscribe_seat(seat)
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.heard: list[str] = []

    def hear(self) -> "Ear":
        """Receive all queued messages."""
        queue = self.subscriber._queue
        while queue:
            self.take_in(queue.popleft())
        self.subscriber._bytes = 0
        return self

    def take_in(self, body: bytes) -> None:
        """Apply one message."""
        message = json.loads(body)
        self.heard.append(message["is"])
        if message["is"] == "state":
            self.state = message["state"]
        elif message["is"] == "push":
            self.state = apply_patch(self.state, message["changed"], message.get("gone", []))
        if "told" in message:
            self.events[message["told"]["start"] :] = message["told"]["events"]

    @property
    def fresh(self) -> dict[str, Any]:
        """The state that a new connection would get now."""
        return fresh(self.room, self.subscriber.seat)


def fresh(room: Room, seat: int | None) -> dict[str, Any]:
    """The current document of a seat, after a round trip through JSON."""
    read: dict[str, Any] = json.loads(room.state(seat))["state"]
    return read


async def do(room: Room, seat: int | None, act: Command) -> dict[str, Any]:
    """Run a seat's command; return the answer."""
    answer: dict[str, Any] = json.loads(await room.act(seat, act))
    return answer


async def choose(room: Room, seat: int, choice: str = "") -> dict[str, Any]:
    """Answer the seat's current decision, by default with its first choice."""
    words = choice or str(room.table.match.choices(seat)[0])
    return await do(room, seat, messages.Choose(decision=room.table.seats[seat].decision, choice=words))


def some_choice(room: Room, seat: int, rng: Random) -> messages.Choose:
    """A random choice of a seat that must decide."""
    words = str(rng.choice(room.table.match.choices(seat)))
    return messages.Choose(decision=room.table.seats[seat].decision, choice=words)


def staged(test: Callable[[Stage], Awaitable[T]], store: FrailStore | None = None) -> T:
    """Run a test on its own stage."""

    async def run() -> T:
        stage = Stage(store)
        try:
            return await test(stage)
        finally:
            await stage.registry.close()

    return asyncio.run(run())
