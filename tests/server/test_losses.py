"""A lost or damaged write-ahead log: the next start notices it, logs it, marks the tables, and continues."""

import json
import logging
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from drakkar.server.log.entry_counts import Counts
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import OPEN, NoSuchTable
from tests.server.running import Server, running
from tests.server.sessions import finish

PATIENCE = 60.0

# Appends this many entries to each of five tables, reports it, and waits to be killed.
APPENDS = """
import asyncio, signal, sys
from pathlib import Path
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import NoSuchTable

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    for number in range(5):
        table = f"table {number}"
        try:
            version = len(await store.read(table))
        except NoSuchTable:
            await store.create(table, b"first", "open")
            version = 1
        for _ in range(int(sys.argv[2])):
            await store.append(table, version, b"entry " * 50)
            version += 1
    print("done", flush=True)
    signal.pause()

signal.alarm(60)
asyncio.run(main())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def append_and_die(path: Path, number: int) -> None:
    """Append entries in a process, and kill it."""
    words = [sys.executable, "-c", APPENDS, str(path), str(number)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own words
        assert process.stdout is not None
        assert process.stdout.readline() == "done\n"
        process.send_signal(signal.SIGKILL)


def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def remove(log: Path) -> None:
    log.unlink()


def cut(log: Path) -> None:
    os.truncate(log, log.stat().st_size // 2)


def empty(log: Path) -> None:
    os.truncate(log, 0)


def flip(log: Path) -> None:
    """Flip one bit in the middle of a file."""
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)


async def lengths(path: Path) -> dict[str, tuple[int, int]]:
    """The number of entries of each table, and of lost ones."""
    store = SqliteStore(path)
    found = {}
    for table in await store.tables(OPEN, 100):
        about = await store.about(table)
        assert about.entries == len(await store.read(table))
        assert about.lost == await store.lost(table)
        found[table] = about.entries, about.lost
    await store.close()
    return found


def said(caplog: pytest.LogCaptureFixture) -> dict[str, int]:
    """The losses in the log, by table."""
    found = {
        record.__dict__["table"]: record.__dict__["lost"]
        for record in caplog.records
        if record.levelno == logging.ERROR
    }
    caplog.clear()
    return found


@pytest.mark.parametrize("harm", [remove, empty, cut, flip])
def test_lost_entries_are_counted_logged_and_marked_for_ever(
    path: Path, harm: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    append_and_die(path, 10)
    assert finish(lengths(path)) == {f"table {number}": (11, 0) for number in range(5)[::-1]}
    assert said(caplog) == {}
    append_and_die(path, 20)
    harm(wal(path))
    found = finish(lengths(path))
    assert set(found) == {f"table {number}" for number in range(5)}
    assert all(entries + lost == 31 for entries, lost in found.values())
    assert any(lost > 0 for _, lost in found.values())
    if harm in (remove, empty):
        assert all(entries == 11 for entries, _ in found.values())
    assert said(caplog) == {table: lost for table, (_, lost) in found.items() if lost}
    # The loss is logged once and stays marked; the tables continue.
    assert finish(lengths(path)) == found
    assert said(caplog) == {}
    append_and_die(path, 3)
    assert finish(lengths(path)) == {table: (entries + 3, lost) for table, (entries, lost) in found.items()}
    append_and_die(path, 4)
    remove(wal(path))
    assert finish(lengths(path)) == {table: (entries + 3, lost + 4) for table, (entries, lost) in found.items()}
    assert said(caplog) == dict.fromkeys(found, 4)


def test_tables_that_are_gone_are_named(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    append_and_die(path, 6)
    remove(wal(path))
    assert finish(lengths(path)) == {}
    assert {record.getMessage() for record in caplog.records} == {"table is gone, with 7 entries"}
    assert said(caplog) == {f"table {number}": 7 for number in range(5)}
    assert finish(lengths(path)) == {}
    assert said(caplog) == {}


def test_if_the_file_is_locked_at_the_start_it_is_compared_later(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    append_and_die(path, 2)
    finish(lengths(path))
    append_and_die(path, 6)
    remove(wal(path))

    async def session() -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            store = SqliteStore(path, patience_ms=10, whole_after=0.0)
            assert await store.lost("table 1") == 0
            assert len(await store.read("table 1")) == 3
            other.execute("ROLLBACK")
        await store.create("new", b"on", OPEN)
        until(lambda: len([record for record in caplog.records if record.levelno == logging.ERROR]) == 5)
        await store.close()

    finish(session())
    assert said(caplog) == {f"table {number}": 6 for number in range(5)}
    assert finish(lengths(path))["table 2"] == (3, 6)


def test_what_was_deleted_is_not_missed(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    append_and_die(path, 2)

    async def delete() -> None:
        store = SqliteStore(path)
        await store.delete("table 1")
        await store.close()

    finish(delete())
    found = finish(lengths(path))
    assert "table 1" not in found
    assert len(found) == 4
    assert said(caplog) == {}


def test_without_counts_nothing_is_compared(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    append_and_die(path, 6)
    remove(wal(path))
    path.with_name("tables.db.counts").unlink()
    assert finish(lengths(path)) == {}
    assert said(caplog) == {}


def test_a_line_of_the_counts_that_was_cut_off_or_damaged_is_skipped(tmp_path: Path) -> None:
    counts = Counts(tmp_path / "counts")
    counts.rewrite((f"table {number}", number) for number in range(1200))
    counts.note({"a": 3, "table 7": 8})
    counts.note({"a": 4})
    counts.close()
    whole = (tmp_path / "counts").read_bytes()
    totals = {f"table {number}": number for number in range(1200)} | {"a": 4, "table 7": 8}
    assert Counts(tmp_path / "counts").read() == totals
    (tmp_path / "counts").write_bytes(whole[:-3])
    assert Counts(tmp_path / "counts").read() == totals | {"a": 3}
    (tmp_path / "counts").write_bytes(whole.replace(b'{"a": 4}', b'{"a": 9}'))
    assert Counts(tmp_path / "counts").read() == totals | {"a": 3}


def test_counts_grow_for_a_while_and_are_then_written_anew(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drakkar.server.log.entry_counts.GROWTH", 2000)

    async def session() -> None:
        store = SqliteStore(path, whole_after=0.0)
        await store.create("a", b"1", OPEN)
        largest = 0
        for version in range(1, 1000):
            await store.append("a", version, b"2")
            largest = max(largest, path.with_name("tables.db.counts").stat().st_size)
        assert 2000 < largest < 4000
        await store.close()

    finish(session())
    assert finish(lengths(path)) == {"a": (1000, 0)}
    assert said(caplog) == {}


def test_where_counts_cannot_be_written_tables_go_on(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (path.with_name("tables.db.counts.new")).mkdir()
    (path.with_name("tables.db.counts.new") / "in the way").touch()

    async def session() -> None:
        store = SqliteStore(path)
        await store.create("a", b"1", OPEN)
        await store.append("a", 1, b"2")
        await store.close()

    finish(session())
    assert finish(lengths(path)) == {"a": (2, 0)}
    assert any("may go unnoticed" in record.getMessage() for record in caplog.records)


def test_the_file_alone_is_soon_a_whole_copy(path: Path, tmp_path: Path) -> None:
    def copied() -> int:
        """The number of entries in a copy of the file, without the write-ahead log."""
        copy = tmp_path / "copy.db"
        shutil.copy(path, copy)
        try:
            with closing(sqlite3.connect(f"file:{copy}?immutable=1", uri=True)) as db:
                return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])
        finally:
            copy.unlink()

    async def session() -> None:
        store = SqliteStore(path, whole_after=0.01)
        await store.create("a", b"1", OPEN)
        for version in range(1, 50):
            await store.append("a", version, b"2")
        until(lambda: copied() == 50)
        await store.close()

    async def never_in_time() -> None:
        store = SqliteStore(path, whole_after=1000.0)
        await store.append("a", 50, b"2")
        assert copied() == 50
        await store.close()

    finish(session())
    finish(never_in_time())


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_erased_words_are_nowhere_in_the_files(path: Path) -> None:
    async def session() -> None:
        store = SqliteStore(path)
        await store.create("a", b"1", OPEN)
        await store.append("a", 1, b"words to be removed")
        await store.create("b", b"a table to be deleted", OPEN)
        await store.append("b", 1, b"a table to be deleted" * 1000)
        await store.append("a", 2, b"words that stay")
        await store.replace("a", 2, b"removed")
        await store.delete("b")
        with pytest.raises(NoSuchTable):
            await store.read("b")
        everything = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert b"words to be removed" not in everything
        assert b"a table to be deleted" not in everything
        assert b"words that stay" in everything
        await store.close()

    finish(session())


# --- A whole server


def choose(server: Server, table: str, secret: str) -> None:
    state = server.get(f"/api/tables/{table}", secret).json["state"]
    message = {"do": "choose", "decision": state["decision"], "choice": state["choices"][0]["text"]}
    assert server.post(f"/api/tables/{table}/do", message, secret).status == 200


@pytest.mark.slow
def test_a_server_says_and_shows_what_a_table_has_lost(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("person", "person")
        untouched, _ = server.found("person", "person")
        choose(server, table, secrets[0])
        assert server.stop() == 0
        server.start()
        assert server.get(f"/api/tables/{table}", secrets[0]).json["state"]["lost"] == 0
        for secret in (secrets[1], secrets[0], secrets[1]):
            choose(server, table, secret)
        server.kill()
        remove(wal(server.database))
        server.start()
        lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
        errors = [(line["table"], line["lost"]) for line in lines if line["level"] == "error"]
        assert errors == [(table, 3)]
        for _ in range(2):
            state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
            assert (state["lost"], state["version"]) == (3, 2)
            listed = {one["table"]: one["lost"] for one in server.get("/api/tables").json["tables"]}
            assert listed == {table: 3, untouched: 0}
            server.kill()
            server.start()
        choose(server, table, secrets[1])
        for language, words in (
            ("en", "latest 3 entries"),
            ("pl", "3 ostatnich"),
            ("es", "3 entradas"),
            ("cs", "3 pos"),
        ):
            page = server.get(f"/t/{table}?lang={language}").body.decode()
            note = re.search(r'<p class="note" id="note-lost">([^<]*)</p>', page)
            assert note is not None
            assert words in note[1]
            assert 'id="lost-s"' in page  # on a narrow screen
            assert "note-lost" not in server.get(f"/t/{untouched}?lang={language}").body.decode()
