"""Of the cookies that a client sends, the server reads only its own.

Python's cookie parser needs quadratic time for a quoted value. Our cookies have no quotes, so a value with quotes is
dropped before any code parses it.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]
# The WebSocket library accepts no header line above 8,192 bytes.
LONGEST_FOR_SOCKETS: Final = 7_500
OUR_COOKIES: Final = (b"drakkar", b"__Host-drakkar", b"language", b"shown")


def own_cookies(line: bytes, longest: int | None = None) -> bytes:
    """The cookies of a Cookie line that can be ours; if they are too long, the last ones."""
    kept = [own for cookie in line.split(b";") if (own := cookie.strip()).startswith(OUR_COOKIES) and b'"' not in own]
    if longest is not None:
        ends = list(accumulate(len(own) + 2 for own in reversed(kept)))
        kept = kept[len(kept) - bisect_right(ends, longest) :]
    return b"; ".join(kept)


def only_own_cookies(headers: Headers, longest: int | None = None) -> Headers:
    """The headers of a request, with at most one Cookie line."""
    lines = [value for name, value in headers if name == b"cookie"]
    if not lines:
        return headers
    others = [(name, value) for name, value in headers if name != b"cookie"]
    return [*others, (b"cookie", own_cookies(b"; ".join(lines), longest))]


class CookieFilter:
    """Middleware that removes all other cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Filter the cookies of a request or socket, and pass it on."""
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, "headers": only_own_cookies(list(scope["headers"]))}
        await self.app(scope, receive, send)
