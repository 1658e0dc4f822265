"""The outgoing queue of one connection. It is short: a client that falls behind gets the whole state again."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from drakkar.server.live.push_format import PushFormat
from drakkar.server.log.messages import Resync, encode_answer

# More pushes than a whole battle needs; a client that is further behind gets the whole state.
LONGEST_QUEUE: Final = 64
MOST_QUEUED_BYTES: Final = 256 * 1024


class Subscription(NamedTuple):
    """A connection's client: its seat (None for a spectator), push format, and other seats at the same screen."""

    seat: int | None
    push_format: PushFormat
    beside: frozenset[int] = frozenset()
    # The browser's session, and the keys of seats that it holds by a link only.
    session: str = ""
    linked: frozenset[str] = frozenset()


class Subscriber:
    """The outgoing messages of one client."""

    def __init__(self, subscription: Subscription, key: str, whole: Callable[[], bytes]) -> None:
        self.seat, self.push_format, self.beside, self.session, self.linked = subscription
        # The seat's key at connection time: another player may take the seat later.
        self.key = key
        self.resyncs = 0
        # Why the connection is closed; empty while it is open.
        self.close_reason = ""
        self._whole = whole
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._is_behind = False
        self._something = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Queue a message."""
        if not self._is_behind and not self.close_reason:
            self._queue.append(message)
            self._bytes += len(message)
            # A single message is always accepted: it may be the whole state.
            if len(self._queue) > LONGEST_QUEUE or (self._bytes > MOST_QUEUED_BYTES and len(self._queue) > 1):
                self._start_anew()
        self._something.set()

    def disconnect(self, code: str, message: bytes) -> None:
        """Send this message instead of the queue, then close the connection."""
        self._queue.clear()
        self._bytes = 0
        self._is_behind = False
        self.send(message)
        self.close_reason = code

    def _start_anew(self) -> None:
        self._queue.clear()
        self._bytes = 0
        self._is_behind = True
        self.resyncs += 1

    async def send_all(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send the queue until the client is disconnected."""
        while self._queue or not self.close_reason:
            await self._something.wait()
            self._something.clear()
            if self._is_behind:
                await send(encode_answer(Resync()))
                self._is_behind = False
                if not self.close_reason:
                    await send(self._whole())
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message)
                await send(message)
