"""A house whose time, store and bots a test holds in its hands: nothing happens but what it lets happen."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, TypeVar

from drakkar.server import messages
from drakkar.server.document import patched
from drakkar.server.house import House
from drakkar.server.messages import Act, Found, SeatWish
from drakkar.server.room import Room
from drakkar.server.store import Conflict, NoSuchTable, StoreUnavailable
from drakkar.server.thinkers import Task
from tests.server.held import HeldTimes, PromptThinkers

T = TypeVar("T")
# So often everybody gets a turn before a test looks.
TURNS = 60


class Times(HeldTimes):
    """Held time, for which nobody has to wait."""

    rest = 0.0


class FrailStore:
    """A store in memory that fails when it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
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
        """A new log."""
        await asyncio.sleep(0)
        self._fail()
        if table in self.logs:
            raise Conflict("taken")
        self.logs[table], self.status[table] = [entry], status

    async def append(self, table: str, version: int, entry: bytes) -> None:
        """One entry more."""
        self.calls.append("append")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        self._fail()
        if len(self.logs[table]) != version:
            raise Conflict("longer")
        self.logs[table].append(entry)

    async def mark(self, table: str, status: str) -> None:
        """What the table does."""
        self.calls.append(f"mark {status}")
        await asyncio.sleep(0)
        self.status[table] = status

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The log."""
        await asyncio.sleep(0)
        self._fail_to_read()
        if table not in self.logs:
            raise NoSuchTable("none")
        return self.logs[table][after:]

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Those of a status, the latest first."""
        await asyncio.sleep(0)
        self._fail_to_read()
        names = [name for name in reversed(self.logs) if self.status[name] == status]
        return names[names.index(before) + 1 if before else 0 :][:limit]

    async def close(self) -> None:
        """Nothing to let go of."""


class Fools(PromptThinkers):
    """Bots that choose at random, after some time, unless they are told to fail."""

    def __init__(self, times: Times) -> None:
        super().__init__()
        self.times = times
        self.seconds = 0.0
        self.failures = 0

    async def choose(self, task: Task) -> str:
        """One of the options, or a fault."""
        if self.failures:
            self.failures -= 1
            raise ZeroDivisionError
        choice = await super().choose(task)
        await self.times.sleep(self.seconds)
        return choice


class Stage:
    """A house, and a hand on everything that it stands on."""

    def __init__(self, store: FrailStore | None = None) -> None:
        self.times = Times()
        self.store = store or FrailStore()
        self.thinkers = Fools(self.times)
        self._names: Iterator[int] = iter(range(len(self.store.logs) + 1, 10**6))
        self.house = House(self.store, self.thinkers, self.times, lambda: f"table-{next(self._names)}", lambda: 7)

    async def found(self, *seats: str, **wish: Any) -> Room:
        """A table for `person`, `open` or the bots named; without pace and grace, if none is said."""
        wishes = [SeatWish(seat) if seat in ("person", "open") else SeatWish("bot", bot=seat) for seat in seats]
        founding = await self.house.found(Found(seats=wishes, **{"pace": 0, "grace": 0, **wish}))
        await self.turns()
        return self.house.rooms[founding.table]

    async def turns(self) -> None:
        """Let everybody do what he can do now."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        while self.house.herald.is_going:  # noqa: ASYNC110 - these are the turns
            await asyncio.sleep(0)

    async def pass_time(self, seconds: float) -> None:
        """Time goes on, and with it everything that waited for it."""
        await self.turns()
        self.times.seconds += seconds
        self.times.wall += round(seconds * 1000)
        await self.turns()


class Ear:
    """A client that hears a room, and keeps its state as pushes tell it."""

    def __init__(self, room: Room, seat: int | None) -> None:
        self.room = room
        self.listener = room.listen(seat)
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.heard: list[str] = []

    def hear(self) -> "Ear":
        """Take in all that waits."""
        queue = self.listener._queue
        while queue:
            self.take_in(queue.popleft())
        self.listener._bytes = 0
        return self

    def take_in(self, body: bytes) -> None:
        """One message."""
        message = json.loads(body)
        self.heard.append(message["is"])
        if message["is"] == "state":
            self.state = message["state"]
        elif message["is"] == "push":
            self.state = patched(self.state, message["changed"], message.get("gone", []))
        if "told" in message:
            self.events[message["told"]["start"] :] = message["told"]["events"]

    @property
    def fresh(self) -> dict[str, Any]:
        """What a new connection would be told now."""
        return fresh(self.room, self.listener.seat)


def fresh(room: Room, seat: int | None) -> dict[str, Any]:
    """The document of a seat now, as it is after JSON."""
    read: dict[str, Any] = json.loads(room.state(seat))["state"]
    return read


async def do(room: Room, seat: int | None, act: Act) -> dict[str, Any]:
    """What a seat asks for, and the answer."""
    answer: dict[str, Any] = json.loads(await room.act(seat, act))
    return answer


async def choose(room: Room, seat: int, choice: str = "") -> dict[str, Any]:
    """The seat's present decision, answered: with its first option, if none is named."""
    words = choice or str(room.table.match.options(seat)[0])
    return await do(room, seat, messages.Choose(decision=room.table.seats[seat].decision, choice=words))


def some_choice(room: Room, seat: int, rng: Random) -> messages.Choose:
    """Any option of a seat that is asked."""
    words = str(rng.choice(room.table.match.options(seat)))
    return messages.Choose(decision=room.table.seats[seat].decision, choice=words)


def staged(test: Callable[[Stage], Awaitable[T]], store: FrailStore | None = None) -> T:
    """Run a test on a stage of its own."""

    async def run() -> T:
        stage = Stage(store)
        try:
            return await test(stage)
        finally:
            await stage.house.close()

    return asyncio.run(run())
