"""A Store in memory: a second reading of the same contract. What is kept outlives the store, as a file does."""

from drakkar.server.store import Conflict, NoSuchTable, StoreUnavailable

# Each table's log and status, in the order in which they were made.
Kept = dict[str, tuple[list[bytes], str]]


class MemoryStore:
    """Tables in a dictionary."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._closed = False

    async def create(self, table: str, entry: bytes, status: str) -> None:
        if table in self._open():
            raise Conflict("a table of that name is there already")
        self._kept[table] = ([entry], status)

    async def append(self, table: str, version: int, entry: bytes) -> None:
        log, status = self._found(table)
        if len(log) != version:
            raise Conflict("the log is not as long as the writer thought")
        self._kept[table] = ([*log, entry], status)

    async def mark(self, table: str, status: str) -> None:
        self._kept[table] = (self._found(table)[0], status)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return self._found(table)[0][max(after, 0) :]

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        names = list(self._open())
        if before:
            self._found(before)
            names = names[: names.index(before)]
        return [name for name in reversed(names) if self._kept[name][1] == status][: max(limit, 0)]

    async def close(self) -> None:
        self._closed = True

    def _open(self) -> Kept:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return self._kept

    def _found(self, table: str) -> tuple[list[bytes], str]:
        if table not in self._open():
            raise NoSuchTable("no table of that name is kept here")
        return self._kept[table]
