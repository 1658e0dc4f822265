"""The one thread that writes a SQLite file: groups of writes, each group in one transaction.

After each commit it notes the length of the logs beside the file (entry_counts.py). At the start and every minute it
checkpoints the write-ahead log, so that the file alone is a recent copy.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Final, NamedTuple, TypeVar

from drakkar.server.log import entry_counts, sqlite_file
from drakkar.server.log.entry_counts import Counts
from drakkar.server.log.store import StoreError, StoreUnavailable

log = logging.getLogger("drakkar.server")

CLOSED: Final = "the store is closed"

T = TypeVar("T")
Put = Callable[[sqlite3.Connection], T]


class Write(NamedTuple):
    """A queued change, and the future that waits for it."""

    done: asyncio.Future[Any]
    # Makes the change within a transaction; its StoreError concerns this change only.
    put: Put[Any]
    # The table whose log changes, and the new length of the log: 0 if it is deleted.
    counted: tuple[str, int] | None
    # Whether old data must not stay in the write-ahead log.
    erases: bool


class Writer:
    """The writing connection and its queue."""

    def __init__(self, db: sqlite3.Connection, path: Path, most_waiting: int, whole_after: float) -> None:
        self.db = db
        self.waiting: list[Write] = []
        # The tables that have lost entries, and how many.
        self.lost: dict[str, int] = {}
        self._counts = Counts(path.with_name(f"{path.name}.counts"))
        self._whole_after = whole_after
        # When the next checkpoint is due; None if none is needed.
        self._whole_at: float | None = None
        self._is_compared = False
        self._make_whole("TRUNCATE")
        # Writes to a file that was moved or removed would be lost, so the identity of the files is checked.
        files = (path, path.with_name(f"{path.name}-wal"))
        self._places = [(place, sqlite_file.identity(place)) for place in files if place.exists()]
        self._most_waiting = most_waiting
        self._closed = False
        self._wake = Condition()  # guards `waiting` and `_closed`
        self._thread = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    async def write(self, put: Put[T], counted: tuple[str, int] | None = None, erases: bool = False) -> T:
        """Queue a change, and wait until it is on disk."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._wake:
            if self._closed:
                raise StoreUnavailable(CLOSED)
            if len(self.waiting) >= self._most_waiting:
                raise StoreUnavailable("too much is waiting to be written")
            self.waiting.append(Write(done, put, counted, erases))
            self._wake.notify()
        return await done

    def close(self) -> None:
        """Finish pending writes and close the file. Closing twice is harmless."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join()
        with self._wake, closing(self._counts), closing(self.db):
            pass

    def _renew_counts(self) -> None:
        """Rewrite the counts; the first time, mark the tables that have fewer entries than counted."""
        if not self._is_compared:
            entry_counts.note_losses(self.db, self._counts)
            self.lost = entry_counts.lost(self.db)
            self._is_compared = True
        self._counts.rewrite(entry_counts.totals(self.db))

    # --- In the writing thread

    def _write_all(self) -> None:
        """Write groups until the store is closed and the queue is empty."""
        while True:
            group = self._next_group()
            if group:
                told = self._commit(group)
                self._count(group, told)
                if any(write.erases for write in group):
                    self._make_whole("TRUNCATE")
                _tell(group, told)
            elif self._closed:
                return
            if self._whole_at is not None and time.monotonic() >= self._whole_at:
                self._make_whole("PASSIVE")

    def _next_group(self) -> list[Write]:
        """The queued writes; empty if the store is closed or a checkpoint is due."""
        with self._wake:
            if not self.waiting and not self._closed:
                due = self._whole_at
                self._wake.wait(None if due is None else max(0.0, due - time.monotonic()))
            group, self.waiting = self.waiting, []
            return group

    def _commit(self, group: list[Write]) -> list[Any]:
        """Write a group in one transaction; return a result or a StoreError for each write."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            told = [_put(self.db, write) for write in group]
            self._stay()
            self.db.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - any error goes to the writers, and the thread continues
            self._roll_back()
            return [unavailable("written", error) for _ in group]
        return told

    def _roll_back(self) -> None:
        # If this fails too, the next group cannot begin and rolls back again.
        with suppress(sqlite3.Error):
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def _stay(self) -> None:
        """FileNotFoundError if the files were moved or replaced: SQLite would not notice, and entries would be lost."""
        for place, identity in self._places:
            if sqlite_file.identity(place) != identity:
                raise FileNotFoundError(place)

    def _count(self, group: list[Write], told: list[Any]) -> None:
        """Note the new length of the logs outside the database."""
        totals = {}
        for write, result in zip(group, told, strict=True):
            if write.counted is not None and not isinstance(result, StoreError):
                table, length = write.counted
                if not length:
                    self.lost.pop(table, None)
                totals[table] = length + self.lost.get(table, 0)
        if totals:
            self._counts.note(totals)
        if self._whole_at is None:
            self._whole_at = time.monotonic() + self._whole_after

    def _make_whole(self, how: str) -> None:
        """Checkpoint the write-ahead log; if that is not possible now, retry later."""
        self._whole_at = None
        try:
            if self._counts.is_long:
                self._renew_counts()
            busy, logged, taken = self.db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        except sqlite3.Error as error:  # a full disk, a damaged page, a lock: the store continues
            log.warning("the database file is not whole now, and lost entries may go unnoticed: %s", error)
            self._roll_back()
            busy, logged, taken = 1, 0, 0
        if busy or taken < logged:
            self._whole_at = time.monotonic() + self._whole_after


def unavailable(what: str, error: Exception) -> StoreUnavailable:
    """A StoreUnavailable with SQLite's error name; the error's text could reveal data or paths."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return StoreUnavailable(f"nothing can be {what} now ({name})")


def _put(db: sqlite3.Connection, write: Write) -> Any:
    """Run one write within a transaction; return its result or its StoreError."""
    try:
        return write.put(db)
    except StoreError as error:
        return error


def _tell(group: list[Write], told: list[Any]) -> None:
    """Wake the writers of a group, with one call per event loop."""
    answers: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for write, result in zip(group, told, strict=True):
        answers.setdefault(write.done.get_loop(), []).append((write.done, result))
    for loop, answer in answers.items():
        with suppress(RuntimeError):  # the loop is closed: no writer waits
            loop.call_soon_threadsafe(_answer, answer)


def _answer(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, result in answers:
        if done.done():  # cancelled
            continue
        if isinstance(result, StoreError):
            done.set_exception(result)
        else:
            done.set_result(result)
