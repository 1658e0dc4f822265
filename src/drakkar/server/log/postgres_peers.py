"""The servers on one PostgreSQL database: leases and fences in its tables, news by LISTEN and NOTIFY."""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any, Final

import psycopg

from drakkar.server.log.peers import ALIVE, DRIVEN, LEASE, News, Renewal, Taken, decode_news, encode_news
from drakkar.server.log.postgres_link import Link, sever
from drakkar.server.log.postgres_statements import LONGEST_NEWS, shown, stored
from drakkar.server.log.store import StoreError

log = logging.getLogger("drakkar.server")

# A line on which not even our own news arrives for so many seconds is opened again.
DEAF_AFTER: Final = 5.0
RETRY: Final = 0.5
FOR_EVER: Final = 1e9
# Tables that are taken over in one renewal. The rest follow at once, also on other servers.
TAKE: Final = 100
MOST_QUEUED: Final = 10_000

RENEW: Final = """UPDATE servers SET until = now() + make_interval(secs => %s), about = %s
WHERE id = %s AND until > now() RETURNING 1"""
BEGIN: Final = "INSERT INTO servers (id, until, about) VALUES (%s, now() + make_interval(secs => %s), %s)"
ALIVE_NOW: Final = "SELECT id FROM servers WHERE until > now()"
ABOUT_ALL: Final = "SELECT id, about FROM servers WHERE until > now() ORDER BY id"
# The servers that are dead are few: their rows go as soon as they have no table. Another server may take over at the
# same moment; it skips what this one has locked.
TAKE_OVER: Final = """UPDATE tables SET driver = %(me)s, fence = fence + 1,
    served = CASE WHEN driver = '' THEN served ELSE %(now)s END
WHERE number IN (
    SELECT number FROM tables WHERE status IN ('open', 'running')
    AND driver IN (SELECT id FROM servers WHERE until <= now() UNION ALL SELECT '')
    LIMIT %(most)s FOR UPDATE SKIP LOCKED
) RETURNING id, fence, status, pg_notify(%(channel)s, json_build_array(%(kind)s::text, %(me)s::text, id)::text)"""
BURY: Final = """DELETE FROM servers WHERE until < now() - interval '1 min'
AND NOT EXISTS (SELECT FROM tables WHERE driver = servers.id AND status IN ('open', 'running'))"""


class PostgresPeers:
    """This server among those on its database."""

    def __init__(self, address: str, channel: str, name: str, now: Callable[[], int]) -> None:
        self.name = name
        self.channel = channel
        self._address = address
        self._now = now
        self._link = Link(address, "peers")
        # By the monotonic clock, the end of the lease; 0 without one.
        self._until = 0.0
        # The name under which the lease was last reported.
        self._reported = ""
        self._closing = False
        self._told: list[str] = []
        self._teller: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    @property
    def driver(self) -> str:
        """The driver of a new table: this server if it has a lease."""
        return self.name if self.has_lease else ""

    @property
    def has_lease(self) -> bool:
        """Whether the lease lasts, by the clock of this server."""
        return time.monotonic() < self._until

    async def open(self, hear: Callable[[News], None], missed: Callable[[], None]) -> None:
        """Listen. `missed` is called when news may have been lost, also at the beginning."""
        self._listener = asyncio.create_task(self._listen(hear, missed))

    # --- The lease

    async def renew(self, about: str) -> Renewal:
        """Renew the lease, or begin a new one under a new name; take over tables without a driver."""
        began = time.monotonic()
        async with self._link.use("renewed") as db:
            if not await (await db.execute(RENEW, (LEASE, about, self.name))).fetchone():
                self.name = f"{socket.gethostname()[:40]}.{os.getpid()}.{token_hex(4)}"
                await db.execute(BEGIN, (self.name, LEASE, about))
            alive = frozenset(name for (name,) in await (await db.execute(ALIVE_NOW)).fetchall())
            taken = await self._take_over(db)
            await db.execute(BURY)
        is_new, self._reported, self._until = self._reported != self.name, self.name, began + LEASE
        self.tell(News(ALIVE))
        return Renewal(is_new, taken, alive)

    async def _take_over(self, db: "psycopg.AsyncConnection[Any]") -> dict[str, Taken]:
        values = {
            "me": self.name,
            "now": self._now(),
            "most": TAKE,
            "channel": self.channel,
            "kind": DRIVEN,
        }
        found = await (await db.execute(TAKE_OVER, values)).fetchall()
        return {shown(table): Taken(fence, status) for table, fence, status, _ in found}

    async def about_all(self) -> dict[str, str]:
        """The servers that are alive, with what they said about themselves when they last renewed their lease."""
        async with self._link.use("read") as db:
            return dict(await (await db.execute(ABOUT_ALL)).fetchall())

    async def served(self, table: str) -> int:
        """Since when, in unix milliseconds, a table has been served without a break."""
        async with self._link.use("read") as db:
            row = await (await db.execute("SELECT served FROM tables WHERE id = %s", (stored(table),))).fetchone()
        return int(row[0]) if row else 0

    # --- News

    def tell(self, news: News) -> None:
        """Tell the others, soon and without a guarantee."""
        if self._listener is None or len(self._told) >= MOST_QUEUED:
            return
        text = encode_news(News(news.kind, self.name, *_fields(news)))
        if len(text.encode()) > LONGEST_NEWS:
            log.warning("news is too long to be told", extra={"kind": news.kind})
            return
        self._told.append(text)
        if self._teller is None or self._teller.done():
            self._teller = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        while self._told:
            texts, self._told = self._told, []
            try:
                async with self._link.use("told") as db:
                    await db.execute("SELECT pg_notify(%s, text) FROM unnest(%s::text[]) text", (self.channel, texts))
            except StoreError:
                if self._closing:
                    return
                self._told = [*texts, *self._told]
                await asyncio.sleep(RETRY)

    async def _listen(self, hear: Callable[[News], None], missed: Callable[[], None]) -> None:
        while True:
            link = Link(self._address, "listener", f'LISTEN "{self.channel}"', answer_within=FOR_EVER)
            try:
                async with link.use("heard") as db:
                    missed()
                    await self._hear_all(db, hear)
            except StoreError as error:
                log.warning("the line to the other servers is lost: %s", error)
            finally:
                await link.close()
            await asyncio.sleep(RETRY)

    async def _hear_all(self, db: "psycopg.AsyncConnection[Any]", hear: Callable[[News], None]) -> None:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(DEAF_AFTER, sever, db)
        try:
            async for said in db.notifies():
                timer.cancel()
                timer = loop.call_later(DEAF_AFTER, sever, db)
                news = decode_news(said.payload)
                if news is not None and news.sender != self.name:
                    hear(news)
        finally:
            timer.cancel()

    async def close(self) -> None:
        """End the lease, so that others can take over at once."""
        self._closing = True
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        if self._teller is not None:
            await asyncio.gather(self._teller, return_exceptions=True)
        if self._until:
            self._until = 0.0
            with contextlib.suppress(StoreError):
                async with self._link.use("ended") as db:
                    await db.execute("UPDATE servers SET until = now() WHERE id = %s", (self.name,))
        await self._link.close()


def _fields(news: News) -> tuple[Any, ...]:
    return news.table, news.number, news.text, news.request, news.more
