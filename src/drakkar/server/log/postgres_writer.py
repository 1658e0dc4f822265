"""The one task that writes to PostgreSQL: groups of writes, each group in one transaction and one round trip."""

import asyncio
import contextlib
from operator import itemgetter
from typing import Any, Final

import psycopg

from drakkar.server.log.postgres_link import CLOSED, Link
from drakkar.server.log.postgres_statements import Row, Write
from drakkar.server.log.store import StoreError, StoreUnavailable

# A larger group would hold its locks for long.
LARGEST_GROUP: Final = 200

Queued = tuple[Write, "asyncio.Future[Any]"]


class PostgresWriter:
    """A queue of writes, and the connection that makes them."""

    def __init__(self, link: Link, most_waiting: int) -> None:
        self._link = link
        self._most_waiting = most_waiting
        self._waiting: list[Queued] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, write: Write) -> Any:
        """Queue a write, and wait until it is on disk."""
        if self._closed:
            raise StoreUnavailable(CLOSED)
        if len(self._waiting) >= self._most_waiting:
            raise StoreUnavailable("too much is waiting to be written")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await done

    async def close(self) -> None:
        """Finish what is queued, and close the connection."""
        self._closed = True
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        await self._link.close()

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
            try:
                await self._write_group(group)
            except Exception as error:  # noqa: BLE001 - any error goes to the writers, and the task continues
                kind = type(error).__name__
                _answer(group, [StoreUnavailable(f"nothing can be written now ({kind})") for _ in group])

    async def _write_group(self, group: list[Queued]) -> None:
        """Write a group; if the database refuses it, write its members one by one."""
        group = in_order_of_tables(group)
        try:
            async with self._link.use("written") as db:
                _answer(group, await _written(db, [write for write, _ in group]))
        except StoreUnavailable as error:
            if len(group) == 1 or _is_lost(error.__cause__):
                _answer(group, [error for _ in group])
                return
            for one in group:
                await self._write_group([one])


def _is_lost(cause: BaseException | None) -> bool:
    """Whether the connection is lost, so that no other write would succeed either."""
    return isinstance(cause, psycopg.OperationalError | OSError) and not isinstance(
        cause, psycopg.errors.DeadlockDetected
    )


async def _written(db: "psycopg.AsyncConnection[Any]", writes: list[Write]) -> list[Any]:
    """The results of writes: a statement alone commits itself, several make one transaction."""
    if len(writes) == 1:
        rows: list[Row | None] = [await (await db.execute(writes[0].statement, writes[0].values)).fetchone()]
    else:
        async with db.pipeline(), db.transaction():
            cursors = [await db.execute(write.statement, write.values) for write in writes]
        rows = [await cursor.fetchone() for cursor in cursors]
    return [write.means(row) for write, row in zip(writes, rows, strict=True)]


def in_order_of_tables(group: list[Queued]) -> list[Queued]:
    """A group whose appends are in the order of tables, so that two servers do not wait for each other.

    Other writes stay where they are: an append never moves across one.
    """
    ordered: list[Queued] = []
    appends: list[Queued] = []
    for one in group:
        if one[0].is_append:
            appends.append(one)
        else:
            ordered += [*_sorted(appends), one]
            appends = []
    return ordered + _sorted(appends)


def _sorted(appends: list[Queued]) -> list[Queued]:
    return sorted(appends, key=lambda one: itemgetter(2)(one[0].values))


def _answer(group: list[Queued], results: list[Any]) -> None:
    for (_, done), result in zip(group, results, strict=True):
        with contextlib.suppress(asyncio.InvalidStateError):  # cancelled
            if isinstance(result, StoreError):
                done.set_exception(result)
            else:
                done.set_result(result)
