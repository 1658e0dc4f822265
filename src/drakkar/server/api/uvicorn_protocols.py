"""uvicorn's protocols with caps, timeouts and flood protection, before anything reaches the application."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from drakkar.server.api.connection_limits import ConnectionLimiter
from drakkar.server.api.cookies import LONGEST_FOR_SOCKETS, only_own_cookies
from drakkar.server.api.rate_limiter import network_of
from drakkar.server.live.token_bucket import TokenBucket

# Seconds until the head of a request must be complete.
HEAD_WITHIN: Final = 10.0
# Frames of one socket, of any kind: more than a client's messages and pings need.
FRAMES: Final = 60.0
FRAMES_AT_ONCE: Final = 300.0
# Bytes parsed at a time, so that a full buffer of tiny frames is never parsed at once.
SLICE: Final = 1024
# The key in the scope's state for a function that says whether the client has disconnected.
GONE: Final = "drakkar.gone"


class LimitedHttp(H11Protocol):
    """HTTP/1.1 with a cap on connections and a time limit for the head of each request."""

    connection_limiter: ConnectionLimiter

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or abort it."""
        super().connection_made(transport)
        self._head_timer: asyncio.TimerHandle | None = None
        peer = get_remote_addr(transport)
        self._address = network_of(peer[0]) if peer else ""
        self._is_in = self.connection_limiter.acquire(self._address)
        if self._is_in:
            self._expect_head()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data; the timer stops once the head of a request is complete."""
        if not self._is_in:
            return
        if self._head_timer is None and not self._is_answering():
            self._expect_head()
        super().data_received(data)
        if self._is_answering():
            self._stop_timer()

    def _is_answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_WITHIN, self._end)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _end(self) -> None:
        self._head_timer = None
        if not self._is_answering():
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the WebSocket protocol, which will release it."""
        self._stop_timer()
        self.headers = only_own_cookies(self.headers, LONGEST_FOR_SOCKETS)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection."""
        self._stop_timer()
        if self._is_in:
            self.connection_limiter.release(self._address)
        super().connection_lost(exc)


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off when it floods; its unanswered messages are dropped."""

    connection_limiter: ConnectionLimiter

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._bucket = TokenBucket(FRAMES, FRAMES_AT_ONCE, self.loop.time())

    def handle_connect(self, event: Any) -> None:
        """Give the application a way to check whether the client is still connected."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][GONE] = self._is_gone

    def _is_gone(self) -> bool:
        return self.disconnected

    def data_received(self, data: bytes) -> None:
        """Parse a little data at a time."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.abort()  # uvicorn would never close it

    def handle_text(self, event: Frame) -> None:
        """Count a text frame."""
        if self._count():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Count a binary frame."""
        if self._count():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Count a continuation frame."""
        if self._count():
            super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        """Count a pong."""
        if self._count():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        """Count a ping."""
        if self._count():
            super().handle_ping()

    def _count(self) -> bool:
        """Count a frame; a flood ends the connection, and the result is False."""
        if self.transport.is_closing():
            return False
        if self._bucket.take(self.loop.time()):
            return True
        if self.client is not None:
            self.connection_limiter.block(network_of(self.client[0]))
        self._drop_queue()
        self.transport.abort()
        return False

    def _drop_queue(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop unanswered messages, and release the connection."""
        if self.handshake_complete:
            self._drop_queue()
        self.connection_limiter.release(network_of(self.client[0]) if self.client else "")
        super().connection_lost(exc)


def protocols(connection_limiter: ConnectionLimiter) -> tuple[type[LimitedHttp], type[LimitedSocket]]:
    """Both protocols, for one server."""
    return type("Http", (LimitedHttp,), {"connection_limiter": connection_limiter}), type(
        "Socket", (LimitedSocket,), {"connection_limiter": connection_limiter}
    )
