"""Faults around a server: clear refusals, nothing acknowledged that is not stored, no restart needed to continue."""

import asyncio
import json
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.room import Room
from drakkar.server.log import entries, messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import OPEN, OVER, RUNNING
from drakkar.server.log.table import Table, replay
from tests.server.fake_clock import FakeClock, held_house
from tests.server.load import Load
from tests.server.running import PATIENCE, Answer, Server, running
from tests.server.test_kills import FULL


def log_of(database: Path, table: str) -> list[bytes]:
    """The entries of a table on disk, read beside the server."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY version", (table,))
        return [body for (body,) in found.fetchall()]


def until(is_so: Callable[[], bool], patience: float = 4 * PATIENCE) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def wait_for_more(server: Server, table: str, entries: int = 1) -> None:
    """Watch a table until it has more entries; unwatched, its bots would have the lowest priority for CPU time."""
    with server.client(table) as watching:
        watching.catch_up(watching.state["version"] + entries, 4 * PATIENCE)


def bots_at(server: Server) -> "Player":
    """A table of bots that goes on for longer than a test."""
    bots = Player(server, "random", "random", "random", pace=0.3)
    wait_for_more(server, bots.table)
    return bots


class Player:
    """All people of a table over HTTP; they record what was acknowledged."""

    def __init__(self, server: Server, *seats: str, **wish: object) -> None:
        self.server = server
        self.table, self.secrets = server.found(*seats, **wish)
        self.rng = Random(self.table)
        self.acknowledged: dict[int, str] = {}

    def state(self, seat: int) -> dict[str, Any]:
        """The state of a seat."""
        state: dict[str, Any] = self.server.get(f"/api/tables/{self.table}", self.secrets[seat]).json["state"]
        return state

    def choose(self) -> Answer:
        """A seat that must decide makes a choice."""
        for seat, secret in enumerate(self.secrets):
            if secret and (state := self.state(seat))["decision"]:
                choice = self.rng.choice(state["choices"])["text"]
                said = {"do": "choose", "decision": state["decision"], "choice": choice}
                answer = self.server.post(f"/api/tables/{self.table}/do", said, secret)
                if answer.json["is"] == "done":
                    self.acknowledged[answer.json["version"]] = choice
                return answer
        raise AssertionError("nobody is asked")

    def check(self) -> None:
        """The disk has what was acknowledged and nothing else: the log is what the server shows."""
        bodies = log_of(self.server.database, self.table)
        for version, choice in self.acknowledged.items():
            entry = entries.decode(bodies[version - 1])
            assert isinstance(entry, entries.Chose)
            assert entry.choice == choice
        assert len([body for body in bodies if b'"chose"' in body]) >= len(self.acknowledged)
        assert replay(self.table, bodies).version == len(bodies)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program holds an exclusive lock on the database."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def edit(database: Path, statement: str, *values: object) -> None:
    """Change stored data behind the server's back."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(statement, values)


# --- The disk


@pytest.mark.thorough
def test_a_full_disk_refuses_what_it_cannot_keep_and_all_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), bots_at(server)
        player.choose()
        # The server's files cannot grow any more: to the server this is the same as a full disk.
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        size = server.database.with_name(f"{server.database.name}-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
        until(lambda: player.choose().status == 503)
        full = player.choose()
        assert full.json["code"] == "store_unavailable"
        assert server.post("/api/tables", {"seats": [{"kind": "person"}] * 2}).json["code"] == "store_unavailable"
        assert server.get("/health").status == 200
        player.check()
        bots.check()
        version = len(log_of(server.database, player.table))
        assert player.state(0)["version"] == version
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: player.choose().status == 200)
        wait_for_more(server, bots.table)
        player.check()
        assert server.stop() == 0
        server.start()
        assert player.state(0)["version"] >= version + 1
        player.check()
        assert "SQLITE_" in server.log()


@pytest.mark.thorough
def test_a_database_that_another_holds_refuses_choices_and_takes_them_afterwards(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), bots_at(server)
        player.choose()
        with locked(server.database):
            refused = player.choose()
            assert (refused.status, refused.json["code"]) == (503, "store_unavailable")
            assert server.get("/health").status == 200
            version = player.state(0)["version"]
            length = len(log_of(server.database, bots.table))
            until(lambda: "a bot's choice was not written" in server.log())
            assert len(log_of(server.database, bots.table)) == length
        assert player.choose().json == {"is": "done", "version": version + 1}
        wait_for_more(server, bots.table)
        player.check()
        bots.check()


def test_a_database_that_was_moved_away_takes_nothing_until_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), bots_at(server)
        player.choose()
        for ending in ("", "-wal"):
            file = server.database.with_name(server.database.name + ending)
            file.rename(tmp_path / "elsewhere")
            refused = player.choose()
            assert (refused.status, refused.json["code"]) == (503, "store_unavailable")
            version = player.state(0)["version"]
            (tmp_path / "elsewhere").rename(file)
            assert player.choose().json == {"is": "done", "version": version + 1}
        wait_for_more(server, bots.table)
        player.check()
        server.database.unlink()
        assert player.choose().json["code"] == "store_unavailable"
        assert server.get("/health").status == 200


def test_a_server_that_is_started_while_another_holds_its_database_goes_on_afterwards(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), bots_at(server)
        player.choose()
        server.kill()
        with locked(server.database):
            server.start()
            assert player.choose().json["code"] == "store_unavailable"
        player.check()
        assert player.choose().status == 200
        wait_for_more(server, bots.table)


# --- Bots


@pytest.mark.thorough
def test_a_bots_process_that_is_killed_in_its_thought_costs_nobody_a_move(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        bots = Player(server, *["thrall"] * 3)
        with server.client(bots.table) as watching:
            for _ in range(5 if FULL else 2):
                watching.catch_up(watching.state["version"] + 2, 4 * PATIENCE)
                for worker in server.workers():
                    os.kill(worker, signal.SIGKILL)
            watching.catch_up(watching.state["version"] + 2, 4 * PATIENCE)
        bots.check()
        assert b"drakkar_bot_failures 0.0" in server.get("/metrics").body


# --- Logs that cannot be replayed


def test_a_table_of_other_rules_is_refused_and_all_others_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old, player = Player(server, "person", "random"), Player(server, "person", "person")
        bots = bots_at(server)
        server.kill()
        founded = json.loads(log_of(server.database, old.table)[0])
        body = json.dumps({**founded, "rules": "0.0"}).encode()
        edit(
            server.database,
            "UPDATE entries SET body = ?, sum = NULL WHERE table_id = ? AND version = 1",
            body,
            old.table,
        )
        server.start()
        answer = server.get(f"/api/tables/{old.table}", old.secrets[0])
        assert (answer.status, answer.json["code"]) == (409, "wrong_version")
        assert "0.0" in answer.json["text"]
        with server.client(old.table, old.secrets[0]) as client:
            assert client.state == {}
        check_the_others(server, player, bots, {old.table})


BROKEN = (
    b"not JSON at all",
    b"",
    '{"type":"chose","at":1,"seat":0,"choice":"win"}',
    b'{"type":"chose","at":1,"seat":0,"choice":"win"}',
    b'{"type":"chose","at":1,"seat":9,"choice":"pass"}',
    b'{"type":"undid","at":1,"seat":0,"choice":77}',
    b'{"type":"voted","at":1,"seat":0,"whom":-5}',
    b'{"type":"crowned","at":1,"seat":0}',
    b"{}",
)


def test_tables_whose_log_is_broken_are_refused_and_all_others_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        sick = [Player(server, "person", "person") for _ in BROKEN]
        player, bots = Player(server, "person", "person"), bots_at(server)
        for one in sick:
            one.choose()
        server.kill()
        # Without a checksum, as entries of schema 1 are.
        change = "UPDATE entries SET body = ?, sum = NULL WHERE table_id = ? AND version = 2"
        for one, body in zip(sick, BROKEN, strict=True):
            edit(server.database, change, body, one.table)
        server.start()
        for one in sick:
            answer = server.get(f"/api/tables/{one.table}", one.secrets[0])
            expected = (500, "broken_log") if one not in sick[-2:] else (409, "wrong_version")
            assert (answer.status, answer.json["code"]) == expected
            assert "entry 2" in answer.json["text"]
        check_the_others(server, player, bots, {one.table for one in sick})


def test_an_entry_with_flipped_bytes_is_damage_and_not_another_version(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        sick = [Player(server, "person", "person") for _ in range(4)]
        player, bots = Player(server, "person", "person"), bots_at(server)
        for one in sick:
            one.choose()
        server.kill()
        for one, (old, new) in zip(
            sick,
            [(b'"type":"c', b'"type":"d'), (b'"at":', b'"ad":'), (b"{", b"\xff"), (b'"seat":', b'"seat" ')],
            strict=True,
        ):
            body = log_of(server.database, one.table)[1]
            assert old in body
            change = "UPDATE entries SET body = ? WHERE table_id = ? AND version = 2"
            edit(server.database, change, body.replace(old, new, 1), one.table)
        server.start()
        for one in sick:
            answer = server.get(f"/api/tables/{one.table}", one.secrets[0])
            assert (answer.status, answer.json["code"]) == (500, "broken_log")
            assert "entry 2" in answer.json["text"]
        check_the_others(server, player, bots, {one.table for one in sick})


def check_the_others(server: Server, player: Player, bots: Player, sick: set[str]) -> None:
    """Some tables are refused; people and bots at other tables continue, and the list omits those."""
    assert player.choose().status == 200
    wait_for_more(server, bots.table)
    listed = {table["table"] for table in server.get("/api/tables").json["tables"]}
    assert not listed & sick
    assert player.table in listed
    player.check()
    assert "Traceback" not in server.log()


def test_a_table_that_began_just_before_the_end_of_the_server_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        bots = Player(server, "random", "random", "random")
        server.kill()
        # As if the server had died between the entry that starts the match and the change of status.
        edit(server.database, "UPDATE tables SET status = 'open'")
        server.start()
        wait_for_more(server, bots.table)
        until(lambda: statuses(server.database) <= {RUNNING, OVER})


def statuses(database: Path) -> set[str]:
    """The statuses of all tables in the store."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return {status for (status,) in db.execute("SELECT status FROM tables").fetchall()}


# --- Clean shutdown


@pytest.mark.slow
def test_a_server_that_is_told_to_stop_under_load_has_kept_all_that_it_acknowledged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with Load(server, 5) as load:
            for _ in range(3):
                load.wait_for("acknowledged choose", 10)
                began = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - began < 25
                load.started = time.monotonic()
                server.start()
        server.stop()
        for ident, meeting in load.meetings.items():
            bodies = log_of(server.database, ident)
            for seat, promises in enumerate(meeting.promises):
                for promise in promises:
                    assert not promise.version or f'"seat":{seat},'.encode() in bodies[promise.version - 1]
                done = [entries.decode(body) for body in bodies]
                mine = [one for one in done if isinstance(one, entries.Chose | entries.Undid) and one.seat == seat]
                assert len(mine) == len(promises) or not promises
        assert "Traceback" not in server.log()


# --- With a fake clock, in one process


@pytest.fixture
def held(tmp_path: Path) -> Callable[..., Any]:
    """Runs a test in a registry whose clock stands still."""

    def run(test: Callable[[TableRegistry], Any]) -> None:
        async def inside() -> None:
            registry = held_house(tmp_path)
            await registry.open()
            try:
                await test(registry)
            finally:
                await registry.close()
                await registry.store.close()

        asyncio.run(inside())

    return run


async def a_room(registry: TableRegistry, *seats: str, **wish: Any) -> Room:
    """A table for people and bots."""
    wishes = [SeatSpec("person") if seat == "person" else SeatSpec("bot", bot=seat) for seat in seats]
    founding = await registry.create(CreateTable(wishes, **{"pace": 0.0, "grace": 0.0, **wish}))
    return await registry.room(founding.table)


async def choose(room: Room) -> None:
    """The first seat that must decide takes its first choice."""
    seat = next(number for number, one in enumerate(room.table.seats) if one.decision)
    choice = str(room.table.match.choices(seat)[0])
    await room.act(seat, messages.Choose(decision=room.table.seats[seat].decision, choice=choice))


async def fill_up(room: Room) -> None:
    """Send chat until it is refused."""
    while True:
        await room.act(0, messages.Say(text="x" * 500))


def writer(registry: TableRegistry) -> sqlite3.Connection:
    """The writing connection."""
    assert isinstance(registry.store, SqliteStore)
    return registry.store._writer.db


def clock(registry: TableRegistry) -> FakeClock:
    """The clock of the registry."""
    assert isinstance(registry.clock, FakeClock)
    return registry.clock


def test_a_wall_clock_that_jumps_changes_nobodys_time(held: Callable[..., None]) -> None:
    async def jump(registry: TableRegistry) -> None:
        room = await a_room(registry, "person", "person", clock=entries.TimeControl(100))
        for number, wall in enumerate((0, 2_000_000_000_000, 1_000_000_000_000, -5)):
            seat = next(seat for seat in room.table.seats if seat.decision)
            clock(registry).wall = wall
            clock(registry).seconds += 2
            before = seat.bank
            await choose(room)
            # A seat is charged for the last two seconds, or for the whole time if it had to decide all along.
            assert before - seat.bank in (2000, 2000 * (number + 1))
            assert all(0 <= 100_000 - left <= 2000 * (number + 1) for left in room.clocks())
        again = replay(room.table.id, await registry.store.read(room.table.id))
        assert again.version == room.table.version

    held(jump)


def test_a_database_that_may_not_grow_refuses_and_takes_the_same_choice_later(held: Callable[..., None]) -> None:
    async def fill(registry: TableRegistry) -> None:
        room = await a_room(registry, "person", "person")
        (pages,) = writer(registry).execute("PRAGMA page_count").fetchone()
        writer(registry).execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Refused) as refusal:
            await fill_up(room)
        assert refusal.value.code == "store_unavailable"
        kept = room.table.version
        assert kept == len(await registry.store.read(room.table.id))
        writer(registry).execute("PRAGMA max_page_count = 1000000")
        await choose(room)
        assert len(await registry.store.read(room.table.id)) == kept + 1

    held(fill)


def test_a_bot_whose_choice_cannot_be_written_tries_again_until_it_can(held: Callable[..., None]) -> None:
    async def deny(registry: TableRegistry) -> None:
        room = await a_room(registry, "person", "random", "random")
        writer(registry).execute("PRAGMA query_only = ON")
        with pytest.raises(Refused, match="nothing was lost"):
            await choose(room)
        writer(registry).execute("PRAGMA query_only = OFF")
        while not all(seat.decision == 0 or seat.bot for seat in room.table.seats):
            await choose(room)
        writer(registry).execute("PRAGMA query_only = ON")
        length = room.table.version
        for _ in range(20):
            clock(registry).seconds += 1
            await asyncio.sleep(0.01)
        assert room.table.version == length
        assert not room.is_idle
        writer(registry).execute("PRAGMA query_only = OFF")
        for _ in range(20):
            clock(registry).seconds += 1
            await asyncio.sleep(0.01)
        assert room.table.version > length

    held(deny)


def test_a_log_that_lost_its_end_while_it_is_played_is_not_written_on(held: Callable[..., None]) -> None:
    async def cut(registry: TableRegistry) -> None:
        room = await a_room(registry, "person", "person")
        for _ in range(3):
            await choose(room)
        writer(registry).execute("DELETE FROM entries WHERE version > 2")
        writer(registry).execute("UPDATE tables SET version = 2")
        with pytest.raises(Refused) as refusal:
            await choose(room)
        assert refusal.value.code == "broken_log"
        assert len(await registry.store.read(room.table.id)) == 2

    held(cut)


def test_a_log_with_a_gap_is_refused(held: Callable[..., None]) -> None:
    async def tear(registry: TableRegistry) -> None:
        room, other = await a_room(registry, "person", "person"), await a_room(registry, "person", "person")
        for _ in range(3):
            await choose(room)
        ident = room.table.id
        registry.rooms.clear()
        writer(registry).execute("UPDATE entries SET version = 9 WHERE version = 2")
        with pytest.raises(Refused) as refusal:
            await registry.room(ident)
        assert refusal.value.code == "broken_log"
        await choose(other)

    held(tear)


def test_an_entry_that_nobody_wrote_stops_its_own_table_alone(held: Callable[..., None]) -> None:
    async def forge(registry: TableRegistry) -> None:
        room, other = await a_room(registry, "person", "person"), await a_room(registry, "person", "person")
        writer(registry).execute(
            "INSERT INTO entries (table_id, version, body) VALUES (?, 2, ?)", (room.table.id, b"{}")
        )
        # Both are written in one group.
        broken, done = await asyncio.gather(choose(room), choose(other), return_exceptions=True)
        assert isinstance(broken, Refused)
        assert broken.code == "broken_log"
        assert done is None
        assert (room.table.version, other.table.version) == (1, 2)

    held(forge)


def test_what_another_server_wrote_is_taken_over_and_nothing_is_written_twice(held: Callable[..., None]) -> None:
    async def overtake(registry: TableRegistry) -> None:
        room = await a_room(registry, "person", "person")
        other = Table(room.table.id, room.table.founded)
        seat = next(number for number, one in enumerate(other.seats) if one.decision)
        decision, choice = other.seats[seat].decision, str(other.match.choices(seat)[0])
        entry = entries.Chose(1, seat, choice)
        await registry.store.append(room.table.id, 1, entries.encode(entry))
        done = json.loads(await room.act(seat, messages.Choose(decision=decision, choice=choice)))
        assert done["already"]
        assert room.table.version == len(await registry.store.read(room.table.id)) == 2

    held(overtake)


def test_what_the_store_was_not_told_of_a_table_it_is_told_later(held: Callable[..., None]) -> None:
    async def forget(registry: TableRegistry) -> None:
        founding = await registry.create(CreateTable([SeatSpec("person"), SeatSpec("open")], pace=0.0, grace=0.0))
        room = await registry.room(founding.table)
        writer(registry).execute(
            "CREATE TRIGGER deny BEFORE UPDATE OF status ON tables BEGIN SELECT RAISE(FAIL, 'no'); END"
        )
        await room.act(0, messages.Start(bot="random"))
        assert await registry.store.tables(OPEN, 1) == [founding.table]
        writer(registry).execute("DROP TRIGGER deny")
        await room.act(0, messages.Say(text="well?"))
        assert await registry.store.tables(RUNNING, 1) == [founding.table]

    held(forget)
