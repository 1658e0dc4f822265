"""Several people at one screen: a browser that has the secrets of several seats shows one hand at a time, or none.

Who sits down at the screen asks for his hand to be shown. It stays open while he is asked, and is covered as soon as
another one at this screen is asked and he is not: the server then tells this browser what everybody is told, and no
more, until somebody asks again. Which hand is open is kept in a cookie, so it works without scripts too.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from drakkar.core.page import Panel
from drakkar.server.document import Parts
from drakkar.server.guard import seats_of
from drakkar.server.live import Pages
from drakkar.server.messages import as_json
from drakkar.server.panels import Panels, renderer
from drakkar.server.refusals import Refused
from drakkar.server.room import Room
from drakkar.server.store import RUNNING
from drakkar.server.table import NO_DECISION, Table
from drakkar.server.telling import Made
from drakkar.server.voice import voice

COOKIE: Final = "shown"


class Screen(NamedTuple):
    """The seats of the people at one screen, and whose hand is open since which version; None: all are covered."""

    mine: tuple[int, ...]
    shown: int | None = None
    since: int = 0

    def is_open(self, table: Table) -> bool:
        """Whether a hand may still be seen: its person is asked, or nobody else here is, or nothing has happened."""
        if self.shown is None or table.status != RUNNING:
            return self.shown is not None
        asked = asked_of(table, self.mine)
        return self.shown in asked or not asked or self.since == table.version


def asked_of(table: Table, seats: tuple[int, ...]) -> list[int]:
    """Those of some seats whose people owe a choice."""
    return [seat for seat in seats if table.seats[seat].decision != NO_DECISION and table.seats[seat].plays_itself]


def screen_of(connection: HTTPConnection, table: Table) -> Screen | None:
    """The screen of several people; None if somebody looks alone, says which seat he means, or nothing is hidden."""
    mine = seats_of(connection, table)
    if len(mine) < 2 or "seat" in connection.query_params or table.status != RUNNING:
        return None
    seat, _, since = connection.cookies.get(COOKIE, "").partition(".")
    known = seat in map(str, mine) and since.isdecimal() and since.isascii() and len(since) < 16
    screen = Screen(tuple(mine), int(seat), int(since)) if known else Screen(tuple(mine))
    return screen if screen.is_open(table) else Screen(screen.mine)


# --- Showing and covering


def show(connection: HTTPConnection, response: Response, table: Table, seat: str) -> None:
    """Open the hand of somebody at this screen."""
    if seat not in map(str, seats_of(connection, table)):
        raise Refused("not_seated")
    response.set_cookie(COOKIE, f"{seat}.{table.version}", path=_path(table), samesite="lax", httponly=True)


def cover(response: Response, table: Table) -> None:
    """Cover all hands: none is open again until somebody asks for it."""
    response.delete_cookie(COOKIE, path=_path(table), samesite="lax", httponly=True)


def _path(table: Table) -> str:
    return f"/t/{table.ident}"


def panel(table: Table, screen: Screen, language: str) -> Panels:
    """What covers the hands: who is to sit down at the screen; nothing while a hand is open."""
    words, render = voice(language, table.founded.game), renderer(table.founded.game)
    asked = asked_of(table, screen.mine)
    people = [
        {"number": seat, "clan": table.match.clans[seat], "name": table.seats[seat].name, "asked": seat in asked}
        for seat in screen.mine
    ]
    values: dict[str, Any] = {
        "on": table.status == RUNNING and not screen.is_open(table),
        "asked": [one for one in people if one["asked"]],
        "others": [one for one in people if not one["asked"]],
    }
    made = {"cover": Panel("panels/cover.html", values, words.page("cover_panel"), "mode")}
    return render.panels(made, {"table": table.ident}, words)


class SharedPages(Pages, frozen=True):
    """Telling by panels for a screen of several people: whatever seat listens, only the open hand is told of."""

    screen: Screen = Screen(())

    def parts(self, room: Room, seat: int | None, made: Made) -> Parts:  # noqa: ARG002 - the screen knows whose hand is open
        """Every panel; once the open hand is to be covered nothing but that."""
        if self._is_covered_now(room):
            return {"covered": b"true"}
        cover = panel(room.table, self.screen, self.language)
        return super().parts(room, self._seat(room), made) | {name: html.encode() for name, html in cover.items()}

    def draw(self, room: Room, seat: int | None, made: Made) -> Iterator[None]:  # noqa: ARG002 - as above
        """The panels of the open hand one by one."""
        return iter(()) if self._is_covered_now(room) else self._draw(room, self._seat(room), made)

    def whole(self, room: Room, seat: int | None, now: Parts) -> bytes:
        """All panels, or that the page is to be fetched anew."""
        return COVERED if self._is_covered_now(room) else super().whole(room, seat, now)

    def push(
        self,
        room: Room,
        seat: int | None,  # noqa: ARG002 - the screen knows whose hand is open
        before: Parts,
        now: Parts,
        since: int,
        made: Made,
    ) -> bytes:
        """The panels that have changed, or that the page is to be fetched anew."""
        if self._is_covered_now(room):
            return as_json(self._farewell(room, since, made))
        return super().push(room, self._seat(room), before, now, since, made)

    def urgent(self, room: Room, seat: int | None, before: Parts, since: int, made: Made) -> None:
        """Whose hand is open may be another question now, so all is told at once."""

    def _farewell(self, room: Room, since: int, made: Made) -> dict[str, Any]:
        """The hand goes at once; whatever everybody may see step by step is shown before the page is fetched anew."""
        hand, open_to_all = super().parts(room, self.screen.shown, made), super().parts(room, None, made)
        changed = {name: html.decode() for name, html in open_to_all.items() if hand[name] != html}
        gone = [name for name in hand if name not in open_to_all]
        return {**self.message(room, None, changed, since, made), "is": "covered", "gone": gone}

    def _seat(self, room: Room) -> int | None:
        return self.screen.shown if self.screen.is_open(room.table) else None

    def _is_covered_now(self, room: Room) -> bool:
        """Whether the page shows a hand that it may show no longer."""
        return self.screen.shown is not None and not self.screen.is_open(room.table)


COVERED: Final = as_json({"is": "covered", "gone": [], "beats": []})
