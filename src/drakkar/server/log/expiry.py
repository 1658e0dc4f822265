"""Finished tables that are old enough to be deleted."""

import contextlib
from typing import Final

import msgspec

from drakkar.server.log import entries
from drakkar.server.log.bounds import LARGEST_NUMBER
from drakkar.server.log.store import CLOSED, OVER, BrokenLog, NoSuchTable, Store

FINISHED: Final = (OVER, CLOSED)
# Tables looked for at a time, and the last entries among which the one of a rematch is.
BATCH: Final = 20


async def heir_of(store: Store, table_id: str) -> str:
    """The table of the rematch, which keeps the same seats; empty if there is none."""
    try:
        found = [entries.decode(body) for body in (await store.read(table_id))[-BATCH:]]
    except (BrokenLog, msgspec.MsgspecError):
        return ""
    return next((entry.table for entry in found if isinstance(entry, entries.Rematched)), "")


async def finished(store: Store, before: int) -> list[str]:
    """All tables that ended or were closed before a moment, in unix milliseconds."""
    return [name for status in FINISHED for name in await store.unchanged(status, before, LARGEST_NUMBER)]


async def prune(store: Store, before: int) -> int:
    """Delete all tables that ended or were closed before a moment, in unix milliseconds; return their number."""
    deleted = 0
    for status in FINISHED:
        while names := await store.unchanged(status, before, BATCH):
            for name in names:
                with contextlib.suppress(NoSuchTable):
                    await store.delete(name, await heir_of(store, name))
                    deleted += 1
    return deleted
