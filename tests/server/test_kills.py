"""A server that is killed at any moment loses nothing that it has acknowledged, and every table continues.

People play at several tables, repeat messages without an answer, and record the answers. Each time the server is dead,
a witness reads the logs from disk: acknowledged entries are there once and in order, refused ones are not, and every
state that a client received is the state of the log at that version.

DRAKKAR_FULL=1 kills the server 300 times instead of 10; DRAKKAR_SEED chooses other moments.
"""

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drakkar.core.hosting import questions
from drakkar.server.live.document import document
from drakkar.server.log import entries
from drakkar.server.log.messages import as_json
from drakkar.server.log.store import OVER
from drakkar.server.log.table import NO_DECISION, Table, replay
from tests.server.load import BOTS_ALONE, Load, Meeting, Promise, Sight
from tests.server.running import PATIENCE, Server, is_running, running

FULL = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")
KILLS = 300 if FULL else 10
SEED = int(os.environ.get("DRAKKAR_SEED", "1"))
# The moments of a kill, with their weights.
MOMENTS = {"starting": 2, "sent": 3, "acknowledged": 3, "later": 4}


# Of each table: its id, its number of entries, and those that are new, each with its version.
NewEntries = Iterator[tuple[str, int, list[tuple[int, bytes]]]]


class Witness:
    """Reads the logs from disk, and compares them with what clients received."""

    def __init__(self, database: Path, load: Load) -> None:
        self.database = database
        self.load = load
        self.bodies: dict[str, list[bytes]] = {}
        self.tables: dict[str, Table] = {}
        # The actions of each seat in the log: (do, number, choice, version).
        self.done: dict[str, list[list[Promise]]] = {}

    def look(self, uptime: float) -> None:
        """Check after a kill that everything acknowledged is on disk. `uptime` is how long the server ran, at most."""
        copy = self.database.parent / "copy"
        # Remove the old copy: a stopped server leaves no write-ahead log, and SQLite would apply an old one to the new
        # copy.
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for ending in ("", "-wal"):
            # Read a copy, so that the server itself recovers the original.
            if (file := self.database.with_name(self.database.name + ending)).exists():
                shutil.copy(file, copy / file.name)
        self.read(copy / self.database.name, uptime)

    def read(self, database: Path, uptime: float) -> None:
        """Read new entries of a database, and check everything."""
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            db.execute("BEGIN")
            self.compare(lambda: self._new_entries(db), uptime)

    def _new_entries(self, db: sqlite3.Connection) -> NewEntries:
        for ident, length in db.execute("SELECT id, version FROM tables").fetchall():
            found = db.execute(
                "SELECT version, body FROM entries WHERE table_id = ? AND version > ? ORDER BY version",
                (ident, len(self.bodies.get(ident, []))),
            ).fetchall()
            yield ident, length, found

    def compare(self, new_entries: Callable[[], NewEntries], uptime: float) -> None:
        """Take in new entries, and check everything."""
        # Collect what clients have before reading the database; anything later is checked next time.
        told = {ident: _told(meeting) for ident, meeting in list(self.load.meetings.items())}
        for ident, length, found in new_entries():
            known = self.bodies.setdefault(ident, [])
            assert [version for version, _ in found] == list(range(len(known) + 1, length + 1))
            sights, *_ = told.get(ident, ([],))
            self._take_in(ident, [body for _, body in found], sights, uptime)
        for ident, (sights, promises, refused, words) in told.items():
            self._compare(ident, promises, refused, words)
            assert all(sight.state["version"] <= self.tables[ident].version for sight in sights), "seen, but not kept"

    def _take_in(self, ident: str, bodies: list[bytes], sights: list[Sight], uptime: float) -> None:
        """Apply new entries; compare every state that a client received with the table at its version."""
        new = [entries.decode(body) for body in bodies]
        self.bodies[ident].extend(bodies)
        if ident not in self.tables:
            first = new.pop(0)
            assert isinstance(first, entries.Founded)
            self.tables[ident] = Table(ident, first)
            self.done[ident] = [[] for _ in first.seats]
        table = self.tables[ident]
        seen: dict[int, list[Sight]] = {}
        for sight in sights:
            seen.setdefault(sight.state["version"], []).append(sight)
        self._see(table, seen)
        for entry in new:
            version = table.version + 1
            if isinstance(entry, entries.Chose):
                decision = table.seats[entry.seat].decision
                assert decision != NO_DECISION
                assert entry.spent <= uptime + 1, "the clock has run while nobody was served"
                self.done[ident][entry.seat].append(Promise("choose", decision, entry.choice, version))
            elif isinstance(entry, entries.Undid):
                self.done[ident][entry.seat].append(Promise("undo", entry.choice, "", version))
            table.apply(entry)
            self._see(table, seen)

    @staticmethod
    def _see(table: Table, seen: dict[int, list[Sight]]) -> None:
        for sight in seen.pop(table.version, ()):
            banks = [seat.bank for seat in table.seats]
            clocks = sight.state["clocks"]
            for bank, left in zip(banks, clocks, strict=True) if clocks else ():
                assert 0 <= bank - left <= sight.uptime + 1, "the clock has run while nobody was served"
            live = json.loads(as_json(document(table, sight.seat, set(), clocks)))
            assert _lasting(sight.state) == _lasting(live), "the live table is not what its log says"

    def _compare(
        self,
        ident: str,
        promises: list[tuple[list[Promise], dict[str, Any] | None]],
        refused: list[list[Promise]],
        words: dict[str, int],
    ) -> None:
        for seat, (promised, unanswered) in enumerate(promises):
            done = self.done[ident][seat]
            if not self.tables[ident].seats[seat].is_human:
                continue
            # In order and exactly once; apart from these, only a message without an answer may be in the log.
            for promise, fact in zip(promised, done, strict=False):
                assert promise[:3] == fact[:3], f"promised was {promise}, done {fact}"
                assert promise.version in (0, fact.version), f"promised was {promise}, done {fact}"
            assert len(promised) <= len(done), f"lost: {promised[len(done) :]}"
            rest = done[len(promised) :]
            assert len(rest) <= (unanswered is not None), f"nobody asked for {rest}, or it was done twice"
            for message in refused[seat]:
                before = [fact for fact in done if fact[:3] == message[:3] and fact.version <= message.version]
                assert not before, f"refused was {message}, and done before: {before}"
        said = [entry for entry in map(entries.decode, self.bodies[ident]) if isinstance(entry, entries.Said)]
        assert len({entry.text for entry in said}) == len(said), "somebody is heard twice"
        for text, version in words.items():
            entry = entries.decode(self.bodies[ident][version - 1])
            assert isinstance(entry, entries.Said)
            assert entry.text == text

    def owing(self) -> list[str]:
        """The tables that wait for bots only."""
        return [
            ident
            for ident, table in self.tables.items()
            if table.started and not table.match.over and all(table.seats[seat].bot for seat in questions(table.match))
        ]


def _told(
    meeting: Meeting,
) -> tuple[
    list[Sight],
    list[tuple[list[Promise], dict[str, Any] | None]],
    list[list[Promise]],
    dict[str, int],
]:
    """What the people of a table have received; each state is returned only once."""
    with meeting.lock:
        sights, meeting.sights = meeting.sights, []
        promises = [(list(promised), open_) for promised, open_ in zip(meeting.promises, meeting.open, strict=True)]
        return sights, promises, [list(refused) for refused in meeting.refused], dict(meeting.words)


def _lasting(state: dict[str, Any]) -> dict[str, Any]:
    """A state without the connections, current and past, which no log keeps."""
    return {**state, "seats": [{**seat, "here": None, "since": None, "gone": None} for seat in state["seats"]]}


def _live_database(server: Server, witness: Witness) -> None:
    """Read the database of a running server."""
    witness.read(server.database, (time.monotonic() - witness.load.started) * 1000)


@pytest.mark.slow
def test_a_server_that_is_killed_at_any_moment_has_lost_nothing_and_every_table_goes_on(tmp_path: Path) -> None:
    rng = Random(SEED)
    began = time.monotonic()
    with running(tmp_path) as server:
        alone, _ = server.found(*BOTS_ALONE)
        workers: set[int] = set()
        with Load(server, SEED, server.strike) as load:
            witness = Witness(server.database, load)
            for _ in range(KILLS):
                moment = rng.choices(list(MOMENTS), list(MOMENTS.values()))[0]
                _wait_for(moment, server, load, rng)
                workers.update(server.workers())
                server.kill()
                load.count(f"killed {moment}")
                witness.look((time.monotonic() - load.started) * 1000)
                assert not load.faults
                time.sleep(rng.choice([0, 0, 0.3]))
                load.started = time.monotonic()
                server.launch()
            server.listen()
        # All clients are gone; the bots continue.
        until = time.monotonic() + PATIENCE
        _live_database(server, witness)
        length = witness.tables[alone].version
        while witness.owing() and time.monotonic() < until:
            if witness.owing() == [alone] and witness.tables[alone].version > length + 3:
                break
            time.sleep(0.3)
            _live_database(server, witness)
        else:
            assert not witness.owing(), f"seed {SEED}: bots do not go on"
        assert server.stop() == 0
        witness.look((time.monotonic() - load.started) * 1000)
        _check_end(witness, load, workers)
        load.counts["entries"] = sum(map(len, witness.bodies.values()))
        load.counts["seconds"] = int(time.monotonic() - began)
        print(json.dumps(dict(sorted(load.counts.items()))))


def _wait_for(moment: str, server: Server, load: Load, rng: Random) -> None:
    """Wait until the moment of the kill."""
    if moment == "starting":
        time.sleep(rng.uniform(0.0, 1.5))
        return
    server.listen()
    match moment:
        case "sent":
            load.wait_for("sent", rng.randint(1, 25))
            time.sleep(rng.uniform(0, 0.01))
        case "acknowledged":
            load.wait_for("acknowledged choose", rng.randint(1, 25), kill=True)
        case _:
            time.sleep(rng.uniform(0.0, 2.5))


def _wait_for_end(workers: set[int]) -> None:
    """Wait until the bot processes of the killed servers have ended.

    A process with the lowest priority that was still starting notices the end of its server only when it gets CPU time.
    """
    until = time.monotonic() + PATIENCE
    while (left := [pid for pid in workers if is_running(pid)]) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left, "bots think on for a server that is dead"


def _check_end(witness: Witness, load: Load, workers: set[int]) -> None:
    for ident, bodies in witness.bodies.items():
        again = replay(ident, bodies)
        assert again.match.record() == witness.tables[ident].match.record()
    with closing(sqlite3.connect(witness.database)) as db:
        statuses = dict(db.execute("SELECT id, status FROM tables").fetchall())
    assert statuses == {ident: table.status for ident, table in witness.tables.items()}
    _wait_for_end(workers)
    assert load.counts["acknowledged choose"] > KILLS
    assert load.counts["retried"]
    assert not FULL or load.counts["already"]
    assert any(table.status == OVER for table in witness.tables.values()) or not FULL
