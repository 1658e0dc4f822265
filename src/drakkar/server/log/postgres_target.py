"""A copy into an empty PostgreSQL database, in one transaction."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from drakkar.server.log.address import shown_name
from drakkar.server.log.postgres_schema import connect, first_line, prepare
from drakkar.server.log.postgres_snapshot import PostgresSnapshot
from drakkar.server.log.postgres_statements import stored
from drakkar.server.log.snapshot import SessionSeat, Snapshot, StoredEntry
from drakkar.server.log.store import About, SeatKey, StoredReview, StoreError

NEW_TABLE: Final = (
    "INSERT INTO tables (id, status, since, changed, version, size, lost) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)

NEW_REVIEW: Final = "INSERT INTO reviews (table_id, analyser, state, changed, body) VALUES (%s, %s, %s, %s, %s)"


class PostgresTarget:
    """A database without tables. No server drives a copied table yet, so the first one to start takes it over."""

    def __init__(self, db: "psycopg.Connection[Any]") -> None:
        self._db = db

    def add(self, table: About, entries: list[StoredEntry], reviews: list[StoredReview]) -> None:
        """Add a table with its log and its reviews."""
        name = stored(table.table)
        with self._db.cursor() as cursor:
            cursor.execute(NEW_TABLE, (name, stored(table.status), *table[2:]))
            rows = [(name, *entry) for entry in entries]
            cursor.executemany("INSERT INTO entries (table_id, version, body, sum) VALUES (%s, %s, %s, %s)", rows)
            for review in reviews:
                cursor.execute(NEW_REVIEW, (name, stored(review.analyser), stored(review.state), *review[3:]))

    def add_seats(self, sessions: Iterable[SessionSeat], links: Iterable[SeatKey]) -> None:
        """Add sessions and links."""
        with self._db.cursor() as cursor:
            with cursor.copy("COPY sessions (session, key, table_id, link, at) FROM STDIN") as copy:
                for session, seat in sessions:
                    copy.write_row((stored(session), *_row(seat)))
            with cursor.copy("COPY links (key, table_id, link, at) FROM STDIN") as copy:
                for link in links:
                    copy.write_row(_row(link))

    def written(self) -> Snapshot:
        """What was written, read back."""
        return PostgresSnapshot(self._db)


def _row(seat: SeatKey) -> tuple[str, str, str, int]:
    return stored(seat.key), stored(seat.table), stored(seat.link), seat.at


@contextmanager
def postgres_target(address: str) -> Iterator[PostgresTarget]:
    """An empty database; StoreError if it has tables."""
    name = shown_name(address)
    prepare(address)
    with connect(address) as db:
        try:
            with db.transaction():
                # No server may begin to use it meanwhile.
                db.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
                if PostgresSnapshot(db).count():
                    raise StoreError(f"{name} has tables already; name an empty database")
                yield PostgresTarget(db)
        except psycopg.Error as error:
            raise StoreError(f"{name} cannot be written: {first_line(error)}") from None
