"""The addresses of the server, over HTTP and WebSocket. What is said there is in messages.py."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

import drakkar
from drakkar.bots import LEVELS
from drakkar.core.errors import DrakkarError
from drakkar.core.game import find, titles
from drakkar.server import guard, messages
from drakkar.server.guard import HEADERS, Guard, address_of, body_of, seat_of
from drakkar.server.house import House
from drakkar.server.listener import Hearing, Listener
from drakkar.server.messages import PROTOCOL, Answer, No, Seating, encoded
from drakkar.server.metrics import Metrics
from drakkar.server.refusals import Refused, refused
from drakkar.server.room import Room
from drakkar.server.secret import key_of, new_secret
from drakkar.server.store import OVER, StoreError
from drakkar.server.table import Table
from drakkar.server.telling import JSON as JSON_PARTS

log = logging.getLogger("drakkar.server")

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
# How a connection is closed whose client does not heed what it is told.
POLICY = 1008
SOCKET_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
MOST_WARNINGS = 20


class Desk:
    """Hears what comes in, has it done at the right table, and answers."""

    def __init__(self, house: House, watch: Guard) -> None:
        self.house = house
        self.guard = watch
        self.metrics = Metrics(house)

    # --- Addresses of the server

    async def health(self, _: Request) -> Response:
        """Whether it works: the store answers."""
        await self.house.store.tables(OVER, 1)
        return _json({"status": "ok", "version": drakkar.build(), "tables": len(self.house.rooms)})

    async def show_metrics(self, _: Request) -> Response:
        """Numbers for Prometheus."""
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def about(self, _: Request) -> Response:
        """What can be played here, with which options, and against whom."""
        return _json({"protocol": PROTOCOL, "bots": list(LEVELS), "games": [_game(title) for title in titles()]})

    # --- Tables

    async def tables(self, _: Request) -> Response:
        """Tables to sit down at, and matches to watch."""
        return _json({"tables": [listed(table) for table in await self.house.listed()]})

    async def found(self, request: Request) -> Response:
        """A new table."""
        wish = messages.decode_found.decode(await body_of(request, guard.LARGEST_BODY))
        self.guard.table(address_of(request))
        founding = await self.house.found(wish)
        response = _answer(founding, 201)
        for seat, secret in founding.secrets.items():
            remember(request, response, founding.table, int(seat), secret)
        return response

    async def sit(self, request: Request) -> Response:
        """An open seat is taken."""
        wish = messages.decode_sit.decode(await body_of(request, guard.LARGEST_MESSAGE))
        room, secret = await self.room(request), new_secret()
        seat = await room.sit(wish.seat, wish.name, key_of(secret))
        response = _answer(Seating(table=room.table.ident, seat=seat, secret=secret), 201)
        remember(request, response, room.table.ident, seat, secret)
        return response

    async def enter(self, request: Request) -> Response:
        """A secret is shown, to be remembered by the browser: what a seat's link does."""
        shown = messages.decode_enter.decode(await body_of(request, guard.LARGEST_MESSAGE))
        room, key = await self.room(request), key_of(shown.secret)
        for number, seat in enumerate(room.table.seats):
            if seat.key == key:
                response = _answer(messages.Done(version=room.table.version))
                remember(request, response, room.table.ident, number, shown.secret)
                return response
        raise Refused("not_seated")

    async def state(self, request: Request) -> Response:
        """The whole table as whoever asks may see it."""
        room = await self.room(request)
        since = request.query_params.get("since", "0")
        seat = seat_of(request, room.table)
        if not since.isdecimal() or len(since) > 15:
            raise Refused("bad_message", "since is the number of a version")
        return Response(await room.act(seat, messages.Sync(since=int(since))), media_type=JSON)

    async def do(self, request: Request) -> Response:
        """A message to a table."""
        act = messages.decode_act.decode(await body_of(request, guard.LARGEST_MESSAGE))
        room = await self.room(request)
        return Response(await self.perform(room, seat_of(request, room.table), act), media_type=JSON)

    async def record(self, request: Request) -> Response:
        """A finished match as its record; one that goes on as the position that the seat may know."""
        table = (await self.room(request)).table
        seat = seat_of(request, table)
        return Response(record_of(table, seat), media_type=TEXT)

    async def room(self, request: Request | WebSocket) -> Room:
        """The table that an address names."""
        room = await self.house.room(request.path_params["table"])
        room.last_used = self.house.times.ticks()
        return room

    async def perform(self, room: Room, seat: int | None, act: messages.Act) -> bytes:
        """Have a message done at a table; the answer."""
        with self.metrics.seconds.time():
            answer = await room.act(seat, act)
        self.metrics.acts.labels(type(act).__name__).inc()
        return answer

    # --- Sockets

    async def json_socket(self, socket: WebSocket) -> None:
        """One program at one table."""
        await self.socket(socket, lambda asking, table: Hearing(seat_of(asking, table), JSON_PARTS))

    async def socket(self, socket: WebSocket, hearing: Callable[[WebSocket, Table], Hearing]) -> None:
        """One client at one table: it is told what happens, and says what it does."""
        # Whoever is gone before he is answered, or shown the door, needs no answer.
        with contextlib.suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._connect(socket, hearing)

    async def _connect(self, socket: WebSocket, hearing: Callable[[WebSocket, Table], Hearing]) -> None:
        try:
            self.guard.request(address_of(socket))
            guard.check_origin(socket.headers)
            room = await self.room(socket)
            heard = hearing(socket, room.table)
            self.guard.connect(address_of(socket))
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            refusal = as_refusal(error)
            self.metrics.refusals.labels(refusal.code).inc()
            await socket.accept(headers=SOCKET_HEADERS)
            await socket.send_text(encoded(_no(refusal)).decode())
            await socket.close(POLICY, refusal.code)
            return
        try:
            await socket.accept(headers=SOCKET_HEADERS)
            await self._serve(socket, room, heard)
        finally:
            self.guard.disconnect(address_of(socket))

    async def _serve(self, socket: WebSocket, room: Room, heard: Hearing) -> None:
        listener = room.listen(*heard)
        self.metrics.connections.inc()

        async def send(message: bytes) -> None:
            await socket.send_text(message.decode())

        async def send_all() -> None:
            await listener.send_all(send)
            await socket.close(POLICY, listener.farewell)

        sender = asyncio.create_task(send_all())
        try:
            await self._hear(socket, room, listener)
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            room.leave(listener)
            self.metrics.connections.dec()
            self.metrics.resyncs.inc(listener.resyncs)

    async def _hear(self, socket: WebSocket, room: Room, listener: Listener) -> None:
        """Answer one message after another; who floods is warned, and then shown the door."""
        bucket, warnings = self.guard.session(), 0
        while warnings < MOST_WARNINGS:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            said: bytes | str = received.get("text") or received.get("bytes") or b""
            if listener.farewell:
                continue
            if bucket.take(self.guard.times.ticks()):
                await self._heard(room, listener, said)
            else:
                warnings += 1
                slower = listener.telling.refusal(room, Refused("too_many"))
                listener.tell(encoded(No(code="too_many", text=slower)))
        await socket.close(POLICY, "too_many")

    async def _heard(self, room: Room, listener: Listener, said: bytes | str) -> None:
        """Answer one message, whatever it is."""
        ident: messages.Id = None
        try:
            act = messages.decode_act.decode(_small(said))
            ident = act.id
            if isinstance(act, messages.Sync):
                # At once: a push that came between this state and the telling of it would be lost by it.
                self.metrics.acts.labels(type(act).__name__).inc()
                listener.tell(room.state(listener.seat, act.since, ident))
            else:
                # Once begun it is done, even if its client is gone before.
                listener.tell(await asyncio.shield(self.perform(room, listener.seat, act)))
        except Exception as error:  # noqa: BLE001 - whatever it is, the table and its neighbours go on
            refusal = as_refusal(error)
            self.metrics.refusals.labels(refusal.code).inc()
            text = listener.telling.refusal(room, refusal)
            listener.tell(encoded(No(code=refusal.code, text=text, rule=refusal.rule, id=ident)))


def _small(said: bytes | str) -> bytes | str:
    if len(said) > guard.LARGEST_MESSAGE:
        raise Refused("too_large")
    return said


def record_of(table: Table, seat: int | None) -> str:
    """What somebody may keep of a match."""
    if not table.started:
        raise Refused("not_started")
    if table.status != OVER:
        return table.match.view(seat).position()
    commitment = f"# commitment {table.commitment}\n" if table.commitment else ""
    return f"# table {table.ident}\n{commitment}{table.match.record()}"


def as_refusal(error: Exception) -> Refused:
    """Any error in words that betray nothing."""
    if isinstance(error, Refused):
        return error
    # A client that hangs up in the middle of its body will not hear of it.
    if isinstance(error, (msgspec.MsgspecError, UnicodeError, RecursionError, ClientDisconnect)):
        return Refused("bad_message", str(error) if isinstance(error, msgspec.MsgspecError) else "")
    if isinstance(error, DrakkarError):
        return refused(error)
    if isinstance(error, StoreError):
        return Refused("store_unavailable")
    if isinstance(error, HTTPException):
        return Refused("wrong_method" if error.status_code == 405 else "no_page")
    # The kind of error alone: its words could name a card.
    log.error("a fault: %s", type(error).__name__, extra={"where": _where(error)})
    return Refused("server_error")


def _where(error: BaseException) -> str:
    """The line of code that an error comes from."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"


def _no(refusal: Refused) -> No:
    return No(code=refusal.code, text=str(refusal), rule=refusal.rule)


def _answer(answer: Answer, status: int = 200) -> Response:
    return Response(encoded(answer), status, media_type=JSON)


def _json(content: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(content), media_type=JSON)


def remember(request: Request, response: Response, table: str, seat: int, secret: str) -> None:
    """Have a browser keep the secret of a seat."""
    cookie = guard.cookie_of(table, seat, secret, request.url.scheme == "https")
    response.headers.append("set-cookie", cookie)


def _game(title: str) -> dict[str, Any]:
    game = find(title)
    return {
        "title": title,
        "name": game.name,
        "rules": game.rules_version,
        "fewest_seats": game.fewest_seats,
        "most_seats": game.most_seats,
        "clans": list(game.clans),
        "styles": list(game.styles),
        "options": [
            {"name": option.name, "values": list(option.values), "rule": option.rule, "text": option.text}
            for option in game.options
        ],
    }


def listed(table: Table) -> dict[str, Any]:
    """A table for a list of tables."""
    seats = [{"kind": seat.kind, "name": seat.name, "bot": seat.bot or None} for seat in table.seats]
    return {
        "table": table.ident,
        "name": table.founded.name,
        "game": table.founded.game,
        "status": table.status,
        "clans": list(table.match.clans),
        "seats": seats,
        "spectators": table.founded.spectators,
    }


Handler = Callable[[Request], Awaitable[Response]]


class Front(Protocol):
    """The pages for people."""

    def routes(self) -> list[BaseRoute]:
        """Their addresses."""

    def lost(self, request: Request, refusal: Refused) -> Response:
        """What somebody is shown who asks for an address that nobody answers."""


def is_person(request: Request) -> bool:
    """Whether a browser asks for something to read; what begins with /api is for programs."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


def application(
    house: House,
    watch: Guard,
    close: Callable[[], Awaitable[None]],
    pages: Callable[[Desk], Front] | None = None,
) -> Starlette:
    """The whole server, to be run by uvicorn; `close` is called when all are gone; `pages` are those for people."""
    desk = Desk(house, watch)
    front = pages(desk) if pages is not None else None

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()
        await close()

    def guarded(handler: Handler) -> Handler:
        async def answer(request: Request) -> Response:
            try:
                watch.request(address_of(request))
                response = await handler(request)
            except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
                refusal = as_refusal(error)
                desk.metrics.refusals.labels(refusal.code).inc()
                response = _answer(_no(refusal), refusal.status)
            response.headers.update(HEADERS)
            return response

        return answer

    async def lost(request: Request, error: Exception) -> Response:
        refusal = as_refusal(error)
        if front is not None and is_person(request):
            return front.lost(request, refusal)
        return Response(encoded(_no(refusal)), refusal.status, HEADERS, JSON)

    home = "/api/tables/{table:str}"
    routes: list[BaseRoute] = [
        *(front.routes() if front is not None else []),
        Route("/health", guarded(desk.health)),
        Route("/metrics", guarded(desk.show_metrics)),
        Route("/api", guarded(desk.about)),
        Route("/api/tables", guarded(desk.tables), methods=["GET"]),
        Route("/api/tables", guarded(desk.found), methods=["POST"]),
        Route(home, guarded(desk.state)),
        Route(f"{home}/sit", guarded(desk.sit), methods=["POST"]),
        Route(f"{home}/enter", guarded(desk.enter), methods=["POST"]),
        Route(f"{home}/do", guarded(desk.do), methods=["POST"]),
        Route(f"{home}/record", guarded(desk.record)),
        WebSocketRoute(f"{home}/socket", desk.json_socket),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: lost, Exception: lost})
    # A slash too many is another address: a redirection would bear none of our headers.
    app.router.redirect_slashes = False
    return app
