"""Wall time, monotonic time and sleeping; tests replace all three."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """The only source of time in the server."""

    def wall_ms(self) -> int:
        """Unix time in milliseconds, for display; it may jump."""

    def monotonic(self) -> float:
        """Seconds that never decrease, for measuring."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event; TimeoutError after `seconds`."""


class SystemClock:
    """The clock of the operating system."""

    def wall_ms(self) -> int:
        """Unix time in milliseconds."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds of a clock that is never adjusted."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait for an event; TimeoutError after `seconds`."""
        await asyncio.wait_for(event.wait(), seconds)
