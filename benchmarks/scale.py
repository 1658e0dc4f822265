"""The price of a choice on PostgreSQL with several server processes, beside SQLite with one.

python -m benchmarks.scale [--workers 1 2 4] [--matches 20] [--seconds 20] [--rounds 3] [--json FILE] [--markdown]
                           [--python PATH] [--pythonpath FOLDERS]

Some matches of four people choose as fast as the servers answer. Each socket goes to any process, so the four people of
a match are mostly at different ones; *each match at one* is with a load balancer that goes by the table. The settings
take turns, and every round has each once on a fresh server. The database is one of this program's own, with
PostgreSQL's default settings: a choice is acknowledged when it is on disk. CPU time is that of all server processes and
of PostgreSQL, clients excluded; a ratio is taken within a round. Clients, servers and database share the cores of this
machine: with two of them, more processes cannot make more choices.
"""

import argparse
import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for use as a script

import psycopg

from benchmarks.figures import Meter, cpu_of_all, percentile
from benchmarks.peers import machine_in_words, markdown
from benchmarks.served import Build, Served
from benchmarks.server import Crowd, all_sit_down
from tests.server.postgres import Cluster, programs
from tests.server.running import free_ports

SQLITE: Final = "SQLite"
START_WITHIN: Final = 60.0


class Setting(NamedTuple):
    """A way to serve: with this many processes on PostgreSQL, or with SQLite."""

    workers: int
    # Whether the people of a match are at the same process, as behind a load balancer that hashes the table's id.
    together: bool = False

    @property
    def name(self) -> str:
        """As the table has it."""
        if not self.workers:
            return SQLITE
        processes = f"PostgreSQL, {self.workers} process{'es' * (self.workers > 1)}"
        return f"{processes}, each match at one" if self.together else processes

    def start(self, folder: str, build: Build, address: str) -> tuple[Served, list[Served]]:
        """A server, and where its clients go: a match to the next of these."""
        if self.workers < 2:
            server = Served(folder, build, address=address)
            return server, [server]
        first = free_ports(self.workers)
        words = ["--workers", str(self.workers), "--worker-ports", str(first)]
        server = Served(folder, build, address=address, more=words)
        doors = [copy(server) for _ in range(self.workers)] if self.together else [server]
        for number, door in enumerate(doors):
            door.port = first + number if self.together else server.port
            wait_for(door)
        return server, doors


def wait_for(door: Served) -> None:
    """Wait until a process listens: the first one says that the server has started."""
    until = time.monotonic() + START_WITHIN
    while True:
        try:
            door.tables()
        except OSError:
            assert time.monotonic() < until, "a process does not start"
            time.sleep(0.1)
        else:
            return


class Written(NamedTuple):
    """What PostgreSQL has written so far: transactions, bytes of its write-ahead log, bytes of the tables' files."""

    commits: int = 0
    wal: int = 0
    stored: int = 0

    def since(self, before: "Written") -> "Written":
        """The growth."""
        return Written(*(now - then for now, then in zip(self, before, strict=True)))


class Turn(NamedTuple):
    """One setting in one round."""

    choices: int
    seconds: float
    server_cpu: float
    database_cpu: float
    p50_ms: float
    p99_ms: float
    steal: float
    written: Written

    @property
    def cpu_ms(self) -> float:
        """CPU time per choice of servers and database, in milliseconds."""
        return 1000 * (self.server_cpu + self.database_cpu) / self.choices


def written(address: str) -> Written:
    """What a database has written; nothing without one."""
    if not address:
        return Written()
    with psycopg.connect(address, autocommit=True) as db:
        row = db.execute(
            "SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()),"
            " pg_current_wal_insert_lsn() - '0/0', pg_total_relation_size('entries') + pg_total_relation_size('tables')"
        ).fetchone()
    return Written(*map(int, row or ()))


async def hurry(crowds: Sequence[Crowd], seconds: float) -> list[float]:
    """Let every match choose as fast as it can; the latencies of all choices in milliseconds."""
    clock = time.perf_counter
    end, times = clock() + seconds, []

    async def one(crowd: Crowd) -> None:
        while (began := clock()) < end:
            await crowd.choose()
            times.append((clock() - began) * 1000)

    await asyncio.gather(*map(one, crowds))
    return times


async def take_turn(setting: Setting, build: Build, cluster: Cluster, asked: argparse.Namespace) -> Turn:
    """Measure one setting on a fresh server and schema."""
    with tempfile.TemporaryDirectory() as folder:
        address = cluster.address(cluster.new_schema()) if setting.workers else ""
        server, doors = setting.start(folder, build, address)
        try:
            crowds = [Crowd(doors[number % len(doors)], number) for number in range(asked.matches)]
            await all_sit_down(crowds)
            servers: Callable[[], float] = lambda: cpu_of_all(server.process.pid)  # noqa: E731
            stored = written(address)
            before, meter, began = (servers(), cpu_of_all(cluster.process.pid)), Meter(), time.perf_counter()
            times = await hurry(crowds, asked.seconds)
            seconds = time.perf_counter() - began
            after = servers(), cpu_of_all(cluster.process.pid)
            growth = written(address).since(stored)
            for crowd in crowds:
                await crowd.get_up()
            used = after[0] - before[0], (after[1] - before[1]) * bool(setting.workers)
            shares = percentile(times, 0.5), percentile(times, 0.99)
            return Turn(len(times), seconds, *used, *shares, meter.steal(), growth)
        finally:
            server.stop()


def ratios(rounds: Sequence[dict[str, Turn]], name: str) -> list[float]:
    """Choices per second of CPU time against SQLite's in the same round."""
    return [turns[SQLITE].cpu_ms / turns[name].cpu_ms for turns in rounds]


def rows(rounds: Sequence[dict[str, Turn]]) -> list[list[str]]:
    """The table: medians over the rounds, and every ratio."""
    found = []
    for name in rounds[0]:
        turns = [one[name] for one in rounds]
        middle = [
            statistics.median(column)
            for column in (
                [1000 * turn.server_cpu / turn.choices for turn in turns],
                [1000 * turn.database_cpu / turn.choices for turn in turns],
                [turn.choices / turn.seconds for turn in turns],
                [turn.p50_ms for turn in turns],
                [turn.p99_ms for turn in turns],
                [turn.written.commits / turn.choices for turn in turns],
                [turn.written.wal / turn.choices for turn in turns],
                [turn.written.stored / turn.choices for turn in turns],
            )
        ]
        server, database, rate, p50, p99, *of_choice = middle
        own = ", ".join(f"{ratio:.2f}" for ratio in ratios(rounds, name)) if name != SQLITE else "1"
        writes = [f"{value:,.1f}" if name != SQLITE else "–" for value in of_choice]
        found.append(
            [name, f"{server:.2f}", f"{database:.2f}", own, f"{rate:.0f}", f"{p50:.0f}", f"{p99:.0f}", *writes]
        )
    return found


HEAD: Final = (
    "settings", "server CPU ms a choice", "database CPU ms a choice", "choices per CPU second against SQLite",
    "choices a second", "p50 ms", "p99 ms", "transactions a choice", "log bytes a choice", "stored bytes a choice",
)  # fmt: skip


def as_markdown(rounds: Sequence[dict[str, Turn]], build: str, asked: argparse.Namespace) -> list[str]:
    """The table of docs/scale.md."""
    steal = max(turn.steal for turns in rounds for turn in turns.values())
    how = f"{asked.matches} matches of four people flat out, {len(rounds)} rounds of {asked.seconds:g} s each"
    machine = f"{build.capitalize()} build, {machine_in_words()}, steal at most {steal:.1%}"
    return [*markdown(HEAD, rows(rounds), words=1), "", f"{machine}; {how}. Medians, and the ratio of every round."]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], help="numbers of processes on PostgreSQL")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0, help="length of a turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the server")
    parser.add_argument("--pythonpath", default="", help="where that interpreter looks for modules first")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--markdown", action="store_true", help="the table of docs/scale.md")
    asked = parser.parse_args()
    if min(asked.workers) < 1:
        parser.error("--workers: at least 1")
    found = programs()
    if found is None:
        parser.error("PostgreSQL is not installed (Debian: postgresql)")
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    build, cluster = Build(asked.python, asked.pythonpath), Cluster(found, settings=("listen_addresses=",))
    settings = [Setting(0), *map(Setting, asked.workers)]
    settings += [Setting(workers, together=True) for workers in asked.workers if workers > 1]
    rounds: list[dict[str, Turn]] = []
    try:
        for number in range(asked.rounds):
            rounds.append({})
            for setting in settings:
                turn = asyncio.run(take_turn(setting, build, cluster, asked))
                rounds[-1][setting.name] = turn
                print(f"round {number + 1}: {setting.name}: {turn.cpu_ms:.2f} ms CPU a choice", flush=True)
    finally:
        cluster.remove()
    print("\n".join(["", *as_markdown(rounds, build.name, asked)]))
    if asked.json:
        asked.json.write_text(json.dumps([{n: t._asdict() for n, t in one.items()} for one in rounds], indent=1) + "\n")


if __name__ == "__main__":
    main()
