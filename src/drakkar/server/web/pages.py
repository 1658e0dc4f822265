"""The routes for people: pages that work without scripts, and sockets that update them."""

import contextlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from drakkar.core.game import default_title, find, titles
from drakkar.server.api import compression, links
from drakkar.server.api.app import JSON, TEXT, Api, Handler
from drakkar.server.api.guard import HEADERS, LARGEST_BODY, client_network
from drakkar.server.api.sessions import YEAR, check_watching, holder_of, seat_of, seats_of, subscription_of
from drakkar.server.live.reviews import ReviewState
from drakkar.server.log import messages
from drakkar.server.log.entries import BOT, PERSON
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec, Sit
from drakkar.server.log.store import CLOSED, OVER
from drakkar.server.log.table import Table
from drakkar.server.web import hot_seat, lobby, replay, reviews
from drakkar.server.web.forms import USUAL_LEVEL, command_of, create_table_of, form_of
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.join_codes import open_table, typed_code
from drakkar.server.web.layout_feeds import HandFeed, ScreenFeed, has_screen
from drakkar.server.web.layouts import HAND, SCREEN, layout_of
from drakkar.server.web.markup import STATIC, game_query
from drakkar.server.web.panel_feed import PanelFeed, page_document
from drakkar.server.web.panels import PageContext, hashed, query_of
from drakkar.server.web.qr import qr_code
from drakkar.server.web.shuffle import shuffle_of
from drakkar.server.web.web_translator import web_translator
from drakkar.text import ENGLISH, LANGUAGES

HTML: Final = "text/html; charset=utf-8"
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# Without a referrer, browsers would not send the origin of a form either.
PAGE_HEADERS: Final = {**HEADERS, "content-security-policy": CSP, "referrer-policy": "same-origin"}
MEDIA_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LANGUAGE: Final = "language"
OPPONENTS: Final = 3
# A longer address of a table needs a QR code with too many modules.
LONGEST_ADDRESS: Final = 300


class WebRoutes:
    """Serves pages and handles forms; the Api runs the commands, as for programs."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.review_texts = reviews.ReviewTexts()

    # --- Pages

    async def home(self, request: Request) -> Response:
        """The start page: play now, new table, join, watch, and the player's matches."""
        game, language = title_of(request), language_of(request)
        own = await lobby.own(self.api.registry, request)
        mine = [lobby.row(table, seats, language, game) for table, seats in own]
        known = {one.table for one in mine}
        others = [table for table in await self.api.registry.listed() if table.id not in known]
        tables = [lobby.row(table, [], language, game) for table in others]
        words, look = web_translator(language, game), look_at(game)
        html = await self.api.render(request, lambda: page_renderer(game).home(words, tables, look, language, mine))
        return self._page(request, html)

    async def help(self, request: Request) -> Response:
        """Short rules, cards and keys."""
        game, language = title_of(request), language_of(request)
        words, look = web_translator(language, game), look_at(game)
        return self._page(
            request, await self.api.render(request, lambda: page_renderer(game).help(words, look, language))
        )

    async def table(self, request: Request) -> Response:
        """A table as the client may see it."""
        room = await self.api.room(request)
        await self.api.sessions.follow(request, room.table)
        screen, language = hot_seat.screen_of(request, room.table), language_of(request)
        seat = seat_of(request, room.table) if screen is None else screen.shown
        game = room.table.founded.game
        look = PageContext(request.query_params.get("at", ""), keep_of(request))
        made: dict[object, Any] = {}
        known = (
            *page_document(room, None, made),
            *page_document(room, seat, made),
            web_translator(language, game),
            look,
            language,
        )
        cover = None if screen is None else hot_seat.panel(room.table, screen, language)
        now, watched = self.api.registry.clock.wall_ms(), has_screen(room)
        html = await self.api.render(request, lambda: page_renderer(game).table(*known, cover, now, watched))
        response = self._page(request, html)
        if screen is not None and screen.shown is None:
            hot_seat.cover(response, room.table)
        return response

    async def screen(self, request: Request) -> Response:
        """A table on a big screen: public knowledge only, even if the browser has a seat there."""
        room, language = await self.api.room(request), language_of(request)
        check_watching(room.table)
        game, host = room.table.founded.game, request.url.netloc
        public, told = page_document(room, None, {})
        words, look = web_translator(language, game), PageContext(layout=SCREEN)
        return self._page(
            request,
            await self.api.render(
                request, lambda: page_renderer(game).screen(public, told, words, look, language, host)
            ),
        )

    async def hand(self, request: Request) -> Response:
        """The hand and the questions of one seat; the table's page for a browser with no seat or several."""
        room, language = await self.api.room(request), language_of(request)
        table = room.table
        await self.api.sessions.follow(request, table)
        keep = keep_of(request)
        if not seats_of(request, table) or hot_seat.screen_of(request, table) is not None:
            return redirect(f"/t/{table.id}" + query_of(keep))
        seat, game, made = seat_of(request, table), table.founded.game, dict[object, Any]()
        if seat is None:
            return redirect(f"/t/{table.id}" + query_of(keep))
        public, own = page_document(room, None, made), page_document(room, seat, made)
        words, look = web_translator(language, game), PageContext(request.query_params.get("at", ""), keep, HAND)
        return self._page(
            request,
            await self.api.render(request, lambda: page_renderer(game).hand(*public, *own, words, look, language)),
        )

    async def moment(self, request: Request) -> Response:
        """A moment of a finished match."""
        now, language = await self._scene(request), language_of(request)
        game = now.table.founded.game
        words, look = web_translator(language, game), PageContext(keep=(("at", str(now.at)), ("seat", now.eye)))
        review = await self._review_of(now.table)
        now.trying = "try" in request.query_params

        def drawn() -> str:
            reviewed = self.review_texts.of(now.table, review, words)
            made, title = replay.panels(now, words, review, reviewed), replay.title(now, words)
            return page_renderer(game).replay(now.public, made, words, look, language, title, now.own)

        return self._page(request, await self.api.render(request, drawn))

    async def moment_panels(self, request: Request) -> Response:
        """The panels of a moment, except those that the page has: `have` lists them with their hashes."""
        now = await self._scene(request)
        words, have = (
            web_translator(language_of(request), now.table.founded.game),
            request.query_params.get("have", "").split(),
        )
        review = await self._review_of(now.table)

        def drawn() -> bytes:
            reviewed = self.review_texts.of(now.table, review, words)
            panels = replay.panels(now, words, review, reviewed)
            made = {name: html for name, html in panels.items() if hashed(name, html) not in have}
            told = {"panels": {**made, "title": replay.title(now, words)}, "say": replay.told(now, words, reviewed)}
            return messages.as_json(told)

        return Response(await self.api.render(request, drawn), media_type=JSON)

    async def _review_of(self, table: Table) -> ReviewState | None:
        """Where the review of a match stands; None if the match can have none."""
        try:
            return await self.api.registry.reviews.of(table)
        except Refused:
            return None

    # --- Reviews

    async def review(self, request: Request) -> Response:
        """The review of a finished match, as far as it is known."""
        table = await self._reviewed(request)
        state, language = await self.api.registry.reviews.of(table), language_of(request)
        words, game = web_translator(language, table.founded.game), table.founded.game

        def drawn() -> str:
            made = reviews.page_panels(state, self.review_texts.of(table, state, words), words)
            return page_renderer(game).review(table.id, made, state.state, words, language)

        return self._page(request, await self.api.render(request, drawn))

    async def review_panels(self, request: Request) -> Response:
        """The panels of a review, except those that the page has, and how far it is."""
        table = await self._reviewed(request)
        state = await self.api.registry.reviews.of(table)
        words, have = web_translator(language_of(request), table.founded.game), request.query_params.get("have", "")
        render = page_renderer(table.founded.game).panels

        def drawn() -> bytes:
            made = reviews.page_panels(state, self.review_texts.of(table, state, words), words)
            html = render.panels(made, {"table": table.id}, words)
            news = {name: panel for name, panel in html.items() if hashed(name, panel) not in have.split()}
            return messages.as_json({"panels": news, **state.to_json()})

        return Response(await self.api.render(request, drawn), media_type=JSON)

    async def begin_review(self, request: Request) -> Response:
        """Begin the review of a match, or go on with one that failed."""
        form_of(request)
        table = await self._reviewed(request)
        await self.api.ask_for_review(request, table)
        return redirect(f"/t/{table.id}/review")

    async def _reviewed(self, request: Request) -> Table:
        """The table in the request's address, if the client may watch it."""
        table = (await self.api.room(request)).table
        if not seats_of(request, table):
            check_watching(table)
        return table

    async def _scene(self, request: Request) -> replay.Scene:
        """The moment in the request's address."""
        table = (await self.api.room(request)).table
        mine, asked = seats_of(request, table), request.query_params
        if not mine:
            check_watching(table)
        at, eye, event = asked.get("at", ""), asked.get("seat", ""), asked.get("event", "")
        return await self.api.render(request, lambda: replay.scene(table, at, eye, mine, event))

    async def static(self, request: Request) -> Response:
        """A static file of the shell or of a game."""
        name, title = request.path_params["name"], request.path_params.get("game")
        folder = STATIC
        if title is not None:
            page = find(title).page() if title in titles() else None
            if page is None:
                raise Refused("no_page")
            folder = page.folder / "static"
        path = folder / name
        if not is_within(path, folder) or path.suffix not in MEDIA_TYPES:
            raise Refused("no_page")
        return compression.file(request, path, MEDIA_TYPES[path.suffix])

    async def learn(self, request: Request) -> Response:
        """The lessons of all games."""
        game, language = title_of(request), language_of(request)
        words, look = web_translator(language, game), look_at(game)
        return self._page(
            request, await self.api.render(request, lambda: page_renderer(game).learn(words, look, language))
        )

    async def puzzles(self, request: Request) -> Response:
        """The puzzles of all games."""
        game, language = title_of(request), language_of(request)
        words, look, day = web_translator(language, game), look_at(game), datetime.now(UTC).date()
        return self._page(
            request, await self.api.render(request, lambda: page_renderer(game).puzzles(words, look, language, day))
        )

    # --- Forms

    async def begin_puzzle(self, request: Request) -> Response:
        """A table for a puzzle."""
        form = form_of(request)
        solver = SeatSpec(kind=PERSON, name=form.get("name", ""))
        spec = CreateTable(game=form.get("game", ""), puzzle=form.get("puzzle", ""), seats=[solver], grace=0.0)
        return await self._found(request, spec)

    async def begin_lesson(self, request: Request) -> Response:
        """A table that teaches a lesson. Bots do not wait for an undo: a wrong choice is not played."""
        form = form_of(request)
        learner = SeatSpec(kind=PERSON, name=form.get("name", ""))
        return await self._found(
            request,
            CreateTable(game=form.get("game", ""), lesson=form.get("lesson", ""), seats=[learner], grace=0.0),
        )

    async def play(self, request: Request) -> Response:
        """A new table at once, with three bots."""
        form = form_of(request)
        game = find(form.get("game", "") or default_title())
        bots = [SeatSpec(kind=BOT, bot=USUAL_LEVEL)] * min(OPPONENTS, game.most_seats - 1)
        return await self._found(
            request, CreateTable(game=game.title, seats=[SeatSpec(kind=PERSON, name=form.get("name", "")), *bots])
        )

    async def tables(self, request: Request) -> Response:
        """A new table from the form; a pasted text that cannot be read is returned on the error page."""
        form = form_of(request)
        request.state.pasted = form.get("origin", "")
        return await self._found(request, create_table_of(form))

    async def _found(self, request: Request, wish: CreateTable) -> Response:
        founding = await self.api.create_table_for(request, wish)
        is_over = self.api.registry.rooms[founding.table].table.status == OVER
        return redirect(f"/t/{founding.table}" + ("/replay?seat=all" if is_over else ""))

    async def play_on(self, request: Request) -> Response:
        """A new table from a moment of a finished match."""
        form = form_of(request)
        room = await self.api.room(request)
        mine = seats_of(request, room.table)
        if not mine:
            check_watching(room.table)
        table, at = room.table, form.get("at", "")
        now = await self.api.render(request, lambda: replay.scene(table, at, replay.ALL, mine))
        return await self._found(request, replay.played_on(now, form.get("seat", ""), form.get("level", USUAL_LEVEL)))

    async def join(self, request: Request) -> Response:
        """Go to the table of a code or a link."""
        words = form_of(request).get("link", "").strip()
        if code := typed_code(words):
            self.api.rate_limiter.table(client_network(request))
            return redirect(f"/t/{await open_table(self.api.registry.store, code)}")
        link, _, secret = words.partition("#")
        table = link.partition("?")[0].rstrip("/").rpartition("/")[2]
        if secret:  # a link to a seat; a redirect would lose its secret
            request.path_params["table"] = table
            await self.api.authenticate_for(request, (await self.api.room(request)).table, secret)
        return redirect(f"/t/{quote(table)}")

    async def sit(self, request: Request) -> Response:
        """Take an open seat."""
        form = form_of(request)
        seating = await self.api.sit_for(request, Sit(name=form.get("name", "")))
        return redirect(f"/t/{seating.table}")

    async def do(self, request: Request) -> Response:
        """A button of the page without scripts."""
        form = form_of(request)
        room = await self.api.room(request)
        act, screen = command_of(form), hot_seat.screen_of(request, room.table)
        await self.api.perform(room, seat_of(request, room.table) if screen is None else screen.shown, act)
        if isinstance(act, messages.Rematch):
            return redirect(f"/t/{room.table.next_table}")
        layout = layout_of(request)
        return redirect(f"/t/{room.table.id}{f'/{layout}' if layout else ''}" + query_of(keep_of(request)))

    async def leave(self, request: Request) -> Response:
        """Leave a table, or stay and let a bot play; the page confirms first."""
        room, language = await self.api.room(request), language_of(request)
        table, screen = room.table, hot_seat.screen_of(request, room.table)
        seat = seat_of(request, table) if screen is None else screen.shown
        if seat is None:
            raise Refused("not_seated")
        if table.status in (OVER, CLOSED):
            return redirect("/")
        if request.method == "POST":
            stays = "stand_in" in form_of(request)
            await self.api.perform(room, seat, messages.Leave(stand_in=stays))
            return redirect(f"/t/{table.id}" if stays else "/")
        game, has_bot = table.founded.game, bool(table.seats[seat].bot)
        shown = page_renderer(game).leave(table.id, table.status, has_bot, web_translator(language, game), language)
        return self._page(request, shown)

    async def links(self, request: Request) -> Response:
        """Links to the seat for other devices: create one, or revoke all."""
        room, language = await self.api.room(request), language_of(request)
        table, screen = room.table, hot_seat.screen_of(request, room.table)
        seat = seat_of(request, table) if screen is None else screen.shown
        if seat is None:
            raise Refused("not_seated")
        form = form_of(request) if request.method == "POST" else {}
        api, keep = self.api, query_of(keep_of(request))
        shown = await links.shown(api.registry, api.sessions, request, table, seat, form, keep)
        return self._page(
            request,
            page_renderer(table.founded.game).links(shown, web_translator(language, table.founded.game), language),
        )

    async def invitation(self, request: Request) -> Response:
        """The address of a table as a QR code, as this request has reached the server."""
        table = (await self.api.room(request)).table
        address = f"{request.base_url}t/{table.id}"
        if len(address) > LONGEST_ADDRESS:
            raise Refused("wrong_host")
        code = await self.api.render(request, lambda: qr_code(address))
        return Response(code, media_type=MEDIA_TYPES[".svg"], headers={"cache-control": "private, max-age=3600"})

    async def fair(self, request: Request) -> Response:
        """The commitment of a table, and the check of a finished match."""
        table, language = (await self.api.room(request)).table, language_of(request)
        if not seats_of(request, table):
            check_watching(table)
        words, render = web_translator(language, table.founded.game), page_renderer(table.founded.game)
        html = await self.api.render(request, lambda: render.fair(shuffle_of(table), words, language))
        return self._page(request, html)

    async def show(self, request: Request) -> Response:
        """Open the hand of a player at a shared screen."""
        form, table = form_of(request), (await self.api.room(request)).table
        response = redirect(f"/t/{table.id}")
        hot_seat.show(request, response, table, form.get("seat", ""))
        return response

    async def cover(self, request: Request) -> Response:
        """Cover all hands of a shared screen."""
        form_of(request)
        table = (await self.api.room(request)).table
        response = redirect(f"/t/{table.id}")
        hot_seat.cover(response, table)
        return response

    # --- Sockets, and pages without one

    async def poll(self, request: Request) -> Response:
        """An update for a page without a socket: the changes since `v` (204 if there are none), or all panels."""
        room = await self.api.room(request)
        seat, feed, beside = feed_of(request, room.table)
        room.poll(seat, *beside)
        since = request.query_params.get("v", "")
        if not since:
            return Response(feed.full(room, seat, feed.parts(room, seat, {})), media_type="application/json")
        if since == str(room.table.version):
            return Response(status_code=204)
        if not (since.isdecimal() and since.isascii() and len(since) < 16) or int(since) > room.table.version:
            raise Refused("bad_message", "there is no such version")
        return Response(feed.news(room, seat, int(since)), media_type="application/json")

    async def live(self, socket: WebSocket) -> None:
        """The socket of a page at a table."""
        await self.api.socket(socket, lambda asking, table: subscription_of(asking, table, *feed_of(asking, table)))

    def _page(self, request: Request, html: str) -> Response:
        response = Response(html, media_type=HTML)
        wished = request.query_params.get("lang", "")
        if wished in LANGUAGES:
            response.set_cookie(LANGUAGE, wished, max_age=YEAR, samesite="lax", httponly=True)
        return response

    def guarded(self, handler: Handler, largest: int = 0, *, is_light: bool = False) -> Handler:
        """Wrap a handler: errors become pages."""

        async def answer(request: Request) -> Response:
            try:
                recognising = handler if is_light else self._moving_in(handler)
                response = await self.api.answer(request, recognising, largest, is_light=is_light)
            except Exception as error:  # noqa: BLE001 - no error may end the server
                refusal, headers = self.api.refuse(request, error)
                response = self._refusal(request, refusal)
                response.headers.update(headers)
            self.api.sessions.finish(request, response)
            return finish_response(request, response)

        return answer

    def _moving_in(self, handler: Handler) -> Handler:
        """Wrap a handler: first move the seats of old cookies into the browser's session."""

        async def answer(request: Request) -> Response:
            if holder_of(request).old:
                # Moving writes to the store; if the address is over its limit, the cookies stay.
                with contextlib.suppress(Refused):
                    self.api.rate_limiter.table(client_network(request))
                    await self.api.sessions.move_in(request)
            return await handler(request)

        return answer

    def _refusal(self, request: Request, refusal: Refused) -> Response:
        """A refusal as a page; as plain text for a client over its limits, because a page costs too much."""
        if refusal.retry:
            words = web_translator(language_of(request), default_title()).refusal(refusal)
            return Response(words, refusal.status, media_type=TEXT)
        return self._fault(request, refusal)

    def not_found(self, request: Request, refusal: Refused) -> Response:
        """The page for an unknown address. A GET of an address for forms redirects to the form's page."""
        if refusal.code == "wrong_method" and request.method in ("GET", "HEAD"):
            table = request.path_params.get("table", "")
            return finish_response(
                request, redirect((f"/t/{table}" if table else "/") + f"?{request.url.query}".rstrip("?"))
            )
        return finish_response(request, self._fault(request, refusal))

    def _fault(self, request: Request, refusal: Refused) -> Response:
        language = language_of(request)
        table = request.path_params.get("table", "") if refusal.code != "no_table" else ""
        room = self.api.registry.rooms.get(table)
        game = room.table.founded.game if room is not None else default_title()
        pasted = getattr(request.state, "pasted", "")
        html = page_renderer(game).error(web_translator(language, game), refusal, table, pasted, language)
        return Response(html, refusal.status, media_type=HTML)

    def routes(self) -> list[BaseRoute]:
        """All routes."""
        at = "/t/{table:str}"
        return [
            Route("/", self.guarded(self.home)),
            Route("/help", self.guarded(self.help)),
            Route("/learn", self.guarded(self.learn)),
            Route("/learn", self.guarded(self.begin_lesson, LARGEST_BODY), methods=["POST"]),
            Route("/puzzles", self.guarded(self.puzzles)),
            Route("/puzzles", self.guarded(self.begin_puzzle, LARGEST_BODY), methods=["POST"]),
            Route("/play", self.guarded(self.play, LARGEST_BODY), methods=["POST"]),
            Route("/tables", self.guarded(self.tables, LARGEST_BODY), methods=["POST"]),
            Route("/join", self.guarded(self.join, LARGEST_BODY), methods=["POST"]),
            Route("/static/{name:str}", self.guarded(self.static, is_light=True)),
            Route("/static/{game:str}/{name:str}", self.guarded(self.static, is_light=True)),
            Route(at, self.guarded(self.table)),
            Route(f"{at}/screen", self.guarded(self.screen)),
            Route(f"{at}/hand", self.guarded(self.hand)),
            Route(f"{at}/do", self.guarded(self.do, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/replay", self.guarded(self.moment)),
            Route(f"{at}/replay/panels", self.guarded(self.moment_panels)),
            Route(f"{at}/replay/on", self.guarded(self.play_on, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/review", self.guarded(self.review)),
            Route(f"{at}/review", self.guarded(self.begin_review, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/review/panels", self.guarded(self.review_panels)),
            Route(f"{at}/leave", self.guarded(self.leave, LARGEST_BODY), methods=["GET", "POST"]),
            Route(f"{at}/links", self.guarded(self.links, LARGEST_BODY), methods=["GET", "POST"]),
            Route(f"{at}/invite.svg", self.guarded(self.invitation)),
            Route(f"{at}/fair", self.guarded(self.fair)),
            Route(f"{at}/show", self.guarded(self.show, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/cover", self.guarded(self.cover, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/sit", self.guarded(self.sit, LARGEST_BODY), methods=["POST"]),
            Route(f"{at}/live", self.guarded(self.poll)),
            WebSocketRoute(f"{at}/live", self.live),
        ]


def feed_of(connection: Request | WebSocket, table: Table) -> tuple[int | None, PanelFeed, frozenset[int]]:
    """The seat of a page, its feed, and the other seats at its screen."""
    language, layout = language_of(connection), layout_of(connection)
    if layout == SCREEN:
        check_watching(table)
        return None, ScreenFeed(language), frozenset()
    screen = hot_seat.screen_of(connection, table) if layout != HAND else None
    if screen is None:
        seat = seat_of(connection, table)
        if connection.query_params.get("me", _named(seat)) != _named(seat):  # the page still shows another hand
            raise Refused("not_seated")
        return seat, (HandFeed if layout == HAND else PanelFeed)(language, keep_of(connection)), frozenset()
    seat = screen.mine[0] if screen.shown is None else screen.shown
    return seat, hot_seat.SharedPanelFeed(language, screen=screen), frozenset(screen.mine)


def _named(seat: int | None) -> str:
    """The number of a seat for a page; empty for a spectator."""
    return "" if seat is None else str(seat)


def redirect(address: str) -> Response:
    """The redirect after a form."""
    return RedirectResponse(address, 303)


def finish_response(request: Request, response: Response) -> Response:
    """Add the headers of all pages, and compress the body."""
    for name, value in PAGE_HEADERS.items():
        response.headers.setdefault(name, value)
    return compression.compressed(request, response)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path is a file directly in the folder; False for an impossible name."""
    try:
        return path.resolve().parent == folder.resolve() and path.is_file()
    except (OSError, ValueError):
        return False


def language_of(connection: Request | WebSocket) -> str:
    """The language from the address, else from the cookie, else from the browser's settings."""
    for wished in (connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE, "")):
        if wished in LANGUAGES:
            return wished
    accepted = connection.headers.get("accept-language", "").lower()
    spoken = [part.split(";")[0].strip()[:2] for part in accepted.split(",")]
    return next((language for language in spoken if language in LANGUAGES), ENGLISH)


def keep_of(connection: Request | WebSocket) -> tuple[tuple[str, str], ...]:
    """The query that every link of a page keeps: the seat, if the address names one."""
    seat = connection.query_params.get("seat", "")
    return (("seat", seat),) if seat else ()


def title_of(request: Request) -> str:
    """The game in the address, or the default game."""
    title = request.query_params.get("game", "") or default_title()
    if title not in titles():
        raise Refused("no_page")
    return title


def look_at(game: str) -> PageContext:
    """The context of a page about a game: its links keep the game."""
    return PageContext(keep=game_query(game))
