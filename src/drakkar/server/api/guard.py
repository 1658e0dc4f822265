"""Checks of origins and hosts, the headers of every answer, and the bodies of requests."""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request

from drakkar.core.version import other_version
from drakkar.server.api.rate_limiter import network_of
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import PROTOCOL

# The protocol that a client was written for.
PROTOCOL_HEADER: Final = "drakkar-protocol"
LARGEST_MESSAGE: Final = 16 * 1024
LARGEST_BODY: Final = 256 * 1024
# Seconds until the body of a request must be complete.
BODY_WITHIN: Final = 30.0
# Browser features that our pages never use.
PERMISSIONS: Final = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

HEADERS: Final = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": PERMISSIONS,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def client_network(connection: HTTPConnection) -> str:
    """The address of a client, as rate limits count it."""
    return network_of(connection.client.host) if connection.client else ""


class Hosts:
    """The host names of this server. Other names that point here are refused, against DNS rebinding."""

    def __init__(self, names: Iterable[str]) -> None:
        """Allow these names and all IP addresses; `*` allows all names."""
        self.names = {name.lower() for name in names}

    def check(self, headers: Headers) -> None:
        """Refused if a request names another host. IP addresses are allowed, because DNS cannot redirect them."""
        if "*" in self.names:
            return
        host = (_site(f"//{headers.get('host', '')}") or "").rpartition("@")[2]
        name = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
        if name not in self.names and not _is_address(name.strip("[]")):
            raise Refused("wrong_host")


ANY_HOST: Final = Hosts("*")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(headers: Headers) -> None:
    """Refused if a browser names another site as the origin. Programs send no origin."""
    origin = headers.get("origin")
    if origin is not None and _site(origin) != headers.get("host", "").lower():
        raise Refused("wrong_origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused("wrong_origin")


def check_protocol(headers: Headers) -> None:
    """Refused if a client names another protocol than the server's; it need not name one."""
    named = headers.get(PROTOCOL_HEADER, str(PROTOCOL))
    if named != str(PROTOCOL):
        refusal = other_version("this client uses protocol", named, "", f"protocol {PROTOCOL}")
        raise Refused("wrong_version", refusal)


def _site(origin: str) -> str | None:
    """Host and port of an origin; None if it has none, such as `null`, or is invalid."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


async def receive(request: Request, largest: int) -> None:
    """Read the body of a POST before its address takes a turn, so that a slow client delays only itself."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for chunk in request.stream():
                body += chunk
                if len(body) > largest:
                    raise Refused("too_large")
    except TimeoutError:
        raise Refused("too_slow") from None
    request.state.body = bytes(body)


def body_of(request: Request, largest: int, kind: str = "application/json") -> bytes:
    """The body of a POST. Other sites cannot post it: a form cannot send JSON, and a browser names its origin."""
    check_origin(request.headers)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise Refused("bad_message", f"the body must be {kind}")
    body: bytes = request.state.body
    if len(body) > largest:
        raise Refused("too_large")
    return body
