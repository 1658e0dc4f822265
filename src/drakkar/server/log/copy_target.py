"""Where a database is copied to: a new file, or an empty PostgreSQL database. It is there whole, or not at all."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from drakkar.core.version import VERSION
from drakkar.server.log.migrations import migrate, sign
from drakkar.server.log.snapshot import SessionSeat, Snapshot, SqliteSnapshot, StoredEntry
from drakkar.server.log.store import About, SeatKey, StoredReview, StoreError


class Target(Protocol):
    """An empty database that is being filled."""

    def add(self, table: About, entries: list[StoredEntry], reviews: list[StoredReview]) -> None:
        """Add a table with its log and its reviews."""

    def add_seats(self, sessions: Iterable[SessionSeat], links: Iterable[SeatKey]) -> None:
        """Add sessions and links."""

    def written(self) -> Snapshot:
        """What was written, read back."""


class SqliteTarget:
    """A new file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, table: About, entries: list[StoredEntry], reviews: list[StoredReview]) -> None:
        """Add a table with its log and its reviews."""
        new = "INSERT INTO tables (id, status, since, changed, version, size, lost) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.execute(new, table)
        rows = [(table.table, *entry) for entry in entries]
        self._db.executemany("INSERT INTO entries (table_id, version, body, sum) VALUES (?, ?, ?, ?)", rows)
        kept = "INSERT INTO reviews (table_id, analyser, state, changed, body) VALUES (?, ?, ?, ?, ?)"
        self._db.executemany(kept, reviews)

    def add_seats(self, sessions: Iterable[SessionSeat], links: Iterable[SeatKey]) -> None:
        """Add sessions and links."""
        rows = ((session, *seat) for session, seat in sessions)
        self._db.executemany("INSERT INTO sessions (session, key, table_id, link, at) VALUES (?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO links (key, table_id, link, at) VALUES (?, ?, ?, ?)", links)

    def written(self) -> Snapshot:
        """What was written, read back."""
        return SqliteSnapshot(self._db)


@contextmanager
def sqlite_target(path: Path) -> Iterator[Target]:
    """A new file; StoreError if it is there already. After an error nothing of it is left."""
    for ending in ("", "-wal", "-journal", ".counts"):
        if path.with_name(path.name + ending).exists():
            raise StoreError(f"{path}{ending} is there already; name a new file")
    part = path.with_name(f"{path.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()
    # It contains seeds: only its owner may read it.
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as db:
            migrate(db, 0)
            db.execute("BEGIN")
            yield SqliteTarget(db)
            db.execute("COMMIT")
            sign(db, VERSION)
        part.rename(path)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be written: {error}") from error
    finally:
        for ending in ("", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
