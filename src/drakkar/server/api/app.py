"""The routes for programs, over HTTP and WebSocket. The messages are in log/messages.py."""

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any, Protocol, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from drakkar.bots import LEVELS
from drakkar.bots.roster import plugin_names
from drakkar.core.build import build
from drakkar.core.errors import DrakkarError
from drakkar.core.excerpt import excerpt
from drakkar.core.game import find, titles
from drakkar.core.version import VERSION
from drakkar.server.api import guard, links
from drakkar.server.api.cookies import CookieFilter
from drakkar.server.api.guard import ANY_HOST, HEADERS, Hosts, body_of, client_network, receive
from drakkar.server.api.metering import Metered, in_thread, metered
from drakkar.server.api.metrics import Metrics
from drakkar.server.api.rate_limiter import RESERVE, RateLimiter
from drakkar.server.api.sessions import Sessions, check_watching, holder_of, seat_of, seats_of, subscription_of
from drakkar.server.api.uvicorn_protocols import GONE
from drakkar.server.live.push_format import JSON as JSON_PARTS
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.reviews import ReviewState
from drakkar.server.live.room import Room
from drakkar.server.live.subscriber import Subscriber, Subscription
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.messages import PROTOCOL, Answer, RefusedAnswer, SeatTaken, encode_answer
from drakkar.server.log.peers import request_id
from drakkar.server.log.secrets import hash_secret, new_secret
from drakkar.server.log.store import OVER, StoreError
from drakkar.server.log.table import Table

log = logging.getLogger("drakkar.server")

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
# The close code of a WebSocket whose client ignores refusals.
CLOSE_POLICY_VIOLATION = 1008
SOCKET_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
MAX_WARNINGS = 20
TOO_MANY = 429

T = TypeVar("T")
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class Api:
    """The handlers for HTTP and WebSocket: each finds its table, runs a command there, and answers."""

    def __init__(self, registry: TableRegistry, rate_limiter: RateLimiter, hosts: Hosts) -> None:
        self.registry = registry
        self.rate_limiter = rate_limiter
        self.hosts = hosts
        self.metrics = Metrics(registry)
        self.sessions = Sessions(registry.store, registry.clock)
        # Pages are rendered in a thread, so that the event loop is not blocked.
        self._render_threads = ThreadPoolExecutor(1, "drawer")

    def close(self) -> None:
        """Stop rendering pages."""
        self._render_threads.shutdown(wait=False, cancel_futures=True)

    # --- Every request

    async def answer(self, request: Request, handler: Handler, largest: int = 0, *, is_light: bool = False) -> Response:
        """A handler's answer, within the limits of the client's address; `largest` is the maximum size of the body.

        Requests of one address run one at a time and are charged to it; light ones need no turn.
        """
        begin_request()
        address = client_network(request)
        self.hosts.check(request.headers)
        self.rate_limiter.request(address)
        guard.check_protocol(request.headers)
        is_act = request.method == "POST" and "table" in request.path_params
        self.rate_limiter.check(address, RESERVE if is_act else 0.0)
        await receive(request, largest)
        if is_light:
            return await handler(request)
        async with self.rate_limiter.turn(address) as has_waited:
            if has_waited and await request.is_disconnected():
                raise ClientDisconnect
            return await Metered(self._recognise(request, handler), self.rate_limiter.charge(address))

    async def _recognise(self, request: Request, handler: Handler) -> Response:
        await self.sessions.load(request)
        return await handler(request)

    async def render(self, connection: Request, work: Callable[[], T]) -> T:
        """Run the long part of a page in a thread, and charge it to the client's address."""
        return await in_thread(self._render_threads, work, self.rate_limiter.charge(client_network(connection)))

    def refuse(self, request: Request, error: Exception) -> tuple[Refused, dict[str, str]]:
        """Any error as a refusal with its headers; a client that ignores refusals is disconnected."""
        refusal = as_refusal(error)
        self.metrics.refusals.labels(refusal.code).inc()
        headers = {"retry-after": str(math.ceil(refusal.retry))} if refusal.retry else {}
        if refusal.status == TOO_MANY and self.rate_limiter.refused(client_network(request)):
            headers["connection"] = "close"
        return refusal, headers

    # --- The server

    async def health(self, _: Request) -> Response:
        """Whether the server works, i.e. the store answers."""
        await self.registry.store.tables(OVER, 1)
        return _json({"status": "ok", "version": VERSION, "build": build(), "tables": len(self.registry.rooms)})

    async def show_metrics(self, _: Request) -> Response:
        """Metrics for Prometheus."""
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def about(self, _: Request) -> Response:
        """The games with their rulings, and the bots."""
        games = [_game_info(title) for title in titles()]
        return _json({"protocol": PROTOCOL, "drakkar": VERSION, "bots": [*LEVELS, *plugin_names()], "games": games})

    # --- Tables

    async def tables(self, _: Request) -> Response:
        """Tables with open seats, and matches to watch."""
        return _json({"tables": [summary(table) for table in await self.registry.listed()]})

    async def create_table(self, request: Request) -> Response:
        """Create a table."""
        wish = messages.decode_create_table.decode(body_of(request, guard.LARGEST_BODY))
        return _answer(await self.create_table_for(request, wish), 201)

    async def create_table_for(self, request: Request, wish: messages.CreateTable) -> messages.TableCreated:
        """Create a table, and add its seats for people to the browser's session."""
        address = client_network(request)
        self.rate_limiter.table(address)
        self.sessions.check_room(request)
        founding = await self.registry.create(wish, address)
        await self.sessions.remember(request, founding.table, map(hash_secret, founding.secrets.values()))
        return founding

    async def sit(self, request: Request) -> Response:
        """Take an open seat."""
        wish = messages.decode_sit.decode(body_of(request, guard.LARGEST_MESSAGE))
        return _answer(await self.sit_for(request, wish), 201)

    async def sit_for(self, request: Request, wish: messages.Sit) -> SeatTaken:
        """Take an open seat, and add it to the browser's session."""
        self.sessions.check_room(request)
        room, secret = await self.room(request), new_secret()
        seat = await room.sit(wish.seat, wish.name, hash_secret(secret))
        await self.sessions.remember(request, room.table.id, [hash_secret(secret)])
        return SeatTaken(table=room.table.id, seat=seat, secret=secret)

    async def authenticate(self, request: Request) -> Response:
        """Add the seat that a secret opens to the browser's session, as a seat's link does."""
        shown = messages.decode_authenticate.decode(body_of(request, guard.LARGEST_MESSAGE))
        room = await self.room(request)
        await self.authenticate_for(request, room.table, shown.secret)
        return _answer(messages.Done(version=room.table.version))

    async def authenticate_for(self, request: Request, table: Table, secret: str) -> None:
        """Take the seat that a secret opens. It writes to the store, so it counts like a new table."""
        self.rate_limiter.table(client_network(request))
        self.sessions.check_room(request)
        await self.sessions.authenticate(request, table, secret)

    async def links(self, request: Request) -> Response:
        """Count, create or revoke links to a seat."""
        room = await self.room(request)
        seat = seat_of(request, room.table)
        return _answer(await links.answered(self.registry, self.sessions, request, room.table, seat))

    async def state(self, request: Request) -> Response:
        """The whole table as the client may see it."""
        room = await self.room(request)
        since = request.query_params.get("since", "0")
        seat = seat_of(request, room.table)
        if not since.isdecimal() or len(since) > 15:
            raise Refused("bad_message", "since is the number of a version")
        return Response(await room.act(seat, messages.Sync(since=int(since))), media_type=JSON)

    async def do(self, request: Request) -> Response:
        """Handle a message to a table."""
        act = messages.decode_command.decode(body_of(request, guard.LARGEST_MESSAGE))
        room = await self.room(request)
        return Response(await self.perform(room, seat_of(request, room.table), act), media_type=JSON)

    async def record(self, request: Request) -> Response:
        """The record of a finished match, or the position of a running one as the seat may know it."""
        table = (await self.room(request)).table
        seat = seat_of(request, table)
        return Response(record_of(table, seat), media_type=TEXT)

    async def review(self, request: Request) -> Response:
        """The review of a finished match: begin it with POST; whole with `parts=all`."""
        table = (await self.room(request)).table
        if not seats_of(request, table):
            check_watching(table)
        if request.method == "POST":
            body_of(request, guard.LARGEST_MESSAGE)
            found = await self.ask_for_review(request, table)
        else:
            found = await self.registry.reviews.of(table)
        whole = found.review is not None and request.query_params.get("parts") == "all"
        return _json({**found.to_json(), "review": found.review.to_json() if whole and found.review else None})

    async def ask_for_review(self, request: Request, table: Table) -> ReviewState:
        """Begin a review for the client: one at a time for a browser with seats, or for an address."""
        holder, address = holder_of(request), client_network(request)
        self.rate_limiter.table(address)
        return await self.registry.reviews.ask(table, holder.session if holder.kept.seats else address)

    async def room(self, request: Request | WebSocket) -> Room:
        """The table in the request's path."""
        room = await self.registry.room(request.path_params["table"])
        room.last_used = self.registry.clock.monotonic()
        return room

    async def perform(self, room: Room, seat: int | None, act: messages.Command) -> bytes:
        """Run a command at a table; return the answer."""
        with self.metrics.seconds.time():
            answer = await room.act(seat, act)
        self.metrics.count(act)
        return answer

    # --- Sockets

    async def json_socket(self, socket: WebSocket) -> None:
        """The socket of a program at a table."""
        await self.socket(
            socket, lambda asking, table: subscription_of(asking, table, seat_of(asking, table), JSON_PARTS)
        )

    async def socket(self, socket: WebSocket, subscription: Callable[[WebSocket, Table], Subscription]) -> None:
        """Serve one client at one table: push events, and answer its messages."""
        # The client disconnected, or we closed the socket: there is nobody to answer.
        with contextlib.suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._connect(socket, subscription)

    async def _connect(self, socket: WebSocket, subscription: Callable[[WebSocket, Table], Subscription]) -> None:
        begin_request()
        address = client_network(socket)
        try:
            self.hosts.check(socket.headers)
            self.rate_limiter.request(address)
            self.rate_limiter.check(address)
            guard.check_origin(socket.headers)
            guard.check_protocol(socket.headers)
            room = await Metered(self.room(socket), self.rate_limiter.charge(address))
            await self.sessions.load(socket)
            subscription(socket, room.table)  # refuse before accepting the socket
            self.rate_limiter.connect(address)
        except Exception as error:  # noqa: BLE001 - no error may end the server
            refusal = as_refusal(error)
            self.metrics.refusals.labels(refusal.code).inc()
            if refusal.status == TOO_MANY:
                self.rate_limiter.refused(address)
            await socket.accept(headers=SOCKET_HEADERS)
            await socket.send_text(encode_answer(_refused_answer(refusal)).decode())
            await socket.close(CLOSE_POLICY_VIOLATION, refusal.code)
            return
        try:
            await socket.accept(headers=SOCKET_HEADERS)
            async with self.rate_limiter.turn(address):
                subscriber = await Metered(self._listen(socket, room, subscription), self.rate_limiter.charge(address))
            await self._serve(socket, room, subscriber)
        finally:
            self.rate_limiter.disconnect(address)

    async def _listen(
        self, socket: WebSocket, room: Room, subscription: Callable[[WebSocket, Table], Subscription]
    ) -> Subscriber:
        await self.sessions.load(socket)  # a seat may have been revoked meanwhile
        return room.subscribe(subscription(socket, room.table))

    async def _serve(self, socket: WebSocket, room: Room, subscriber: Subscriber) -> None:
        self.metrics.connections.inc()

        async def send(message: bytes) -> None:
            await socket.send_text(message.decode())

        async def send_all() -> None:
            await subscriber.send_all(send)
            await socket.close(CLOSE_POLICY_VIOLATION, subscriber.close_reason)

        sender = asyncio.create_task(send_all())
        try:
            await self._receive_all(socket, room, subscriber)
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            room.unsubscribe(subscriber)
            self.metrics.connections.dec()
            self.metrics.resyncs.inc(subscriber.resyncs)

    async def _receive_all(self, socket: WebSocket, room: Room, subscriber: Subscriber) -> None:
        """Answer messages in order; a client that sends too many is warned, then disconnected."""
        bucket, warnings, address = self.rate_limiter.session(), 0, client_network(socket)
        while warnings < MAX_WARNINGS and not self.rate_limiter.is_kept_out(address):
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            said: bytes | str = received.get("text") or received.get("bytes") or b""
            if subscriber.close_reason:
                continue
            begin_request()
            try:
                self.rate_limiter.message(bucket)
                async with self.rate_limiter.turn(address):
                    if not is_gone(socket):
                        await Metered(
                            self._handle_message(room, subscriber, said, address), self.rate_limiter.charge(address)
                        )
            except Refused as refusal:
                warnings += 1
                self._send_refusal(room, subscriber, refusal, address)
        await socket.close(CLOSE_POLICY_VIOLATION, "too_many")

    async def _handle_message(self, room: Room, subscriber: Subscriber, said: bytes | str, address: str) -> None:
        """Answer one message, valid or not."""
        ident: messages.Id = None
        try:
            ident = messages.id_of(_small(said))
            act = messages.decode_command.decode(said)
            if isinstance(act, messages.Sync):
                self.rate_limiter.check(address)
                # Without an await: a push between rendering this state and sending it would be lost.
                self.metrics.count(act)
                subscriber.send(room.state(subscriber.seat, act.since, ident))
            else:
                is_question = isinstance(act, messages.WhyNot | messages.Preview)
                self.rate_limiter.check(address, 0.0 if is_question else RESERVE)
                # A command that has begun completes, even if its client disconnects.
                work = metered(self.perform(room, subscriber.seat, act), self.rate_limiter.charge(address))
                subscriber.send(await asyncio.shield(work))
        except Exception as error:  # noqa: BLE001 - no error may disturb this table or others
            self._send_refusal(room, subscriber, as_refusal(error), address, ident)

    def _send_refusal(
        self, room: Room, subscriber: Subscriber, refusal: Refused, address: str, ident: messages.Id = None
    ) -> None:
        """Send a refusal over a socket; an address that ignores refusals loses its sockets."""
        self.metrics.refusals.labels(refusal.code).inc()
        if refusal.status == TOO_MANY:
            self.rate_limiter.refused(address)
        text = subscriber.push_format.refusal(room, refusal)
        subscriber.send(
            encode_answer(RefusedAnswer(code=refusal.code, text=text, rule=refusal.rule, retry=refusal.retry, id=ident))
        )


def begin_request() -> None:
    """Give the work of this task a new id: the log lines of all servers that work for it carry it."""
    request_id.set(token_hex(6))


def is_gone(socket: WebSocket) -> bool:
    """Whether the client has disconnected, as far as the protocol layer knows."""
    ask: Callable[[], bool] | None = socket.scope.get("state", {}).get(GONE)
    return ask is not None and ask()


def _small(said: bytes | str) -> bytes | str:
    if len(said) > guard.LARGEST_MESSAGE:
        raise Refused("too_large")
    return said


def record_of(table: Table, seat: int | None) -> str:
    """The record or position that a seat or spectator may have."""
    if not table.started:
        raise Refused("not_started")
    if table.status != OVER:
        return table.match.view(seat).position()
    commitment = f"# commitment {table.commitment}\n" if table.commitment else ""
    return f"# table {table.id}\n{commitment}{table.match.record()}"


def as_refusal(error: Exception) -> Refused:
    """Any error as a refusal that reveals nothing."""
    if isinstance(error, Refused):
        return error
    # A client that disconnects in the middle of a body gets no answer anyway.
    if isinstance(error, (msgspec.MsgspecError, UnicodeError, RecursionError, ClientDisconnect)):
        return Refused("bad_message", excerpt(str(error)) if isinstance(error, msgspec.MsgspecError) else "")
    if isinstance(error, DrakkarError):
        return to_refusal(error)
    if isinstance(error, StoreError):
        return Refused("store_unavailable")
    if isinstance(error, HTTPException):
        return Refused("wrong_method" if error.status_code == 405 else "no_page")
    # Only the class of the error: its text could name a card.
    log.error("a fault: %s", type(error).__name__, extra={"where": _where(error)})
    return Refused("server_error")


def _where(error: BaseException) -> str:
    """The line of code where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"


def _refused_answer(refusal: Refused) -> RefusedAnswer:
    return RefusedAnswer(code=refusal.code, text=str(refusal), rule=refusal.rule, retry=round(refusal.retry, 3))


def _answer(answer: Answer, status: int = 200) -> Response:
    return Response(encode_answer(answer), status, media_type=JSON)


def _json(content: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(content), media_type=JSON)


def _game_info(title: str) -> dict[str, Any]:
    game = find(title)
    return {
        "title": title,
        "name": game.name,
        "rules": game.rules_version,
        "fewest_seats": game.fewest_seats,
        "most_seats": game.most_seats,
        "sides": list(game.sides),
        "styles": list(game.styles),
        "bots": [*LEVELS, *plugin_names(title)],
        "rulings": [
            {"name": ruling.name, "values": list(ruling.values), "rule": ruling.rule, "text": ruling.text}
            for ruling in game.rulings
        ],
    }


def summary(table: Table) -> dict[str, Any]:
    """A table's row in a list of tables."""
    seats = [
        {"kind": seat.kind, "name": table.name_of(number, None), "bot": seat.bot or None}
        for number, seat in enumerate(table.seats)
    ]
    return {
        "table": table.id,
        "name": table.founded.name,
        "game": table.founded.game,
        "status": table.status,
        "sides": list(table.match.sides),
        "seats": seats,
        "spectators": table.founded.spectators,
        "lost": table.lost,
        "origin": table.origin,
    }


class WebFrontend(Protocol):
    """The pages for people."""

    def routes(self) -> list[BaseRoute]:
        """The routes of the pages."""

    def not_found(self, request: Request, refusal: Refused) -> Response:
        """The page for an unknown address."""


def is_browser(request: Request) -> bool:
    """Whether a browser requests a page; paths under /api are for programs."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


def application(
    registry: TableRegistry,
    rate_limiter: RateLimiter,
    close: Callable[[], Awaitable[None]],
    pages: Callable[[Api], WebFrontend] | None = None,
    hosts: Hosts = ANY_HOST,
) -> Starlette:
    """The whole ASGI application. `close` is called at shutdown; `pages` makes the pages for people."""
    api = Api(registry, rate_limiter, hosts)
    web = pages(api) if pages is not None else None

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await registry.open()
        yield
        api.close()
        await registry.close()
        await close()

    def guarded(handler: Handler, largest: int = 0, *, is_light: bool = False) -> Handler:
        async def answer(request: Request) -> Response:
            try:
                response = await api.answer(request, handler, largest, is_light=is_light)
            except Exception as error:  # noqa: BLE001 - no error may end the server
                refusal, headers = api.refuse(request, error)
                response = _answer(_refused_answer(refusal), refusal.status)
                response.headers.update(headers)
            api.sessions.finish(request, response)
            response.headers.update(HEADERS)
            response.headers["x-request-id"] = request_id.get()
            return response

        return answer

    async def not_found(request: Request, error: Exception) -> Response:
        refusal = as_refusal(error)
        if web is not None and is_browser(request):
            return web.not_found(request, refusal)
        return Response(encode_answer(_refused_answer(refusal)), refusal.status, HEADERS, JSON)

    home = "/api/tables/{table:str}"
    routes: list[BaseRoute] = [
        *(web.routes() if web is not None else []),
        Route("/health", guarded(api.health, is_light=True)),
        Route("/metrics", guarded(api.show_metrics, is_light=True)),
        Route("/api", guarded(api.about)),
        Route("/api/tables", guarded(api.tables), methods=["GET"]),
        Route("/api/tables", guarded(api.create_table, guard.LARGEST_BODY), methods=["POST"]),
        Route(home, guarded(api.state)),
        Route(f"{home}/sit", guarded(api.sit, guard.LARGEST_MESSAGE), methods=["POST"]),
        Route(f"{home}/enter", guarded(api.authenticate, guard.LARGEST_MESSAGE), methods=["POST"]),
        Route(f"{home}/links", guarded(api.links, guard.LARGEST_MESSAGE), methods=["GET", "POST", "DELETE"]),
        Route(f"{home}/do", guarded(api.do, guard.LARGEST_MESSAGE), methods=["POST"]),
        Route(f"{home}/record", guarded(api.record)),
        Route(f"{home}/review", guarded(api.review, guard.LARGEST_MESSAGE), methods=["GET", "POST"]),
        WebSocketRoute(f"{home}/socket", api.json_socket),
    ]
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: not_found, Exception: not_found}
    )
    # A redirect for a trailing slash would lack our headers.
    app.router.redirect_slashes = False
    app.add_middleware(CookieFilter)
    return app
