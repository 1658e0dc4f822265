"""Who may speak to the server, how much and how often; and the headers that every answer bears."""

from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request

from drakkar.server.entries import PERSON
from drakkar.server.refusals import Refused
from drakkar.server.secret import key_of
from drakkar.server.table import Table
from drakkar.server.times import Times

COOKIE: Final = "drakkar_"
MOST_COOKIES: Final = 60
LARGEST_MESSAGE: Final = 16 * 1024
LARGEST_BODY: Final = 256 * 1024
YEAR: Final = 365 * 24 * 3600

HEADERS: Final = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much is too much: so many a second on average, and so many at once."""

    messages: float = 20
    messages_at_once: float = 60
    # For all that comes from one address.
    requests: float = 100
    requests_at_once: float = 400
    connections: int = 100
    tables: float = 0.5
    tables_at_once: float = 20


class Bucket:
    """Fills with time, up to a brim; each message takes one out."""

    def __init__(self, rate: float, brim: float, now: float) -> None:
        self.rate = rate
        self.brim = brim
        self.level = brim
        self.filled = now

    def take(self, now: float) -> bool:
        """Whether there was one to take."""
        self.level = min(self.brim, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nobody has taken any for a while."""
        return self.level + (now - self.filled) * self.rate >= self.brim


class Guard:
    """Counts what comes from each address."""

    def __init__(self, limits: Limits, times: Times) -> None:
        self.limits = limits
        self.times = times
        self._requests: dict[str, Bucket] = {}
        self._tables: dict[str, Bucket] = {}
        self._connections: dict[str, int] = {}

    def session(self) -> Bucket:
        """For the messages of one connection."""
        return Bucket(self.limits.messages, self.limits.messages_at_once, self.times.ticks())

    def request(self, address: str) -> None:
        """One more request of an address; Refused if those are too many."""
        self._take(self._requests, address, self.limits.requests, self.limits.requests_at_once)

    def table(self, address: str) -> None:
        """One more table that an address founds."""
        self._take(self._tables, address, self.limits.tables, self.limits.tables_at_once)

    def _take(self, buckets: dict[str, Bucket], address: str, rate: float, brim: float) -> None:
        now = self.times.ticks()
        if address not in buckets:
            if len(buckets) > 10_000:
                for known in [other for other, bucket in buckets.items() if bucket.is_full(now)]:
                    del buckets[known]
            buckets[address] = Bucket(rate, brim, now)
        if not buckets[address].take(now):
            raise Refused("too_many")

    def connect(self, address: str) -> None:
        """One more connection of an address."""
        if self._connections.get(address, 0) >= self.limits.connections:
            raise Refused("too_many", "too many connections from one address")
        self._connections[address] = self._connections.get(address, 0) + 1

    def disconnect(self, address: str) -> None:
        """One less."""
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]


def address_of(connection: HTTPConnection) -> str:
    """Where it comes from, as far as limits go."""
    return connection.client.host if connection.client else ""


def check_origin(headers: Headers) -> None:
    """A browser says which site a request comes from: only our own may. Programs say nothing."""
    origin = headers.get("origin")
    if origin is not None and _site(origin) != headers.get("host", "").lower():
        raise Refused("wrong_origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("wrong_origin")


def _site(origin: str) -> str | None:
    """Host and port of an origin, None if it has none: `null`, or what is no address at all."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


async def body_of(request: Request, largest: int, kind: str = "application/json") -> bytes:
    """What a POST brings. A form of another site can send no JSON, and its browser tells on it: it cannot act."""
    check_origin(request.headers)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise Refused("bad_message", f"the body must be {kind}")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise Refused("too_large")
    return body


def secrets_of(connection: HTTPConnection) -> list[str]:
    """What somebody shows: in a header, as programs do, or in cookies."""
    word, _, secret = connection.headers.get("authorization", "").partition(" ")
    shown = [secret.strip()] if word.lower() == "bearer" else []
    kept = [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    return shown + kept[-MOST_COOKIES:]  # a browser shows the latest last


def tables_of(connection: HTTPConnection) -> list[str]:
    """The tables that a browser has the secret of a seat of, as it says, the latest first."""
    names = [name.removeprefix(COOKIE) for name in connection.cookies if name.startswith(COOKIE)]
    return list(dict.fromkeys(name.rpartition("_")[0] for name in reversed(names)))


def seats_of(connection: HTTPConnection, table: Table) -> list[int]:
    """Every seat whose secret is shown."""
    keys = {key_of(secret) for secret in secrets_of(connection)}
    return [number for number, seat in enumerate(table.seats) if seat.kind == PERSON and seat.key in keys]


def seat_of(connection: HTTPConnection, table: Table) -> int | None:
    """The seat whose secret is shown; None for a spectator, if the table has any. Of several it is the one wished."""
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
    """Refused if whoever has no seat may not look."""
    if table.started and not table.founded.spectators:
        raise Refused("no_spectators")


def cookie_of(table: str, seat: int, secret: str, secure: bool) -> str:
    """The header that has a browser remember a secret; no script can read it, no other site can use it."""
    name = f"{COOKIE}{table}_{seat}"
    return f"{name}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
