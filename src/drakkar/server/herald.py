"""Brings the news to those who did not make it: one audience after the other, and whoever does something goes first."""

import asyncio
import logging
from typing import Final, Protocol

from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# Between two audiences everybody else has so many turns: as many as a choice needs from the wire to its answer.
TURNS: Final = 4
# And as much time as the last one took: where server and page share a machine, the page paints meanwhile. Where so many
# halls wait there is no time for that.
MANY: Final = 20


class Hall(Protocol):
    """Where there may be news."""

    def tell_one(self) -> bool:
        """Tell one audience; whether another one has still to be told."""


class Herald:
    """Goes from hall to hall, as long as there is news at one."""

    def __init__(self, times: Times) -> None:
        self._times = times
        # In the order in which they are visited.
        self._halls: dict[Hall, None] = {}
        self._going: asyncio.Task[None] | None = None

    def send(self, hall: Hall) -> None:
        """There is news."""
        self._halls[hall] = None
        if self._going is None or self._going.done():
            self._going = asyncio.create_task(self._go())

    async def _go(self) -> None:
        took = 0.0
        while self._halls:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            if len(self._halls) < MANY:
                await self._times.sleep(took)
            hall = next(iter(self._halls))
            del self._halls[hall]
            began = self._times.ticks()
            try:
                if hall.tell_one():
                    self._halls[hall] = None
            except Exception as error:  # noqa: BLE001 - its words could name a card; and nobody else goes without news
                log.error("news cannot be told: %s", type(error).__name__)  # noqa: TRY400
            took = self._times.ticks() - began

    async def close(self) -> None:
        """Nobody is told anything more."""
        self._halls.clear()
        if self._going is not None:
            self._going.cancel()
            await asyncio.gather(self._going, return_exceptions=True)
