"""A PostgreSQL database at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from drakkar.core.version import other_version
from drakkar.server.log.address import shown_name
from drakkar.server.log.postgres_schema import SCHEMA, connect, first_line
from drakkar.server.log.postgres_statements import Row, shown, stored
from drakkar.server.log.snapshot import REVIEWS, SessionSeat, StoredEntry
from drakkar.server.log.sqlite_queries import ABOUT
from drakkar.server.log.store import About, SeatKey, StoredReview, StoreError, WrongSchema

ROWS_AT_A_TIME = 500


class PostgresSnapshot:
    """A database, read in one transaction."""

    def __init__(self, db: "psycopg.Connection[Any]") -> None:
        self._db = db
        # A database that no newer server has used yet has no reviews.
        self._has_reviews = db.execute("SELECT to_regclass('reviews')").fetchone() != (None,)

    def _rows(self, name: str, question: str) -> Iterator[Row]:
        with self._db.cursor(name=name) as cursor:
            cursor.itersize = ROWS_AT_A_TIME
            yield from cursor.execute(question)

    def count(self) -> int:
        """The number of tables."""
        row = self._db.execute("SELECT count(*) FROM tables").fetchone()
        return int(row[0]) if row else 0

    def tables(self) -> Iterator[About]:
        """The tables, oldest first."""
        for table, status, *numbers in self._rows("all_tables", ABOUT + "ORDER BY number"):
            yield About(shown(table), shown(status), *numbers)

    def entries(self, table: str) -> list[StoredEntry]:
        """The entries of a table that are there, in order."""
        question = "SELECT version, body, sum FROM entries WHERE table_id = %s ORDER BY version"
        return [StoredEntry(*row) for row in self._db.execute(question, (stored(table),))]

    def sessions(self) -> Iterator[SessionSeat]:
        """The seats of all sessions."""
        for session, *seat in self._rows("all_sessions", "SELECT session, key, table_id, link, at FROM sessions"):
            yield SessionSeat(shown(session), _seat(*seat))

    def links(self) -> Iterator[SeatKey]:
        """The links to seats."""
        return (_seat(*row) for row in self._rows("all_links", "SELECT key, table_id, link, at FROM links"))

    def reviews(self, table: str) -> list[StoredReview]:
        """The reviews of a table."""
        if not self._has_reviews:
            return []
        return [_review(*row) for row in self._db.execute(REVIEWS.format("%s"), (stored(table),))]


def _review(table: str, analyser: str, state: str, changed: int, body: bytes) -> StoredReview:
    return StoredReview(shown(table), shown(analyser), shown(state), changed, body)


def _seat(key: str, table: str, link: str, at: int) -> SeatKey:
    return SeatKey(shown(key), shown(table), shown(link), at)


@contextmanager
def postgres_snapshot(address: str) -> Iterator[PostgresSnapshot]:
    """A database at this moment; StoreError if it cannot be read."""
    name = shown_name(address)
    with connect(address) as db:
        try:
            db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            db.read_only = True
            with db.transaction():
                _check(db, name)
                yield PostgresSnapshot(db)
        except psycopg.Error as error:
            raise StoreError(f"{name} cannot be read: {first_line(error)}") from None


def _check(db: "psycopg.Connection[Any]", name: str) -> None:
    is_there = db.execute("SELECT to_regclass('drakkar_schema')").fetchone()
    row = db.execute("SELECT schema, oldest, drakkar FROM drakkar_schema").fetchone() if is_there != (None,) else None
    if row is None:
        raise StoreError(f"{name} has no tables of Drakkar yet")
    schema, oldest, writer = row
    if oldest > SCHEMA:
        raise WrongSchema(
            other_version(f"{name} is a database of schema", str(schema), writer, f"schemas up to {SCHEMA}")
        )
