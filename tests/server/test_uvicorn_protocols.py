"""Limits below the application: slow heads, too many connections, floods of frames, long cookies."""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from drakkar.server.api import uvicorn_protocols as limited
from drakkar.server.api.connection_limits import ConnectionLimiter, Proxies
from drakkar.server.api.cookies import LONGEST_FOR_SOCKETS, only_own_cookies, own_cookies
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.live.clock import SystemClock

HELLO = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n"
)


class Application:
    """Answers `hello`, and counts the messages of its sockets."""

    def __init__(self) -> None:
        self.messages = 0
        self.cookies = b""

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        """Handle one request or one socket."""
        if scope["type"] == "websocket":
            self.cookies = dict(scope["headers"]).get(b"cookie", b"")
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                self.messages += 1
                await asyncio.sleep(0.02)
        elif scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
            await send({"type": "http.response.body", "body": b"hello"})


class Served:
    """A server in this process."""

    def __init__(self, app: Application, connection_limiter: ConnectionLimiter, port: int) -> None:
        self.app = app
        self.connection_limiter = connection_limiter
        self.port = port
        self.writers: list[asyncio.StreamWriter] = []

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that has sent nothing yet."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        return reader, writer

    async def hang_up(self) -> None:
        """Close all connections."""
        for writer in self.writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self.writers), return_exceptions=True)

    async def upgraded(self, cookies: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A socket after the handshake."""
        reader, writer = await self.connect()
        writer.write(UPGRADE + (b"Cookie: " + cookies + b"\r\n" if cookies else b"") + b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return reader, writer


@asynccontextmanager
async def served(most: int = 1000, proxies: tuple[str, ...] = (), **limits: int) -> AsyncIterator[Served]:
    """A real uvicorn on a free port."""
    connection_limiter = ConnectionLimiter(RateLimiter(Limits(**limits), SystemClock()), most, Proxies(proxies))
    http, sockets = limited.protocols(connection_limiter)
    app, listener = Application(), socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=http, ws=sockets, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve([listener]))
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    here = Served(app, connection_limiter, listener.getsockname()[1])
    try:
        yield here
    finally:
        await here.hang_up()
        server.should_exit = True
        await running


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test with a timeout, in case it hangs."""
    asyncio.run(asyncio.wait_for(test(), 60))


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server closes a connection without sending anything more."""
    try:
        return await reader.read(100_000) == b""
    except ConnectionError:
        return True


def frame(payload: bytes) -> bytes:
    """A small masked text frame."""
    return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload


def test_a_head_that_does_not_come_ends_its_connection_and_whole_ones_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limited, "HEAD_WITHIN", 0.3)

    async def test() -> None:
        async with served() as server:
            silent, _silent = await server.connect()
            half, writer = await server.connect()
            writer.write(HELLO[:20])
            later, again = await server.connect()
            again.write(HELLO)
            assert (await later.readuntil(b"hello")).startswith(b"HTTP/1.1 200")
            again.write(HELLO[:20])  # a second request, incomplete
            assert await ended(silent)
            assert await ended(half)
            assert await ended(later)
            for _ in range(100):
                if not server.connection_limiter.total:
                    break
                await asyncio.sleep(0.02)
            assert (server.connection_limiter.total, server.connection_limiter.open) == (0, {})

    run(test)


def test_one_address_has_so_many_connections_and_a_trusted_proxy_more() -> None:
    async def test() -> None:
        for proxies, expected in (((), 3), (("127.0.0.0/8",), 5)):
            async with served(proxies=proxies, all_connections=3) as server:
                lines = [await server.connect() for _ in range(5)]
                for _, writer in lines:
                    writer.write(HELLO)
                answered = [not await ended(reader) for reader, _ in lines]
                assert answered == [True] * expected + [False] * (5 - expected)
                assert server.connection_limiter.turned_away == 5 - expected

    run(test)


def test_no_more_connections_are_taken_than_there_are_files_for() -> None:
    async def test() -> None:
        async with served(most=2, proxies=("*",)) as server:
            lines = [await server.connect() for _ in range(3)]
            for _, writer in lines:
                writer.write(HELLO)
            assert [not await ended(reader) for reader, _ in lines] == [True, True, False]

    run(test)


@pytest.mark.parametrize(
    ("first", "payload"),
    [(b"", frame(b"{}")), (b"", b"\x89\x80" + bytes(4)), (b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4))],
    ids=["messages", "pings", "fragments"],
)
def test_a_socket_that_floods_is_cut_off_with_all_that_it_has_sent(first: bytes, payload: bytes) -> None:
    async def test() -> None:
        async with served() as server:
            reader, writer = await server.upgraded()
            writer.write(first + payload * 20_000)
            with contextlib.suppress(ConnectionError):
                while await asyncio.wait_for(reader.read(65536), 10):
                    pass
            await asyncio.sleep(0.1)
            assert server.app.messages < 5, "what it has sent is dropped"
            assert server.connection_limiter.rate_limiter.is_kept_out("127.0.0.1")
            refused, _ = await server.connect()
            assert await ended(refused)

    run(test)


def test_a_socket_opens_however_many_cookies_of_other_programs_a_browser_has() -> None:
    others = b"; ".join(b"other%d=%s" % (number, os.urandom(20).hex().encode()) for number in range(180))

    async def test() -> None:
        async with served() as server:
            await server.upgraded(others + b"; drakkar_session=mine; language=pl")
            assert server.app.cookies == b"drakkar_session=mine; language=pl"

    run(test)


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ([b"a=1; shown=0.3;b=2 ;language=pl"], b"shown=0.3; language=pl"),
        ([b'shown="' + b"\\" * 60_000 + b'"; language=pl'], b"language=pl"),
        ([b"drakkar_session=1", b"other=2", b"language=pl"], b"drakkar_session=1; language=pl"),
        ([b"shown=" + b"x" * 8000 + b"; language=pl"], b"language=pl"),
        ([b"shown;" * 20_000 + b"language=pl"], b"shown; " * 1069 + b"language=pl"),
    ],
    ids=["ours", "quotes", "lines", "long", "many"],
)
def test_of_all_cookies_the_server_reads_its_own_alone(lines: list[bytes], kept: bytes) -> None:
    headers = [(b"host", b"drakkar.example"), *((b"cookie", line) for line in lines)]
    assert only_own_cookies(headers, LONGEST_FOR_SOCKETS) == [(b"host", b"drakkar.example"), (b"cookie", kept)]


def test_only_a_socket_has_no_room_for_more_cookies() -> None:
    line = b"; ".join(b"drakkar_table%d_0=%s" % (number, b"s" * 43) for number in range(300))
    assert own_cookies(line) == line
    kept = own_cookies(line, LONGEST_FOR_SOCKETS)
    assert len(kept) < LONGEST_FOR_SOCKETS
    assert line.endswith(b"; " + kept)


@pytest.mark.parametrize("name", ["300.0.0.1", "drakkar.example", "10.0.0.1/8"])
def test_a_proxy_is_an_address_or_a_network(name: str) -> None:
    with pytest.raises(ValueError, match=r"does not appear|has host bits"):
        Proxies([name])
