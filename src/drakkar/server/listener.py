"""One connection that is told of a table: a short queue, and a fresh start for whoever cannot keep up."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from drakkar.server.messages import Resync, encoded
from drakkar.server.telling import Telling

# More than a whole battle of pushes; whoever is further behind is told everything anew.
LONGEST_QUEUE: Final = 64
MOST_QUEUED_BYTES: Final = 256 * 1024


class Hearing(NamedTuple):
    """Who hears of a table: a seat or a spectator, how it is told, and who else sits at the same screen."""

    seat: int | None
    telling: Telling
    beside: frozenset[int] = frozenset()


class Listener:
    """What waits to be sent to one client; never more than a little."""

    def __init__(self, hearing: Hearing, key: str, whole: Callable[[], bytes]) -> None:
        self.seat, self.telling, self.beside = hearing
        # Whose connection it is: another may sit on the seat one day.
        self.key = key
        self.resyncs = 0
        # Why nothing more is told; empty as long as it is.
        self.farewell = ""
        self._whole = whole
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._is_behind = False
        self._something = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Send this when there is time."""
        if not self._is_behind and not self.farewell:
            self._queue.append(message)
            self._bytes += len(message)
            # One message alone is never too much: it may be the whole state.
            if len(self._queue) > LONGEST_QUEUE or (self._bytes > MOST_QUEUED_BYTES and len(self._queue) > 1):
                self._start_anew()
        self._something.set()

    def dismiss(self, code: str, message: bytes) -> None:
        """Send this instead of all that waits, and nothing after it."""
        self._queue.clear()
        self._bytes = 0
        self._is_behind = False
        self.tell(message)
        self.farewell = code

    def _start_anew(self) -> None:
        self._queue.clear()
        self._bytes = 0
        self._is_behind = True
        self.resyncs += 1

    async def send_all(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what comes, until the client is dismissed."""
        while self._queue or not self.farewell:
            await self._something.wait()
            self._something.clear()
            if self._is_behind:
                await send(encoded(Resync()))
                self._is_behind = False
                if not self.farewell:
                    await send(self._whole())
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message)
                await send(message)
