"""A server that is killed at any moment has lost nothing that it had acknowledged, and every table goes on.

People play on at several tables, send again what was not answered, and keep what they were told. Each time the server
is dead, a witness reads the logs from the disk: what was acknowledged stands there once and in its place, what
was refused does not; and whatever somebody was shown on connecting is what the log had made of the table by then.

DRAKKAR_FULL=1 kills it 300 times in place of 10; DRAKKAR_SEED chooses other moments.
"""

import json
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drakkar.server import entries
from drakkar.server.document import document
from drakkar.server.messages import as_json
from drakkar.server.store import OVER
from drakkar.server.table import NO_DECISION, Table, replayed
from tests.server.load import BOTS_ALONE, Load, Meeting, Promise, Sight
from tests.server.running import PATIENCE, Server, running

FULL = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")
KILLS = 300 if FULL else 10
SEED = int(os.environ.get("DRAKKAR_SEED", "1"))
# Which moments to kill at, and how often each of them.
MOMENTS = {"starting": 2, "sent": 3, "acknowledged": 3, "later": 4}


class Witness:
    """Reads the logs as they lie on the disk, and compares them with what people were told."""

    def __init__(self, database: Path, load: Load) -> None:
        self.database = database
        self.load = load
        self.bodies: dict[str, list[bytes]] = {}
        self.tables: dict[str, Table] = {}
        # What each seat did, by the log: (do, number, choice, version).
        self.done: dict[str, list[list[Promise]]] = {}

    def look(self, uptime: float) -> None:
        """The server is dead: all that was promised lies on the disk. `uptime` is how long it had run, at most."""
        copy = self.database.parent / "copy"
        # A server that has stopped leaves no log of writes: an old one beside the copy would be read over it.
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for ending in ("", "-wal"):
            # A copy, so that it is the server who mends what he left.
            if (file := self.database.with_name(self.database.name + ending)).exists():
                shutil.copy(file, copy / file.name)
        self.read(copy / self.database.name, uptime)

    def read(self, database: Path, uptime: float) -> None:
        """Take in what is new in a database, and check all of it."""
        # Who was told something was told it before this; what people are told while we look is for the next time.
        told = {ident: _told(meeting) for ident, meeting in list(self.load.meetings.items())}
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            db.execute("BEGIN")
            for ident, length in db.execute("SELECT id, version FROM tables").fetchall():
                found = db.execute(
                    "SELECT version, body FROM entries WHERE table_id = ? AND version > ? ORDER BY version",
                    (ident, len(self.bodies.get(ident, []))),
                ).fetchall()
                known = self.bodies.setdefault(ident, [])
                assert [version for version, _ in found] == list(range(len(known) + 1, length + 1))
                sights, *_ = told.get(ident, ([],))
                self._take_in(ident, [body for _, body in found], sights, uptime)
        for ident, (sights, promises, refused, words) in told.items():
            self._compare(ident, promises, refused, words)
            assert all(sight.state["version"] <= self.tables[ident].version for sight in sights), "seen, but not kept"

    def _take_in(self, ident: str, bodies: list[bytes], sights: list[Sight], uptime: float) -> None:
        """Fold what is new; on the way everything that anybody was shown is compared with the table as it was then."""
        new = [entries.read(body) for body in bodies]
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
            table.fold(entry)
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
        refused: list[list[tuple[str, int, int]]],
        words: dict[str, int],
    ) -> None:
        for seat, (promised, unanswered) in enumerate(promises):
            done = self.done[ident][seat]
            if not self.tables[ident].seats[seat].plays_itself:
                continue
            # In its place, exactly once; and nothing else, but what an answer is still awaited for.
            for promise, fact in zip(promised, done, strict=False):
                assert promise[:3] == fact[:3], f"promised was {promise}, done {fact}"
                assert promise.version in (0, fact.version), f"promised was {promise}, done {fact}"
            assert len(promised) <= len(done), f"lost: {promised[len(done) :]}"
            rest = done[len(promised) :]
            assert len(rest) <= (unanswered is not None), f"nobody asked for {rest}, or it was done twice"
            for do, number, version in refused[seat]:
                before = [fact for fact in done if fact[:2] == (do, number) and fact.version <= version]
                assert not before, f"refused at version {version}, and done before: {before}"
        said = [entry for entry in map(entries.read, self.bodies[ident]) if isinstance(entry, entries.Said)]
        assert len({entry.text for entry in said}) == len(said), "somebody is heard twice"
        for text, version in words.items():
            entry = entries.read(self.bodies[ident][version - 1])
            assert isinstance(entry, entries.Said)
            assert entry.text == text

    def owing(self) -> list[str]:
        """The tables at which only bots are asked."""
        return [
            ident
            for ident, table in self.tables.items()
            if table.started and not table.match.over and all(table.seats[seat].bot for seat in table.match.asked())
        ]


def _told(
    meeting: Meeting,
) -> tuple[
    list[Sight],
    list[tuple[list[Promise], dict[str, Any] | None]],
    list[list[tuple[str, int, int]]],
    dict[str, int],
]:
    """What the people of a table were told until now, each thing they were shown once."""
    with meeting.lock:
        sights, meeting.sights = meeting.sights, []
        promises = [(list(promised), open_) for promised, open_ in zip(meeting.promises, meeting.open, strict=True)]
        return sights, promises, [list(refused) for refused in meeting.refused], dict(meeting.words)


def _lasting(state: dict[str, Any]) -> dict[str, Any]:
    """A state but for who is connected now."""
    return {**state, "seats": [{**seat, "here": None} for seat in state["seats"]]}


def _live_database(server: Server, witness: Witness) -> None:
    """Read what a server has written that still runs."""
    witness.read(server.database, (time.monotonic() - witness.load.started) * 1000)


@pytest.mark.heavy
def test_a_server_that_is_killed_at_any_moment_has_lost_nothing_and_every_table_goes_on(tmp_path: Path) -> None:
    rng = Random(SEED)
    began = time.monotonic()
    with running(tmp_path) as server:
        alone, _ = server.found(*BOTS_ALONE)
        workers: set[int] = set()
        with Load(server, SEED) as load:
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
        # Nobody is connected any more; whoever is a bot goes on.
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
    """Until the moment to kill at."""
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


def _check_end(witness: Witness, load: Load, workers: set[int]) -> None:
    for ident, bodies in witness.bodies.items():
        again = replayed(ident, bodies)
        assert again.match.record() == witness.tables[ident].match.record()
    with closing(sqlite3.connect(witness.database)) as db:
        statuses = dict(db.execute("SELECT id, status FROM tables").fetchall())
    assert statuses == {ident: table.status for ident, table in witness.tables.items()}
    left = [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    assert not left, "bots think on for a server that is dead"
    assert load.counts["acknowledged choose"] > KILLS
    assert load.counts["retried"]
    assert not FULL or load.counts["already"]
    assert any(table.status == OVER for table in witness.tables.values()) or not FULL
