"""The limits per address: requests, sockets, new tables, and CPU time.

An address is one IPv4 address, or an IPv6 /64, because a household has all of that. CPU time matters most: the cheapest
and the most expensive request differ by a factor of a hundred. All work for an address is charged to its budget, one
piece at a time, so that other addresses run in between.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import IPv6Address, ip_address
from operator import itemgetter
from time import thread_time
from typing import Final

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


class RateLimiter:
    """Counts the use of each address, and refuses requests beyond the limits."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self._requests: dict[str, TokenBucket] = {}
        self._tables: dict[str, TokenBucket] = {}
        self._cpu: dict[str, TokenBucket] = {}
        self._refusals: dict[str, TokenBucket] = {}
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

    def _bucket(self, buckets: dict[str, TokenBucket], address: str, rate: float, capacity: float) -> TokenBucket:
        now = self.clock.monotonic()
        if address not in buckets:
            if len(buckets) > MOST_BUCKETS:
                for known in [other for other, bucket in buckets.items() if bucket.is_full(now)]:
                    del buckets[known]
            buckets[address] = TokenBucket(rate, capacity, now)
        return buckets[address]

    # --- Counts

    def request(self, address: str) -> None:
        """Count a request of an address; Refused if there are too many."""
        self._take(self._requests, address, self.limits.requests, self.limits.requests_at_once)

    def table(self, address: str) -> None:
        """Count a new table of an address; Refused if there are too many."""
        self._take(self._tables, address, self.limits.tables, self.limits.tables_at_once)

    def _take(self, buckets: dict[str, TokenBucket], address: str, rate: float, capacity: float) -> None:
        self._take_from(self._bucket(buckets, address, rate, capacity))

    def _take_from(self, bucket: TokenBucket) -> None:
        now = self.clock.monotonic()
        if not bucket.take(now):
            raise Refused("too_many", retry=bucket.wait_for(now, 1))

    def connect(self, address: str) -> None:
        """Count a new socket of an address; Refused if there are too many."""
        if self._sockets.get(address, 0) >= self.limits.connections:
            raise Refused("too_many", "too many connections from one address", retry=10)
        self._sockets[address] = self._sockets.get(address, 0) + 1

    def disconnect(self, address: str) -> None:
        """Count a closed socket."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    # --- Clients that ignore refusals

    def refused(self, address: str) -> bool:
        """Count a refusal; True if the address ignores refusals and is now blocked."""
        now = self.clock.monotonic()
        if self._bucket(self._refusals, address, REFUSALS, REFUSALS_AT_ONCE).take(now):
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
        bucket, now = self._cpu_of(address), self.clock.monotonic()
        if bucket.level(now) <= -reserve:
            raise Refused("too_fast", retry=bucket.wait_for(now, self.limits.cpu - reserve))

    def charge(self, address: str) -> Callable[[float], None]:
        """A function that charges CPU seconds to an address."""

        def charge(seconds: float) -> None:
            if len(self.used) > MOST_BUCKETS:
                self.used = dict(sorted(self.used.items(), key=itemgetter(1))[MOST_BUCKETS // 2 :])
            self.used[address] = self.used.get(address, 0.0) + seconds
            if self.limits.cpu:
                self._cpu_of(address).spend(self.clock.monotonic(), seconds)

        return charge

    def _cpu_of(self, address: str) -> TokenBucket:
        return self._bucket(self._cpu, address, self.limits.cpu, self.limits.cpu_at_once)

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
