"""Whatever goes wrong around a server: clear words, nothing acknowledged that is not kept, and no restart to go on."""

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

from drakkar.server import entries, messages
from drakkar.server.house import House
from drakkar.server.messages import Found, SeatWish
from drakkar.server.refusals import Refused
from drakkar.server.room import Room
from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.store import OPEN, OVER, RUNNING
from drakkar.server.table import Table, replayed
from tests.server.held import HeldTimes, held_house
from tests.server.load import Load
from tests.server.running import PATIENCE, Answer, Server, running


def log_of(database: Path, table: str) -> list[bytes]:
    """The entries of a table as they lie on the disk, read beside the server."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY version", (table,))
        return [body for (body,) in found.fetchall()]


def until(is_so: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


class Player:
    """All people of a table over HTTP; they keep what was acknowledged."""

    def __init__(self, server: Server, *seats: str, **wish: object) -> None:
        self.server = server
        self.table, self.secrets = server.found(*seats, **wish)
        self.rng = Random(self.table)
        self.acknowledged: dict[int, str] = {}

    def state(self, seat: int) -> dict[str, Any]:
        """As a seat sees it."""
        state: dict[str, Any] = self.server.get(f"/api/tables/{self.table}", self.secrets[seat]).json["state"]
        return state

    def choose(self) -> Answer:
        """Whoever is asked chooses something."""
        for seat, secret in enumerate(self.secrets):
            if secret and (state := self.state(seat))["decision"]:
                choice = self.rng.choice(state["choices"])
                said = {"do": "choose", "decision": state["decision"], "choice": choice}
                answer = self.server.post(f"/api/tables/{self.table}/do", said, secret)
                if answer.json["is"] == "done":
                    self.acknowledged[answer.json["version"]] = choice
                return answer
        raise AssertionError("nobody is asked")

    def check(self) -> None:
        """What was acknowledged lies on the disk, and nothing else: the log is what the server shows."""
        bodies = log_of(self.server.database, self.table)
        for version, choice in self.acknowledged.items():
            entry = entries.read(bodies[version - 1])
            assert isinstance(entry, entries.Chose)
            assert entry.choice == choice
        assert len([body for body in bodies if b'"chose"' in body]) >= len(self.acknowledged)
        assert replayed(self.table, bodies).version == len(bodies)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another program has the database for itself."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def edit(database: Path, statement: str, *values: object) -> None:
    """Change what is kept, behind the server's back."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(statement, values)


# --- The disk


@pytest.mark.thorough
def test_a_full_disk_refuses_what_it_cannot_keep_and_all_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), Player(server, "random", "random", "random")
        player.choose()
        until(lambda: len(log_of(server.database, bots.table)) > 2)
        # No file of the server may grow any more: what the disk says then is as real as if it were full.
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
        length, version = len(log_of(server.database, bots.table)), len(log_of(server.database, player.table))
        assert player.state(0)["version"] == version
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: player.choose().status == 200)
        until(lambda: len(log_of(server.database, bots.table)) > length)
        player.check()
        assert server.stop() == 0
        server.start()
        assert player.state(0)["version"] >= version + 1
        player.check()
        assert "SQLITE_" in server.log()


@pytest.mark.thorough
def test_a_database_that_another_holds_refuses_choices_and_takes_them_afterwards(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), Player(server, "random", "random", "random")
        player.choose()
        until(lambda: len(log_of(server.database, bots.table)) > 2)
        with locked(server.database):
            refused = player.choose()
            assert (refused.status, refused.json["code"]) == (503, "store_unavailable")
            assert server.get("/health").status == 200
            version = player.state(0)["version"]
            length = len(log_of(server.database, bots.table))
            time.sleep(1.5)
            assert len(log_of(server.database, bots.table)) == length
        assert player.choose().json == {"is": "done", "version": version + 1}
        until(lambda: len(log_of(server.database, bots.table)) > length)
        player.check()
        bots.check()


def test_a_database_that_was_moved_away_takes_nothing_until_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), Player(server, "random", "random", "random")
        player.choose()
        for ending in ("", "-wal"):
            file = server.database.with_name(server.database.name + ending)
            file.rename(tmp_path / "elsewhere")
            refused = player.choose()
            assert (refused.status, refused.json["code"]) == (503, "store_unavailable")
            version = player.state(0)["version"]
            (tmp_path / "elsewhere").rename(file)
            assert player.choose().json == {"is": "done", "version": version + 1}
        length = len(log_of(server.database, bots.table))
        until(lambda: len(log_of(server.database, bots.table)) > length)
        player.check()
        server.database.unlink()
        assert player.choose().json["code"] == "store_unavailable"
        assert server.get("/health").status == 200


def test_a_server_that_is_started_while_another_holds_its_database_goes_on_afterwards(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player, bots = Player(server, "person", "person"), Player(server, "random", "random")
        player.choose()
        server.kill()
        with locked(server.database):
            server.start()
            assert player.choose().json["code"] == "store_unavailable"
            length = len(log_of(server.database, bots.table))
        player.check()
        assert player.choose().status == 200
        until(lambda: len(log_of(server.database, bots.table)) > length)


# --- Bots


@pytest.mark.thorough
def test_a_bots_process_that_is_killed_in_its_thought_costs_nobody_a_move(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        bots = Player(server, *["thrall"] * 3)
        for _ in range(5):
            until(lambda: bool(server.workers()))
            length = len(log_of(server.database, bots.table))
            for worker in server.workers():
                os.kill(worker, signal.SIGKILL)
            until(lambda seen=length: len(log_of(server.database, bots.table)) > seen + 1)  # type: ignore[misc]
        bots.check()
        assert b"drakkar_bot_fallbacks 0.0" in server.get("/metrics").body


# --- Logs that cannot be played


def test_a_table_of_other_rules_is_refused_and_all_others_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old, player, bots = (
            Player(server, "person", "random"),
            Player(server, "person", "person"),
            Player(server, "random", "random"),
        )
        server.kill()
        founded = json.loads(log_of(server.database, old.table)[0])
        body = json.dumps({**founded, "rules": "0.0"}).encode()
        edit(server.database, "UPDATE entries SET body = ? WHERE table_id = ? AND version = 1", body, old.table)
        length = len(log_of(server.database, bots.table))
        server.start()
        answer = server.get(f"/api/tables/{old.table}", old.secrets[0])
        assert (answer.status, answer.json["code"]) == (409, "wrong_version")
        assert "0.0" in answer.json["text"]
        with server.client(old.table, old.secrets[0]) as client:
            assert client.state == {}
        check_the_others(server, player, bots, length, old.table)


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
        player, bots = Player(server, "person", "person"), Player(server, "random", "random")
        for one in sick:
            one.choose()
        server.kill()
        for one, body in zip(sick, BROKEN, strict=True):
            edit(server.database, "UPDATE entries SET body = ? WHERE table_id = ? AND version = 2", body, one.table)
        length = len(log_of(server.database, bots.table))
        server.start()
        for one in sick:
            answer = server.get(f"/api/tables/{one.table}", one.secrets[0])
            expected = (500, "broken_log") if one not in sick[-2:] else (409, "wrong_version")
            assert (answer.status, answer.json["code"]) == expected
            assert "entry 2" in answer.json["text"]
            check_the_others(server, player, bots, length, one.table)


def check_the_others(server: Server, player: Player, bots: Player, length: int, sick: str) -> None:
    """One table is refused: people and bots go on at theirs, and the list leaves it out."""
    assert player.choose().status == 200
    until(lambda: len(log_of(server.database, bots.table)) > length)
    listed = [table["table"] for table in server.get("/api/tables").json["tables"]]
    assert sick not in listed
    assert player.table in listed
    player.check()
    assert "Traceback" not in server.log()


def test_a_table_that_began_just_before_the_end_of_the_server_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        bots = Player(server, "random", "random", "random")
        server.kill()
        # As if it had died after the entry that begins the match, and before the mark of it.
        edit(server.database, "UPDATE tables SET status = 'open'")
        length = len(log_of(server.database, bots.table))
        server.start()
        until(lambda: len(log_of(server.database, bots.table)) > length)
        until(lambda: statuses(server.database) <= {RUNNING, OVER})


def statuses(database: Path) -> set[str]:
    """What the store thinks its tables are doing."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return {status for (status,) in db.execute("SELECT status FROM tables").fetchall()}


# --- The end in good order


@pytest.mark.thorough
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
                done = [entries.read(body) for body in bodies]
                mine = [one for one in done if isinstance(one, entries.Chose | entries.Undid) and one.seat == seat]
                assert len(mine) == len(promises) or not promises
        assert "Traceback" not in server.log()


# --- With held time, in one process


@pytest.fixture
def held(tmp_path: Path) -> Callable[..., Any]:
    """Runs something in a house whose time stands still."""

    def run(test: Callable[[House], Any]) -> None:
        async def inside() -> None:
            house = held_house(tmp_path)
            await house.open()
            try:
                await test(house)
            finally:
                await house.close()
                await house.store.close()

        asyncio.run(inside())

    return run


async def a_room(house: House, *seats: str, **wish: Any) -> Room:
    """A table for people and bots."""
    wishes = [SeatWish("person") if seat == "person" else SeatWish("bot", bot=seat) for seat in seats]
    founding = await house.found(Found(wishes, **{"pace": 0.0, "grace": 0.0, **wish}))
    return await house.room(founding.table)


async def choose(room: Room) -> None:
    """The first who is asked chooses the first option."""
    seat = next(number for number, one in enumerate(room.table.seats) if one.decision)
    choice = str(room.table.match.options(seat)[0])
    await room.act(seat, messages.Choose(decision=room.table.seats[seat].decision, choice=choice))


async def fill_up(room: Room) -> None:
    """Talk without end."""
    while True:
        await room.act(0, messages.Say(text="x" * 500))


def writer(house: House) -> sqlite3.Connection:
    """The connection that writes."""
    assert isinstance(house.store, SqliteStore)
    return house.store._writer


def times(house: House) -> HeldTimes:
    """The time of the house."""
    assert isinstance(house.times, HeldTimes)
    return house.times


def test_a_wall_clock_that_jumps_changes_nobodys_time(held: Callable[..., None]) -> None:
    async def jump(house: House) -> None:
        room = await a_room(house, "person", "person", clock=entries.Clock(100))
        for number, wall in enumerate((0, 2_000_000_000_000, 1_000_000_000_000, -5)):
            seat = next(seat for seat in room.table.seats if seat.decision)
            times(house).wall = wall
            times(house).seconds += 2
            before = seat.bank
            await choose(room)
            # Whoever was asked all the time has spent all the time, and nobody anything else.
            assert before - seat.bank in (2000, 2000 * (number + 1))
            assert all(0 <= 100_000 - left <= 2000 * (number + 1) for left in room.clocks())
        again = replayed(room.table.ident, await house.store.read(room.table.ident))
        assert again.version == room.table.version

    held(jump)


def test_a_database_that_may_not_grow_refuses_and_takes_the_same_choice_later(held: Callable[..., None]) -> None:
    async def fill(house: House) -> None:
        room = await a_room(house, "person", "person")
        (pages,) = writer(house).execute("PRAGMA page_count").fetchone()
        writer(house).execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Refused) as refusal:
            await fill_up(room)
        assert refusal.value.code == "store_unavailable"
        kept = room.table.version
        assert kept == len(await house.store.read(room.table.ident))
        writer(house).execute("PRAGMA max_page_count = 1000000")
        await choose(room)
        assert len(await house.store.read(room.table.ident)) == kept + 1

    held(fill)


def test_a_bot_whose_choice_cannot_be_written_tries_again_until_it_can(held: Callable[..., None]) -> None:
    async def deny(house: House) -> None:
        room = await a_room(house, "person", "random", "random")
        writer(house).execute("PRAGMA query_only = ON")
        with pytest.raises(Refused, match="nothing was lost"):
            await choose(room)
        writer(house).execute("PRAGMA query_only = OFF")
        while not all(seat.decision == 0 or seat.bot for seat in room.table.seats):
            await choose(room)
        writer(house).execute("PRAGMA query_only = ON")
        length = room.table.version
        for _ in range(20):
            times(house).seconds += 1
            await asyncio.sleep(0.01)
        assert room.table.version == length
        assert not room.is_idle
        writer(house).execute("PRAGMA query_only = OFF")
        for _ in range(20):
            times(house).seconds += 1
            await asyncio.sleep(0.01)
        assert room.table.version > length

    held(deny)


def test_a_log_that_lost_its_end_while_it_is_played_is_not_written_on(held: Callable[..., None]) -> None:
    async def cut(house: House) -> None:
        room = await a_room(house, "person", "person")
        for _ in range(3):
            await choose(room)
        writer(house).execute("DELETE FROM entries WHERE version > 2")
        writer(house).execute("UPDATE tables SET version = 2")
        with pytest.raises(Refused) as refusal:
            await choose(room)
        assert refusal.value.code == "broken_log"
        assert len(await house.store.read(room.table.ident)) == 2

    held(cut)


def test_a_log_with_a_gap_is_refused(held: Callable[..., None]) -> None:
    async def tear(house: House) -> None:
        room, other = await a_room(house, "person", "person"), await a_room(house, "person", "person")
        for _ in range(3):
            await choose(room)
        ident = room.table.ident
        house.rooms.clear()
        writer(house).execute("UPDATE entries SET version = 9 WHERE version = 2")
        with pytest.raises(Refused) as refusal:
            await house.room(ident)
        assert refusal.value.code == "broken_log"
        await choose(other)

    held(tear)


def test_an_entry_that_nobody_wrote_stops_its_own_table_alone(held: Callable[..., None]) -> None:
    async def forge(house: House) -> None:
        room, other = await a_room(house, "person", "person"), await a_room(house, "person", "person")
        writer(house).execute("INSERT INTO entries VALUES (?, 2, ?)", (room.table.ident, b"{}"))
        # Both are written in one group.
        broken, done = await asyncio.gather(choose(room), choose(other), return_exceptions=True)
        assert isinstance(broken, Refused)
        assert broken.code == "broken_log"
        assert done is None
        assert (room.table.version, other.table.version) == (1, 2)

    held(forge)


def test_what_another_server_wrote_is_taken_over_and_nothing_is_written_twice(held: Callable[..., None]) -> None:
    async def overtake(house: House) -> None:
        room = await a_room(house, "person", "person")
        other = Table(room.table.ident, room.table.founded)
        seat = next(number for number, one in enumerate(other.seats) if one.decision)
        decision, choice = other.seats[seat].decision, str(other.match.options(seat)[0])
        entry = entries.Chose(1, seat, choice)
        await house.store.append(room.table.ident, 1, entries.written(entry))
        with pytest.raises(Refused) as refusal:
            await room.act(seat, messages.Choose(decision=decision, choice=choice))
        assert refusal.value.code == "stale"
        done = json.loads(await room.act(seat, messages.Choose(decision=decision, choice=choice)))
        assert done["already"]
        assert room.table.version == len(await house.store.read(room.table.ident)) == 2

    held(overtake)


def test_what_the_store_was_not_told_of_a_table_it_is_told_later(held: Callable[..., None]) -> None:
    async def forget(house: House) -> None:
        founding = await house.found(Found([SeatWish("person"), SeatWish("open")], pace=0.0, grace=0.0))
        room = await house.room(founding.table)
        writer(house).execute(
            "CREATE TRIGGER deny BEFORE UPDATE OF status ON tables BEGIN SELECT RAISE(FAIL, 'no'); END"
        )
        await room.act(0, messages.Start(bot="random"))
        assert await house.store.tables(OPEN, 1) == [founding.table]
        writer(house).execute("DROP TRIGGER deny")
        await room.act(0, messages.Say(text="well?"))
        assert await house.store.tables(RUNNING, 1) == [founding.table]

    held(forget)
