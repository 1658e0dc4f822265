"""Several people at one screen: a browser with several seats shows one hand at a time, or none.

A player asks for their hand to be shown. It stays open while they must decide, and is covered as soon as another player
at this screen must decide and they need not. From then on the server sends this browser public information only, until
a player asks again. A cookie stores which hand is open, so this works without scripts too.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from drakkar.page.game_page import Panel
from drakkar.server.api.sessions import seats_of
from drakkar.server.live.document import Parts
from drakkar.server.live.push_format import RenderCache, TableView
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import as_json
from drakkar.server.log.store import RUNNING
from drakkar.server.log.table import NO_DECISION, Table
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.panels import Panels, renderer
from drakkar.server.web.web_translator import web_translator

COOKIE: Final = "shown"


class Screen(NamedTuple):
    """The seats at one screen, the seat whose hand is open, and since which version; None: all are covered."""

    mine: tuple[int, ...]
    shown: int | None = None
    since: int = 0

    def is_open(self, table: Table) -> bool:
        """Whether the hand may stay open: its player must decide, no player here must, or nothing happened since."""
        if self.shown is None or table.status != RUNNING:
            return self.shown is not None
        asked = asked_of(table, self.mine)
        return self.shown in asked or not asked or self.since == table.version


def asked_of(table: Table, seats: tuple[int, ...]) -> list[int]:
    """The seats whose people owe a decision, except those who have given up their seat."""
    held = [seat for seat in seats if not table.seats[seat].is_given_up]
    return [seat for seat in held if table.seats[seat].decision != NO_DECISION and table.seats[seat].is_human]


def screen_of(connection: HTTPConnection, table: Table) -> Screen | None:
    """A shared screen; None if there is only one seat, the address names a seat, or nothing is hidden."""
    mine = seats_of(connection, table)
    if len(mine) < 2 or "seat" in connection.query_params or table.status != RUNNING:
        return None
    seat, _, since = connection.cookies.get(COOKIE, "").partition(".")
    known = seat in map(str, mine) and since.isdecimal() and since.isascii() and len(since) < 16
    screen = Screen(tuple(mine), int(seat), int(since)) if known else Screen(tuple(mine))
    return screen if screen.is_open(table) else Screen(screen.mine)


# --- Showing and covering


def show(connection: HTTPConnection, response: Response, table: Table, seat: str) -> None:
    """Open the hand of a player at this screen."""
    if seat not in map(str, seats_of(connection, table)):
        raise Refused("not_seated")
    response.set_cookie(COOKIE, f"{seat}.{table.version}", path=_path(table), samesite="lax", httponly=True)


def cover(response: Response, table: Table) -> None:
    """Cover all hands until a player asks for theirs."""
    response.delete_cookie(COOKIE, path=_path(table), samesite="lax", httponly=True)


def _path(table: Table) -> str:
    return f"/t/{table.id}"


def panel(table: Table, screen: Screen, language: str) -> Panels:
    """The cover: it names the player who must decide; empty while a hand is open."""
    words, render = web_translator(language, table.founded.game), renderer(table.founded.game)
    asked = asked_of(table, screen.mine)
    people = [
        {"number": seat, "side": table.match.sides[seat], "name": table.seats[seat].name, "asked": seat in asked}
        for seat in screen.mine
    ]
    values: dict[str, Any] = {
        "on": table.status == RUNNING and not screen.is_open(table),
        "asked": [one for one in people if one["asked"]],
        "others": [one for one in people if not one["asked"]],
    }
    cache = {"cover": Panel("panels/cover.html", values, words.page("cover_panel"), "mode")}
    return render.panels(cache, {"table": table.id}, words)


class SharedPanelFeed(PanelFeed, frozen=True):
    """Pushes panels to a shared screen: only those of the open hand, whatever seat is subscribed."""

    screen: Screen = Screen(())

    def parts(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Parts:  # noqa: ARG002 - the screen has the open hand
        """All panels; only `covered` once the open hand must be covered."""
        if self._is_covered_now(table_view):
            return {"covered": b"true"}
        cover = panel(table_view.table, self.screen, self.language)
        return super().parts(table_view, self._seat(table_view), cache) | {
            name: html.encode() for name, html in cover.items()
        }

    def render_steps(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:  # noqa: ARG002 - the screen has the open hand
        """Render the panels of the open hand one by one."""
        return (
            iter(())
            if self._is_covered_now(table_view)
            else self._render_steps(table_view, self._seat(table_view), cache)
        )

    def full(self, table_view: TableView, seat: int | None, now: Parts) -> bytes:
        """All panels, or a request to reload the page."""
        return COVERED if self._is_covered_now(table_view) else super().full(table_view, seat, now)

    def push(
        self,
        table_view: TableView,
        seat: int | None,  # noqa: ARG002 - the screen has the open hand
        before: Parts,
        now: Parts,
        since: int,
        cache: RenderCache,
    ) -> bytes:
        """The changed panels, or a request to reload the page."""
        if self._is_covered_now(table_view):
            return as_json(self._farewell(table_view, since, cache))
        return super().push(table_view, self._seat(table_view), before, now, since, cache)

    def priority_push(
        self, table_view: TableView, seat: int | None, before: Parts, since: int, cache: RenderCache
    ) -> None:
        """None: the open hand may change, so everything is sent together."""

    def _farewell(self, table_view: TableView, since: int, cache: RenderCache) -> dict[str, Any]:
        """Remove the hand at once, and show the public beats before the page reloads."""
        hand, open_to_all = super().parts(table_view, self.screen.shown, cache), super().parts(table_view, None, cache)
        changed = {name: html.decode() for name, html in open_to_all.items() if hand[name] != html}
        # The log has events that only its reader may know, and its new version comes after the beats.
        gone = [name for name in hand if name not in open_to_all or (name == "log" and name in changed)]
        return {**self.message(table_view, None, changed, since, cache), "is": "covered", "gone": gone}

    def _seat(self, table_view: TableView) -> int | None:
        return self.screen.shown if self.screen.is_open(table_view.table) else None

    def _is_covered_now(self, table_view: TableView) -> bool:
        """Whether the page shows a hand that must be covered."""
        return self.screen.shown is not None and not self.screen.is_open(table_view.table)


COVERED: Final = as_json({"is": "covered", "gone": [], "beats": []})
