"""A real server in a process of its own, and clients for it: real sockets, a real database."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from drakkar.server.document import patched

PATIENCE = 30.0
UNLIMITED = ("--requests", "100000", "--connections", "10000", "--tables", "100000")


class Answer:
    """What came back over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> dict[str, Any]:
        """The body, read."""
        read: dict[str, Any] = json.loads(self.body)
        return read


class Server:
    """One server process; killed or stopped, it can be started again on the same database and port."""

    def __init__(self, database: Path, *words: str, module: str = "drakkar") -> None:
        self.database = database
        self.words = words
        self.module = module
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it and wait until it listens."""
        self.launch()
        self.listen()

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        self.listens = False
        words = [sys.executable, "-m", self.module, "serve", "--db", str(self.database), "--port", str(self.port)]
        self.errors = (self.database.parent / "errors.log").open("ab")
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [*words, "--bots", "1", *UNLIMITED, *self.words],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def listen(self) -> None:
        """Wait until it listens."""
        if self.listens:
            return
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r"http://[^/]+:(\d+)/", said)
        assert found, f"the server said {said!r} and {self.log()[-2000:]}"
        self.port = int(found[1])
        self.listens = True

    def workers(self) -> list[int]:
        """The processes that its bots think in."""
        listed = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for children in listed for pid in children.read_text().split()]

    def log(self) -> str:
        """What it has written about itself."""
        return (self.database.parent / "errors.log").read_text()

    def kill(self) -> None:
        """Kill it, without a word."""
        self.process.kill()
        self.ended()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(by)
        return self.ended()

    def ended(self) -> int:
        """Wait until it has ended; its exit code."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        secret: str = "",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One request over HTTP."""
        said = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {**said, **(headers or {})}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:  # noqa: S310
                return Answer(response.status, dict(response.headers), response.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, dict(error.headers), error.read())

    def get(self, path: str, secret: str = "") -> Answer:
        """Look."""
        return self.ask("GET", path, None, secret)

    def post(self, path: str, body: object, secret: str = "") -> Answer:
        """Do."""
        return self.ask("POST", path, body, secret)

    def found(self, *seats: str, **wish: object) -> tuple[str, list[str]]:
        """A table for `person`, `open` or the bots named; its name, and the secret of each seat ("" without one)."""
        wishes = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.post("/api/tables", {"pace": 0, "grace": 0, **wish, "seats": wishes})
        assert answer.status == 201, answer.body
        secrets = answer.json["secrets"]
        return str(answer.json["table"]), [secrets.get(str(number), "") for number in range(len(seats))]

    def client(self, table: str, secret: str = "", query: str = "") -> "Client":
        """A connection to a table."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        where = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket{query}"
        return Client(connect(where, additional_headers=headers, open_timeout=PATIENCE, max_size=2**22))


class Client:
    """A program at a table: keeps the state as pushes tell it, and every answer to what it said."""

    def __init__(self, connecting: AbstractContextManager[ClientConnection]) -> None:
        self.connecting = connecting
        self.socket = connecting.__enter__()
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.answers: dict[object, dict[str, Any]] = {}
        self.said = 0
        self.hear()

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["is"] == "state":
            self.state = message["state"]
        elif message["is"] == "push":
            self.state = patched(self.state, message["changed"], message.get("gone", []))
        if "told" in message:
            self.events[message["told"]["start"] :] = message["told"]["events"]
        if "id" in message:
            self.answers[message["id"]] = message
        return message

    def say(self, do: str, **fields: object) -> dict[str, Any]:
        """Say something, and wait for the answer."""
        self.said += 1
        ident = f"n{self.said}"
        self.socket.send(json.dumps({"do": do, "id": ident, **fields}))
        while ident not in self.answers:
            self.hear()
        return self.answers[ident]

    def choose(self, choice: str) -> dict[str, Any]:
        """Answer the present decision."""
        return self.say("choose", decision=self.state["decision"], choice=choice)

    def catch_up(self, version: int) -> None:
        """Take messages in until the state is that of a version, or later."""
        while self.state["version"] < version:
            self.hear()

    def wait(self, *, asked: bool = True) -> None:
        """Take messages in until this seat is asked, or the match is over."""
        while self.state["status"] != "over" and not (asked and self.state["decision"]):
            self.hear()

    def close(self) -> None:
        """Hang up."""
        self.connecting.__exit__(None, None, None)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def running(folder: Path, *words: str, module: str = "drakkar") -> Iterator[Server]:
    """A server for the length of a test."""
    server = Server(folder / "tables.db", *words, module=module)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
