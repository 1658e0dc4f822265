"""The seats of a connection: those of its browser session, and the one whose secret a program presents.

A browser has one cookie. The server stores its hash with the keys of all seats that the browser holds. A seat key is
the hash of the seat's secret, as in the table's log. A rematch has the same keys, so it needs no new secret.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from drakkar.server.live.clock import Clock
from drakkar.server.live.push_format import PushFormat
from drakkar.server.live.subscriber import Subscription
from drakkar.server.log.entries import PERSON
from drakkar.server.log.errors import Refused
from drakkar.server.log.secrets import hash_secret, new_secret
from drakkar.server.log.store import NoSuchTable, SeatKey, Store, StoreError
from drakkar.server.log.table import Table

COOKIE: Final = "drakkar_session"
# Under https, no other site and no page without https can set a cookie with this prefix.
SECURE_COOKIE: Final = "__Host-drakkar_session"
YEAR: Final = 365 * 24 * 3600
SECRET: Final = re.compile(r"[\w-]{32,64}", re.ASCII)
# Earlier versions had one cookie per seat, with its table, number and secret.
OLD_COOKIE: Final = re.compile(r"drakkar_([\w-]{1,64})_\w{1,4}", re.ASCII)
# Old cookies that are moved in one response: nginx accepts at most 4 KB of headers.
OLD_AT_ONCE: Final = 40
MOST_SEATS: Final = 10_000
MOST_LINKS: Final = 20
# The most seats in all cached sessions together.
MOST_CACHED: Final = 100_000


class Kept(NamedTuple):
    """The seats of a session, newest first, and their keys."""

    seats: tuple[SeatKey, ...] = ()
    keys: frozenset[str] = frozenset()


class Holder:
    """The credentials of one connection: a session, the secret of a program, old cookies."""

    def __init__(self, secret: str, kept: Kept, shown: frozenset[str], old: dict[str, tuple[str, str]]) -> None:
        self.secret = secret
        self.kept = kept
        # Keys of the seats whose own secrets the client presented.
        self.shown = shown
        # Table and key of each old cookie, by its name.
        self.old = old
        self.sets_cookie = False
        self.moved: list[str] = []

    @property
    def session(self) -> str:
        """The hash that identifies the session in the store; empty without a session."""
        return hash_secret(self.secret) if self.secret else ""

    def holds(self, key: str) -> bool:
        """Whether a seat with this key belongs to the connection."""
        return key in self.shown or key in self.kept.keys

    def only_linked(self, key: str) -> bool:
        """Whether the browser holds the seat by a link only."""
        own = key in self.shown or any(seat.key == key and not seat.link for seat in self.kept.seats)
        return key in self.kept.keys and not own


class Sessions:
    """The seats of all browsers, in the store, with a cache."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self._cache: OrderedDict[str, Kept] = OrderedDict()
        self._cached = 0
        # Counts the changes of all sessions, to detect a change during a read.
        self._changes = 0
        # Links are created, used and revoked one at a time: none can be used while it is revoked.
        self._links = asyncio.Lock()

    # --- Connections

    async def load(self, connection: HTTPConnection) -> None:
        """Load the credentials of a connection. This runs before every handler that needs seats."""
        secret = _session_secret(connection)
        word, _, bearer = connection.headers.get("authorization", "").partition(" ")
        shown = {hash_secret(bearer.strip())} if word.lower() == "bearer" else set()
        old = {
            name: (found[1], hash_secret(value))
            for name, value in connection.cookies.items()
            if (found := OLD_COOKIE.fullmatch(name))
        }
        shown |= {key for _, key in old.values()}
        kept = await self._kept(hash_secret(secret)) if secret else Kept()
        connection.state.holder = Holder(secret, kept, frozenset(shown), old)

    async def _kept(self, session: str) -> Kept:
        while session not in self._cache:
            changes = self._changes
            seats = await self.store.session(session)
            kept = Kept(tuple(seats), frozenset(seat.key for seat in seats))
            if changes == self._changes:
                self._keep(session, kept)
                return kept
        self._cache.move_to_end(session)
        return self._cache[session]

    def _keep(self, session: str, kept: Kept) -> None:
        # Clients can present any number of unknown sessions, and other servers may change those of a shared database.
        if not kept.seats or self.store.peers is not None:
            return
        self._drop(session)
        self._cache[session] = kept
        self._cached += len(kept.seats)
        while self._cached > MOST_CACHED and len(self._cache) > 1:
            self._drop(next(iter(self._cache)))

    def _drop(self, session: str) -> None:
        self._cached -= len(self._cache.pop(session, Kept()).seats)

    def finish(self, request: Request, response: Response) -> None:
        """Set the browser's cookie if needed, and delete old cookies that were moved."""
        holder: Holder | None = getattr(request.state, "holder", None)
        if holder is None:
            return
        if holder.sets_cookie:
            response.headers.append("set-cookie", cookie_of(holder.secret, is_secure(request)))
        for name in holder.moved:
            response.headers.append("set-cookie", f"{name}=; Path=/; Max-Age=0")

    # --- Seats

    def check_room(self, connection: HTTPConnection) -> None:
        """Refused if a browser has too many seats to take another."""
        if len(holder_of(connection).kept.seats) >= MOST_SEATS:
            raise Refused("too_many", f"this browser already has {MOST_SEATS} seats")

    async def remember(self, connection: HTTPConnection, table: str, keys: Iterable[str], link: str = "") -> None:
        """Add seats of a table to the browser's session, which is created if needed."""
        holder = holder_of(connection)
        if not holder.secret:
            holder.secret = new_secret()
        now, session = self.clock.wall_ms(), holder.session
        await asyncio.gather(*(self.store.remember(session, SeatKey(key, table, link, now)) for key in keys))
        self._changed(session)
        holder.sets_cookie = True

    def _changed(self, session: str) -> None:
        self._changes += 1
        self._drop(session)

    async def follow(self, connection: HTTPConnection, table: Table) -> None:
        """Add the seats of a rematch to the session, so that the player's list of matches has it."""
        holder = holder_of(connection)
        known = {seat.key: seat.link for seat in holder.kept.seats}
        here = {seat.key for seat in holder.kept.seats if seat.table == table.id}
        for number in seats_of(connection, table):
            key = table.seats[number].key
            if key in known and key not in here:
                await self.remember(connection, table.id, [key], known[key])

    async def move_in(self, request: Request) -> None:
        """Move the seats of old cookies into the session, so that the response can delete the cookies."""
        holder = holder_of(request)
        known = {seat[:2] for seat in holder.kept.seats}
        for name, (table, key) in list(holder.old.items())[:OLD_AT_ONCE]:
            try:
                if (key, table) not in known and key in seat_keys(await self.store.read(table)):
                    await self.remember(request, table, [key])
            except NoSuchTable:
                pass
            except StoreError:
                continue
            holder.moved.append(name)

    # --- Links

    async def authenticate(self, connection: HTTPConnection, table: Table, secret: str) -> int:
        """Take the seat that a seat's own secret or a link opens; return its number. Refused if there is none."""
        async with self._links:
            key, link = hash_secret(secret), ""
            if not any(seat.key == key for seat in table.seats):
                found = await self.store.linked(key)
                key, link = (found.key, key) if found is not None else ("", "")
            number = next((at for at, seat in enumerate(table.seats) if key and seat.key == key), None)
            if number is None:
                raise Refused("not_seated", "this link does not work here: it was revoked, or it is incomplete")
            holder = holder_of(connection)
            if not link and holder.only_linked(key):  # the seat's own secret replaces a link
                await self.store.forget(holder.session, key)
            await self.remember(connection, table.id, [key], link)
            return number

    async def links(self, key: str) -> int:
        """The number of links to a seat."""
        return await self.store.links(key)

    async def new_link(self, table: Table, seat: int) -> str:
        """Create a link to a seat; return its secret, which is not stored. Refused if there are too many."""
        key, secret = table.seats[seat].key, new_secret()
        async with self._links:
            if await self.store.links(key) >= MOST_LINKS:
                raise Refused("not_now", f"a seat has at most {MOST_LINKS} links; revoke them first")
            await self.store.add_link(hash_secret(secret), key, table.id, self.clock.wall_ms())
        return secret

    async def revoke(self, connection: HTTPConnection, key: str) -> int:
        """Delete a seat's links, and the seat from other browsers that came by one; return the number of links."""
        async with self._links:
            number = await self.store.revoke_links(key, holder_of(connection).session)
            self._changes += 1
            for session in [session for session, kept in self._cache.items() if key in kept.keys]:
                self._drop(session)
        return number


def _session_secret(connection: HTTPConnection) -> str:
    names = (SECURE_COOKIE,) if is_secure(connection) else (COOKIE, SECURE_COOKIE)
    shown = (connection.cookies.get(name, "") for name in names)
    return next((secret for secret in shown if SECRET.fullmatch(secret)), "")


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the browser uses https, as far as the server knows."""
    return connection.url.scheme in ("https", "wss")


def cookie_of(secret: str, secure: bool) -> str:
    """The header that sets a session cookie; scripts cannot read it, other sites cannot use it."""
    name = SECURE_COOKIE if secure else COOKIE
    return f"{name}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


class _Place(Struct):
    """The key of a seat in a first entry; other fields are ignored."""

    key: str = ""


class _Entry(Struct):
    """The keys in any entry. It can decode the logs of every version."""

    key: str = ""
    seats: list[_Place] = []


_entry: Final = msgspec.json.Decoder(_Entry)


def seat_keys(bodies: list[bytes]) -> set[str]:
    """Every key that a seat of a table has or had, found without replaying the match."""
    said = [_entry.decode(body) for body in bodies if b'"key"' in body]
    keys = {entry.key for entry in said} | {place.key for entry in said for place in entry.seats}
    return keys - {""}


# --- The rights of a connection at a table


def holder_of(connection: HTTPConnection) -> Holder:
    """The credentials of a connection, loaded by `Sessions.load`."""
    holder: Holder = connection.state.holder
    return holder


def tables_of(connection: HTTPConnection) -> list[str]:
    """The tables where a browser may have a seat, newest first; the tables themselves are not read."""
    holder = holder_of(connection)
    return list(
        dict.fromkeys([*(seat.table for seat in holder.kept.seats), *(table for table, _ in holder.old.values())])
    )


def seats_of(connection: HTTPConnection, table: Table) -> list[int]:
    """The seats of a table that belong to a connection."""
    holder = holder_of(connection)
    return [number for number, seat in enumerate(table.seats) if seat.kind == PERSON and holder.holds(seat.key)]


def subscription_of(
    connection: HTTPConnection,
    table: Table,
    seat: int | None,
    push_format: PushFormat,
    beside: frozenset[int] = frozenset(),
) -> Subscription:
    """The subscription of a socket, with the seats that it would lose if links were revoked."""
    holder = holder_of(connection)
    keys = (table.seats[number].key for number in seats_of(connection, table))
    return Subscription(
        seat, push_format, beside, holder.session, frozenset(key for key in keys if holder.only_linked(key))
    )


def seat_of(connection: HTTPConnection, table: Table) -> int | None:
    """The seat of a connection: the requested one, else the first; None for a spectator, if spectators are allowed."""
    mine = seats_of(connection, table)
    wished = connection.query_params.get("seat", "")
    if wished in ("", "none"):
        if mine and not wished:
            return mine[0]
    elif wished in map(str, mine):
        return int(wished)
    else:
        raise Refused("not_seated")
    check_watching(table)
    return None


def check_watching(table: Table) -> None:
    """Refused if the table does not allow spectators."""
    if table.started and not table.founded.spectators:
        raise Refused("no_spectators")
