"""What time it is, and waiting: one door, so that tests can hold the clock."""

import asyncio
import time
from typing import Protocol


class Times(Protocol):
    """Where a server gets its time from."""

    def now(self) -> int:
        """Milliseconds on the wall's clock, for people to read; it may jump."""

    def ticks(self) -> float:
        """Seconds that only ever grow, to measure with."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for something to happen, so long at most; then a TimeoutError."""


class RealTimes:
    """The time of the machine."""

    def now(self) -> int:
        """Milliseconds on the wall's clock."""
        return time.time_ns() // 1_000_000

    def ticks(self) -> float:
        """Seconds of the clock that nobody sets."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event, so long at most."""
        await asyncio.wait_for(event.wait(), seconds)
