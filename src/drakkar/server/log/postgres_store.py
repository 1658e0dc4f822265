"""Tables in PostgreSQL: the store that several servers can share.

One task has the writing connection. It writes everything in its queue in one transaction and one round trip, as the
store in a file does. Reads have their own connection. A lost connection is opened again by the next read or write. What
was under way fails as StoreUnavailable, and a write may have been done all the same.
"""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any, TypeVar

from drakkar.server.log import postgres_queries, postgres_statements
from drakkar.server.log.bounds import check_names, check_size, in_range, length_of
from drakkar.server.log.peers import APPENDED, DELETED, REPLACED, REVOKED, News, encode_news, request_id
from drakkar.server.log.postgres_link import Link
from drakkar.server.log.postgres_peers import PostgresPeers
from drakkar.server.log.postgres_queries import Db
from drakkar.server.log.postgres_schema import now_ms, prepare
from drakkar.server.log.postgres_statements import Write
from drakkar.server.log.postgres_writer import PostgresWriter
from drakkar.server.log.store import About, SeatKey, StoredReview

T = TypeVar("T")


class PostgresStore:
    """A store in a PostgreSQL database, whose tables are created if needed."""

    def __init__(self, address: str, most_waiting: int = 10_000, now: Callable[[], int] = now_ms) -> None:
        """Check the database; StoreError if that fails."""
        self.channel = f"drakkar_{prepare(address)}"
        self._now = now
        self._writer = PostgresWriter(Link(address, "writer"), most_waiting)
        self._reader = Link(address, "reader", "SET default_transaction_read_only = on")
        self.peers = PostgresPeers(address, self.channel, token_hex(6), now)

    # --- Tables

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """Create a table whose log begins with this entry. Conflict if the id is taken."""
        check_names(table, status)
        check_size(entry)
        await self._write(postgres_statements.create(table, entry, status, self._now(), self.peers.driver))

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        """Append an entry if the log has `version` entries and the fence is right; otherwise Conflict or Fenced."""
        check_names(table)
        check_size(entry)
        known = length_of(version)
        news = self._news(APPENDED, table, known + 1)
        await self._write(postgres_statements.append(table, known, entry, self._now(), fence, self.channel, news))

    async def mark(self, table: str, status: str) -> None:
        """Set the status of a table, for `tables`. NoSuchTable if there is none."""
        check_names(table, status)
        await self._write(postgres_statements.mark(table, status, self._now()))

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        """Replace an entry. NoSuchTable if there is no such entry."""
        check_names(table)
        check_size(entry)
        number = in_range(version)
        news = self._news(REPLACED, table, number)
        await self._write(postgres_statements.replace(table, number, entry, self.channel, news))

    async def delete(self, table: str, heir: str = "") -> None:
        """Delete a table. Its sessions and links move to the heir, the table of a rematch, if there is one."""
        check_names(table, heir)
        await self._write(postgres_statements.delete(table, heir, self.channel, self._news(DELETED, table)))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after the first `after`, in order. NoSuchTable if there is none, BrokenLog if some are lost."""
        check_names(table)
        return await self._ask(lambda db: postgres_queries.entries(db, table, in_range(after)))

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables with a status, newest first; to continue, `before` is the last table of the previous page."""
        check_names(status, before)
        return await self._ask(lambda db: postgres_queries.names(db, status, in_range(limit), before))

    async def listed(self, limit: int, before: str = "") -> list[About]:
        """Tables of any status, newest first; to continue, `before` is the last table of the previous page."""
        check_names(before)
        return await self._ask(lambda db: postgres_queries.listed(db, in_range(limit), before))

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables that have had this status since before `since`, oldest first."""
        check_names(status)
        return await self._ask(lambda db: postgres_queries.unchanged(db, status, in_range(since), in_range(limit)))

    async def about(self, table: str) -> About:
        """The facts about a table that do not need its log. NoSuchTable if there is none."""
        check_names(table)
        return await self._ask(lambda db: postgres_queries.about(db, table))

    async def lost(self, table: str) -> int:
        """The number of acknowledged entries that a table has lost since its creation, in the file it came from."""
        check_names(table)
        return await self._ask(lambda db: postgres_queries.lost(db, table))

    # --- Sessions and links

    async def session(self, session: str) -> list[SeatKey]:
        """The seats of a browser session, newest first; none if the session is unknown."""
        check_names(session)
        return await self._ask(lambda db: postgres_queries.session(db, session))

    async def remember(self, session: str, seat: SeatKey) -> None:
        """Add a seat to a session. A seat that the session already holds at this table stays unchanged."""
        check_names(session, seat.key, seat.table, seat.link)
        await self._write(postgres_statements.remember(session, seat._replace(at=in_range(seat.at))))

    async def forget(self, session: str, key: str) -> None:
        """Remove a seat from a session, at every table with that key."""
        check_names(session, key)
        await self._write(postgres_statements.forget(session, key))

    async def add_link(self, link: str, key: str, table: str, at: int) -> None:
        """Add a link to a seat. A link that exists stays unchanged."""
        check_names(link, key, table)
        await self._write(postgres_statements.add_link(link, key, table, in_range(at)))

    async def linked(self, link: str) -> SeatKey | None:
        """The seat that a link opens, or None."""
        check_names(link)
        return await self._ask(lambda db: postgres_queries.linked(db, link))

    async def links(self, key: str) -> int:
        """The number of links to a seat."""
        check_names(key)
        return await self._ask(lambda db: postgres_queries.links(db, key))

    async def revoke_links(self, key: str, but_session: str = "") -> int:
        """Delete a seat's links, and the seat from other sessions that came by a link; return the number of links."""
        check_names(key, but_session)
        news = encode_news(News(REVOKED, self.peers.name, text=key, request=request_id.get(), more=but_session))
        number: int = await self._write(postgres_statements.revoke_links(key, but_session, self.channel, news))
        return number

    # --- Reviews

    async def keep_review(self, table: str, analyser: str, state: str, body: bytes) -> None:
        """Keep a review in place of the analyser's earlier one. NoSuchTable if there is no such table."""
        check_names(table, analyser, state)
        check_size(body)
        review = StoredReview(table, analyser, state, self._now(), body)
        await self._write(postgres_statements.keep_review(review))

    async def review(self, table: str, analyser: str) -> StoredReview | None:
        """The review of a table by an analyser, or None."""
        check_names(table, analyser)
        return await self._ask(lambda db: postgres_queries.review(db, table, analyser))

    async def unfinished_reviews(self, before: int, limit: int) -> list[StoredReview]:
        """Reviews that are unfinished and have not changed since before that time, oldest first; without bodies."""
        return await self._ask(lambda db: postgres_queries.unfinished_reviews(db, in_range(before), in_range(limit)))

    # --- Closing

    async def close(self) -> None:
        """Finish pending writes and close the connections."""
        await asyncio.gather(self._writer.close(), self._reader.close(), self.peers.close())

    def _news(self, kind: str, table: str, number: int = 0) -> str:
        return encode_news(News(kind, self.peers.name, table, number, request=request_id.get()))

    async def _write(self, write: Write) -> Any:
        return await self._writer.write(write)

    async def _ask(self, question: Callable[[Db], Awaitable[T]]) -> T:
        async with self._reader.use("read") as db:
            return await question(db)
