"""`drakkar db`: copies between a file and PostgreSQL, checks, and deletes old tables."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from drakkar.cli import main
from drakkar.server.log import entries
from drakkar.server.log.copying import differences
from drakkar.server.log.entries import encode
from drakkar.server.log.opening import open_snapshot, open_store
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import CLOSED, OVER, RUNNING, NoSuchTable, SeatKey
from tests.server.postgres import Cluster
from tests.server.running import Server
from tests.server.table_log import AT, Folded, founded

DAY = 24 * 3600 * 1000
# The last one was finished on the day after AT.
FINISHED = {"first": AT - DAY, "second": AT + DAY}


def played(choices: int) -> Folded:
    table = Folded(founded("person", "person", game="treasure"))
    while not table.table.match.over and len(table.log) <= choices:
        table.choose(table.table.match.pending[0].seat)
    return table


async def fill(path: Path) -> None:
    """Two finished tables, the first with a rematch; a running one, a closed one; sessions and links."""
    now = 0
    store = SqliteStore(path, now=lambda: now)
    logs = {"first": played(1000), "second": played(1000), "running": played(4), "closed": played(2)}
    logs["first"].do(entries.Rematched(AT, 0, "running"))
    logs["closed"].do(entries.Closed(AT, "spam"))
    for name, log in logs.items():
        now = FINISHED.get(name, AT)
        await store.create(name, log.log[0], RUNNING)
        for version, body in enumerate(log.log[1:], 1):
            await store.append(name, version, body)
        await store.mark(name, log.table.status)
    await store.remember("a session", SeatKey("key 0", "first", "", 5))
    await store.remember("a session", SeatKey("key 1", "second", "a link", 6))
    await store.add_link("a link", "key 1", "second", 7)
    await store.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    asyncio.run(fill(path))
    return path


def differ(one: str, other: str) -> bool:
    with open_snapshot(one) as mine, open_snapshot(other) as its:
        return any(differences(mine, its))


def damage(database: Path, table: str, version: int) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE entries SET body = X'00' WHERE table_id = ? AND version = ?", (table, version))


# --- Copies


def test_a_copy_to_postgres_and_back_is_the_same(
    database: Path, postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, back = postgres.address(postgres.new_schema()), tmp_path / "back.db"
    damage(database, "second", 2)
    assert main(["db", "copy", str(database), address]) == 0
    assert "a copy of" in (said := capsys.readouterr().out)
    assert "with 4 tables" in said
    assert main(["db", "copy", address, str(back)]) == 0
    assert not differ(str(database), address)
    assert not differ(str(database), str(back))
    assert back.stat().st_mode & 0o777 == 0o600
    # A damaged entry is still known to be damaged.
    assert main(["db", "check", address]) == 1
    assert "second: entry 2 of this table is damaged" in capsys.readouterr().out


def test_a_server_on_postgres_goes_on_with_the_tables_of_a_file(postgres: Cluster, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    table, secrets = server.found("person", "random")
    with server.client(table, secrets[0]) as client:
        client.wait()
        client.choose(client.state["choices"][0])
        version = client.state["version"]
    assert server.stop() == 0
    address = postgres.address(postgres.new_schema())
    assert main(["db", "copy", str(tmp_path / "tables.db"), address]) == 0
    server = Server(tmp_path / "log", address=address)
    try:
        with server.client(table, secrets[0]) as client:
            assert client.state["version"] >= version
            client.wait()
            assert client.choose(client.state["choices"][0])["is"] == "done"
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    assert main(["db", "check", address]) == 0


def test_a_copy_overwrites_nothing_and_leaves_nothing_behind(
    database: Path, postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = postgres.address(postgres.new_schema())
    assert main(["db", "copy", str(database), address]) == 0
    before = sorted(tmp_path.iterdir())
    for words, refusal in (
        ([str(database), address], "has tables already; name an empty database"),
        ([str(database), str(database)], "is there already; name a new file"),
        ([str(tmp_path / "none.db"), str(tmp_path / "new.db")], "there is no database"),
        ([postgres.address(postgres.new_schema()), str(tmp_path / "new.db")], "has no tables of Drakkar yet"),
        ([address, str(tmp_path / "no folder" / "new.db")], "No such file"),
    ):
        assert main(["db", "copy", *words]) == 1
        assert refusal in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_a_copy_that_would_differ_is_not_made(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forget(_: object, __: object, ___: object) -> None:
        pass

    monkeypatch.setattr("drakkar.server.log.copy_target.SqliteTarget.add_seats", forget)
    assert main(["db", "copy", str(database), str(tmp_path / "new.db")]) == 1
    assert "the sessions differ; nothing was copied" in capsys.readouterr().err
    assert not list(tmp_path.glob("new*"))


# --- Checks


def test_every_table_is_played_again(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "check", str(database)]) == 0
    assert "4 tables with" in (said := capsys.readouterr().out)
    assert said.endswith("0 of them broken\n")


def test_a_check_names_what_is_broken(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DELETE FROM entries WHERE table_id = 'second' AND version = 3")
        wrong = encode(entries.Chose(AT, 1, "no such choice"))
        db.execute("UPDATE entries SET body = ?, sum = NULL WHERE table_id = 'running' AND version = 2", (wrong,))
    assert main(["db", "check", str(database)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "second: entries of this table are missing" in lines
    assert any(line.startswith("running: entry 2 of this table's log is impossible") for line in lines)
    assert lines[-1].endswith("2 of them broken")


# --- Old tables


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_finished_tables_before_a_date_are_deleted(
    database: Path, request: pytest.FixtureRequest, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """AT is 2023-11-14, 22:13:20 UTC. The seats of the first table go on at its rematch."""
    name = str(database)
    if kind == "postgres":
        cluster: Cluster = request.getfixturevalue("postgres")
        name = cluster.address(cluster.new_schema())
        assert main(["db", "copy", str(database), name]) == 0
    dates = ["db", "prune", name, "--finished-before", "2023-11-15"]
    assert main([*dates, "--dry-run"]) == 0
    assert "2 tables that were finished before 2023-11-15 would be deleted" in capsys.readouterr().out
    assert main(dates) == 0
    assert "2 tables that were finished before 2023-11-15 were deleted" in capsys.readouterr().out
    with open_snapshot(name) as left:
        assert [about.table for about in left.tables()] == ["second", "running"]

    async def seats() -> list[SeatKey]:
        store = open_store(name)
        try:
            with pytest.raises(NoSuchTable):
                await store.read("first")
            return await store.session("a session")
        finally:
            await store.close()

    assert {seat.table for seat in asyncio.run(seats())} == {"second", "running"}


def test_a_date_is_a_date_and_a_running_server_keeps_its_file(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "prune", str(database), "--finished-before", "yesterday"]) == 2
    assert "a date such as 2026-11-30, not yesterday" in capsys.readouterr().err
    assert main(["db", "prune", str(tmp_path / "none.db"), "--finished-before", "2023-11-15"]) == 1
    assert not (tmp_path / "none.db").exists()

    async def hold() -> None:
        store = SqliteStore(database)
        try:
            assert await asyncio.to_thread(main, ["db", "prune", str(database), "--finished-before", "2023-11-15"]) == 1
            assert await asyncio.to_thread(main, ["db", "check", str(database)]) == 0
        finally:
            await store.close()

    asyncio.run(hold())
    assert "is in use: another server writes there" in capsys.readouterr().err


def test_closed_and_over_are_what_the_tables_are(database: Path) -> None:
    with open_snapshot(str(database)) as found:
        assert [about.status for about in found.tables()] == [OVER, OVER, RUNNING, CLOSED]
