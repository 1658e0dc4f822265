"""Pushes changes in the background, one audience at a time; requests are answered in between."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Final, Protocol

from drakkar.server.live.clock import Clock

log = logging.getLogger("drakkar.server")

# After this many seconds of work the event loop gets this many turns: one to receive a request, one to answer it.
YIELD_AFTER: Final = 0.001
LOOP_TURNS: Final = 2
# After this many seconds of work the broadcaster sleeps as long as it worked, which leaves CPU time for a browser on
# the same machine. It does not sleep while this many tables wait.
SLEEP_AFTER: Final = 0.002
BUSY_TABLES: Final = 5


class Broadcastable(Protocol):
    """A table with audiences."""

    @property
    def has_pending(self) -> bool:
        """Whether an audience has not had the latest push."""

    def push_next(self) -> Iterator[None]:
        """Push to one audience; yields after each part of the work."""


class Broadcaster:
    """Pushes to one audience of each table in turn, until no push is pending."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        # Tables with pending pushes, in order.
        self._queue: dict[Broadcastable, None] = {}
        self._task: asyncio.Task[None] | None = None
        # Seconds of work since the last sleep.
        self._worked = 0.0

    @property
    def is_running(self) -> bool:
        """Whether a push is pending."""
        return self._task is not None and not self._task.done()

    def schedule(self, source: Broadcastable) -> None:
        """Queue a table whose subscribers need a push."""
        self._queue[source] = None
        if not self.is_running:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._queue:
            await self._pause()
            source = next(iter(self._queue))
            del self._queue[source]
            try:
                await self._push(source)
            except Exception as error:  # noqa: BLE001 - the error's text could name a card; the other tables continue
                log.error("news cannot be told: %s", type(error).__name__)  # noqa: TRY400
            if source.has_pending:
                self._queue[source] = None

    async def _push(self, source: Broadcastable) -> None:
        began = self._clock.monotonic()
        for _ in source.push_next():
            worked = self._clock.monotonic() - began
            if worked >= YIELD_AFTER:
                self._worked += worked
                await self._pause()
                began = self._clock.monotonic()
        self._worked += self._clock.monotonic() - began

    async def _pause(self) -> None:
        for _ in range(LOOP_TURNS):
            await asyncio.sleep(0)
        if self._worked >= SLEEP_AFTER:
            pause, self._worked = self._worked, 0.0
            if len(self._queue) < BUSY_TABLES:
                await self._clock.sleep(pause)

    async def close(self) -> None:
        """Drop all pending pushes."""
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
