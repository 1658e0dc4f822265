"""How many matches a server holds, and how fast: real sockets on loopback, a server process, and this one as the crowd.

python benchmarks/server.py [--matches 1 100 500 1000] [--seconds 20] [--windows 5] [--json]

Each match has four people with a socket each; in each match somebody chooses every five seconds (`--every`). Told are,
by window, the milliseconds from sending a choice until all seats have heard of it, and over all windows the server's
CPU time a choice and its memory a match. Steal is the share of time that the machine gave to others. At the end twenty
matches choose as fast as the server answers, for choices a second.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

SEATS: Final = 4
CONNECTING_AT_ONCE: Final = 50
TICK: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Heard(msgspec.Struct):
    """Of a message only what the crowd needs."""

    kind: str = msgspec.field(name="is")
    version: int = 0
    state: dict[str, Any] = {}
    changed: dict[str, msgspec.Raw] = {}


decode: Final = msgspec.json.Decoder(Heard).decode


class Person:
    """A socket of one seat: what it is asked, and when it heard of which version."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.decision = 0
        self.choices: list[str] = []
        self.over = False
        self.version = 0
        self.news = asyncio.Condition()

    async def listen(self) -> None:
        """Take in what comes."""
        async for message in self.socket:
            heard = decode(message)
            if heard.kind == "state":
                self._take(heard.state)
                self.version = heard.state["version"]
            elif heard.kind == "push":
                wanted = {
                    name: part for name, part in heard.changed.items() if name in ("decision", "choices", "status")
                }
                self._take({name: msgspec.json.decode(part) for name, part in wanted.items()})
                self.version = heard.version
            else:
                continue
            async with self.news:
                self.news.notify_all()

    def _take(self, state: dict[str, Any]) -> None:
        self.decision = state.get("decision", self.decision)
        self.choices = state.get("choices", self.choices)
        self.over = self.over or state.get("status") == "over"

    async def heard(self, version: int) -> float:
        """When it has heard of a version."""
        async with self.news:
            await self.news.wait_for(lambda: self.version >= version)
        return time.perf_counter()


class Crowd:
    """The people of one match."""

    address = "/api/tables/{table}/socket"
    person = Person

    def __init__(self, server: "Served", number: int) -> None:
        self.server = server
        self.rng = random.Random(number)
        self.people: list[Person] = []
        self.tasks: list[asyncio.Task[None]] = []

    def found(self) -> tuple[str, list[str]]:
        """A table, and the secrets of those who connect."""
        return self.server.found()

    async def sit_down(self) -> None:
        """Found a table, and connect everybody."""
        table, secrets = await asyncio.to_thread(self.found)
        self.people = []
        for secret in secrets:
            socket = await connect(
                f"ws://127.0.0.1:{self.server.port}{self.address.format(table=table)}",
                additional_headers={"Authorization": f"Bearer {secret}"},
                compression=None,
                ping_interval=None,
            )
            person = self.person(socket)
            self.people.append(person)
            self.tasks.append(asyncio.create_task(person.listen()))
        for person in self.people:
            await person.heard(1)

    async def get_up(self) -> None:
        """Leave the table."""
        for person in self.people:
            await person.socket.close()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []

    async def choose(self) -> float:
        """Somebody who is asked chooses; milliseconds until all others have heard of it."""
        if self.people[0].over:
            await self.get_up()
            await self.sit_down()
        asked = self.rng.choice([person for person in self.people if person.decision])
        version = asked.version
        said = {"do": "choose", "decision": asked.decision, "choice": self.rng.choice(asked.choices)}
        began = time.perf_counter()
        await asked.socket.send(json.dumps(said))
        times = await asyncio.gather(*(other.heard(version + 1) for other in self.people))
        return (max(times) - began) * 1000


class Served:
    """A server in a process of its own."""

    def __init__(self, folder: str) -> None:
        words = ["serve", "--port", "0", "--db", str(Path(folder) / "bench.db"), "--log-level", "warning"]
        limits = ["--requests", "1000000", "--connections", "100000", "--tables", "1000000"]
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "drakkar", *words, *limits],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/ ", self.process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    def found(self, seats: int = SEATS, **more: object) -> tuple[str, list[str]]:
        """A table for four people."""
        wish = {"seats": [{"kind": "person"}] * seats, "clock": {"bank": 600, "increment": 10}, **more}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/tables",
            json.dumps(wish).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
            founded = json.load(answer)
        return founded["table"], [founded["secrets"][str(seat)] for seat in range(seats)]

    def cpu(self) -> float:
        """Seconds that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Bytes that it has in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE


def machine_times() -> tuple[int, int]:
    """Steal and all time of the machine so far."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return fields[7], sum(fields[:8])


def percentile(times: list[float], share: float) -> float:
    """The time that this share of them stays below."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def window(crowds: Sequence[Crowd], seconds: float, every: float) -> list[float]:
    """Everybody plays for a while, each match at its own moment; all times."""
    end = time.perf_counter() + seconds
    times: list[float] = []

    async def play(crowd: Crowd) -> None:
        await asyncio.sleep(crowd.rng.random() * every)
        while time.perf_counter() < end:
            began = time.perf_counter()
            times.append(await crowd.choose())
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    await asyncio.gather(*(play(crowd) for crowd in crowds))
    return times


async def all_sit_down(crowds: Sequence[Crowd]) -> None:
    """Everybody enters, some at a time."""
    turnstile = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def enter(crowd: Crowd) -> None:
        async with turnstile:
            await crowd.sit_down()

    await asyncio.gather(*(enter(crowd) for crowd in crowds))


def best_of(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The best three windows of five, by their slowest choices."""
    return sorted(rows, key=lambda row: float(row["p99_ms"]))[: max(1, (3 * len(rows) + 4) // 5)]


async def measure(matches: int, seconds: float, windows: int, every: float) -> dict[str, Any]:
    """One row: a fresh server with so many live matches."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder)
        try:
            empty = server.memory()
            crowds = [Crowd(server, number) for number in range(matches)]
            await all_sit_down(crowds)
            return await _measured(server, crowds, empty, seconds, windows, every)
        finally:
            server.process.kill()
            server.process.wait()


async def _measured(
    server: Served, crowds: list[Crowd], empty: int, seconds: float, windows: int, every: float
) -> dict[str, Any]:
    used, choices, rows = 0.0, 0, []
    for _ in range(windows):
        cpu, (steal, whole) = server.cpu(), machine_times()
        times = await window(crowds, seconds, every)
        steal_after, whole_after = machine_times()
        used, choices = used + server.cpu() - cpu, choices + len(times)
        rows.append(
            {
                "choices": len(times),
                "p50_ms": round(percentile(times, 0.5), 1),
                "p99_ms": round(percentile(times, 0.99), 1),
                "steal": round((steal_after - steal) / max(1, whole_after - whole), 3),
            }
        )
    best = best_of(rows)
    return {
        "matches": len(crowds),
        "windows": rows,
        "p50_ms": max(row["p50_ms"] for row in best),
        "p99_ms": max(row["p99_ms"] for row in best),
        "choices_a_second": round(choices / (windows * seconds), 1),
        "cpu_ms_a_choice": round(1000 * used / choices, 2),
        "kb_a_match": round((server.memory() - empty) / 1024 / len(crowds)),
    }


async def flat_out(seconds: float) -> dict[str, Any]:
    """Choices a second when everybody chooses as soon as he can."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder)
        try:
            crowds = [Crowd(server, number) for number in range(20)]
            for crowd in crowds:
                await crowd.sit_down()
            cpu = server.cpu()
            times = await window(crowds, seconds, 0.0)
            return {
                "choices_a_second": round(len(times) / seconds),
                "cpu_ms_a_choice": round(1000 * (server.cpu() - cpu) / len(times), 2),
                "p50_ms": round(percentile(times, 0.5), 1),
            }
        finally:
            server.process.kill()
            server.process.wait()


def as_text(row: dict[str, Any]) -> list[str]:
    """A row for people, and its windows."""
    cost = f"{row['cpu_ms_a_choice']:.2f} ms CPU a choice, {row['kb_a_match']} KB a match"
    whole = f"{row['matches']:5d} matches: p50 {row['p50_ms']:.1f} ms, p99 {row['p99_ms']:.1f} ms, {cost}"
    return [whole] + [
        f"   {part['choices']:5d} choices, p50 {part['p50_ms']} ms, p99 {part['p99_ms']} ms, steal {part['steal']:.1%}"
        for part in row["windows"]
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[1, 100, 500, 1000])
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a window")
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the choices of a match")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    rows = []
    for matches in asked.matches:
        row = asyncio.run(measure(matches, asked.seconds, asked.windows, asked.every))
        rows.append(row)
        if not asked.json:
            print("\n".join(as_text(row)), flush=True)
    most = asyncio.run(flat_out(asked.seconds))
    if asked.json:
        print(json.dumps({"rows": rows, "flat_out": most}, indent=1))
    else:
        print(f"flat out: {most['choices_a_second']} choices/s, {most['cpu_ms_a_choice']} ms CPU a choice")


if __name__ == "__main__":
    main()
