"""`drakkar backup`: a copy while the server runs, and its refusals."""

import os
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from drakkar.cli import main
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import OPEN, RUNNING
from tests.server.postgres import Cluster
from tests.server.running import PATIENCE, Server, running
from tests.server.sessions import finish
from tests.server.test_kills import FULL

PLAYERS = 3
COPIES = 4 if FULL else 2


@pytest.fixture
def database(tmp_path: Path) -> Path:
    async def fill() -> None:
        store = SqliteStore(path)
        for name in "ab":
            await store.create(name, b"first", OPEN)
            await store.append(name, 1, Random(name).randbytes(5000))
        await store.close()

    path = tmp_path / "tables.db"
    finish(fill())
    return path


def backup(database: Path, copy: Path, *words: str) -> int:
    return main(["backup", str(copy), "--db", str(database), *words])


def lengths(database: Path) -> dict[str, int]:
    """The length of each log, read from the file alone, without a write-ahead log."""
    with closing(sqlite3.connect(f"file:{database}?immutable=1", uri=True)) as db:
        counted = db.execute("SELECT table_id, count(*), max(version) FROM entries GROUP BY table_id").fetchall()
    assert all(entries == last for _, entries, last in counted)
    return {table: entries for table, entries, _ in counted}


class Players:
    """Two people at each of some tables, who choose as fast as they can until they are stopped."""

    def __init__(self, server: Server) -> None:
        self.server = server
        founded = dict(server.found("person", "person") for _ in range(PLAYERS))
        self.secrets = founded
        self.acknowledged = dict.fromkeys(founded, 1)
        self.enough = Event()
        self.threads = [Thread(target=self.play, args=[table]) for table in founded]
        for thread in self.threads:
            thread.start()

    def play(self, table: str) -> None:
        with ExitStack() as open_sockets:
            clients = [open_sockets.enter_context(self.server.client(table, one)) for one in self.secrets[table]]
            while not self.enough.is_set():
                for client in clients:
                    client.catch_up(self.acknowledged[table])
                    if client.state["decision"]:
                        done = client.choose(client.state["choices"][0])
                        assert done["is"] == "done"
                        self.acknowledged[table] = done["version"]

    def stop(self) -> None:
        self.enough.set()
        for thread in self.threads:
            thread.join(PATIENCE)


def test_a_copy_made_under_load_has_all_that_was_acknowledged_and_is_served(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        players, copied = Players(server), list[int]()
        copy, found = tmp_path, dict[str, int]()
        for number in range(COPIES):
            before, copy = dict(players.acknowledged), tmp_path / f"copy{number}.db"
            words = [sys.executable, "-m", "drakkar", "backup", str(copy), "--db", str(server.database)]
            ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
            assert (ended.returncode, ended.stderr) == (0, "")
            found = lengths(copy)
            assert f"with {PLAYERS} tables and {sum(found.values())} entries" in ended.stdout
            assert all(before[table] <= found[table] for table in before)
            copied.append(sum(found.values()))
        players.stop()
        assert copied[-1] > copied[0]
        # The server was not disturbed.
        for table, version in players.acknowledged.items():
            assert server.get(f"/api/tables/{table}").json["state"]["version"] == version
        assert server.stop() == 0
        assert "store fails" not in server.log()
    (tmp_path / "again").mkdir()
    copy.rename(tmp_path / "again" / "tables.db")
    with running(tmp_path / "again") as server:
        for table, length in found.items():
            state = server.get(f"/api/tables/{table}").json["state"]
            assert (state["version"], state["lost"]) == (length, 0)
        assert '"error"' not in server.log()


@pytest.mark.slow
def test_copies_of_postgres_under_load_have_all_that_was_acknowledged_and_are_served(
    postgres: Cluster, tmp_path: Path
) -> None:
    """By `drakkar backup` into a file, and by pg_dump into another database."""
    schema, copy, dump = postgres.new_schema(), tmp_path / "copy.db", tmp_path / "dump"
    address, restored = postgres.address(schema), postgres.address(schema, database="restored")
    commands = {
        str(copy): [sys.executable, "-m", "drakkar", "backup", str(copy), "--db", address, "--force"],
        restored: [str(postgres.programs / "pg_dump"), "-Fc", "-f", str(dump), "-n", schema, postgres.address()],
    }
    acknowledged = {}
    with running(tmp_path / "first", address=address) as server:
        players = Players(server)
        for _ in range(2):
            for place, words in commands.items():
                acknowledged[place] = dict(players.acknowledged)
                run(*words)
        players.stop()
        assert all(players.acknowledged[table] > version for table, version in acknowledged[str(copy)].items())
    postgres.new_database("restored")
    run(str(postgres.programs / "pg_restore"), "-d", postgres.address(database="restored"), str(dump))
    for number, (place, versions) in enumerate(acknowledged.items()):
        assert main(["db", "check", place]) == 0
        with running(tmp_path / str(number), address=place) as server:
            for table, version in versions.items():
                state = server.get(f"/api/tables/{table}").json["state"]
                assert state["version"] >= version
                assert state["lost"] == 0


def run(*words: str) -> None:
    ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_copy_is_private_and_replaces_nothing_unless_it_is_forced(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = database.with_name("copy.db")
    before = os.umask(0)
    try:
        assert backup(database, copy) == 0
    finally:
        os.umask(before)
    assert capsys.readouterr().out == f"{copy}: a copy of {database} with 2 tables and 4 entries; it was checked\n"
    assert copy.stat().st_mode & 0o777 == 0o600
    content = copy.read_bytes()
    assert backup(database, copy) == 1
    assert "is there already; --force" in capsys.readouterr().err
    assert copy.read_bytes() == content
    copy.write_bytes(b"something old")
    assert backup(database, copy, "--force") == 0
    assert lengths(copy) == lengths(database) == {"a": 2, "b": 2}
    names = {file.name for file in database.parent.iterdir()}
    assert names <= {"copy.db", *(f"tables.db{end}" for end in ("", ".lock", ".counts", "-wal", "-shm"))}


def test_what_cannot_be_copied_is_refused_in_one_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "saga.txt").write_bytes(b"Not a database, but a saga. " * 500)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE mine (x)")
    (tmp_path / "old.db-wal").write_bytes(b"a log of another database")
    (tmp_path / "empty.db").touch()
    refused = [
        (tmp_path / "none.db", tmp_path / "copy.db", "there is no database"),
        (tmp_path, tmp_path / "copy.db", "there is no database"),
        (tmp_path / "saga.txt", tmp_path / "copy.db", "is not a database"),
        (tmp_path / "other.db", tmp_path / "copy.db", "another program"),
        (tmp_path / "empty.db", tmp_path / "copy.db", "no tables yet"),
        (database, database, "cannot be a copy"),
        (database, tmp_path, "is a folder"),
        (database, tmp_path / "old.db", "is in use, or was not closed"),
        (database, tmp_path / "nowhere" / "copy.db", "No such file or directory"),
    ]
    content = database.read_bytes()
    for source, copy, why in refused:
        assert backup(source, copy, "--force") == 1
        said = capsys.readouterr().err
        assert why in said
        assert said.startswith("drakkar: ")
        assert said.count("\n") == 1
    assert database.read_bytes() == content
    assert not (tmp_path / "copy.db").exists()
    assert not list(tmp_path.glob("*.part*"))


def test_a_damaged_entry_is_copied_and_said(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(database)) as by_hand:
        by_hand.execute("UPDATE entries SET body = X'00' WHERE table_id = 'a' AND version = 2")
        by_hand.commit()
    copy = database.with_name("copy.db")
    assert backup(database, copy) == 1
    assert "1 entries are damaged" in capsys.readouterr().err
    assert lengths(copy) == {"a": 2, "b": 2}


FULL_DISK = """
import resource, sys
from drakkar.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
sys.exit(main(sys.argv[1:]))
"""


def test_on_a_full_disk_it_says_so_and_leaves_nothing(database: Path) -> None:
    copy = database.with_name("copy.db")
    words = [sys.executable, "-c", FULL_DISK, "backup", str(copy), "--db", str(database)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"drakkar: {database} cannot be copied to {copy}: ")
    assert ended.stderr.count("\n") == 1
    assert not list(database.parent.glob("copy*"))


def test_a_copy_of_a_killed_server_has_what_only_its_log_has(tmp_path: Path) -> None:
    program = (
        "import asyncio, os, sys\nfrom pathlib import Path\nfrom drakkar.server.log.sqlite_store import SqliteStore\n"
        "async def main():\n    store = SqliteStore(Path(sys.argv[1]))\n    await store.create('a', b'1', 'running')\n"
        "    await store.append('a', 1, b'2')\n    os.kill(os.getpid(), 9)\nasyncio.run(main())\n"
    )
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    subprocess.run([sys.executable, "-c", program, str(database)], timeout=PATIENCE, check=False)  # noqa: S603
    assert backup(database, copy) == 0
    assert lengths(copy) == {"a": 2}

    async def look() -> None:
        for path in (copy, database):
            store = SqliteStore(path)
            assert await store.read("a") == [b"1", b"2"]
            assert await store.tables(RUNNING, 9) == ["a"]
            await store.close()

    finish(look())
