"""Who is at a table: each seat is here or away, and since when.

A seat is here while it has a connection, and some seconds after its latest message: a short reconnect is no absence.
"""

from collections.abc import Iterable
from typing import Final

from drakkar.server.live.clock import Clock

# Seconds without a connection or a message after which a seat is away. A page without a socket polls more often.
AWAY_AFTER: Final = 10.0
# Seconds after which it is gone: the others may vote for a bot.
GONE_AFTER: Final = 60.0
LIMITS: Final = (AWAY_AFTER, GONE_AFTER)


class Presence:
    """The presence of all seats of one table."""

    def __init__(self, seats: int, clock: Clock) -> None:
        self._clock = clock
        # When each seat was last connected or sent a message. At first no seat is here: the server has seen none.
        self.seen = dict.fromkeys(range(seats), clock.monotonic())
        self.seen_at: dict[int, int] = {}
        self.here: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()
        # The time, in Unix milliseconds, since which a seat has been here or away; not known before it was first seen.
        self.since: dict[int, int] = {}

    def see(self, seats: Iterable[int]) -> None:
        """Note that seats are connected, or have just sent a message."""
        for seat in seats:
            self.seen[seat], self.seen_at[seat] = self._clock.monotonic(), self._clock.wall_ms()

    def update(self, connected: set[int]) -> bool:
        """Bring everything up to date; whether anything changed."""
        self.see(connected)
        now, before = self._clock.monotonic(), (self.here, self.gone)
        lately = {seat for seat in self.seen_at if now - self.seen[seat] < AWAY_AFTER}
        self.here = frozenset(lately)
        self.gone = frozenset(seat for seat, seen in self.seen.items() if now - seen >= GONE_AFTER)
        for seat in self.here - before[0]:
            self.since[seat] = self._clock.wall_ms()
        for seat in before[0] - self.here:
            self.since[seat] = self.seen_at[seat]
        return (self.here, self.gone) != before

    def next_change(self, connected: set[int]) -> float | None:
        """The seconds until a seat will be away or gone; None if no seat will."""
        now = self._clock.monotonic()
        ends = [seen + limit for seat, seen in self.seen.items() if seat not in connected for limit in LIMITS]
        return min((end - now for end in ends if end > now), default=None)
