"""The whole application without a socket: requests go to it directly, one after another."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.applications import Starlette

from drakkar.server.api.app import Api, WebFrontend, application
from drakkar.server.api.guard import ANY_HOST, Hosts
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from tests.server.running import Answer
from tests.server.stage import Stage

MANY = Limits(requests=10**6, requests_at_once=10**6, tables=10**6, tables_at_once=10**6, cpu=0)


class Called:
    """An application and a client for it."""

    def __init__(
        self,
        stage: Stage,
        limits: Limits = MANY,
        hosts: Hosts = ANY_HOST,
        pages: Callable[[Api], WebFrontend] | None = None,
    ) -> None:
        async def close() -> None:
            pass

        self.stage = stage
        self.app: Starlette = application(stage.registry, RateLimiter(limits, stage.clock), close, pages, hosts)
        # The headers of the last response that set cookies.
        self.cookies: list[str] = []

    async def ask(
        self,
        method: str,
        path: str,
        body: object = b"",
        secret: str = "",
        headers: dict[str, str] | None = None,
        address: str = "10.0.0.1",
        pieces: int = 1,
        is_cut: bool = False,
    ) -> Answer:
        """Send one request; the body may come in pieces, and if it is cut off, its end never arrives."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        said = {"host": "drakkar.example", "content-type": "application/json"}
        said |= {"authorization": f"Bearer {secret}"} if secret else {}
        said |= headers or {}
        where, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in said.items() if value],
            "client": (address, 1234),
            "server": ("drakkar.example", 80),
        }
        size = -(-len(data) // pieces) or 1
        chunks = [data[at : at + size] for at in range(0, len(data), size)] or [b""]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0)
            if not chunks:
                await asyncio.Event().wait()  # the client waits for its answer
            return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks) or is_cut}

        async def send(message: Any) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        await self.app(scope, receive, send)
        begin, *parts = sent
        self.cookies = [value.decode() for name, value in begin["headers"] if name == b"set-cookie"]
        headers_back = {name.decode(): value.decode() for name, value in begin["headers"]}
        return Answer(begin["status"], headers_back, b"".join(part.get("body", b"") for part in parts))

    async def get(self, path: str, secret: str = "", **more: Any) -> Answer:
        """Send a GET request."""
        return await self.ask("GET", path, b"", secret, **more)

    async def post(self, path: str, body: object, secret: str = "", **more: Any) -> Answer:
        """Send a POST request."""
        return await self.ask("POST", path, body, secret, **more)

    async def found(self, *seats: str, **wish: Any) -> tuple[str, list[str]]:
        """Create a table for `person`, `open` or named bots; return its address and the secret of each seat."""
        wishes = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = await self.post("/api/tables", {"pace": 0, "grace": 0, **wish, "seats": wishes})
        assert answer.status == 201, answer.body
        await self.stage.turns()
        secrets = answer.json["secrets"]
        return f"/api/tables/{answer.json['table']}", [secrets.get(str(seat), "") for seat in range(len(seats))]

    async def do(self, home: str, secret: str, do: str, **fields: Any) -> Answer:
        """Send one message of a seat."""
        return await self.post(f"{home}/do", {"do": do, **fields}, secret)

    async def choose(self, home: str, secret: str, choice: str = "") -> Answer:
        """Answer the current decision of a seat."""
        state = (await self.get(home, secret)).json["state"]
        words = choice or state["choices"][0]["text"]
        return await self.do(home, secret, "choose", decision=state["decision"], choice=words)
