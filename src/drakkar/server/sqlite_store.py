"""Tables in one SQLite file: the store of a single server, with nothing to install.

One thread owns the connection that writes. It takes all that has queued up, writes it in one transaction, and tells the
writers once that is on disk: a thousand appends share one sync. Who has written a version too late fails alone; a full
disk fails the whole group, and none of it is in the file. Reads have a connection and a thread of their own.

Beside the file lies one with `.lock` behind its name. Who holds it may write; the kernel lets go of it when he dies.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import IO, Any, Final, NamedTuple, TypeVar

from drakkar.server.store import BrokenLog, Conflict, NoSuchTable, StoreError, StoreUnavailable

APPLICATION: Final = 0x44724B72  # "DrKr" in the header of the file: it is ours
SCHEMA: Final = 1
# In place of a version: the log stays as it is, only the status is written.
MARK: Final = -1
MAGIC: Final = b"SQLite format 3\x00"

# `number` is the order in which tables were made. Nothing is ever deleted, and only version and status change.
TABLES: Final = (
    """CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        status TEXT NOT NULL
    )""",
    "CREATE INDEX tables_by_status ON tables (status)",
    """CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID""",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)

LARGEST: Final = 64 * 2**20  # bytes of one entry; SQLite itself would refuse a gigabyte, and the others with it
LARGEST_NUMBER: Final = 2**63 - 1  # that SQLite knows

CLOSED: Final = "the store is closed"
NO_SUCH_TABLE: Final = "no table of that name is kept here"

T = TypeVar("T")


class Write(NamedTuple):
    """An entry on its way to the disk, and who waits for it. It begins a table if `version` is 0."""

    done: asyncio.Future[None]
    table: str
    version: int
    entry: bytes
    status: str


class SqliteStore:
    """A Store in a file, which is made if it is missing. Whoever stops waiting for a write may still have written."""

    def __init__(self, path: Path, most_waiting: int = 10_000, patience_ms: int = 500) -> None:
        """Open the file, or say in a StoreError why not. `patience_ms` is how long a lock of others is waited for."""
        path = path.resolve()
        self._lock = _lock(path)
        try:
            self._writer, self._reader = _open(path, patience_ms)
        except BaseException:
            self._lock.close()
            raise
        # What is written to a file that was moved or removed would be lost with it.
        files = (path, path.with_name(f"{path.name}-wal"))
        self._places = [(place, _identity(place)) for place in files if place.exists()]
        self._most_waiting = most_waiting
        self._waiting: list[Write] = []
        self._closed = False
        self._wake = Condition()  # guards the two before it
        self._readers = ThreadPoolExecutor(1, "store-reader")
        self._thread = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """A new table, whose log begins with this entry. Conflict if the name is taken."""
        await self._write(table, 0, entry, status)

    async def append(self, table: str, version: int, entry: bytes) -> None:
        """Entry number `version` + 1, if the log has `version` entries now; Conflict if not."""
        # No log has that many entries, and none has fewer than one.
        known = version if 0 < version < LARGEST_NUMBER else LARGEST_NUMBER
        await self._write(table, known, entry)

    async def mark(self, table: str, status: str) -> None:
        """Say what a table is doing, for the lists of `tables`. NoSuchTable if there is none."""
        await self._write(table, MARK, b"", status)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries behind the first `after`, in order. NoSuchTable if there is none, BrokenLog if some are lost."""
        _spell(table)
        return await self._ask(lambda: self._entries(table, after))

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables of that status, the latest made first; for more, `before` is the last one of the answer before."""
        _spell(status, before)
        return await self._ask(lambda: self._names(status, limit, before))

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        await asyncio.to_thread(self._finish)

    async def _write(self, table: str, version: int, entry: bytes, status: str = "") -> None:
        """Queue up, and wait until it is on disk."""
        _spell(table, status)
        if len(entry) > LARGEST:
            raise StoreError(f"an entry may have {LARGEST} bytes, and this one has {len(entry)}")
        done = asyncio.get_running_loop().create_future()
        with self._wake:
            if self._closed:
                raise StoreUnavailable(CLOSED)
            if len(self._waiting) >= self._most_waiting:
                raise StoreUnavailable("too much is waiting to be written")
            self._waiting.append(Write(done, table, version, entry, status))
            self._wake.notify()
        await done

    async def _ask(self, answer: Callable[[], T]) -> T:
        """What the reading thread answers."""
        try:
            answered = asyncio.get_running_loop().run_in_executor(self._readers, answer)
        except RuntimeError:
            raise StoreUnavailable(CLOSED) from None
        return await answered

    def _finish(self) -> None:
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join()
        self._readers.shutdown()
        # Closing twice does no harm. The writer is the last, so that it clears the log of SQLite away.
        with self._wake, closing(self._lock), closing(self._writer), closing(self._reader):
            pass

    # In the reading thread.

    def _entries(self, table: str, after: int) -> list[bytes]:
        # In one statement: what is written meanwhile is in both numbers, or in none.
        found = self._rows(
            "SELECT tables.version, entries.version, body FROM tables LEFT JOIN entries"
            " ON table_id = id AND entries.version > ? WHERE id = ? ORDER BY entries.version",
            after := _in_range(after),
            table,
        )
        if not found:
            raise NoSuchTable(NO_SUCH_TABLE)
        kept = [(version, body) for _, version, body in found if version is not None]
        if [version for version, _ in kept] != list(range(after + 1, found[0][0] + 1)):
            raise BrokenLog("entries of this table are missing")
        return [body for _, body in kept]

    def _names(self, status: str, limit: int, before: str) -> list[str]:
        below = self._number(before) if before else LARGEST_NUMBER
        found = self._rows(
            "SELECT id FROM tables WHERE status = ? AND number < ? ORDER BY number DESC LIMIT ?",
            status,
            below,
            _in_range(limit),
        )
        return [name for (name,) in found]

    def _number(self, table: str) -> int:
        found = self._rows("SELECT number FROM tables WHERE id = ?", table)
        if not found:
            raise NoSuchTable(NO_SUCH_TABLE)
        number: int = found[0][0]
        return number

    def _rows(self, question: str, *values: str | int) -> list[Any]:
        try:
            return self._reader.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise _unavailable("read", error) from error

    # In the writing thread.

    def _write_all(self) -> None:
        """Group after group, until the store is closed and nothing is left."""
        while group := self._next_group():
            _tell(group, self._commit(group))

    def _next_group(self) -> list[Write]:
        with self._wake:
            while not self._waiting and not self._closed:
                self._wake.wait()
            group, self._waiting = self._waiting, []
            return group

    def _commit(self, group: list[Write]) -> list[StoreError | None]:
        """Write a group in one transaction: what each of its writers is to be told."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            told = [_put(self._writer, write) for write in group]
            self._stay()
            self._writer.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, the writers are told and the thread lives on
            # If even this fails, the next group cannot begin, and tries it again.
            with suppress(sqlite3.Error):
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            return [_unavailable("written", error) for _ in group]
        return told

    def _stay(self) -> None:
        """FileNotFoundError unless the files lie where they lay: SQLite would write on, and the next start miss it."""
        for place, identity in self._places:
            if _identity(place) != identity:
                raise FileNotFoundError(place)


def _put(db: sqlite3.Connection, write: Write) -> StoreError | None:
    """One write within a transaction; why not, if it came too late."""
    table, version, status = write.table, write.version, write.status
    if version == 0:
        new = "INSERT INTO tables (id, version, status) VALUES (?, 1, ?) ON CONFLICT (id) DO NOTHING"
        if db.execute(new, (table, status)).rowcount == 0:
            return Conflict("a table of that name is there already")
    elif version == MARK:
        found = db.execute("UPDATE tables SET status = ? WHERE id = ?", (status, table)).rowcount
        return None if found else NoSuchTable(NO_SUCH_TABLE)
    else:
        longer = "UPDATE tables SET version = version + 1 WHERE id = ? AND version = ?"
        if db.execute(longer, (table, version)).rowcount == 0:
            return _too_late(db, table)
    entry = "INSERT INTO entries (table_id, version, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    if db.execute(entry, (table, version + 1, write.entry)).rowcount == 0:
        # Somebody has changed the file by hand. The others in the group need not suffer for it.
        db.execute("UPDATE tables SET version = ? WHERE id = ?", (version, table))
        return BrokenLog("an entry is there that was never written")
    return None


def _too_late(db: sqlite3.Connection, table: str) -> StoreError:
    if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
        return Conflict("the log is not as long as the writer thought")
    return NoSuchTable(NO_SUCH_TABLE)


def _tell(group: list[Write], told: list[StoreError | None]) -> None:
    """Wake the writers of a group, with one call for each loop that they run in."""
    answers: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], StoreError | None]]] = {}
    for write, error in zip(group, told, strict=True):
        answers.setdefault(write.done.get_loop(), []).append((write.done, error))
    for loop, answer in answers.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_answer, answer)


def _answer(answers: list[tuple[asyncio.Future[None], StoreError | None]]) -> None:
    for done, error in answers:
        if done.done():  # cancelled
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _identity(place: Path) -> tuple[int, int]:
    file = place.stat()
    return file.st_dev, file.st_ino


def _unavailable(what: str, error: Exception) -> StoreUnavailable:
    """The fault by SQLite's name of it: the words of an error could tell what was written, or where."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return StoreUnavailable(f"nothing can be {what} now ({name})")


def _spell(*names: str) -> None:
    """Half a character cannot stand in the file, so no table there has it in its name."""
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        raise NoSuchTable("no table can have such a name") from None


def _in_range(number: int) -> int:
    return min(max(number, 0), LARGEST_NUMBER)


def _lock(path: Path) -> IO[bytes]:
    """The right to write the file, for as long as what is returned is open."""
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be opened: there is no folder {path.parent}")
    beside = path.with_name(f"{path.name}.lock")
    try:
        lock = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, 0o600), "rb")
    except OSError as error:
        raise StoreError(f"{beside} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        if isinstance(error, BlockingIOError):
            raise StoreError(f"{path} is in use: another server writes there") from None
        raise StoreError(f"{beside} cannot be locked: {error.strerror}") from error
    return lock


def _open(path: Path, patience_ms: int) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The connections that write and read. A file that is not ours, or of a later schema, is left as it is."""
    with ExitStack() as opened:
        try:
            _touch(path)
            writer = opened.enter_context(closing(_connect(path, patience_ms)))
            _prepare(writer, path)
            reader = opened.enter_context(closing(_connect(path, patience_ms)))
            reader.execute("PRAGMA query_only = ON")
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
        except sqlite3.Error as fault:
            raise StoreError(f"{path} cannot be opened: {fault}") from fault
        opened.pop_all()
    return writer, reader


def _touch(path: Path) -> None:
    """See that there is a file, and to what SQLite overlooks: that it may be written, and is no short text."""
    # It holds seeds and the hashes of tokens. SQLite's own files beside it get the same rights.
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb") as file:
        if file.read(len(MAGIC)) not in (b"", MAGIC):
            raise StoreError(f"{path} cannot be opened: it is not a database")


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    is_new = _is_new(db, path)
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if is_new:
        db.execute("BEGIN IMMEDIATE")
        for statement in TABLES:
            db.execute(statement)
        db.execute("COMMIT")


def _is_new(db: sqlite3.Connection, path: Path) -> bool:
    """Whether there is nothing in the file yet; StoreError if it is another's, or of a later schema."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    (things,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == schema == things == 0:
        return True
    if application != APPLICATION:
        raise StoreError(f"{path} is a database of another program")
    if schema != SCHEMA:
        raise StoreError(f"{path} has schema {schema}; this Drakkar reads schema {SCHEMA}")
    return False


def _connect(path: Path, patience_ms: int) -> sqlite3.Connection:
    # One thread at a time has it: the one that opens it, then its owner, then the one that closes it.
    return sqlite3.connect(path, timeout=patience_ms / 1000, isolation_level=None, check_same_thread=False)
