"""`drakkar db`: copy a database, check it, delete old tables."""

import argparse
import asyncio
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from drakkar.core.errors import BadArgument
from drakkar.server.log.address import is_postgres, shown_name
from drakkar.server.log.backup import check_target
from drakkar.server.log.checking import check
from drakkar.server.log.copying import copy_database
from drakkar.server.log.expiry import finished, prune
from drakkar.server.log.opening import open_snapshot, open_store
from drakkar.server.log.store import StoreError

SOUND: Final = 0
BROKEN: Final = 1
# Seconds between two lines of progress.
TELL_EVERY: Final = 2.0


class Progress:
    """Says every few seconds how far the work is, on standard error."""

    def __init__(self) -> None:
        self.told = time.monotonic()

    def __call__(self, done: str, number: int, size: int) -> None:
        """`number` tables of `size` are done."""
        if time.monotonic() - self.told >= TELL_EVERY:
            self.told = time.monotonic()
            print(f"{done} {number} of {size} tables", file=sys.stderr, flush=True)


def run(asked: argparse.Namespace) -> int:
    """Do it; StoreError if it cannot be done. The result is 1 if a table is broken."""
    if asked.work == "copy":
        return run_copy(asked.source, asked.destination)
    return run_check(asked.database) if asked.work == "check" else run_prune(asked)


def run_copy(source: str, destination: str) -> int:
    """Copy, and say what the copy contains."""
    copied = copy_database(source, destination, Progress())
    print(
        f"{shown_name(destination)}: a copy of {shown_name(source)} with {copied.tables} tables and {copied.entries}"
        " entries; every log was compared"
    )
    return SOUND


def run_backup(source: str, target: Path, force: bool) -> int:
    """Copy a PostgreSQL database into a file, and say what the copy contains."""
    check_target(target, force)
    new = target.with_name(f"{target.name}.new")
    new.unlink(missing_ok=True)
    copied = copy_database(source, str(new), Progress())
    new.replace(target)
    print(
        f"{target}: a copy of {shown_name(source)} with {copied.tables} tables and {copied.entries} entries; it was"
        " checked"
    )
    return SOUND


def run_check(database: str) -> int:
    """Print each broken table, and a line about all."""
    tables = number = broken = 0
    tell = Progress()
    with open_snapshot(database) as found:
        size = found.count()
        for table in check(found):
            tell("checked", tables, size)
            tables += 1
            number += table.entries
            broken += bool(table.fault)
            if table.fault or table.note:
                print(f"{table.table}: {table.fault or table.note}", flush=True)
    print(f"{shown_name(database)}: {tables} tables with {number} entries were played again; {broken} of them broken")
    return BROKEN if broken else SOUND


def run_prune(asked: argparse.Namespace) -> int:
    """Delete old finished tables, or only count them."""
    if not is_postgres(asked.database) and not Path(asked.database).is_file():
        raise StoreError(f"there is no database {asked.database}")
    before = milliseconds(asked.finished_before)
    count = asyncio.run(_prune(asked.database, before, asked.dry_run))
    verb = "would be deleted" if asked.dry_run else "were deleted"
    print(f"{shown_name(asked.database)}: {count} tables that were finished before {asked.finished_before} {verb}")
    return SOUND


async def _prune(database: str, before: int, is_trial: bool) -> int:
    store = open_store(database)
    try:
        return len(await finished(store, before)) if is_trial else await prune(store, before)
    finally:
        await store.close()


def milliseconds(date: str) -> int:
    """A date or a time in unix milliseconds; without a time zone it is UTC."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        raise BadArgument(f"--finished-before needs a date such as 2026-11-30, not {date}") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
