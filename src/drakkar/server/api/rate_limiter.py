"""The limits per address: requests, sockets, new tables, and CPU time.

An address is one IPv4 address, or an IPv6 /64, because a household has all of that. CPU time matters most: the cheapest
and the most expensive request differ by a factor of a hundred. All work for an address is charged to its budget, one
piece at a time, so that other addresses run in between.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from ipaddress import IPv6Address, ip_address
from operator import itemgetter
from time import thread_time
from typing import Final, Protocol

import msgspec

from drakkar.server.live.clock import Clock
from drakkar.server.live.token_bucket import TokenBucket
from drakkar.server.log.errors import Refused

# Addresses whose buckets are kept; beyond that, full buckets are dropped.
MOST_BUCKETS: Final = 10_000
# A choice may overdraw the budget by this many seconds, so that a neighbour at the same address cannot silence a
# player.
RESERVE: Final = 1.0
# After a piece of work the address waits twice its CPU time before its next turn, up to a maximum.
REST: Final = 2.0
LONGEST_REST: Final = 0.1
# A client that ignores this many refusals a second, or at once, is disconnected and blocked for some seconds.
REFUSALS: Final = 20.0
REFUSALS_AT_ONCE: Final = 200.0
KEPT_OUT: Final = 2.0


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits: rates per second, and bursts (`…_at_once`)."""

    # Per socket.
    messages: float = 20
    messages_at_once: float = 60
    # Per address.
    requests: float = 100
    requests_at_once: float = 400
    # Open sockets, and open connections of any kind.
    connections: int = 100
    all_connections: int = 200
    tables: float = 0.5
    tables_at_once: float = 20
    # CPU seconds per second; 0 means no limit.
    cpu: float = 0.25
    cpu_at_once: float = 2.0
    # Requests and messages of one address that may be queued.
    waiting: int = 200


class Use(StrEnum):
    """What an address has a budget of."""

    REQUESTS = "requests"
    TABLES = "tables"
    CPU = "cpu"
    REFUSALS = "refusals"


class Elsewhere(Protocol):
    """The same limits on other servers."""

    def note(self, address: str, use: Use, amount: float) -> None:
        """An address has used something here."""

    def note_sockets(self, address: str) -> None:
        """The number of an address's sockets has changed."""

    def sockets(self, address: str) -> int:
        """The open sockets of an address on other servers."""


class RateLimiter:
    """Counts the use of each address, and refuses requests beyond the limits."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self._buckets: dict[Use, dict[str, TokenBucket]] = {use: {} for use in Use}
        # Rate and capacity of each budget.
        self._sizes = {
            Use.REQUESTS: (limits.requests, limits.requests_at_once),
            Use.TABLES: (limits.tables, limits.tables_at_once),
            Use.CPU: (limits.cpu, limits.cpu_at_once),
            Use.REFUSALS: (REFUSALS, REFUSALS_AT_ONCE),
        }
        self._elsewhere: Elsewhere | None = None
        self._sockets: dict[str, int] = {}
        self._kept_out: dict[str, float] = {}
        # Queued work by address; an address is present while it has a turn.
        self._turns: dict[str, deque[asyncio.Future[None]]] = {}
        # CPU seconds of each address since the start, for the administrator.
        self.used: dict[str, float] = {}

    def session(self) -> TokenBucket:
        """A bucket for the messages of one socket."""
        return TokenBucket(self.limits.messages, self.limits.messages_at_once, self.clock.monotonic())

    def message(self, session: TokenBucket) -> None:
        """Count a message of a socket; Refused if there are too many."""
        self._take_from(session)

    def _bucket(self, address: str, use: Use) -> TokenBucket:
        now, buckets = self.clock.monotonic(), self._buckets[use]
        if address not in buckets:
            if len(buckets) > MOST_BUCKETS:
                for known in [other for other, bucket in buckets.items() if bucket.is_full(now)]:
                    del buckets[known]
            buckets[address] = TokenBucket(*self._sizes[use], now)
        return buckets[address]

    # --- Other servers

    def share(self, elsewhere: Elsewhere) -> None:
        """Tell other servers what is used here, and count what they tell."""
        self._elsewhere = elsewhere

    def spend(self, address: str, use: Use, amount: float) -> None:
        """Take from a budget, also what an address has used on another server."""
        if self._sizes[use][0]:
            self._bucket(address, use).spend(self.clock.monotonic(), amount)

    def capacity(self, use: Use) -> float:
        """The most that an address can use at once."""
        return self._sizes[use][1]

    def sockets(self, address: str) -> int:
        """The open sockets of an address on this server."""
        return self._sockets.get(address, 0)

    def _note(self, address: str, use: Use, amount: float) -> None:
        if self._elsewhere is not None:
            self._elsewhere.note(address, use, amount)

    # --- Counts

    def request(self, address: str) -> None:
        """Count a request of an address; Refused if there are too many."""
        self._take(address, Use.REQUESTS)

    def table(self, address: str) -> None:
        """Count a new table of an address; Refused if there are too many."""
        self._take(address, Use.TABLES)

    def _take(self, address: str, use: Use) -> None:
        self._take_from(self._bucket(address, use))
        self._note(address, use, 1)

    def _take_from(self, bucket: TokenBucket) -> None:
        now = self.clock.monotonic()
        if not bucket.take(now):
            raise Refused("too_many", retry=bucket.wait_for(now, 1))

    def connect(self, address: str) -> None:
        """Count a new socket of an address; Refused if there are too many."""
        elsewhere = 0 if self._elsewhere is None else self._elsewhere.sockets(address)
        if self.sockets(address) + elsewhere >= self.limits.connections:
            raise Refused("too_many", "too many connections from one address", retry=10)
        self._sockets[address] = self.sockets(address) + 1
        self._note_sockets(address)

    def disconnect(self, address: str) -> None:
        """Count a closed socket."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]
        self._note_sockets(address)

    def _note_sockets(self, address: str) -> None:
        if self._elsewhere is not None:
            self._elsewhere.note_sockets(address)

    # --- Clients that ignore refusals

    def refused(self, address: str) -> bool:
        """Count a refusal; True if the address ignores refusals and is now blocked."""
        now = self.clock.monotonic()
        if self._bucket(address, Use.REFUSALS).take(now):
            self._note(address, Use.REFUSALS, 1)
            return False
        self.keep_out(address)
        return True

    def keep_out(self, address: str) -> None:
        """Block new connections from an address for some seconds."""
        now = self.clock.monotonic()
        if len(self._kept_out) > MOST_BUCKETS:
            self._kept_out = {known: end for known, end in self._kept_out.items() if end > now}
        self._kept_out[address] = now + KEPT_OUT

    def is_kept_out(self, address: str) -> bool:
        """Whether an address is blocked."""
        return self._kept_out.get(address, 0.0) > self.clock.monotonic()

    # --- CPU time

    def check(self, address: str, reserve: float = 0.0) -> None:
        """Refused if an address has used up its CPU time, including the reserve for this kind of work."""
        if not self.limits.cpu:
            return
        bucket, now = self._bucket(address, Use.CPU), self.clock.monotonic()
        if bucket.level(now) <= -reserve:
            raise Refused("too_fast", retry=bucket.wait_for(now, self.limits.cpu - reserve))

    def charge(self, address: str) -> Callable[[float], None]:
        """A function that charges CPU seconds to an address."""

        def charge(seconds: float) -> None:
            if len(self.used) > MOST_BUCKETS:
                self.used = dict(sorted(self.used.items(), key=itemgetter(1))[MOST_BUCKETS // 2 :])
            self.used[address] = self.used.get(address, 0.0) + seconds
            self.spend(address, Use.CPU, seconds)
            self._note(address, Use.CPU, seconds)

        return charge

    # --- Turns

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[bool]:
        """Take turns: one piece of work per address at a time; yields whether it had to wait.

        The next turn starts one iteration of the event loop later, so a burst of messages is answered one per
        iteration.
        """
        has_waited = address in self._turns
        if has_waited:
            await self._queue(address)
        else:
            self._turns[address] = deque()
        began = thread_time()
        try:
            yield has_waited
        finally:
            rest = min(REST * (thread_time() - began), LONGEST_REST)
            loop = asyncio.get_running_loop()
            if rest > 0.001 and self._turns[address]:
                loop.call_later(rest, self._pass_on, address)
            else:
                loop.call_soon(self._pass_on, address)

    async def _queue(self, address: str) -> None:
        waiting = self._turns[address]
        if len(waiting) >= self.limits.waiting:
            raise Refused("too_many", retry=1.0)
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on(address)
            raise

    def _pass_on(self, address: str) -> None:
        waiting = self._turns[address]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._turns[address]


def network_of(address: str) -> str:
    """The unit that limits count: the address itself, or the /64 of an IPv6 address."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> 64 << 64)}/64"
