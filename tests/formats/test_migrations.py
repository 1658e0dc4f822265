"""Databases of every earlier schema are migrated, whole or not at all; a later schema is refused by name."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from drakkar.core.version import VERSION
from drakkar.server.log import migrations
from drakkar.server.log.backup import backup
from drakkar.server.log.migrations import SCHEMA, STEPS
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import OVER, RUNNING, SeatKey, StoreError, WrongSchema
from tests.server.sessions import finish

SCRIPTS = Path(__file__).parent / "schemas"
EARLIER = range(1, SCHEMA)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def write(path: Path, schema: int) -> None:
    """Write the database of an earlier schema."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript((SCRIPTS / f"{schema}.sql").read_text("utf-8"))


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """The answer of a database to a query."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All tables of a database with their rows, and the schema."""
    names = [name for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {
        "schema": rows(path, "PRAGMA user_version"),
        **{name: rows(path, f"SELECT * FROM {name}") for name in names},  # noqa: S608 - names of our own tables
    }


def shape(path: Path) -> list[tuple[Any, ...]]:
    """Tables, columns and indexes of a database."""
    return rows(path, "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")


def test_every_earlier_schema_has_its_script_and_every_schema_its_step() -> None:
    assert sorted(STEPS) == list(range(1, SCHEMA + 1))
    assert sorted(script.name for script in SCRIPTS.iterdir()) == sorted(f"{number}.sql" for number in EARLIER)
    for schema in EARLIER:
        assert f"PRAGMA user_version = {schema};" in (SCRIPTS / f"{schema}.sql").read_text("utf-8")


@pytest.mark.parametrize("schema", EARLIER)
def test_an_earlier_schema_is_migrated_with_all_its_rows(path: Path, tmp_path: Path, schema: int) -> None:
    write(path, schema)
    before = content(path)
    finish(SqliteStore(path).close())
    finish(SqliteStore(tmp_path / "new.db").close())
    assert shape(path) == shape(tmp_path / "new.db")
    assert rows(path, "PRAGMA user_version") == [(SCHEMA,)]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    assert not rows(path, "PRAGMA foreign_key_check")
    after = content(path)
    for name, kept in before.items():
        if name != "schema":
            # A migration adds columns and changes none.
            assert [row[: len(old)] for row, old in zip(after[name], kept, strict=True)] == kept


@pytest.mark.parametrize("schema", EARLIER)
def test_a_migrated_database_goes_on(path: Path, schema: int) -> None:
    write(path, schema)
    ((table, length, size),) = rows(
        path,
        "SELECT id, max(entries.version), sum(length(body)) FROM tables JOIN entries ON table_id = id"
        " WHERE status = 'running' GROUP BY id LIMIT 1",
    )

    async def session() -> None:
        store = SqliteStore(path)
        assert len(await store.read(table)) == length
        about = await store.about(table)
        assert (about.status, about.entries, about.size, about.lost) == (RUNNING, length, size, 0)
        # Schema 1 does not say when a table ended: its age counts from now.
        assert about.since > 1_700_000_000_000
        await store.append(table, length, b"45")
        await store.mark(table, OVER)
        await store.remember("s", SeatKey("k", table, "", 1))
        await store.close()

    async def again() -> None:
        store = SqliteStore(path)
        assert (await store.read(table))[length:] == [b"45"]
        assert (await store.about(table)).size == size + 2
        assert await store.session("s") == [SeatKey("k", table, "", 1)]
        assert table in await store.tables(OVER, 9)
        await store.close()

    finish(session())
    finish(again())


@pytest.mark.parametrize("schema", EARLIER)
def test_a_migration_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch, schema: int) -> None:
    write(path, schema)
    before = content(path)
    with monkeypatch.context() as broken:
        broken.setattr(migrations, "STEPS", {**STEPS, SCHEMA: (*STEPS[SCHEMA], "no statement")})
        with pytest.raises(StoreError, match="syntax error"):
            SqliteStore(path)
    assert content(path) == before
    finish(SqliteStore(path).close())
    assert rows(path, "PRAGMA user_version") == [(SCHEMA,)]


# Opens the database, and is killed before statement N of the migration; without that many it ends normally.
KILLED = """
    import os, signal, sys
    from pathlib import Path
    from drakkar.server.log import migrations, sqlite_file
    from drakkar.server.log.sqlite_store import SqliteStore

    real, left = migrations.migrate, int(sys.argv[2])

    def count(statement):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def migrate(db, schema):
        db.set_trace_callback(count)
        real(db, schema)

    sqlite_file.migrate = migrate
    SqliteStore(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("schema", EARLIER)
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_a_server_killed_during_a_migration_leaves_the_old_file(path: Path, schema: int, share: float) -> None:
    write(path, schema)
    before = content(path)
    # BEGIN, the statements, the number of the schema; the kill is before one of them, at the latest before COMMIT.
    statements = 2 + sum(len(STEPS[number]) for number in range(schema + 1, SCHEMA + 1))
    words = [sys.executable, "-c", dedent(KILLED), str(path), str(int(statements * share))]
    killed = subprocess.run(words, check=False, timeout=60)  # noqa: S603 - our own words
    assert killed.returncode == -signal.SIGKILL
    assert content(path) == before
    finish(SqliteStore(path).close())
    assert rows(path, "PRAGMA user_version") == [(SCHEMA,)]


def test_a_later_schema_is_refused_by_name_and_left_alone(path: Path, tmp_path: Path) -> None:
    finish(SqliteStore(path).close())
    with closing(sqlite3.connect(path)) as later:
        later.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        later.execute("UPDATE written_by SET drakkar = '9.1.0'")
        later.commit()
    raw = path.read_bytes()
    said = (
        f"{path} is a database of schema {SCHEMA + 1}, written by Drakkar 9.1.0;"
        f" this Drakkar {VERSION} reads schemas 1 to {SCHEMA}"
    )
    with pytest.raises(WrongSchema) as caught:
        SqliteStore(path)
    assert str(caught.value) == said
    with pytest.raises(WrongSchema) as caught:
        backup(path, tmp_path / "copy.db")
    assert str(caught.value) == said
    assert path.read_bytes() == raw


def test_a_later_schema_without_a_name_is_refused(path: Path) -> None:
    finish(SqliteStore(path).close())
    with closing(sqlite3.connect(path)) as later:
        later.execute("DROP TABLE written_by")
        later.execute("PRAGMA user_version = 99")
    with pytest.raises(WrongSchema, match="is a database of schema 99; this Drakkar"):
        SqliteStore(path)


def test_a_database_names_the_drakkar_that_wrote_it_last(path: Path) -> None:
    finish(SqliteStore(path).close())
    assert rows(path, "SELECT * FROM written_by") == [(VERSION,)]
    with closing(sqlite3.connect(path)) as earlier:
        earlier.execute("UPDATE written_by SET drakkar = '0.1.9'")
        earlier.commit()
    finish(SqliteStore(path).close())
    assert rows(path, "SELECT * FROM written_by") == [(VERSION,)]
