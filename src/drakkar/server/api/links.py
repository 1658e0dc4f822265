"""Links to a seat: a player opens their seat on another device with one. Only the hashes of links are stored."""

from typing import NamedTuple

from starlette.requests import Request

from drakkar.server.api import guard
from drakkar.server.api.sessions import MOST_LINKS, Sessions, holder_of
from drakkar.server.live.registry import TableRegistry
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import Links
from drakkar.server.log.table import Table


class LinksPage(NamedTuple):
    """The values for the page of a seat's links. A new link is shown once, with its address."""

    table: str
    side: str
    # The query that all addresses of the page keep.
    keep: str
    number: int
    is_full: bool
    link: str = ""
    asks: bool = False
    revoked: int | None = None


async def shown(
    registry: TableRegistry,
    sessions: Sessions,
    request: Request,
    table: Table,
    seat: int,
    form: dict[str, str],
    keep: str,
) -> LinksPage:
    """Run the action of the page's form; return the values for the page."""
    key, link, gone = table.seats[seat].key, "", None
    if "revoke" in form:
        gone = await revoked(registry, sessions, request, key)
    elif "new" in form:
        link = str(request.base_url).rstrip("/") + (await made(sessions, table, seat)).link
    number, asks = await sessions.links(key), "revoke" in request.query_params and gone is None
    return LinksPage(table.id, table.match.sides[seat], keep, number, number >= MOST_LINKS, link, asks, gone)


async def answered(
    registry: TableRegistry, sessions: Sessions, request: Request, table: Table, seat: int | None
) -> Links:
    """Count, create or revoke links for a program that holds a seat."""
    if seat is None:
        raise Refused("not_seated")
    if request.method == "POST":
        guard.body_of(request, guard.LARGEST_MESSAGE)
        return await made(sessions, table, seat)
    guard.check_origin(request.headers)
    key = table.seats[seat].key
    if request.method == "DELETE":
        return Links(links=0, revoked=await revoked(registry, sessions, request, key))
    return Links(links=await sessions.links(key))


async def made(sessions: Sessions, table: Table, seat: int) -> Links:
    """Create a link to a seat. Its secret follows the `#`, which browsers do not send to a server."""
    secret = await sessions.new_link(table, seat)
    number = await sessions.links(table.seats[seat].key)
    return Links(links=number, link=f"/t/{table.id}#{secret}", secret=secret)


async def revoked(registry: TableRegistry, sessions: Sessions, request: Request, key: str) -> int:
    """Revoke all links to a seat, also for open connections and a rematch; return their number."""
    number = await sessions.revoke(request, key)
    for room in registry.rooms.values():
        room.revoke(key, holder_of(request).session)
    return number
