"""A client of a table, written from docs/protocol.md alone, by a developer who had not seen the server.

Where the page is unclear, this client takes it literally: if it breaks, the page or the server is wrong.
"""

import json
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

ANSWER_SECONDS = 30.0


class Refused(Exception):
    """The server refused an HTTP request; `answer` is its `refused` message."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('code')}: {answer.get('text')}")
        self.answer = answer


class PageClient:
    """One socket of a table: of a seat with its secret, or of a spectator."""

    def __init__(self, address: str, table: str, secret: str = "") -> None:
        """Open the socket and read its first message, which is the whole state."""
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self._last_id = 0
        url = _tables(address).replace("http", "ws", 1) + f"/{table}/socket"
        self._socket = connect(url, additional_headers=_authorization(secret), max_size=None, legacy=True)
        try:
            first = self.receive(ANSWER_SECONDS)
            if first["is"] != "state":
                raise ValueError(f"the first message is not the state: {first}")  # noqa: TRY301
        except BaseException:
            self.close()
            raise

    def receive(self, timeout: float) -> dict[str, Any]:
        """Receive one message and apply it; TimeoutError if none comes in `timeout` seconds."""
        message: dict[str, Any] = json.loads(self._socket.recv(timeout))
        if message["is"] == "state":
            self.state = message["state"]
            self._apply_told(message["told"])
        elif message["is"] == "push":
            self._apply_push(message)
        # `resync` itself changes nothing: the whole state follows in the next message.
        return message

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message with an `id` and return its answer, `refused` or not.

        Messages that arrive before the answer are applied. TimeoutError if no answer comes; the same message can then
        be sent again.
        """
        self._last_id += 1
        sent = {"id": self._last_id, **message}
        self._socket.send(json.dumps(sent))
        end = time.monotonic() + ANSWER_SECONDS
        while True:
            answer = self.receive(max(0.0, end - time.monotonic()))
            if "id" in answer and answer["id"] == sent["id"]:
                return answer

    def choose(self, words: str) -> dict[str, Any]:
        """Answer the current decision; returns `done` or `refused`."""
        return self.ask({"do": "choose", "decision": self.state["decision"], "choice": words})

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _apply_push(self, push: dict[str, Any]) -> None:
        """Remove the paths in `gone`, last one first; set the changed ones; apply the events."""
        for path in reversed(push.get("gone", [])):
            holder, last = self._holder(path)
            if not isinstance(holder, list):
                raise ValueError(f"gone, but not an item of a list: {path}")  # noqa: TRY004
            del holder[int(last)]
        for path in sorted(push["changed"], key=_order):
            holder, last = self._holder(path)
            value = push["changed"][path]
            if not isinstance(holder, list):
                holder[last] = value
            elif int(last) == len(holder):
                holder.append(value)
            else:
                holder[int(last)] = value
        self._apply_told(push["told"])

    def _apply_told(self, told: dict[str, Any]) -> None:
        """Replace the events from number `start` on, counted from 0."""
        start: int = told["start"]
        if start > len(self.events):
            raise ValueError(f"told from {start} on, but only {len(self.events)} are known")
        self.events[start:] = told["events"]

    def _holder(self, path: str) -> tuple[Any, str]:
        """The list or object that contains the last part of a path, and that part."""
        *parts, last = path.split("/")
        holder: Any = self.state
        for part in parts:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        return holder, last


def found(address: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Create a table and return `founded`; `more` has the other fields of the request."""
    body = json.dumps({"seats": seats, **more}).encode()
    headers = {"Content-Type": "application/json"}
    return _http(Request(_tables(address), data=body, headers=headers, method="POST"))  # noqa: S310


def fetch_state(address: str, table: str, secret: str) -> dict[str, Any]:
    """The state of a table over HTTP (`state` in the answer)."""
    answer = _http(Request(f"{_tables(address)}/{table}", headers=_authorization(secret)))  # noqa: S310
    state: dict[str, Any] = answer["state"]
    return state


def _http(request: Request) -> dict[str, Any]:
    """Send an HTTP request and return its JSON answer; Refused on a refusal."""
    try:
        with urlopen(request, timeout=ANSWER_SECONDS) as response:  # noqa: S310
            answer: dict[str, Any] = json.load(response)
    except HTTPError as error:
        with error:
            raise Refused(json.load(error)) from error
    return answer


def _tables(address: str) -> str:
    """The address of all tables, for `http://127.0.0.1:8624` with or without a slash."""
    return address.rstrip("/") + "/api/tables"


def _authorization(secret: str) -> dict[str, str]:
    """The header with a secret; empty for a spectator."""
    return {"Authorization": f"Bearer {secret}"} if secret else {}


def _order(path: str) -> tuple[int, list[tuple[int, str]]]:
    """A sort key: paths with fewer parts first, numbers in numeric order."""
    parts = path.split("/")
    return len(parts), [(int(part) if part.isdecimal() else -1, part) for part in parts]
