"""The file of a SqliteStore: opened, checked and migrated to the newest schema."""

import os
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from drakkar.core.version import VERSION, other_version
from drakkar.server.log.migrations import APPLICATION, SCHEMA, migrate, sign, writer_of
from drakkar.server.log.store import StoreError, WrongSchema

MAGIC: Final = b"SQLite format 3\x00"


def connections(path: Path, patience_ms: int) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The connections for writing and reading. A file of another program or a later schema is left unchanged."""
    with ExitStack() as opened:
        try:
            _check_name(path)
            _touch(path)
            writer = opened.enter_context(closing(_connect(path, patience_ms)))
            _prepare(writer, path)
            reader = opened.enter_context(closing(_connect(path, patience_ms)))
            reader.execute("PRAGMA query_only = ON")
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
        except sqlite3.Error as fault:
            raise StoreError(f"{path} cannot be opened: {fault}") from fault
        opened.pop_all()
    return writer, reader


def identity(place: Path) -> tuple[int, int]:
    """The device and inode, which identify a file."""
    file = place.stat()
    return file.st_dev, file.st_ino


def _check_name(path: Path) -> None:
    """StoreError if the file has a second name, by a hard link.

    The lock and SQLite's write-ahead log belong to one name: under the other name a second server would start and miss
    entries.
    """
    # Do not open the file here: closing it would drop SQLite's locks on it in this process.
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            f"{path} has a second name, by a hard link: entries could be lost by it. Remove one of the names, or make a"
            " copy with `drakkar backup`"
        )


def _touch(path: Path) -> None:
    """Create the file if needed. SQLite does not check that it is writable and that a short file is a database."""
    # It contains seeds and hashes of tokens. SQLite's files beside it get the same mode.
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb") as file:
        if file.read(len(MAGIC)) not in (b"", MAGIC):
            raise StoreError(f"{path} cannot be opened: it is not a database")


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    schema = schema_of(db, path)
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    # Deleted and replaced data is overwritten.
    db.execute("PRAGMA secure_delete = ON").fetchall()
    if schema < SCHEMA:
        migrate(db, schema)
    sign(db, VERSION)


def schema_of(db: sqlite3.Connection, path: Path) -> int:
    """The schema of the file, 0 if it is empty.

    StoreError if the file is another program's, WrongSchema if its schema is later than ours.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    (things,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == schema == things == 0:
        return 0
    if application != APPLICATION:
        raise StoreError(f"{path} is a database of another program")
    if not 0 < schema <= SCHEMA:
        raise WrongSchema(
            other_version(f"{path} is a database of schema", str(schema), writer_of(db), f"schemas 1 to {SCHEMA}")
        )
    return int(schema)


def _connect(path: Path, patience_ms: int) -> sqlite3.Connection:
    # Threads use it one at a time: the one that opens it, its owner, and the one that closes it.
    return sqlite3.connect(path, timeout=patience_ms / 1000, isolation_level=None, check_same_thread=False)
