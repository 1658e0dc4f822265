"""A consistent copy of a database in a file while its server runs: `drakkar backup`."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from drakkar.server.log.sqlite_file import schema_of
from drakkar.server.log.sqlite_statements import checksum
from drakkar.server.log.store import StoreError


class Copied(NamedTuple):
    """The contents of a copy."""

    tables: int
    entries: int
    # Entries with a wrong checksum; they are damaged in the original too.
    damaged: int


def backup(database: Path, target: Path, force: bool = False) -> Copied:
    """Copy a database and check the copy; StoreError or OSError if that fails.

    The server keeps running, and nothing waits: the copy is a snapshot of one moment. It gets its name only when it is
    complete.
    """
    _check(database, target, force)
    part = target.with_name(f"{target.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()
    # The copy contains seeds: like the original, only its owner may read it.
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(database, part)
        copied = _checked(part)
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except sqlite3.Error as error:
        raise StoreError(f"{database} cannot be copied to {target}: {error}") from error
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    return copied


def _check(database: Path, target: Path, force: bool) -> None:
    if not database.is_file():
        raise StoreError(f"there is no database {database}")
    if target.exists() and target.samefile(database):
        raise StoreError(f"{target} cannot be a copy of {database}")
    check_target(target, force)


def check_target(target: Path, force: bool) -> None:
    """StoreError if a copy cannot have this name."""
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file")
    if target.exists() and not force:
        raise StoreError(f"{target} is there already; --force replaces it")
    for ending in ("-wal", "-journal"):
        # SQLite would apply it to the copy.
        if target.with_name(target.name + ending).exists():
            raise StoreError(f"{target}{ending} is there: a database of that name is in use, or was not closed")


def _copy(database: Path, part: Path) -> None:
    try:
        source = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(part)) as copy:
            if not schema_of(source, database):
                raise StoreError(f"{database} has no tables yet")
            source.backup(copy)  # in one step, so the copy is a snapshot
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise StoreError(f"{database} is not a database") from error
        raise


def _checked(part: Path) -> Copied:
    """Check the whole copy; StoreError if SQLite finds damage."""
    with closing(sqlite3.connect(part)) as db:
        (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreError(f"the copy is broken, and so may the original be: {verdict}")
        (tables,) = db.execute("SELECT count(*) FROM tables").fetchone()
        has_sums = any(column[1] == "sum" for column in db.execute("PRAGMA table_info(entries)"))
        entries = damaged = 0
        with_sums = "SELECT version, CAST(body AS BLOB), sum FROM entries"
        for version, body, known in db.execute(with_sums if has_sums else "SELECT version, X'', NULL FROM entries"):
            entries += 1
            damaged += known is not None and known != checksum(version, body)
        # A single file without a write-ahead log; the next server turns the log on again.
        db.execute("PRAGMA journal_mode = DELETE").fetchall()
        return Copied(tables, entries, damaged)


def _sync(place: Path) -> None:
    file = os.open(place, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
