"""Faults of the file: a killed server, a full disk, locks, broken files, files of other programs."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from textwrap import dedent
from threading import Thread

import pytest

from drakkar.server.log import bounds, sqlite_statements
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import (
    OPEN,
    OVER,
    RUNNING,
    BrokenLog,
    NoSuchTable,
    SeatKey,
    Store,
    StoreError,
    StoreUnavailable,
)
from tests.server.sessions import finish

PROGRAM_HEAD = """
import asyncio, ctypes, os, resource, signal, sys
from pathlib import Path
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import NoSuchTable, StoreError, StoreUnavailable
path = Path(sys.argv[1])
signal.alarm(60)
"""


@contextmanager
def program(text: str, path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process; it is killed at the end if it still runs."""
    words = [sys.executable, "-c", PROGRAM_HEAD + dedent(text), str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own words
        try:
            yield process
        finally:
            process.kill()


def said(process: "subprocess.Popen[str]") -> list[str]:
    """The remaining complete lines of output."""
    assert process.stdout
    return [line.rstrip("\n") for line in process.stdout if line.endswith("\n")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds a lock on the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


async def until_the_writer_waits(store: SqliteStore) -> None:
    """Wait until the writing thread has taken everything from the queue."""
    await asyncio.sleep(0)
    while store._writer.waiting:  # noqa: ASYNC110 - the writing thread empties it
        await asyncio.sleep(0.001)


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


async def outage(store: Store, path: Path, table: str = "a", version: int = 1) -> str:
    """The error of an append that cannot be made now; it reveals no data or paths."""
    with pytest.raises(StoreUnavailable) as caught:
        await store.append(table, version, b"a secret")
    words = str(caught.value)
    assert path.name not in words
    assert "secret" not in words
    return words


# A killed server.

WRITES_UNTIL_KILLED = """
async def write(store, table):
    try:
        version = len(await store.read(table))
    except NoSuchTable:
        await store.create(table, b"1", "open")
        version = 1
    while True:
        version += 1
        await store.append(table, version - 1, str(version).encode())
        print(table, version, flush=True)

async def main():
    store = SqliteStore(path)
    await asyncio.gather(*(write(store, f"table {number}") for number in range(10)))

asyncio.run(main())
"""


@pytest.mark.thorough
def test_what_a_killed_server_has_acknowledged_is_there(path: Path) -> None:
    async def check(acknowledged: dict[str, int]) -> None:
        store = SqliteStore(path)
        for table, version in acknowledged.items():
            log = await store.read(table)
            assert len(log) >= version
            assert log == [b"%d" % number for number in range(1, len(log) + 1)]
        await store.close()

    acknowledged: dict[str, int] = {}
    for seed in range(12):
        dice = Random(seed)
        with program(WRITES_UNTIL_KILLED, path) as writer:
            assert writer.stdout
            lines = [writer.stdout.readline() for _ in range(dice.randrange(200))]
            time.sleep(dice.random() / 50)
            writer.kill()
            for line in lines + said(writer):
                table, _, version = line.rstrip("\n").rpartition(" ")
                acknowledged[table] = int(version)
        finish(check(acknowledged))
    assert len(acknowledged) == 10
    assert min(acknowledged.values()) > 12


# Two servers.

HOLDS_THE_FILE = """
async def main():
    store = SqliteStore(path)
    await store.create("a", b"1", "open")
    print("ready", flush=True)
    signal.pause()

asyncio.run(main())
"""


def test_a_second_server_is_refused_until_the_first_is_dead(path: Path) -> None:
    with program(HOLDS_THE_FILE, path) as first:
        assert first.stdout
        assert first.stdout.readline() == "ready\n"
        assert "in use" in refusal(path)
        first.kill()
        first.wait()
        finish(SqliteStore(path).close())


def test_a_second_store_is_refused_under_another_name_of_the_file_too(path: Path) -> None:
    store = SqliteStore(path)
    alias = path.with_name("alias.db")
    alias.symlink_to(path)
    with pytest.raises(StoreError, match="in use"):
        SqliteStore(alias)
    finish(store.close())
    finish(SqliteStore(alias).close())


def test_a_file_with_a_second_name_is_refused_until_it_has_one_again(path: Path) -> None:
    alias = path.with_name("alias.db")
    with program(HOLDS_THE_FILE, path) as first:
        assert first.stdout
        assert first.stdout.readline() == "ready\n"
        alias.hardlink_to(path)
        assert "hard link" in refusal(alias)
        assert "in use" in refusal(path)
        first.kill()
        first.wait()
    assert "hard link" in refusal(path)
    alias.unlink()
    assert not alias.with_name("alias.db-wal").exists()

    async def look() -> None:
        store = SqliteStore(path)
        assert await store.read("a") == [b"1"]
        await store.close()

    finish(look())


# A full disk: the kernel does not let any file of the process grow further.

FILLS_THE_DISK = """
def most_bytes(number):
    resource.setrlimit(resource.RLIMIT_FSIZE, (number, resource.RLIM_INFINITY))

async def main():
    store = SqliteStore(path)
    await store.create("a", b"1", "open")
    await store.create("b", b"1", "open")
    most_bytes(300_000)
    version = 1
    try:
        while version < 1000:
            await store.append("a", version, b"x" * 3000)
            version += 1
    except StoreUnavailable as error:
        print(error)
    print(version)
    for _ in range(3):
        together = [store.append("b", 1, bytes(200_000)), store.append("a", version, b"a"), store.mark("a", "over"),
                    store.create("c", bytes(200_000), "over")]
        print(*(type(told).__name__ for told in await asyncio.gather(*together, return_exceptions=True)))
        print(len(await store.read("a")), len(await store.read("b")), *await store.tables("over", 10))
    most_bytes(resource.RLIM_INFINITY)
    await store.append("a", version, b"again")
    await store.mark("a", "over")
    print(len(await store.read("a")))
    await store.close()

asyncio.run(main())
"""


def test_on_a_full_disk_writes_fail_and_are_not_there_and_go_on_once_there_is_room(path: Path) -> None:
    with program(FILLS_THE_DISK, path) as process:
        error, length, *thrice, after = said(process)
        assert process.wait() == 0
    assert error in ("nothing can be written now (SQLITE_FULL)", "nothing can be written now (SQLITE_IOERR_WRITE)")
    assert int(length) > 10
    assert thrice == [" ".join(["StoreUnavailable"] * 4), f"{length} 1"] * 3
    assert int(after) == int(length) + 1

    async def check() -> None:
        store = SqliteStore(path)
        log = await store.read("a")
        assert log == [b"1", *[b"x" * 3000] * (int(length) - 1), b"again"]
        assert await store.read("b") == [b"1"]
        assert await store.tables(OVER, 10) == ["a"]
        assert await store.tables(OPEN, 10) == ["b"]
        await store.close()

    finish(check())


# A locked file.


def test_while_another_holds_the_file_writes_fail_reads_do_not_and_afterwards_both_work(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path, patience_ms=50)
        await store.create("a", b"1", OPEN)
        with locked(path):
            began = time.monotonic()
            assert "SQLITE_BUSY" in await outage(store, path)
            assert time.monotonic() - began < 10
            assert await store.read("a") == [b"1"]
            assert await store.tables(OPEN, 1) == ["a"]
        await store.append("a", 1, b"2")
        assert await store.read("a") == [b"1", b"2"]
        await store.close()

    finish(session())


def test_a_short_lock_is_waited_for_and_then_all_that_queued_up_is_one_transaction(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path, patience_ms=60_000)
        statements: list[str] = []
        store._writer.db.set_trace_callback(statements.append)
        with locked(path):
            first = asyncio.ensure_future(store.create("first", b"1", OPEN))
            await until_the_writer_waits(store)
            others = [asyncio.ensure_future(store.create(f"{number}", b"1", OPEN)) for number in range(300)]
            late = asyncio.ensure_future(store.append("0", 7, b"late"))
            await asyncio.sleep(0.02)
            assert not first.done()
        told = await asyncio.gather(first, *others, late, return_exceptions=True)
        assert [error for error in told if error] == [late.exception()]
        assert statements.count("COMMIT") == 2
        assert len(await store.tables(OPEN, 1000)) == 301
        await store.close()

    finish(session())


def test_a_queue_that_is_full_refuses_at_once_and_keeps_what_it_has(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path, most_waiting=10, patience_ms=60_000)
        with locked(path):
            taken = [asyncio.ensure_future(store.create("0", b"", OPEN))]
            await until_the_writer_waits(store)
            taken += [asyncio.ensure_future(store.create(f"{number}", b"", OPEN)) for number in range(1, 11)]
            await asyncio.sleep(0)
            for _ in range(3):
                assert "waiting" in await outage(store, path)
        await asyncio.gather(*taken)
        assert len(await store.tables(OPEN, 100)) == 11
        await store.close()

    finish(session())


# Cancelled writes.


def test_a_writer_whose_loop_has_ended_does_no_harm(path: Path) -> None:
    store = SqliteStore(path, patience_ms=60_000)

    async def leaves_early() -> None:
        task = asyncio.ensure_future(store.create("a", b"1", OPEN))
        await until_the_writer_waits(store)
        assert not task.done()

    async def stays() -> None:
        await store.create("b", b"1", OPEN)
        assert await store.tables(OPEN, 10) == ["b", "a"]
        await store.close()

    with locked(path):
        finish(leaves_early())
    finish(stays())


def test_a_writer_who_stops_waiting_disturbs_nobody(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path, patience_ms=60_000)
        with locked(path):
            impatient = asyncio.ensure_future(store.create("a", b"1", OPEN))
            patient = asyncio.ensure_future(store.create("b", b"1", OPEN))
            await until_the_writer_waits(store)
            impatient.cancel()
        await patient
        await asyncio.wait([impatient])
        assert impatient.cancelled()
        await store.append("b", 1, b"2")
        await store.close()

    finish(session())


def test_several_loops_may_share_a_store(path: Path) -> None:
    store = SqliteStore(path)

    async def fill(table: str) -> None:
        await store.create(table, b"1", OPEN)
        for version in range(1, 50):
            await store.append(table, version, b"%d" % version)

    async def check() -> None:
        assert [len(await store.read(table)) for table in "abc"] == [50] * 3
        await store.close()

    threads = [Thread(target=lambda table=table: finish(fill(table))) for table in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    finish(check())


# Writes that would harm others in their group.


def test_what_cannot_stand_in_the_file_is_refused_before_it_queues_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "LARGEST_ENTRY", 1000)

    async def session() -> None:
        store = SqliteStore(path)
        await store.create("a", bytes(1000), OPEN)
        for attempt in (
            store.create("\ud800", b"", OPEN),
            store.append("\ud800", 1, b""),
            store.mark("a", "\ud800"),
            store.read("\ud800"),
            store.tables(OPEN, 1, "\ud800"),
            store.about("\ud800"),
            store.remember("s", SeatKey("k", "\ud800", "", 1)),
            store.add_link("\ud800", "k", "a", 1),
        ):
            with pytest.raises(NoSuchTable):
                await attempt
        with pytest.raises(StoreError, match="1001"):
            await store.append("a", 1, bytes(1001))
        await store.append("a", 1, b"2")
        await store.close()

    finish(session())


def test_a_fault_that_nobody_foresaw_fails_its_group_and_the_thread_lives_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_append = sqlite_statements.append

    def append(db: sqlite3.Connection, table: str, version: int, entry: bytes, now: int) -> None:
        real_append(db, table, version, entry, now)
        if entry == b"a secret":
            raise MemoryError("a secret")

    monkeypatch.setattr(sqlite_statements, "append", append)

    async def session() -> None:
        store = SqliteStore(path)
        await store.create("a", b"1", OPEN)
        assert "MemoryError" in await outage(store, path)
        assert await store.read("a") == [b"1"]
        await store.append("a", 1, b"2")
        await store.close()

    finish(session())


# Invalid files.


@pytest.mark.parametrize(
    "content", [b"Not a database, but a saga. " * 500, bytes(5000), b"x", b"SQLite format 3\x00" * 500]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "not a database" in refusal(path)
    assert path.read_bytes() == content


def test_an_empty_file_is_taken_as_a_new_one(path: Path) -> None:
    path.touch()
    finish(SqliteStore(path).close())
    assert path.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("change", ["CREATE TABLE mine (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"])
def test_a_database_of_another_program_is_refused_and_left_alone(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(change)
    content = path.read_bytes()
    assert "another program" in refusal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("harm", ["body = X'FF' || substr(body, 2)", "body = X'FF73'", "body = X''", "sum = sum + 1"])
def test_a_damaged_entry_is_said_to_be_damaged(path: Path, harm: str) -> None:
    async def fill() -> None:
        store = SqliteStore(path)
        await store.create("a", b"first", OPEN)
        await store.append("a", 1, b"second")
        await store.create("b", b"first", OPEN)
        await store.close()

    async def look() -> None:
        store = SqliteStore(path)
        with pytest.raises(BrokenLog, match="entry 2 of this table is damaged"):
            await store.read("a")
        assert await store.read("b") == [b"first"]
        await store.close()

    finish(fill())
    with closing(sqlite3.connect(path)) as by_hand:
        by_hand.execute(f"UPDATE entries SET {harm} WHERE table_id = 'a' AND version = 2")  # noqa: S608 - our own words
        by_hand.commit()
    finish(look())


def test_entries_that_changed_places_are_said_to_be_damaged(path: Path) -> None:
    async def fill() -> None:
        store = SqliteStore(path)
        await store.create("a", b"first", OPEN)
        await store.append("a", 1, b"second")
        await store.append("a", 2, b"third")
        await store.close()

    async def look() -> None:
        store = SqliteStore(path)
        with pytest.raises(BrokenLog, match="entry 2 of this table is damaged"):
            await store.read("a")
        await store.close()

    finish(fill())
    with closing(sqlite3.connect(path)) as by_hand:
        for before, after in ((2, 9), (3, 2), (9, 3)):
            by_hand.execute("UPDATE entries SET version = ? WHERE version = ?", (after, before))
        by_hand.commit()
    finish(look())


def test_broken_pages_are_an_outage_for_who_needs_them(path: Path) -> None:
    async def fill() -> None:
        store = SqliteStore(path)
        await store.create("a", b"1", OPEN)
        for version in range(1, 100):
            await store.append("a", version, bytes(1000))
        await store.close()

    async def suffer() -> None:
        store = SqliteStore(path)
        for attempt in (store.read("a"), store.tables(OPEN, 10)):
            with pytest.raises(StoreUnavailable, match=r"^nothing can be read now \(SQLITE_CORRUPT\w*\)$"):
                await attempt
        assert "SQLITE_CORRUPT" in await outage(store, path, version=100)
        await store.close()

    finish(fill())
    content = path.read_bytes()
    path.write_bytes(content[:4096] + Random(1).randbytes(len(content) - 4096))
    finish(suffer())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "tables.db"
    assert f"there is no folder {path.parent}" in refusal(path)
    assert not path.parent.exists()


def test_a_folder_is_no_file(path: Path) -> None:
    path.mkdir()
    assert "cannot be opened" in refusal(path)


# Without capabilities, even root may write only where the mode of the folder allows it.
OPENS_WITHOUT_PRIVILEGES = """
header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
assert ctypes.CDLL(None, use_errno=True).capset(header, nothing) == 0
try:
    SqliteStore(path)
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("there", ["nothing", "the database", "the database and its lock"])
def test_a_folder_where_nothing_may_be_written_is_refused_at_once(path: Path, there: str) -> None:
    if there != "nothing":
        finish(SqliteStore(path).close())
    lock = path.with_name("tables.db.lock")
    if there == "the database":
        lock.unlink()
    path.parent.chmod(0o500)
    try:
        with program(OPENS_WITHOUT_PRIVILEGES, path) as process:
            (line,) = said(process)
            assert process.wait() == 0
    finally:
        path.parent.chmod(0o700)
    assert line.startswith(str(path))
    assert "cannot be opened" in line


def test_a_file_that_may_only_be_read_is_refused_at_once(path: Path) -> None:
    finish(SqliteStore(path).close())
    path.chmod(0o400)
    with program(OPENS_WITHOUT_PRIVILEGES, path) as process:
        assert said(process) == [f"{path} cannot be opened: Permission denied"]
        assert process.wait() == 0


# The form of the file.


def test_only_the_owner_may_read_what_is_kept(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path)
        await store.create("a", b"1", OPEN)
        files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        assert files == dict.fromkeys(
            ("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "tables.db.counts"), 0o600
        )
        await store.close()
        assert sorted(file.name for file in path.parent.iterdir()) == [
            "tables.db",
            "tables.db.counts",
            "tables.db.lock",
        ]

    before = os.umask(0)
    try:
        finish(session())
    finally:
        os.umask(before)


def test_every_commit_is_synced_and_a_listing_needs_no_sorting(path: Path) -> None:
    store = SqliteStore(path)
    settings = {
        name: store._writer.db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    assert settings == {"journal_mode": "wal", "synchronous": 2}
    questions: list[str] = []
    store._reader.set_trace_callback(questions.append)
    finish(store.tables(RUNNING, 10))
    plan = store._reader.execute(f"EXPLAIN QUERY PLAN {questions[0]}").fetchall()
    assert [row[3] for row in plan] == ["SEARCH tables USING INDEX tables_by_status (status=? AND rowid<?)"]
    finish(store.close())
