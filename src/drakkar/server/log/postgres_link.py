"""One connection to PostgreSQL that is opened again after a loss.

A statement that has no answer after some seconds counts as a lost connection: a network can swallow everything and
report nothing.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator
from typing import Any, Final

import psycopg

from drakkar.core.version import VERSION
from drakkar.server.log.postgres_schema import CONNECT_WITHIN
from drakkar.server.log.store import StoreUnavailable

# Seconds for one statement or one group of writes.
ANSWER_WITHIN: Final = 8.0
CLOSED: Final = "the store is closed"


class Link:
    """A connection, used by one task at a time. `setting_up` are statements for each new connection."""

    def __init__(self, address: str, purpose: str, *setting_up: str, answer_within: float = ANSWER_WITHIN) -> None:
        self._address = address
        self._purpose = purpose
        self._setting_up = setting_up
        self._answer_within = answer_within
        self._db: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    @contextlib.asynccontextmanager
    async def use(self, doing: str) -> AsyncIterator["psycopg.AsyncConnection[Any]"]:
        """The connection, for `doing` something. StoreUnavailable if there is none or it is lost meanwhile."""
        async with self._turn:
            if self._closed:
                raise StoreUnavailable(CLOSED)
            timer = None
            try:
                db = self._db = await self._connected()
                timer = asyncio.get_running_loop().call_later(self._answer_within, sever, db)
                yield db
            except (psycopg.Error, OSError) as error:
                raise StoreUnavailable(f"nothing can be {doing} now ({type(error).__name__})") from error
            finally:
                if timer is not None:
                    timer.cancel()
                if self._db is not None and self._is_unusable(self._db):
                    await self._drop()

    async def _connected(self) -> "psycopg.AsyncConnection[Any]":
        if self._db is not None and not self._db.closed:
            return self._db
        db = await psycopg.AsyncConnection.connect(
            self._address,
            autocommit=True,
            connect_timeout=CONNECT_WITHIN,
            application_name=f"drakkar {VERSION} {self._purpose}",
        )
        timer = asyncio.get_running_loop().call_later(ANSWER_WITHIN, sever, db)
        try:
            for statement in self._setting_up:
                await db.execute(statement)
        finally:
            timer.cancel()
        return db

    @staticmethod
    def _is_unusable(db: "psycopg.AsyncConnection[Any]") -> bool:
        return db.closed or db.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE

    async def _drop(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await db.close()

    async def close(self) -> None:
        """Close for good; what is running finishes first."""
        async with self._turn:
            self._closed = True
            await self._drop()


def sever(db: "psycopg.AsyncConnection[Any]") -> None:
    """Cut the socket: who waits for an answer gets an error at once, even if the network swallows everything."""
    with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(db.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
