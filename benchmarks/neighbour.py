"""A player who shares a server with an attacker: from another address, at their own table, measuring every delay.

They choose every 0.25 to 0.5 s at a table with two seats of theirs, request /health twice a second and the page of
their table every few seconds. All times are fixed in advance, and delays are measured from them
(benchmarks/figures.py). At a second table they measure how long a bot takes to answer.
"""

import asyncio
import contextlib
import itertools
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.figures import Sample, due_times, in_turn, side_by_side
from benchmarks.wires import HOST, LOST, Stream, ask, dial, get, post

SOURCE: Final = "127.0.0.3"
CHOOSE_EVERY: Final = (0.25, 0.5)
HEALTH_EVERY: Final = (0.4, 0.6)
PAGE_EVERY: Final = (3.0, 5.0)
# The pause of a person before they answer the bot.
LOOK: Final = 0.1
AGAIN_AFTER: Final = 0.2
PEOPLE: Final = [{"kind": "person"}] * 2
AGAINST_KARL: Final = [{"kind": "person"}, {"kind": "bot", "bot": "karl"}]


class Heard(msgspec.Struct):
    """The parts of a message that a player needs."""

    kind: str = msgspec.field(name="is")
    version: int = 0
    id: int | None = None
    code: str = ""
    state: dict[str, Any] = {}
    changed: dict[str, msgspec.Raw] = {}


decode: Final = msgspec.json.Decoder(Heard).decode
STATE: Final = ("decision", "choices", "status")


class Refusal(Exception):
    """The server refused an action of a player."""


class Seat:
    """The socket of one seat; it reconnects when it is lost."""

    def __init__(self, port: int, table: str, secret: str) -> None:
        self.address = f"ws://{HOST}:{port}/api/tables/{table}/socket"
        self.secret = secret
        self.state: dict[str, Any] = {}
        self.version = 0
        self.news = asyncio.Condition()
        self.losses = 0
        self._answers: dict[int, asyncio.Future[Heard]] = {}
        self._numbers = itertools.count()
        self._socket: ClientConnection | None = None
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        headers = {"Authorization": f"Bearer {self.secret}"}
        while True:
            try:
                async with connect(
                    self.address,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    open_timeout=None,
                    close_timeout=0.2,
                    local_addr=(SOURCE, 0),
                ) as socket:
                    self._socket = socket
                    async for message in socket:
                        await self._take(decode(message))
            except (ConnectionClosed, InvalidHandshake, *LOST):
                pass
            self.losses += 1
            self._socket = None
            for number in list(self._answers):
                self._answer(number, ConnectionError())
            await asyncio.sleep(AGAIN_AFTER)

    async def _take(self, heard: Heard) -> None:
        if heard.kind == "state":
            self.state = {name: heard.state[name] for name in STATE}
            self.version = heard.state["version"]
        elif heard.kind == "push":
            self.state |= {name: msgspec.json.decode(heard.changed[name]) for name in STATE if name in heard.changed}
            self.version = heard.version
        elif heard.id is not None:
            self._answer(heard.id, heard)
        async with self.news:
            self.news.notify_all()

    def _answer(self, number: int, outcome: Heard | ConnectionError) -> None:
        """Resolve the pending request with this number, unless it has timed out."""
        answer = self._answers.pop(number, None)
        if answer is None or answer.done():
            return
        if isinstance(outcome, Heard):
            answer.set_result(outcome)
        else:
            answer.set_exception(outcome)

    @property
    def asked(self) -> int:
        """The decision that the seat owes; 0 for none."""
        return int(self.state.get("decision", 0)) if self._socket is not None else 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.get("status") == "over")

    async def change(self, since: int) -> None:
        """Wait until the table is past a version, or its match is over."""
        await self.until(lambda: self.version > since or self.over)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a message makes a condition true."""
        async with self.news:
            await self.news.wait_for(condition)

    async def choose(self, rng: Random) -> None:
        """Make a random choice and wait for the answer; repeat it if the connection is lost meanwhile."""
        heard: Heard | None = None
        while heard is None:
            if self._socket is None:
                await asyncio.sleep(AGAIN_AFTER)
                continue
            if not self.asked:
                return  # it was made just before the connection was lost
            number = next(self._numbers)
            said = {
                "do": "choose",
                "decision": self.asked,
                "choice": rng.choice(self.state["choices"])["text"],
                "id": number,
            }
            answer = self._answers[number] = asyncio.get_running_loop().create_future()
            with contextlib.suppress(ConnectionClosed, ConnectionError):
                await self._socket.send(json.dumps(said))
                heard = await answer
        if heard.kind == "refused":
            raise Refusal(heard.code)
        await self.change(heard.version - 1)

    async def close(self) -> None:
        """Close the connection."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class Neighbour:
    """The player."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port = port
        self.rng = Random(seed)
        self.table = ""
        self.faults: Counter[str] = Counter()
        self._seats: list[Seat] = []
        self._next: asyncio.Task[tuple[str, list[Seat]]] | None = None
        self._karl: Seat | None = None

    async def sit_down(self) -> None:
        """Create a table, and another one for when its match is over."""
        self.table, self._seats = await self._found(PEOPLE)
        self._next = asyncio.create_task(self._found(PEOPLE))
        await self._next

    async def _found(self, seats: list[dict[str, str]]) -> tuple[str, list[Seat]]:
        wish = {"seats": seats, "pace": 0, "grace": 0}
        founded = json.loads(await posted(self.port, SOURCE, "/api/tables", wish))
        made = [Seat(self.port, founded["table"], secret) for secret in founded["secrets"].values()]
        for seat in made:
            await seat.change(since=0)
        return founded["table"], made

    async def get_up(self) -> None:
        """Leave all tables."""
        others = (await self._next)[1] if self._next and self._next.done() and not self._next.exception() else []
        if self._next:
            self._next.cancel()
        for seat in [*self._seats, *others, *([self._karl] if self._karl else [])]:
            await seat.close()

    async def warm_up(self, patience: float) -> None:
        """Do everything once: on a fresh server the first of each kind takes longer, with or without an attack."""
        for path in ("/", "/health", f"/t/{self.table}"):
            await self._get(path)
        await self.play(1.0, patience)

    @property
    def losses(self) -> int:
        """How often a socket of the current table was lost."""
        return sum(seat.losses for seat in self._seats)

    # --- Actions

    async def _choose(self) -> None:
        """Make one choice; if the match is over, at the next table."""
        if self._seats[0].over and self._next is not None:
            before = self._seats
            self.table, self._seats = await asyncio.shield(self._next)
            self._next = asyncio.create_task(self._found(PEOPLE))
            for seat in before:
                await seat.close()
        while not (asked := [seat for seat in self._seats if seat.asked]):  # noqa: ASYNC110 - two seats
            await asyncio.sleep(0.005)
        await self._counted(self.rng.choice(asked).choose(self.rng))

    async def _get(self, path: str) -> None:
        stream: Stream | None = None
        try:
            stream = await dial(self.port, SOURCE)
            status = await ask(stream, get(path))
        except LOST as error:
            self.faults["no answer"] += 1
            raise TimeoutError from error  # it counts with the whole time
        finally:
            if stream is not None:
                stream[1].close()
        if status != 200:
            self.faults[str(status)] += 1

    async def _counted(self, act: Awaitable[None]) -> None:
        try:
            await act
        except Refusal as refusal:
            self.faults[str(refusal)] += 1

    async def play(self, seconds: float, patience: float) -> dict[str, list[Sample]]:
        """Everything they do in a window, with latencies; wait for answers up to `patience` longer."""
        start = asyncio.get_running_loop().time()
        end = start + seconds + patience
        due = {
            name: due_times(seconds, *gaps, self.rng)
            for name, gaps in {"choose": CHOOSE_EVERY, "health": HEALTH_EVERY, "page": PAGE_EVERY}.items()
        }
        choices, health, pages = await asyncio.gather(
            in_turn(due["choose"], self._choose, start, end),
            side_by_side(due["health"], lambda: self._get("/health"), start, end),
            side_by_side(due["page"], lambda: self._get(f"/t/{self.table}"), start, end),
        )
        return {"choose": choices, "health": health, "page": pages}

    async def against_karl(self, seconds: float, patience: float) -> list[float]:
        """The latency of each answer of a karl, in milliseconds; one that never came counts with its whole wait."""
        clock = asyncio.get_running_loop().time
        start, waits = clock(), 0.0
        times: list[float] = []
        try:
            async with asyncio.timeout_at(start + seconds + patience):
                while clock() - start < seconds:
                    if self._karl is None or self._karl.over:
                        await self.meet_karl()
                    elif self._karl.asked:
                        await asyncio.sleep(LOOK)
                        await self._counted(self._karl.choose(self.rng))
                    else:
                        waits = clock()
                        await self._karl.change(self._karl.version)
                        times.append((clock() - waits) * 1000)
                        waits = 0.0
        except TimeoutError:
            times += [(clock() - waits) * 1000] if waits else []
        return times

    async def meet_karl(self) -> None:
        """Create a table with a bot, in place of the previous one."""
        if self._karl is not None:
            await self._karl.close()
        _, (self._karl,) = await self._found(AGAINST_KARL)


async def posted(port: int, source: str, path: str, data: object) -> bytes:
    """Post JSON and return the body of the answer; Refusal for an error status."""
    reader, writer = await dial(port, source)
    try:
        request = post(path, json.dumps(data).encode()).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
        writer.write(request)
        head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
        if head[9:10] != b"2":
            raise Refusal(body.decode())
        return body
    finally:
        writer.close()
