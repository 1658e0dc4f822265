"""Where tables are kept: for each an append-only log of entries, numbered from 1.

An entry is bytes that the store does not read. Whoever appends says how long he knows the log to be; if it is longer,
another has written meanwhile, and nothing is appended. An append that returns is on disk.
"""

from typing import Final, Protocol

# What a table is doing, as far as a store can be asked for it.
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"


class StoreError(Exception):
    """A store that cannot do what is asked; nothing was written."""


class Conflict(StoreError):
    """The log is not as long as the writer thought, or a new table's name is taken."""


class NoSuchTable(StoreError):
    """No table of that name is kept here."""


class BrokenLog(StoreError):
    """Entries of a table are missing, or there are more than were written."""


class StoreUnavailable(StoreError):
    """Nothing can be written or read now: a full disk, a locked file, a lost connection. It may pass."""


class Store(Protocol):
    """What a server needs of a database, and all that it needs."""

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """A new table, whose log begins with this entry. Conflict if the name is taken."""

    async def append(self, table: str, version: int, entry: bytes) -> None:
        """Entry number `version` + 1, if the log has `version` entries now; Conflict if not.

        It returns when the entry is on disk.
        """

    async def mark(self, table: str, status: str) -> None:
        """Say what a table is doing, for the lists of `tables`. NoSuchTable if there is none."""

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries behind the first `after`, in order. NoSuchTable if there is none, BrokenLog if some are lost."""

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables of that status, the latest made first; for more, `before` is the last one of the answer before."""

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
