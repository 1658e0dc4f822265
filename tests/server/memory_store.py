"""A Store in memory: a second implementation of the contract. Its data outlives the store, like a file."""

from collections.abc import Callable
from dataclasses import dataclass, field

from drakkar.server.log.sqlite_store import now_ms
from drakkar.server.log.store import (
    DONE,
    UNFINISHED,
    About,
    Conflict,
    NoSuchTable,
    SeatKey,
    StoredReview,
    StoreUnavailable,
)


@dataclass
class Keys:
    """Seats of sessions in the order of arrival, the seats of links, and reviews by table and analyser."""

    seats: dict[tuple[str, str, str], SeatKey] = field(default_factory=dict)
    links: dict[str, SeatKey] = field(default_factory=dict)
    reviews: dict[tuple[str, str], StoredReview] = field(default_factory=dict)


class MemoryKeys:
    """The sessions, links and reviews of a store, in dictionaries."""

    peers = None
    now: Callable[[], int] = staticmethod(now_ms)

    def __init__(self, keys: Keys | None = None) -> None:
        self.keys = keys or Keys()

    def check(self) -> None:
        """StoreUnavailable if the store cannot work now."""

    def pass_on(self, table: str, heir: str) -> None:
        """Move or delete the keys of a deleted table; its reviews are deleted."""
        self._drop_reviews(table)
        for owner, key, at_table in list(self.keys.seats):
            if at_table == table:
                seat = self.keys.seats.pop((owner, key, table))
                if heir:
                    self.keys.seats.setdefault((owner, key, heir), seat._replace(table=heir))
        for link, seat in list(self.keys.links.items()):
            if seat.table == table:
                del self.keys.links[link]
                if heir:
                    self.keys.links[link] = seat._replace(table=heir)

    async def lost(self, table: str) -> int:
        """Always 0: memory loses nothing."""
        assert table
        return 0

    async def session(self, session: str) -> list[SeatKey]:
        """The seats of a session."""
        self.check()
        held = [seat for (owner, *_), seat in self.keys.seats.items() if owner == session]
        return sorted(held, key=lambda seat: (-seat.at, seat.table, seat.key))

    async def remember(self, session: str, seat: SeatKey) -> None:
        """Add a seat."""
        self.check()
        self.keys.seats.setdefault((session, seat.key, seat.table), seat)

    async def forget(self, session: str, key: str) -> None:
        """Remove a seat."""
        self.check()
        for name in [name for name in self.keys.seats if name[:2] == (session, key)]:
            del self.keys.seats[name]

    async def add_link(self, link: str, key: str, table: str, at: int) -> None:
        """Add a link."""
        self.check()
        self.keys.links.setdefault(link, SeatKey(key, table, link, at))

    async def linked(self, link: str) -> SeatKey | None:
        """The seat of a link."""
        self.check()
        return self.keys.links.get(link)

    async def links(self, key: str) -> int:
        """The number of links to a seat."""
        self.check()
        return sum(seat.key == key for seat in self.keys.links.values())

    async def revoke_links(self, key: str, but_session: str = "") -> int:
        """Delete the links to a seat."""
        self.check()
        gone = [link for link, seat in self.keys.links.items() if seat.key == key]
        for link in gone:
            del self.keys.links[link]
        self.keys.seats = {
            name: seat
            for name, seat in self.keys.seats.items()
            if seat.key != key or not seat.link or name[0] == but_session
        }
        return len(gone)

    async def about(self, table: str) -> About:
        """The facts about a table."""
        raise NotImplementedError

    async def keep_review(self, table: str, analyser: str, state: str, body: bytes) -> None:
        """Keep a review."""
        self.check()
        await self.about(table)
        if state == DONE:
            self._drop_reviews(table)
        self.keys.reviews[table, analyser] = StoredReview(table, analyser, state, self.now(), body)

    async def review(self, table: str, analyser: str) -> StoredReview | None:
        """A review."""
        self.check()
        return self.keys.reviews.get((table, analyser))

    async def unfinished_reviews(self, before: int, limit: int) -> list[StoredReview]:
        """Unfinished reviews that have not changed lately."""
        self.check()
        old = [one for one in self.keys.reviews.values() if one.state == UNFINISHED and one.changed < before]
        return [one._replace(body=b"") for one in sorted(old, key=lambda one: (one.changed, one.table))][:limit]

    def _drop_reviews(self, table: str) -> None:
        for name in [name for name in self.keys.reviews if name[0] == table]:
            del self.keys.reviews[name]


@dataclass
class Log:
    """The data of a table."""

    status: str
    since: int
    changed: int
    entries: list[bytes]


@dataclass
class Kept:
    """All data of a store; tables in the order of creation."""

    tables: dict[str, Log] = field(default_factory=dict)
    keys: Keys = field(default_factory=Keys)


class MemoryStore(MemoryKeys):
    """Tables in a dictionary."""

    def __init__(self, kept: Kept, now: Callable[[], int] = now_ms) -> None:
        super().__init__(kept.keys)
        self._kept = kept.tables
        self._now = self.now = now
        self._closed = False

    async def create(self, table: str, entry: bytes, status: str) -> None:
        self.check()
        if table in self._kept:
            raise Conflict("a table of that name is there already")
        now = self._now()
        self._kept[table] = Log(status, now, now, [entry])

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        log = self._found(table)
        if len(log.entries) != version:
            raise Conflict("the log is not as long as the writer thought")
        log.entries.append(entry)
        log.changed = self._now()

    async def mark(self, table: str, status: str) -> None:
        log = self._found(table)
        if log.status != status:
            log.status, log.since = status, self._now()

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        log = self._found(table)
        if not 0 < version <= len(log.entries):
            raise NoSuchTable("no such entry")
        log.entries[version - 1] = entry

    async def delete(self, table: str, heir: str = "") -> None:
        self._found(table)
        del self._kept[table]
        self.pass_on(table, heir)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return self._found(table).entries[max(after, 0) :]

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        self.check()
        names = list(self._kept)
        if before:
            self._found(before)
            names = names[: names.index(before)]
        return [name for name in reversed(names) if self._kept[name].status == status][: max(limit, 0)]

    async def listed(self, limit: int, before: str = "") -> list[About]:
        self.check()
        names = list(self._kept)
        if before:
            self._found(before)
            names = names[: names.index(before)]
        return [await self.about(name) for name in names[::-1][: max(limit, 0)]]

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        self.check()
        found = [name for name, log in self._kept.items() if log.status == status and log.since < since]
        return sorted(found, key=lambda name: self._kept[name].since)[: max(limit, 0)]

    async def about(self, table: str) -> About:
        log = self._found(table)
        size = sum(map(len, log.entries))
        return About(table, log.status, log.since, log.changed, len(log.entries), size, lost=0)

    async def close(self) -> None:
        self._closed = True

    def check(self) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _found(self, table: str) -> Log:
        self.check()
        if table not in self._kept:
            raise NoSuchTable("no table of that name is kept here")
        return self._kept[table]
