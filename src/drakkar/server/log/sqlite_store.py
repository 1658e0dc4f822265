"""Tables in one SQLite file: the store of a single server, with nothing to install.

One thread owns the writing connection. It writes everything in the queue in one transaction and then wakes the writers:
a thousand appends share one sync. A conflicting version fails alone; a full disk fails the whole group, and none of it
is written. Reads have their own connection and thread.

The file `.lock` beside the database gives the right to write; the kernel releases the lock when the process dies. The
file `.counts` has the length of each log, so the next start notices entries that were lost with the write-ahead log.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from drakkar.server.log import file_lock, sqlite_file, sqlite_queries, sqlite_statements
from drakkar.server.log.bounds import check_names, check_size, in_range, length_of
from drakkar.server.log.sqlite_writer import CLOSED, Writer, unavailable
from drakkar.server.log.store import About, SeatKey, StoredReview, StoreUnavailable

T = TypeVar("T")


def now_ms() -> int:
    """The current unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class SqliteStore:
    """A store in a file, which is created if it is missing. A cancelled write may still be written."""

    # One process has the file for itself.
    peers = None

    def __init__(
        self,
        path: Path,
        most_waiting: int = 10_000,
        patience_ms: int = 500,
        now: Callable[[], int] = now_ms,
        whole_after: float = 60.0,
    ) -> None:
        """Open the file; StoreError if that fails. `patience_ms` is how long to wait for locks of other programs.

        The write-ahead log is checkpointed `whole_after` seconds after a write.
        """
        path = path.resolve()
        self._now = now
        self._lock = file_lock.lock(path)
        try:
            writer, self._reader = sqlite_file.connections(path, patience_ms)
        except BaseException:
            self._lock.close()
            raise
        self._writer = Writer(writer, path, most_waiting, whole_after)
        self._readers = ThreadPoolExecutor(1, "store-reader")

    # --- Tables

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """Create a table whose log begins with this entry. Conflict if the id is taken."""
        check_names(table, status)
        check_size(entry)
        await self._writer.write(lambda db: sqlite_statements.create(db, table, entry, status, self._now()), (table, 1))

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:  # noqa: ARG002 - no peers
        """Append an entry if the log has `version` entries; otherwise Conflict."""
        check_names(table)
        check_size(entry)
        known = length_of(version)
        await self._writer.write(
            lambda db: sqlite_statements.append(db, table, known, entry, self._now()), counted=(table, known + 1)
        )

    async def mark(self, table: str, status: str) -> None:
        """Set the status of a table, for `tables`. NoSuchTable if there is none."""
        check_names(table, status)
        await self._writer.write(lambda db: sqlite_statements.mark(db, table, status, self._now()))

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        """Replace an entry and erase the old one. NoSuchTable if there is no such entry."""
        check_names(table)
        check_size(entry)
        await self._writer.write(lambda db: sqlite_statements.replace(db, table, in_range(version), entry), erases=True)

    async def delete(self, table: str, heir: str = "") -> None:
        """Erase a table. Its sessions and links move to the heir, the table of a rematch, if there is one."""
        check_names(table, heir)
        await self._writer.write(lambda db: sqlite_statements.delete(db, table, heir), (table, 0), erases=True)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after the first `after`, in order. NoSuchTable if there is none, BrokenLog if some are lost."""
        check_names(table)
        return await self._ask(lambda db: sqlite_queries.entries(db, table, in_range(after)))

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables with a status, newest first; to continue, `before` is the last table of the previous page."""
        check_names(status, before)
        return await self._ask(lambda db: sqlite_queries.names(db, status, in_range(limit), before))

    async def listed(self, limit: int, before: str = "") -> list[About]:
        """Tables of any status, newest first; to continue, `before` is the last table of the previous page."""
        check_names(before)
        return await self._ask(lambda db: sqlite_queries.listed(db, in_range(limit), before))

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables that have had this status since before `since`, oldest first."""
        check_names(status)
        return await self._ask(lambda db: sqlite_queries.unchanged(db, status, in_range(since), in_range(limit)))

    async def about(self, table: str) -> About:
        """The facts about a table that do not need its log. NoSuchTable if there is none."""
        check_names(table)
        return await self._ask(lambda db: sqlite_queries.about(db, table))

    async def lost(self, table: str) -> int:
        """The number of acknowledged entries that a table has lost since its creation."""
        return self._writer.lost.get(table, 0)

    # --- Sessions and links

    async def session(self, session: str) -> list[SeatKey]:
        """The seats of a browser session, newest first; none if the session is unknown."""
        check_names(session)
        return await self._ask(lambda db: sqlite_queries.session(db, session))

    async def remember(self, session: str, seat: SeatKey) -> None:
        """Add a seat to a session. A seat that the session already holds at this table stays unchanged."""
        check_names(session, seat.key, seat.table, seat.link)
        kept = seat._replace(at=in_range(seat.at))
        await self._writer.write(lambda db: sqlite_statements.remember(db, session, kept))

    async def forget(self, session: str, key: str) -> None:
        """Remove a seat from a session, at every table with that key."""
        check_names(session, key)
        await self._writer.write(lambda db: sqlite_statements.forget(db, session, key))

    async def add_link(self, link: str, key: str, table: str, at: int) -> None:
        """Add a link to a seat. A link that exists stays unchanged."""
        check_names(link, key, table)
        await self._writer.write(lambda db: sqlite_statements.add_link(db, link, key, table, in_range(at)))

    async def linked(self, link: str) -> SeatKey | None:
        """The seat that a link opens, or None."""
        check_names(link)
        return await self._ask(lambda db: sqlite_queries.linked(db, link))

    async def links(self, key: str) -> int:
        """The number of links to a seat."""
        check_names(key)
        return await self._ask(lambda db: sqlite_queries.links(db, key))

    async def revoke_links(self, key: str, but_session: str = "") -> int:
        """Delete a seat's links, and the seat from other sessions that came by a link; return the number of links."""
        check_names(key, but_session)
        return await self._writer.write(lambda db: sqlite_statements.revoke_links(db, key, but_session))

    # --- Reviews

    async def keep_review(self, table: str, analyser: str, state: str, body: bytes) -> None:
        """Keep a review in place of the analyser's earlier one. NoSuchTable if there is no such table."""
        check_names(table, analyser, state)
        check_size(body)
        review = StoredReview(table, analyser, state, self._now(), body)
        await self._writer.write(lambda db: sqlite_statements.keep_review(db, review), erases=True)

    async def review(self, table: str, analyser: str) -> StoredReview | None:
        """The review of a table by an analyser, or None."""
        check_names(table, analyser)
        return await self._ask(lambda db: sqlite_queries.review(db, table, analyser))

    async def unfinished_reviews(self, before: int, limit: int) -> list[StoredReview]:
        """Reviews that are unfinished and have not changed since before that time, oldest first; without bodies."""
        return await self._ask(lambda db: sqlite_queries.unfinished_reviews(db, in_range(before), in_range(limit)))

    # --- Closing

    async def close(self) -> None:
        """Finish pending writes and close the file."""
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._readers.shutdown()
        # The writer closes last, so that SQLite removes its write-ahead log.
        with closing(self._lock), closing(self._writer), closing(self._reader):
            pass

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Run a query in the reading thread."""

        def answer() -> T:
            try:
                return question(self._reader)
            except sqlite3.Error as error:
                raise unavailable("read", error) from error

        try:
            answered = asyncio.get_running_loop().run_in_executor(self._readers, answer)
        except RuntimeError:
            raise StoreUnavailable(CLOSED) from None
        return await answered
