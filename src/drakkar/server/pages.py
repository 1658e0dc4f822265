"""The addresses of the server for people: pages that work with forms alone, and sockets that keep them up to date."""

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from drakkar.core.game import find, titles
from drakkar.server import guard, hot_seat, lobby, messages, packing, replay
from drakkar.server.app import JSON, Desk, as_refusal, remember
from drakkar.server.entries import BOT, PERSON
from drakkar.server.forms import USUAL_LEVEL, act_of, form_of, wish_of
from drakkar.server.frames import frames
from drakkar.server.guard import HEADERS, address_of, seat_of
from drakkar.server.listener import Hearing
from drakkar.server.live import Pages, said_to
from drakkar.server.markup import STATIC, kept
from drakkar.server.messages import Found, SeatWish
from drakkar.server.panels import Look, hashed, query_of
from drakkar.server.refusals import Refused
from drakkar.server.secret import key_of, new_secret
from drakkar.server.store import OVER
from drakkar.server.table import Table
from drakkar.server.voice import voice
from drakkar.text import ENGLISH, LANGUAGES

HTML: Final = "text/html; charset=utf-8"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# Without any referrer a browser would not say either which site a form comes from.
PAGE_HEADERS: Final = {**HEADERS, "content-security-policy": POLICY, "referrer-policy": "same-origin"}
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LANGUAGE: Final = "language"
OPPONENTS: Final = 3


Handler = Callable[[Request], Awaitable[Response]]


class Reception:
    """Shows pages and takes forms; what is done is done at the same desk as for programs."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- Pages

    async def home(self, request: Request) -> Response:
        """Play now, new table, join, watch, and one's own matches."""
        game, language = title_of(request), language_of(request)
        own = await self._own(request)
        mine = [lobby.row(table, seats, language, game) for table, seats in own]
        known = {one.table for one in mine}
        others = [table for table in await self.desk.house.listed() if table.ident not in known]
        tables = [lobby.row(table, [], language, game) for table in others]
        return self._page(request, frames(game).home(voice(language, game), tables, look_at(game), language, mine))

    async def _own(self, request: Request) -> list[tuple[Table, list[int]]]:
        """The latest tables that this browser has a seat at, with its seats; those that wait for it come first."""
        found = []
        for ident in guard.tables_of(request)[: lobby.MOST_OWN]:
            with contextlib.suppress(Refused):
                table = (await self.desk.house.room(ident)).table
                if mine := guard.seats_of(request, table):
                    found.append((table, mine))
        return sorted(found, key=lambda one: (not lobby.waited_for(*one), one[0].status == OVER))

    async def help(self, request: Request) -> Response:
        """The rules in short, the cards, the keys."""
        game, language = title_of(request), language_of(request)
        return self._page(request, frames(game).help(voice(language, game), look_at(game), language))

    async def table(self, request: Request) -> Response:
        """A table as whoever asks may see it."""
        room = await self.desk.room(request)
        screen, language = hot_seat.screen_of(request, room.table), language_of(request)
        seat = seat_of(request, room.table) if screen is None else screen.shown
        game = room.table.founded.game
        look = Look(request.query_params.get("at", ""), keep_of(request))
        made: dict[object, Any] = {}
        shown = frames(game).table(
            *said_to(room, None, made),
            *said_to(room, seat, made),
            voice(language, game),
            look,
            language,
            None if screen is None else hot_seat.panel(room.table, screen, language),
        )
        response = self._page(request, shown)
        if screen is not None and screen.shown is None:
            hot_seat.cover(response, room.table)
        return response

    async def moment(self, request: Request) -> Response:
        """A moment of a match that is over."""
        now, language = await self._scene(request), language_of(request)
        game = now.table.founded.game
        words, look = voice(language, game), Look(keep=(("at", str(now.at)), ("seat", now.eye)))
        made, title = replay.panels(now, words), replay.title(now, words)
        return self._page(request, frames(game).replay(now.public, made, words, look, language, title, now.own))

    async def moment_panels(self, request: Request) -> Response:
        """The panels of a moment, but those that a page has already: it names them in `have`, each with its hash."""
        now = await self._scene(request)
        words, have = voice(language_of(request), now.table.founded.game), request.query_params.get("have", "").split()
        made = {name: html for name, html in replay.panels(now, words).items() if hashed(name, html) not in have}
        told = {"panels": {**made, "title": replay.title(now, words)}, "say": replay.told(now, words)}
        return Response(messages.as_json(told), media_type=JSON)

    async def _scene(self, request: Request) -> replay.Scene:
        """The moment that an address names."""
        table = (await self.desk.room(request)).table
        mine, asked = guard.seats_of(request, table), request.query_params
        if not mine:
            guard.check_watching(table)
        return replay.scene(table, asked.get("at", ""), asked.get("seat", ""), mine)

    async def static(self, request: Request) -> Response:
        """A style sheet, a script or a drawing: of the shell, or of a game."""
        name, title = request.path_params["name"], request.path_params.get("game")
        folder = STATIC
        if title is not None:
            page = find(title).page() if title in titles() else None
            if page is None:
                raise Refused("no_page")
            folder = page.folder / "static"
        path = folder / name
        if not is_within(path, folder) or path.suffix not in KINDS:
            raise Refused("no_page")
        return packing.file(request, path, KINDS[path.suffix])

    # --- Forms

    async def play(self, request: Request) -> Response:
        """At once against three bots."""
        form = await form_of(request)
        game = find(form.get("game", "") or titles()[0])
        bots = [SeatWish(kind=BOT, bot=USUAL_LEVEL)] * min(OPPONENTS, game.most_seats - 1)
        return await self._found(
            request, Found(game=game.title, seats=[SeatWish(kind=PERSON, name=form.get("name", "")), *bots])
        )

    async def tables(self, request: Request) -> Response:
        """A new table as the form has it; what was pasted is given back if it cannot be read."""
        form = await form_of(request)
        request.state.pasted = form.get("origin", "")
        return await self._found(request, wish_of(form))

    async def _found(self, request: Request, wish: Found) -> Response:
        self.desk.guard.table(address_of(request))
        founding = await self.desk.house.found(wish)
        is_over = self.desk.house.rooms[founding.table].table.status == OVER
        response = see(f"/t/{founding.table}" + ("/replay?seat=all" if is_over else ""))
        for seat, secret in founding.secrets.items():
            remember(request, response, founding.table, int(seat), secret)
        return response

    async def play_on(self, request: Request) -> Response:
        """A new table from a moment of a match that is over."""
        form = await form_of(request)
        room = await self.desk.room(request)
        mine = guard.seats_of(request, room.table)
        if not mine:
            guard.check_watching(room.table)
        now = replay.scene(room.table, form.get("at", ""), replay.ALL, mine)
        return await self._found(request, replay.played_on(now, form.get("seat", ""), form.get("level", USUAL_LEVEL)))

    async def join(self, request: Request) -> Response:
        """To the table that a link names."""
        link = (await form_of(request)).get("link", "").strip()
        return see(f"/t/{urlsplit(link).path.rstrip('/').rpartition('/')[2]}")

    async def sit(self, request: Request) -> Response:
        """Take an open seat."""
        form = await form_of(request)
        room, secret = await self.desk.room(request), new_secret()
        seat = await room.sit(None, form.get("name", ""), key_of(secret))
        response = see(f"/t/{room.table.ident}")
        remember(request, response, room.table.ident, seat, secret)
        return response

    async def do(self, request: Request) -> Response:
        """What a button of the page does, where no script sends it."""
        form = await form_of(request)
        room = await self.desk.room(request)
        act, screen = act_of(form), hot_seat.screen_of(request, room.table)
        await self.desk.perform(room, seat_of(request, room.table) if screen is None else screen.shown, act)
        if isinstance(act, messages.Rematch):
            return see(f"/t/{room.table.next_table}")
        return see(f"/t/{room.table.ident}" + query_of(keep_of(request)))

    async def leave(self, request: Request) -> Response:
        """Get up from a table, or stay and let a bot play: it asks first."""
        room, language = await self.desk.room(request), language_of(request)
        table, screen = room.table, hot_seat.screen_of(request, room.table)
        seat = seat_of(request, table) if screen is None else screen.shown
        if seat is None:
            raise Refused("not_seated")
        if table.status == OVER:
            return see("/")
        if request.method == "POST":
            stays = "stand_in" in await form_of(request)
            await self.desk.perform(room, seat, messages.Leave(stand_in=stays))
            return see(f"/t/{table.ident}" if stays else "/")
        game, has_bot = table.founded.game, bool(table.seats[seat].bot)
        shown = frames(game).leave(table.ident, table.status, has_bot, voice(language, game), language)
        return self._page(request, shown)

    async def show(self, request: Request) -> Response:
        """Open the hand of somebody at a screen of several people."""
        form, table = await form_of(request), (await self.desk.room(request)).table
        response = see(f"/t/{table.ident}")
        hot_seat.show(request, response, table, form.get("seat", ""))
        return response

    async def cover(self, request: Request) -> Response:
        """Cover all hands of a screen."""
        await form_of(request)
        table = (await self.desk.room(request)).table
        response = see(f"/t/{table.ident}")
        hot_seat.cover(response, table)
        return response

    # --- Sockets, and pages that have none

    async def look(self, request: Request) -> Response:
        """What a page that has no socket has not seen yet (nothing, if it has seen everything), or all there is."""
        room = await self.desk.room(request)
        seat, pages, beside = pages_of(request, room.table)
        room.look(seat, *beside)
        since = request.query_params.get("v", "")
        if not since:
            return Response(pages.whole(room, seat, pages.parts(room, seat, {})), media_type="application/json")
        if since == str(room.table.version):
            return Response(status_code=204)
        if not since.isdecimal() or int(since) > room.table.version:
            raise Refused("bad_message", "there is no such version")
        return Response(pages.news(room, seat, int(since)), media_type="application/json")

    async def live(self, socket: WebSocket) -> None:
        """One page at one table."""
        await self.desk.socket(socket, lambda asking, table: Hearing(*pages_of(asking, table)))

    def _page(self, request: Request, html: str) -> Response:
        response = Response(html, media_type=HTML)
        wished = request.query_params.get("lang", "")
        if wished in LANGUAGES:
            response.set_cookie(LANGUAGE, wished, max_age=guard.YEAR, samesite="lax", httponly=True)
        return response

    def guarded(self, handler: Handler) -> Handler:
        """A handler whose every fault is a page."""

        async def answer(request: Request) -> Response:
            try:
                self.desk.guard.request(address_of(request))
                response = await handler(request)
            except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
                refusal = as_refusal(error)
                self.desk.metrics.refusals.labels(refusal.code).inc()
                response = self._fault(request, refusal)
            return sent(request, response)

        return answer

    def lost(self, request: Request, refusal: Refused) -> Response:
        """Nothing is at an address: a page says so. Where only forms are sent the way leads back to their page."""
        if refusal.code == "wrong_method" and request.method in ("GET", "HEAD"):
            table = request.path_params.get("table", "")
            return sent(request, see((f"/t/{table}" if table else "/") + f"?{request.url.query}".rstrip("?")))
        return sent(request, self._fault(request, refusal))

    def _fault(self, request: Request, refusal: Refused) -> Response:
        language = language_of(request)
        table = request.path_params.get("table", "") if refusal.code != "no_table" else ""
        room = self.desk.house.rooms.get(table)
        game = room.table.founded.game if room is not None else titles()[0]
        pasted = getattr(request.state, "pasted", "")
        html = frames(game).error(voice(language, game), refusal, table, pasted, language)
        return Response(html, refusal.status, media_type=HTML)

    def routes(self) -> list[BaseRoute]:
        """All addresses."""
        at = "/t/{table:str}"
        return [
            Route("/", self.guarded(self.home)),
            Route("/help", self.guarded(self.help)),
            Route("/play", self.guarded(self.play), methods=["POST"]),
            Route("/tables", self.guarded(self.tables), methods=["POST"]),
            Route("/join", self.guarded(self.join), methods=["POST"]),
            Route("/static/{name:str}", self.guarded(self.static)),
            Route("/static/{game:str}/{name:str}", self.guarded(self.static)),
            Route(at, self.guarded(self.table)),
            Route(f"{at}/do", self.guarded(self.do), methods=["POST"]),
            Route(f"{at}/replay", self.guarded(self.moment)),
            Route(f"{at}/replay/panels", self.guarded(self.moment_panels)),
            Route(f"{at}/replay/on", self.guarded(self.play_on), methods=["POST"]),
            Route(f"{at}/leave", self.guarded(self.leave), methods=["GET", "POST"]),
            Route(f"{at}/show", self.guarded(self.show), methods=["POST"]),
            Route(f"{at}/cover", self.guarded(self.cover), methods=["POST"]),
            Route(f"{at}/sit", self.guarded(self.sit), methods=["POST"]),
            Route(f"{at}/live", self.guarded(self.look)),
            WebSocketRoute(f"{at}/live", self.live),
        ]


def pages_of(connection: Request | WebSocket, table: Table) -> tuple[int | None, Pages, frozenset[int]]:
    """Whose page it is, what it is told, and who else sits at its screen."""
    language, screen = language_of(connection), hot_seat.screen_of(connection, table)
    if screen is None:
        return seat_of(connection, table), Pages(language, keep_of(connection)), frozenset()
    seat = screen.mine[0] if screen.shown is None else screen.shown
    return seat, hot_seat.SharedPages(language, screen=screen), frozenset(screen.mine)


def see(address: str) -> Response:
    """After a form: look there."""
    return RedirectResponse(address, 303)


def sent(request: Request, response: Response) -> Response:
    """An answer as all pages are sent."""
    for name, value in PAGE_HEADERS.items():
        response.headers.setdefault(name, value)
    return packing.packed(request, response)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a file is one of a folder, whatever its name says."""
    return path.resolve().parent == folder.resolve() and path.is_file()


def language_of(connection: Request | WebSocket) -> str:
    """The language that is wished: in the address, else as it was chosen before, else as the browser has it."""
    for wished in (connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE, "")):
        if wished in LANGUAGES:
            return wished
    accepted = connection.headers.get("accept-language", "").lower()
    spoken = [part.split(";")[0].strip()[:2] for part in accepted.split(",")]
    return next((language for language in spoken if language in LANGUAGES), ENGLISH)


def keep_of(connection: Request | WebSocket) -> tuple[tuple[str, str], ...]:
    """What every link of a page keeps: the seat, where somebody has several."""
    seat = connection.query_params.get("seat", "")
    return (("seat", seat),) if seat else ()


def title_of(request: Request) -> str:
    """The game that a page is about: the one that its address names, or the first."""
    title = request.query_params.get("game", "") or titles()[0]
    if title not in titles():
        raise Refused("no_page")
    return title


def look_at(game: str) -> Look:
    """What the links of a page about a game keep."""
    return Look(keep=kept(game))
