"""Cheap clients for attacks: raw HTTP and WebSocket; they only look at the kind of each answer.

The target is always the loopback address; only the port can be chosen. Clients come from addresses in 127.0.0.0/8, so
that one machine can stand for several.
"""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

HOST: Final = "127.0.0.1"
CONNECT_WITHIN: Final = 5.0
CHUNK: Final = 1 << 18
# More than any benchmark needs; an attack also ends by itself.
MOST_TURNS: Final = 10_000_000
# The first bytes of a message show its kind.
HEAD: Final = 48
TEXT, CLOSE = 1, 8
LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
LOST: Final = (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError)

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Tally(Counter[str]):
    """The results of an attacker: sent, done, refused, rejected, dropped (by the server), no_connection, held_back."""

    def answer(self, status: int) -> None:
        """Count an answer to a request."""
        kind = "done" if status < 400 else "refused" if status in (429, 503) else "rejected"
        self[kind] += 1


async def dial(port: int, source: str) -> Stream:
    """A connection from one of our addresses."""
    async with asyncio.timeout(CONNECT_WITHIN):
        return await asyncio.open_connection(HOST, port, local_addr=(source, 0), limit=CHUNK)


# --- HTTP


def get(path: str) -> bytes:
    """A request as a browser sends it."""
    return (f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n").encode()


def post(path: str, body: bytes, kind: str = "application/json") -> bytes:
    """A request with a body."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
    )


async def ask(stream: Stream, request: bytes) -> int:
    """Send a request, read the whole answer and return its status."""
    reader, writer = stream
    writer.write(request)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    await reader.readexactly(int(length[1]) if length else 0)
    return int(head[9:12])


async def requests(port: int, source: str, tally: Tally, rate: float, lines: int, make: Callable[[int], bytes]) -> None:
    """Send requests at a rate over several open connections, one at a time on each.

    A request that is due while all connections wait is delayed by a second at most, and then left out.
    """
    clock = asyncio.get_running_loop().time
    start, numbers = clock(), itertools.count()

    async def line() -> None:
        stream: Stream | None = None
        for number in itertools.islice(numbers, MOST_TURNS):
            late = clock() - start - number / rate
            if late > 1:
                tally["held_back"] += 1
                continue
            await asyncio.sleep(-late)
            stream = await _asked(port, source, tally, stream, make(number))

    await asyncio.gather(*(line() for _ in range(lines)))


async def _asked(port: int, source: str, tally: Tally, stream: Stream | None, request: bytes) -> Stream | None:
    """Send one request; return the connection if it is still open."""
    if stream is None:
        try:
            stream = await dial(port, source)
        except LOST:
            tally["no_connection"] += 1
            await asyncio.sleep(0.2)
            return None
    tally["sent"] += 1
    try:
        tally.answer(await ask(stream, request))
    except LOST:
        tally["dropped"] += 1
        stream[1].close()
        return None
    return stream


# --- WebSocket


def frame(text: bytes) -> bytes:
    """A client message, short or long. Its mask is 0, so that masking costs nothing."""
    if len(text) < 126:
        return bytes([0x80 | TEXT, 0x80 | len(text)]) + bytes(4) + text
    return bytes([0x80 | TEXT, 0x80 | 126]) + len(text).to_bytes(2, "big") + bytes(4) + text


class Frames:
    """Parses the frames of a server from chunks, and skips most of each."""

    def __init__(self) -> None:
        self._rest = b""
        self._skip = 0

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The frames that start in these bytes: their kind and first bytes."""
        if self._skip >= len(data):
            self._skip -= len(data)
            return
        data, at = self._rest + data[self._skip :], 0
        while (size := self._size(data, at)) is not None:
            begin, length = size
            yield data[at] & 15, data[begin : begin + min(HEAD, length)]
            at = begin + length
        self._rest, self._skip = data[at:], max(0, at - len(data))

    @staticmethod
    def _size(data: bytes, at: int) -> tuple[int, int] | None:
        """The offset and length of the payload; None until its first bytes have arrived."""
        if len(data) - at < 2:
            return None
        short = data[at + 1] & 127
        wide = {126: 2, 127: 8}.get(short, 0)
        begin = at + 2 + wide
        if len(data) < begin:
            return None
        length = int.from_bytes(data[at + 2 : begin], "big") if wide else short
        return (begin, length) if len(data) - begin >= min(HEAD, length) else None


async def upgrade(port: int, source: str, path: str, secret: str) -> Stream:
    """Open a WebSocket at a path of the server."""
    stream = await dial(port, source)
    wish = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
    key = f"Authorization: Bearer {secret}\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="
    head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{wish}\r\n{key}\r\n\r\n"
    try:
        async with asyncio.timeout(CONNECT_WITHIN):
            stream[1].write(head.encode())
            answer = await stream[0].readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            raise EOFError
    except LOST:
        stream[1].close()
        raise
    return stream


async def listen(reader: asyncio.StreamReader, tally: Tally) -> None:
    """Count the server's messages on a socket until it is closed."""
    frames = Frames()
    try:
        while data := await reader.read(CHUNK):
            for kind, head in frames.feed(data):
                if kind == TEXT:
                    tally["refused" if b'"refused"' in head else "done"] += 1
                elif kind == CLOSE:
                    return
    except OSError:
        return


async def sockets(
    port: int,
    source: str,
    tally: Tally,
    number: int,
    place: tuple[str, str],
    talk: Callable[[asyncio.StreamWriter], Awaitable[None]],
) -> None:
    """Keep this many sockets talking; one that is dropped reconnects."""

    async def one() -> None:
        for _ in range(MOST_TURNS):
            try:
                reader, writer = await upgrade(port, source, *place)
            except LOST:
                tally["no_connection"] += 1
                await asyncio.sleep(0.25)
                continue
            tally["connected"] += 1
            talking = asyncio.ensure_future(talk(writer))
            try:
                await listen(reader, tally)
                tally["dropped"] += 1
            finally:
                talking.cancel()
                await asyncio.gather(talking, return_exceptions=True)
                writer.transport.abort()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(number)))
