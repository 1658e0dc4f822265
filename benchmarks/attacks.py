"""The attacks of benchmarks/hostile.py, each from one address; run as a separate process.

python -m benchmarks.attacks NAME --port PORT --seconds 30 < fixtures.json

It prints `ready` when every attack has begun, and its results as one line of JSON at the end.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import urlencode

from benchmarks.wires import LOST, MOST_TURNS, Stream, Tally, ask, dial, frame, get, post, requests, sockets

SOURCE: Final = "127.0.0.2"
# Requests per second: a little below the server's limit for one address.
RATE: Final = 95.0
LINES: Final = 40
SYNC_SOCKETS: Final = 95
SYNC_RATE: Final = 19.0
SYNC: Final = frame(b'{"do":"sync"}')
FLOOD_SOCKETS: Final = 20
# Many small messages in one chunk, so that writing them costs next to nothing.
FLOOD: Final = frame(b"{}") * 8192
SLOW_LINES: Final = 400
KONUNG_TABLES: Final = 20
# Nested tables in a position: the compiled server of November 2026 crashes at about 11,500.
DEEP, SAFELY_DEEP = 20_000, 8_000
FORM: Final = "application/x-www-form-urlencoded"


class Attack:
    """The target, the material and the results of an attack. At a scale below 1 it does less of everything."""

    def __init__(self, port: int, fixtures: dict[str, Any], scale: float = 1.0) -> None:
        self.port = port
        self.fixtures = fixtures
        self.scale = scale
        self.tally = Tally()

    def some(self, number: int) -> int:
        """A number at full scale, scaled down."""
        return max(1, round(number * self.scale))

    async def _requests(self, make: Callable[[int], bytes]) -> None:
        await requests(self.port, SOURCE, self.tally, RATE * self.scale, self.some(LINES), make)

    async def _sockets(self, number: int, talk: Callable[[asyncio.StreamWriter], Awaitable[None]]) -> None:
        table, secret = self.fixtures["running"]
        place = f"/api/tables/{table}/socket", secret
        await sockets(self.port, SOURCE, self.tally, self.some(number), place, talk)

    # --- The attacks

    async def sync(self) -> None:
        """Each socket asks for the whole state as often as the message limit allows, and reads the answers."""

        async def talk(writer: asyncio.StreamWriter) -> None:
            for _ in range(MOST_TURNS):
                writer.write(SYNC)
                self.tally["sent"] += 1
                await asyncio.sleep(1 / SYNC_RATE)

        await self._sockets(SYNC_SOCKETS, talk)

    async def flood(self) -> None:
        """Sockets write as fast as the server reads, whatever it answers."""

        async def talk(writer: asyncio.StreamWriter) -> None:
            for _ in range(MOST_TURNS):
                writer.write(FLOOD)
                await writer.drain()
                self.tally["sent"] += 8192
                await asyncio.sleep(0)

        await self._sockets(FLOOD_SOCKETS, talk)

    async def pages(self) -> None:
        """The page of a table and, every fourth time, the first page."""
        table, home = get(f"/t/{self.fixtures['running'][0]}"), get("/")
        await self._requests(lambda number: home if number % 4 == 3 else table)

    async def replay(self) -> None:
        """Moments from all parts of a finished match."""
        table, moments = self.fixtures["over"]
        await self._requests(lambda number: get(f"/t/{table}/replay/panels?at={number * 37 % moments}"))

    async def uploads(self) -> None:
        """Records and positions, valid and invalid, through the API and the form."""
        made = [post(path, body, kind) for text in self._texts() for path, body, kind in _uploads(*text)]
        await self._requests(lambda number: made[number % len(made)])

    def _texts(self) -> list[tuple[str, int]]:
        """The texts to upload, each with its number of seats."""
        depth = SAFELY_DEEP if self.fixtures["safe_bombs"] else DEEP
        begin = 'game = "blood_rage"\nsides = ["wolf", "raven"]\n'
        bad = [
            f"{begin}[{'.'.join('a' * depth)}]\nb = 1\n",
            f"{begin}seed = 0x{'f' * 50_000}\n",
            begin + "".join(f"key{number} = {number}\n" for number in range(8_000)),
            f"{begin}x = {'[' * 500}{']' * 500}\n",
        ]
        good = [(text, seats) for text, seats in self.fixtures["texts"]]
        # A record whose last choice is invalid.
        broken = [(text.rstrip("\n") + "\n0 nonsense\n", seats) for text, seats in good[:2]]
        mixed = [*good, *broken, *((text, 2) for text in bad)]
        random.Random(1).shuffle(mixed)
        return mixed

    async def slow(self) -> None:
        """Half-sent headers and bodies that continue at a byte per second."""
        head = f"GET /t/{self.fixtures['running'][0]} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ".encode()
        body = post("/api/tables", b"a" * 9000).removesuffix(b"a" * 9000)

        async def one(number: int) -> None:
            for _ in range(MOST_TURNS):
                try:
                    stream = await dial(self.port, SOURCE)
                except LOST:
                    self.tally["no_connection"] += 1
                    await asyncio.sleep(1)
                    continue
                self.tally["connected"] += 1
                await self._trickle(stream, body if number % 4 == 3 else head)
                await asyncio.sleep(1)  # many connections per second would be another attack

        # Beside other attacks only very few, so that they leave room for those.
        await asyncio.gather(*(one(number) for number in range(self.some(round(SLOW_LINES * self.scale)))))

    async def _trickle(self, stream: Stream, begin: bytes) -> None:
        """Send one slow request until the server drops it."""
        reader, writer = stream
        ended = asyncio.ensure_future(reader.read(1 << 16))
        try:
            writer.write(begin)
            for _ in range(MOST_TURNS):
                self.tally["sent"] += 1
                done, _ = await asyncio.wait([ended], timeout=1)
                if done:
                    break
                writer.write(b"a")
            answer = ended.result() if not ended.exception() else b""
            self.tally["refused" if answer.startswith(b"HTTP/1.1 4") else "dropped"] += 1
        finally:
            ended.cancel()
            writer.transport.abort()

    async def tables(self) -> None:
        """New tables of people and bots, as fast as the request limit allows."""
        bots, person = [{"kind": "bot", "bot": "random"}] * 3, {"kind": "person"}
        wishes = [[person, *bots], [*bots, bots[0]], [person] * 4, [person, *bots]]
        made = [post("/api/tables", json.dumps({"seats": seats, "pace": 0, "grace": 0}).encode()) for seats in wishes]
        await self._requests(lambda number: made[number % len(made)])

    async def konung(self) -> None:
        """Tables of four of the slowest bots, at full speed, without spectators."""
        wish = {"seats": [{"kind": "bot", "bot": "konung:style=loki"}] * 4, "pace": 0, "grace": 0}
        request, wanted = post("/api/tables", json.dumps(wish).encode()), self.some(KONUNG_TABLES)
        for _ in range(100 * KONUNG_TABLES):
            if self.tally["done"] >= wanted:
                return
            before = self.tally["done"]
            self.tally["sent"] += 1
            try:
                stream = await dial(self.port, SOURCE)
                self.tally.answer(await ask(stream, request))
                stream[1].close()
            except LOST:
                self.tally["dropped"] += 1
            if self.tally["done"] == before:
                await asyncio.sleep(1)


ATTACKS: Final[dict[str, Callable[[Attack], Awaitable[None]]]] = {
    "sync": Attack.sync,
    "flood": Attack.flood,
    "pages": Attack.pages,
    "replay": Attack.replay,
    "uploads": Attack.uploads,
    "slow": Attack.slow,
    "tables": Attack.tables,
    "konung": Attack.konung,
}


def _uploads(text: str, seats: int) -> list[tuple[str, bytes, str]]:
    """A text as a program sends it, and as the form does."""
    wish = {"seats": [{"kind": "person"}] * seats, "origin": text}
    return [
        ("/api/tables", json.dumps(wish).encode(), "application/json"),
        ("/tables", urlencode({"game": "blood_rage", "origin": text}).encode(), FORM),
    ]


async def attack(names: list[str], port: int, seconds: float, scale: float, fixtures: dict[str, Any]) -> dict[str, Any]:
    """Run some attacks at once, for this many seconds after each has begun; return the results of each."""
    attacks = {name: Attack(port, fixtures, scale) for name in names}
    is_over = asyncio.Event()
    # The server is gone: stop.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, is_over.set)
    tasks = [asyncio.create_task(_until(is_over, made, ATTACKS[name])) for name, made in attacks.items()]
    waiting = list(zip(attacks.values(), tasks, strict=True))
    while not is_over.is_set() and not all(made.tally or task.done() for made, task in waiting):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    asyncio.get_running_loop().call_later(seconds, is_over.set)
    await asyncio.gather(*tasks)
    return {name: dict(made.tally) for name, made in attacks.items()}


async def _until(is_over: asyncio.Event, made: Attack, begin: Callable[[Attack], Awaitable[None]]) -> None:
    """Carry out an attack until the end; one that is finished before waits for the others."""
    work, end = asyncio.ensure_future(begin(made)), asyncio.ensure_future(is_over.wait())
    await asyncio.wait([work, end], return_when=asyncio.FIRST_COMPLETED)
    if work.done():
        work.result()
        await end
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


def main() -> None:
    """Attack, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", choices=list(ATTACKS), metavar="NAME")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--scale", type=float, default=1.0)
    asked = parser.parse_args()
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    os.nice(10)  # must not take CPU from the server or the neighbour's client
    fixtures = json.load(sys.stdin)
    found = asyncio.run(attack(asked.names, asked.port, asked.seconds, asked.scale, fixtures))
    print(json.dumps({"attacks": found, "cpu_s": round(time.process_time(), 1)}), flush=True)


if __name__ == "__main__":
    main()
