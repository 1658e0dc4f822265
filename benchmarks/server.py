"""How many matches a server can hold, and how fast: a server process, with this process as the crowd on real sockets.

python -m benchmarks.server [--matches 1 100 500 1000] [--seconds 20] [--windows 5] [--json] [--markdown]
                            [--python PATH] [--pythonpath FOLDERS]

Each match has four people with a socket each, and a choice every five seconds (`--every`). The times of all choices are
fixed in advance, and the crowd keeps to them whether or not answers come: latency is measured from that time until all
four seats have received the choice. A choice that is late, because the seat does not know its choices yet, counts with
its wait, and so does one that is never answered. Every window counts, including the first, and windows follow each
other without a pause. *Late* is the delay with which choices were sent, caused by the server and this crowd together.
Steal is the share of time that the machine gave to others. At the end, twenty matches choose as fast as the server
answers, to measure choices per second.
"""

import argparse
import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for use as a script

from benchmarks.figures import Meter, Sample, due_times, in_turn, percentile, summary
from benchmarks.peers import machine_in_words, markdown
from benchmarks.served import Build, Served

CONNECTING_AT_ONCE: Final = 50
# How long to wait for answers after the last window, in seconds.
PATIENCE: Final = 60.0


class Heard(msgspec.Struct):
    """The parts of a message that the crowd needs."""

    kind: str = msgspec.field(name="is")
    version: int = 0
    state: dict[str, Any] = {}
    changed: dict[str, msgspec.Raw] = {}


decode: Final = msgspec.json.Decoder(Heard).decode


class Person:
    """The socket of one seat: its decision, and the versions it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.decision = 0
        self.choices: list[str] = []
        self.over = False
        self.version = 0
        self.news = asyncio.Condition()

    async def listen(self) -> None:
        """Read incoming messages."""
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
        if "choices" in state:
            self.choices = [choice["text"] for choice in state["choices"]]
        self.over = self.over or state.get("status") == "over"

    async def heard(self, version: int) -> None:
        """Wait until this seat has received a version."""
        async with self.news:
            await self.news.wait_for(lambda: self.version >= version)


class Crowd:
    """The players of one match."""

    address = "/api/tables/{table}/socket"
    person = Person

    def __init__(self, server: Served, number: int) -> None:
        self.server = server
        # Each match has its own loopback address, because a server limits each address.
        self.source = f"127.0.{10 + number // 250}.{1 + number % 250}"
        self.rng = random.Random(number)
        self.people: list[Person] = []
        self.tasks: list[asyncio.Task[None]] = []
        # When each choice was sent, by the event loop's clock, and its delay in milliseconds.
        self.sent: list[float] = []
        self.late: list[float] = []
        self._next_match: asyncio.Task[None] | None = None

    def found(self) -> tuple[str, list[str]]:
        """Create a table; return it with the secrets of the seats that connect."""
        return self.server.found()

    async def sit_down(self) -> None:
        """Create a table and connect all seats."""
        table, secrets = await asyncio.to_thread(self.found)
        self.people = []
        for secret in secrets:
            socket = await connect(
                f"ws://127.0.0.1:{self.server.port}{self.address.format(table=table)}",
                additional_headers={"Authorization": f"Bearer {secret}"},
                compression=None,
                ping_interval=None,
                local_addr=(self.source, 0),
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

    async def choose(self) -> None:
        """Make one choice and wait until all seats have received it; a new match follows a finished one."""
        if self._next_match is not None:
            await self._next_match
            self._next_match = None
        # The table may have given an only answer by itself; what comes after it is still on its way.
        while not (deciding := [person for person in self.people if person.decision]):
            await (self._sit_down_again() if self.people[0].over else self._news())
        person = self.rng.choice(deciding)
        version = person.version
        said = {"do": "choose", "decision": person.decision, "choice": self.rng.choice(person.choices)}
        self.sent.append(asyncio.get_running_loop().time())
        await person.socket.send(json.dumps(said))
        await asyncio.gather(*(other.heard(version + 1) for other in self.people))
        if self.people[0].over:
            # Long before the next choice is due.
            self._next_match = asyncio.create_task(self._sit_down_again())

    async def _news(self) -> None:
        """Wait until a seat has received something."""
        waits = [asyncio.create_task(person.heard(person.version + 1)) for person in self.people]
        _, late = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in late:
            wait.cancel()

    async def _sit_down_again(self) -> None:
        await self.get_up()
        await self.sit_down()


async def all_sit_down(crowds: Sequence[Crowd]) -> None:
    """Seat all crowds, a limited number at a time."""
    turnstile = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def enter(crowd: Crowd) -> None:
        async with turnstile:
            await crowd.sit_down()

    await asyncio.gather(*(enter(crowd) for crowd in crowds))


async def play(crowds: Sequence[Crowd], seconds: float, every: float) -> list[Sample]:
    """Play all matches at once, each with choices at its times; return all samples."""
    start = asyncio.get_running_loop().time()
    end = start + seconds + PATIENCE

    async def one(crowd: Crowd) -> list[Sample]:
        crowd.sent.clear()
        due = due_times(seconds, every, every, crowd.rng)
        samples = await in_turn(due, crowd.choose, start, end)
        # Choices that were never sent are the last ones, and count as unanswered.
        crowd.late = [1000 * (sent - start - time) for sent, time in zip(crowd.sent, due, strict=False)]
        return samples

    return [sample for samples in await asyncio.gather(*map(one, crowds)) for sample in samples]


async def window(crowds: Sequence[Crowd], seconds: float, every: float) -> list[float]:
    """The latencies of all choices in a window, in milliseconds."""
    return [sample.ms for sample in await play(crowds, seconds, every)]


async def measure(matches: int, build: Build, asked: argparse.Namespace) -> dict[str, Any]:
    """One row: a fresh server with this many live matches."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder, build)
        try:
            empty = server.memory()
            crowds = [Crowd(server, number) for number in range(matches)]
            await all_sit_down(crowds)
            return await _row(server, crowds, empty, asked)
        finally:
            server.stop()


async def _row(server: Served, crowds: list[Crowd], empty: int, asked: argparse.Namespace) -> dict[str, Any]:
    cpu = server.cpu()
    steals = asyncio.create_task(_steals(asked.seconds, asked.windows))
    samples = await play(crowds, asked.seconds * asked.windows, asked.every)
    used = server.cpu() - cpu
    return {
        "matches": len(crowds),
        **summary([sample.ms for sample in samples]),
        "late_p99_ms": round(percentile([late for crowd in crowds for late in crowd.late], 0.99), 1),
        "unanswered": sum(not sample.is_done for sample in samples),
        "choices_a_second": round(len(samples) / (asked.windows * asked.seconds), 1),
        "cpu_ms_a_choice": round(1000 * used / max(1, len(samples)), 2),
        "kb_a_match": round((server.memory() - empty) / 1024 / len(crowds)),
        "windows": [
            {**summary(times), "steal": steal}
            for times, steal in zip(by_window(samples, asked.seconds, asked.windows), await steals, strict=True)
        ],
    }


def by_window(samples: Sequence[Sample], seconds: float, windows: int) -> list[list[float]]:
    """The latencies of the choices due in each window, in milliseconds."""
    found: list[list[float]] = [[] for _ in range(windows)]
    for sample in samples:
        found[min(windows - 1, int(sample.due / seconds))].append(sample.ms)
    return found


async def _steals(seconds: float, windows: int) -> list[float]:
    meter, found = Meter(), []
    for _ in range(windows):
        await asyncio.sleep(seconds)
        found.append(meter.steal())
    return found


async def flat_out(build: Build, seconds: float) -> dict[str, Any]:
    """Choices per second when every match chooses as soon as it can; latency means little here."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder, build)
        try:
            crowds = [Crowd(server, number) for number in range(20)]
            await all_sit_down(crowds)
            cpu, clock = server.cpu(), time.perf_counter
            end, times = clock() + seconds, []

            async def hurry(crowd: Crowd) -> None:
                while (began := clock()) < end:
                    await crowd.choose()
                    times.append((clock() - began) * 1000)

            await asyncio.gather(*map(hurry, crowds))
            return {
                "choices_a_second": round(len(times) / seconds),
                "cpu_ms_a_choice": round(1000 * (server.cpu() - cpu) / len(times), 2),
                "p50_ms": round(percentile(times, 0.5), 1),
            }
        finally:
            server.stop()


def as_text(row: dict[str, Any]) -> list[str]:
    """A row as text, with its windows."""
    cost = f"{row['cpu_ms_a_choice']:.2f} ms CPU a choice, {row['kb_a_match']} KB a match"
    late = f"sent late by p99 {row['late_p99_ms']} ms, {row['unanswered']} unanswered"
    whole = f"{row['matches']:5d} matches: {times_of(row)}, {cost}, {late}"
    return [whole] + [f"   {times_of(part)}, steal {part['steal']:.1%}" for part in row["windows"]]


def times_of(part: dict[str, Any]) -> str:
    """The latencies of a row or of a window."""
    if not part["number"]:
        return "    0 choices"
    p50, p99, p99_9, longest = (part[name] for name in ("p50_ms", "p99_ms", "p99_9_ms", "max_ms"))
    return f"{part['number']:5d} choices, p50 {p50} ms, p99 {p99} ms, p99.9 {p99_9} ms, max {longest} ms"


def as_markdown(result: dict[str, Any]) -> list[str]:
    """The table of docs/server.md."""
    names = ("live matches, four sockets each", "choices", "p50 ms", "p99 ms", "p99.9 ms", "max ms")
    head = (*names, "p99 ms by window", "CPU ms a choice", "KB a match")
    rows = [
        [
            f"{row['matches']:,}",
            f"{row['number']:,}",
            *(f"{row[name]}" for name in ("p50_ms", "p99_ms", "p99_9_ms", "max_ms")),
            ", ".join(str(part.get("p99_ms", "–")) for part in row["windows"]),
            f"{row['cpu_ms_a_choice']}",
            f"{row['kb_a_match']}",
        ]
        for row in result["rows"]
    ]
    most, steals = result["flat_out"], [part["steal"] for row in result["rows"] for part in row["windows"]]
    flat = f"{most['choices_a_second']} choices a second at {most['cpu_ms_a_choice']} ms of CPU time a choice"
    machine = f"{result['build'].capitalize()} build, {result['machine']}, steal at most {max(steals):.1%}"
    return [
        *markdown(head, rows, words=0),
        "",
        f"{machine}. Flat out, twenty matches make {flat}.",
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[1, 100, 500, 1000])
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a window")
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the choices of a match")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the server")
    parser.add_argument("--pythonpath", default="", help="where that interpreter looks for modules first")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="the table of docs/server.md")
    asked = parser.parse_args()
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    build, machine, rows = Build(asked.python, asked.pythonpath), machine_in_words(), []
    for matches in asked.matches:
        rows.append(asyncio.run(measure(matches, build, asked)))
        if not asked.json:
            print("\n".join(as_text(rows[-1])), flush=True)
    most = asyncio.run(flat_out(build, asked.seconds))
    result = {"build": build.name, "machine": machine, "rows": rows, "flat_out": most}
    if asked.json:
        print(json.dumps(result, indent=1))
    else:
        print(f"flat out: {most['choices_a_second']} choices/s, {most['cpu_ms_a_choice']} ms CPU a choice")
    if asked.markdown:
        print("\n".join(["", *as_markdown(result)]))


if __name__ == "__main__":
    main()
