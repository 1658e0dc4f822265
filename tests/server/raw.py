"""Bytes on the wire that no proper client sends: broken HTTP, broken frames."""

import base64
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from random import Random
from typing import Final

HEAD: Final = b"Host: x\r\nContent-Type: application/json\r\n"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def requests(table: str, secret: str, rng: Random) -> Iterator[bytes]:
    """HTTP requests, from almost valid to nonsense."""
    path = f"/api/tables/{table}".encode()
    mine = b"Authorization: Bearer " + secret.encode() + b"\r\n"
    body = b'{"do": "say", "text": "hello"}'
    yield b"POST %s/do HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n%s" % (path, HEAD, mine, len(body), body)
    yield b"POST %s/do HTTP/1.1\r\n%sContent-Length: 999\r\n\r\n%s" % (path, HEAD, body)
    yield b"POST %s/do HTTP/1.1\r\n%sContent-Length: -1\r\n\r\n%s" % (path, HEAD, body)
    yield b"POST %s/do HTTP/1.1\r\n%sContent-Length: 3\r\nContent-Length: 9\r\n\r\n%s" % (path, HEAD, body)
    yield b"POST %s/do HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\nzz\r\n%s\r\n" % (path, HEAD, body)
    yield b"POST %s/do HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nffffffffffffffff\r\n" % (path, HEAD)
    yield b"POST %s/do HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n%s" % (path, HEAD, b"4000\r\n" + b"x" * 70_000)
    yield b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path * 5
    yield b"GET %s?seat=%s HTTP/1.1\r\nHost: x\r\n\r\n" % (path, b"9" * 5000)
    yield b"GET /%%00%%ff%%zz/../..%s HTTP/1.1\r\nHost: x\r\n\r\n" % path
    yield b"GET http://other.example%s HTTP/1.1\r\nHost: x\r\n\r\n" % path
    yield b"GET %s/%s HTTP/1.1\r\nHost: x\r\n\r\n" % (path, b"a" * 70_000)
    yield b"GET %s HTTP/1.1\r\n%s\r\n" % (path, b"X: y\r\n" * 20_000)
    yield b"GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\nCookie: \xff\r\n\r\n" % path
    yield b"GET %s/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n" % path
    yield b"GET %s/socket HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n" % path
    yield b"GET / HTTP/9.9\r\n\r\n"
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    yield b"\r\n" * 100
    yield b"GET"
    yield b""
    whole = b"POST %s/do HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n%s" % (path, HEAD, mine, len(body), body)
    for _ in range(20):
        at = rng.randrange(len(whole))
        yield whole[:at] + rng.randbytes(rng.randrange(4)) + whole[at + rng.randrange(4) :]
        yield rng.randbytes(rng.randrange(200))


def frame(opcode: int, data: bytes, *, last: bool = True, masked: bool = True, bits: int = 0, size: int = -1) -> bytes:
    """One WebSocket frame; `size` may be false."""
    size = len(data) if size < 0 else size
    first, mask = (0x80 if last else 0) | bits << 4 | opcode, 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mask | size)
    elif size < 2**16:
        head = struct.pack("!BBH", first, mask | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + data


def conversations(rng: Random) -> Iterator[list[bytes]]:
    """Frames to send on a socket, in order."""
    word = b'{"do": "why_not", "choice": "pass", "id": 1}'
    yield [frame(TEXT, word), frame(BINARY, word), frame(TEXT, b""), frame(BINARY, b"")]
    yield [frame(TEXT, word[:9], last=False), frame(PING, b"x"), frame(0, word[9:])]
    yield [frame(TEXT, word[:9], last=False), frame(TEXT, word)]
    yield [frame(TEXT, word[:1], last=False), *[frame(0, b"", last=False)] * 50, frame(0, word[1:])]
    yield [frame(0, word)]
    yield [frame(TEXT, b"\xff\xfe\xed\xa0\x80")]
    yield [frame(TEXT, word, masked=False)]
    yield [frame(TEXT, word, bits=bits) for bits in (1, 2, 4, 7)]
    yield [frame(opcode, word) for opcode in (3, 7, 11, 15)]
    yield [frame(PING, b"x" * 126)]
    yield [frame(PING, b"x", last=False)]
    yield [frame(PING, b"x")] * 50 + [frame(PONG, b"y")] * 50
    yield [frame(CLOSE, b"\x03")]
    yield [frame(CLOSE, struct.pack("!H", code) + b"bye") for code in (0, 999, 1005, 1006, 5000)]
    yield [frame(CLOSE, struct.pack("!H", 1000)), frame(TEXT, word)]
    yield [frame(TEXT, b" " * 20_000 + word), frame(TEXT, b"[" * 16_000)]
    yield [frame(TEXT, b"x" * 100_000)]
    yield [frame(TEXT, word, size=2**62)]
    yield [frame(TEXT, word, size=100)]
    yield [frame(TEXT, word, size=2**63)]
    yield [frame(TEXT, word)] * 100
    yield [rng.randbytes(rng.randrange(1, 40)) for _ in range(10)]
    for _ in range(20):
        whole = frame(rng.choice([TEXT, BINARY]), word)
        at = rng.randrange(len(whole))
        yield [frame(TEXT, word), whole[:at] + rng.randbytes(1) + whole[at + 1 :], frame(TEXT, word)]


def handshake(table: str, secret: str) -> bytes:
    """The handshake of a socket."""
    key = base64.b64encode(b"k" * 16).decode()
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {secret}\r\n\r\n"
    ).encode()


def send(
    port: int, pieces: list[bytes], *, greeting: bytes = b"", abruptly: bool = False, patience: float = 0.05
) -> bytes:
    """Send the handshake and wait for the answer, send the rest piece by piece, disconnect; return the answers."""
    heard = b""
    with closing(socket.create_connection(("127.0.0.1", port), 5)) as wire, suppress(OSError):
        if abruptly:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wire.sendall(greeting)
        while greeting and b"\r\n\r\n" not in heard:
            heard += wire.recv(65536)
        for piece in pieces:
            wire.sendall(piece)
        wire.settimeout(patience)
        while more := wire.recv(65536):
            heard += more
    return heard
