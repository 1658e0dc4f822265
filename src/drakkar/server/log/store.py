"""The interface of a store: an append-only log of entries for each table, numbered from 1.

The store does not interpret entries. Each append names the expected length of the log; if another writer was faster,
nothing is appended. An append that returns is on disk.

A store also keeps the seats of browser sessions and the links that open seats. It knows sessions, seats and links only
by their hashes. Beside the log of a finished table it keeps the reviews of its match, one for each analyser.
"""

from typing import Final, NamedTuple, Protocol

from drakkar.server.log.peers import Peers

# The status of a table, for listings.
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"

# The state of a review.
UNFINISHED: Final = "unfinished"
DONE: Final = "done"
FAILED: Final = "failed"


class StoreError(Exception):
    """The store cannot do this; nothing was written."""


class WrongSchema(StoreError):
    """A later Drakkar has written the database; it is left unchanged."""


class Conflict(StoreError):
    """The log does not have the expected length, or the id of a new table is taken."""


class Fenced(StoreError):
    """Another server has become the driver of this table since the writer was."""


class NoSuchTable(StoreError):
    """The store has no table with this id."""


class BrokenLog(StoreError):
    """Entries of a table are missing, damaged or surplus."""


class StoreUnavailable(StoreError):
    """The store cannot read or write now: a full disk, a locked file, a lost connection. This may be temporary."""


class SeatKey(NamedTuple):
    """A seat that a session holds or a link opens; times are unix milliseconds."""

    # The hash of the seat's secret, as in `entries.Place.key`. A rematch has the same key at another table.
    key: str
    table: str
    # The hash of the link that the seat came by, or "".
    link: str
    at: int


class About(NamedTuple):
    """The facts about a table that do not need its log; times are unix milliseconds."""

    table: str
    status: str
    # When the status last changed, and when an entry was last appended.
    since: int
    changed: int
    entries: int
    # The size of all entries in bytes.
    size: int
    # The number of acknowledged entries that the table has lost since its creation.
    lost: int


class StoredReview(NamedTuple):
    """A review of a finished match, complete or in part; `changed` is in unix milliseconds."""

    table: str
    # The version of the analysis, with the network behind it.
    analyser: str
    state: str
    changed: int
    # The store does not interpret it.
    body: bytes


class Store(Protocol):
    """The complete database interface of the server."""

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """Create a table whose log begins with this entry. Conflict if the id is taken."""

    @property
    def peers(self) -> Peers | None:
        """The other servers on the same database; None if the store serves one process alone."""

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        """Append an entry if the log has `version` entries; otherwise Conflict.

        It returns when the entry is on disk. With a fence, the writer drives the table (peers.py); Fenced if another
        server does by now.
        """

    async def mark(self, table: str, status: str) -> None:
        """Set the status of a table, for `tables`. NoSuchTable if there is none."""

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        """Replace an entry and erase the old one. NoSuchTable if there is no such entry."""

    async def delete(self, table: str, heir: str = "") -> None:
        """Erase a table. Its sessions and links move to the heir, the table of a rematch, if there is one."""

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after the first `after`, in order. NoSuchTable if there is none, BrokenLog if some are lost."""

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """Tables with a status, newest first; to continue, `before` is the last table of the previous page."""

    async def listed(self, limit: int, before: str = "") -> list[About]:
        """Tables of any status, newest first; to continue, `before` is the last table of the previous page."""

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables that have had this status since before `since`, oldest first."""

    async def about(self, table: str) -> About:
        """The facts about a table that do not need its log. NoSuchTable if there is none."""

    async def lost(self, table: str) -> int:
        """The number of acknowledged entries that a table has lost since its creation; needs no read."""

    async def session(self, session: str) -> list[SeatKey]:
        """The seats of a browser session, newest first; none if the session is unknown."""

    async def remember(self, session: str, seat: SeatKey) -> None:
        """Add a seat to a session. A seat that the session already holds at this table stays unchanged."""

    async def forget(self, session: str, key: str) -> None:
        """Remove a seat from a session, at every table with that key."""

    async def add_link(self, link: str, key: str, table: str, at: int) -> None:
        """Add a link to a seat. A link that exists stays unchanged."""

    async def linked(self, link: str) -> SeatKey | None:
        """The seat that a link opens, or None."""

    async def links(self, key: str) -> int:
        """The number of links to a seat."""

    async def revoke_links(self, key: str, but_session: str = "") -> int:
        """Delete a seat's links, and the seat from other sessions that came by a link; return the number of links."""

    async def keep_review(self, table: str, analyser: str, state: str, body: bytes) -> None:
        """Keep a review in place of the analyser's earlier one. NoSuchTable if there is no such table.

        One that is done replaces those of all other analysers.
        """

    async def review(self, table: str, analyser: str) -> StoredReview | None:
        """The review of a table by an analyser, or None."""

    async def unfinished_reviews(self, before: int, limit: int) -> list[StoredReview]:
        """Reviews that are unfinished and have not changed since before that time, oldest first; without bodies."""

    async def close(self) -> None:
        """Finish pending writes and close the store."""
