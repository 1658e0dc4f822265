"""Brings the news to those who did not make it: one audience after the other, and whoever does something goes first."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Final, Protocol

from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# After so many seconds of work everybody else has so many turns: one to be heard, and one to be answered.
AT_ONCE: Final = 0.001
TURNS: Final = 2
# After so many seconds of work the herald rests as long as he worked: where server and page share a machine, the page
# paints meanwhile. Where so many halls wait there is no time for that: news must not grow old.
BREATH: Final = 0.002
MANY: Final = 5


class Hall(Protocol):
    """Where there may be news."""

    @property
    def has_news(self) -> bool:
        """Whether an audience has still to be told."""

    def tell_one(self) -> Iterator[None]:
        """Tell one audience, with a pause after each part of the work."""


class Herald:
    """Goes from hall to hall, as long as there is news at one."""

    def __init__(self, times: Times) -> None:
        self._times = times
        # In the order in which they are visited.
        self._halls: dict[Hall, None] = {}
        self._going: asyncio.Task[None] | None = None
        # Seconds of work since the last rest.
        self._worked = 0.0

    @property
    def is_going(self) -> bool:
        """Whether somebody has still to be told something."""
        return self._going is not None and not self._going.done()

    def send(self, hall: Hall) -> None:
        """There is news."""
        self._halls[hall] = None
        if not self.is_going:
            self._going = asyncio.create_task(self._go())

    async def _go(self) -> None:
        while self._halls:
            await self._pause()
            hall = next(iter(self._halls))
            del self._halls[hall]
            try:
                await self._visit(hall)
            except Exception as error:  # noqa: BLE001 - its words could name a card; and nobody else goes without news
                log.error("news cannot be told: %s", type(error).__name__)  # noqa: TRY400
            if hall.has_news:
                self._halls[hall] = None

    async def _visit(self, hall: Hall) -> None:
        began = self._times.ticks()
        for _ in hall.tell_one():
            worked = self._times.ticks() - began
            if worked >= AT_ONCE:
                self._worked += worked
                await self._pause()
                began = self._times.ticks()
        self._worked += self._times.ticks() - began

    async def _pause(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)
        if self._worked >= BREATH:
            rest, self._worked = self._worked, 0.0
            if len(self._halls) < MANY:
                await self._times.sleep(rest)

    async def close(self) -> None:
        """Nobody is told anything more."""
        self._halls.clear()
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)
