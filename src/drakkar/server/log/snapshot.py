"""A database at one moment, read as it is stored while its server goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from drakkar.server.log.migrations import SCHEMA
from drakkar.server.log.sqlite_file import schema_of
from drakkar.server.log.sqlite_queries import ABOUT
from drakkar.server.log.store import About, SeatKey, StoredReview, StoreError

# The columns of `StoredReview`.
REVIEWS: Final = "SELECT table_id, analyser, state, changed, body FROM reviews WHERE table_id = {} ORDER BY analyser"


class StoredEntry(NamedTuple):
    """An entry with its checksum, which is None if it was written before there were any."""

    version: int
    body: bytes
    sum: int | None


class SessionSeat(NamedTuple):
    """A seat that a session holds."""

    session: str
    seat: SeatKey


class Snapshot(Protocol):
    """Everything in a database; nothing is checked."""

    def count(self) -> int:
        """The number of tables."""

    def tables(self) -> Iterator[About]:
        """The tables, oldest first."""

    def entries(self, table: str) -> list[StoredEntry]:
        """The entries of a table that are there, in order."""

    def sessions(self) -> Iterator[SessionSeat]:
        """The seats of all sessions."""

    def links(self) -> Iterator[SeatKey]:
        """The links to seats."""

    def reviews(self, table: str) -> list[StoredReview]:
        """The reviews of a table."""


class SqliteSnapshot:
    """A file, read in one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def count(self) -> int:
        """The number of tables."""
        (number,) = self._db.execute("SELECT count(*) FROM tables").fetchone()
        return int(number)

    def tables(self) -> Iterator[About]:
        """The tables, oldest first."""
        found = self._db.execute(ABOUT + "ORDER BY number")
        return (About(*row) for row in found)

    def entries(self, table: str) -> list[StoredEntry]:
        """The entries of a table that are there, in order."""
        # A damaged row may have type text or null.
        question = (
            "SELECT version, coalesce(CAST(body AS BLOB), X''), sum FROM entries WHERE table_id = ? ORDER BY version"
        )
        return [StoredEntry(*row) for row in self._db.execute(question, (table,))]

    def sessions(self) -> Iterator[SessionSeat]:
        """The seats of all sessions."""
        found = self._db.execute("SELECT session, key, table_id, link, at FROM sessions")
        return (SessionSeat(session, SeatKey(*seat)) for session, *seat in found)

    def links(self) -> Iterator[SeatKey]:
        """The links to seats."""
        return (SeatKey(*row) for row in self._db.execute("SELECT key, table_id, link, at FROM links"))

    def reviews(self, table: str) -> list[StoredReview]:
        """The reviews of a table."""
        return [StoredReview(*row) for row in self._db.execute(REVIEWS.format("?"), (table,))]


@contextmanager
def sqlite_snapshot(path: Path) -> Iterator[Snapshot]:
    """A file at this moment; StoreError if it cannot be read."""
    if not path.is_file():
        raise StoreError(f"there is no database {path}")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
            schema = schema_of(db, path)
            if not schema:
                raise StoreError(f"{path} has no tables yet")
            if schema < SCHEMA:
                raise StoreError(f"{path} has schema {schema}; `drakkar serve --db {path}` brings it up to date")
            db.execute("BEGIN")
            yield SqliteSnapshot(db)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
