"""A real server in its own process, and clients for it: real sockets, a real database."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from drakkar.server.live.document import apply_patch

PATIENCE = 60.0
UNLIMITED = ("--requests", "100000", "--connections", "10000", "--tables", "100000", "--cpu-budget", "0")


def is_running(pid: int) -> bool:
    """Whether a process exists, whatever its parent, and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


class Answer:
    """An HTTP response."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> dict[str, Any]:
        """The decoded body."""
        read: dict[str, Any] = json.loads(self.body)
        return read


class Server:
    """One server process; after a kill or stop, it can be started again on the same database and port."""

    def __init__(
        self, database: Path, *words: str, module: str = "drakkar", address: str = "", source: Path | None = None
    ) -> None:
        """`address` is that of a PostgreSQL database; the log lies beside `database` all the same.

        `source` is a folder with another version of the package.
        """
        self.source = source
        self.database = database
        self.address = address or str(database)
        self.words = words
        self.module = module
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
        self.launch()
        self.listen()

    def launch(self) -> None:
        """Start the server without waiting."""
        self.listens = False
        words = [sys.executable, "-m", self.module, "serve", "--db", self.address, "--port", str(self.port)]
        self.errors = (self.database.parent / "errors.log").open("ab")
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [*words, "--bots", "1", *UNLIMITED, *self.words],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, filter(None, [self.source])), *sys.path])},
        )

    def listen(self) -> None:
        """Wait until the server listens."""
        if self.listens:
            return
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r"http://[^/]+:(\d+)/", said)
        assert found, f"the server said {said!r} and {self.log()[-2000:]}"
        self.port = int(found[1])
        self.listens = True

    def workers(self) -> list[int]:
        """The ids of the bots' worker processes."""
        listed = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for children in listed for pid in children.read_text().split()]

    def log(self) -> str:
        """The server's log."""
        return (self.database.parent / "errors.log").read_text()

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        self.process.kill()
        self.ended()

    def strike(self) -> None:
        """Kill the server with SIGKILL, and go on at once."""
        self.process.kill()

    def discard(self) -> None:
        """Kill the server if it still runs, also if it is paused."""
        if self.process.poll() is None:
            self.kill()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Stop the server; return its exit code."""
        self.process.send_signal(by)
        return self.ended()

    def ended(self) -> int:
        """Wait until the server has ended; return its exit code."""
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
        """Send an HTTP request."""
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
        """Send a GET request."""
        return self.ask("GET", path, None, secret)

    def post(self, path: str, body: object, secret: str = "") -> Answer:
        """Send a POST request."""
        return self.ask("POST", path, body, secret)

    def found(self, *seats: str, **wish: object) -> tuple[str, list[str]]:
        """Create a table for `person`, `open` or named bots; return its id and each seat's secret ("" without one)."""
        wishes = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.post("/api/tables", {"pace": 0, "grace": 0, **wish, "seats": wishes})
        assert answer.status == 201, answer.body
        secrets = answer.json["secrets"]
        return str(answer.json["table"]), [secrets.get(str(number), "") for number in range(len(seats))]

    def session(self, table: str, *secrets: str, held: Mapping[str, str] | None = None) -> dict[str, str]:
        """The cookies, by name, of a browser to which these secrets were presented; `held` it has already."""
        kept = dict(held or {})
        for secret in secrets:
            shown = {"Cookie": "; ".join(f"{name}={value}" for name, value in kept.items())}
            answer = self.ask("POST", f"/api/tables/{table}/enter", {"secret": secret}, headers=shown if kept else {})
            assert answer.status == 200, answer.body
            name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
            kept = {name: value}
        return kept

    def client(self, table: str, secret: str = "", query: str = "") -> "Client":
        """Connect to a table."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        where = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket{query}"
        return Client(connect(where, additional_headers=headers, open_timeout=PATIENCE, max_size=2**22))


class Client:
    """A program at a table: it applies pushes to its state, and keeps the answers to its messages."""

    def __init__(self, connecting: AbstractContextManager[ClientConnection]) -> None:
        self.connecting = connecting
        self.socket = connecting.__enter__()
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.answers: dict[object, dict[str, Any]] = {}
        self.said = 0
        self.hear()

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Receive and apply the next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["is"] == "state":
            self.state = message["state"]
        elif message["is"] == "push":
            self.state = apply_patch(self.state, message["changed"], message.get("gone", []))
        if "told" in message:
            self.events[message["told"]["start"] :] = message["told"]["events"]
        if "id" in message:
            self.answers[message["id"]] = message
        return message

    def say(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for the answer."""
        self.said += 1
        ident = f"n{self.said}"
        self.socket.send(json.dumps({"do": do, "id": ident, **fields}))
        while ident not in self.answers:
            self.hear()
        return self.answers[ident]

    def choose(self, choice: dict[str, Any] | str) -> dict[str, Any]:
        """Answer the current decision, with a choice or its spelling."""
        text = choice if isinstance(choice, str) else choice["text"]
        return self.say("choose", decision=self.state["decision"], choice=text)

    def catch_up(self, version: int, patience: float = PATIENCE) -> None:
        """Receive messages until the state has this version or a later one; wait so many seconds for each."""
        while self.state["version"] < version:
            self.hear(patience)

    def wait(self, *, asked: bool = True) -> None:
        """Receive messages until this seat must decide, or the match is over."""
        while self.state["status"] != "over" and not (asked and self.state["decision"]):
            self.hear()

    def close(self) -> None:
        """Close the connection."""
        self.connecting.__exit__(None, None, None)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def free_ports(number: int) -> int:
    """The first of some free ports in a row."""
    # Below the ports of outgoing connections, and far from those of another test process.
    for first in range(12_000 + 16 * os.getpid() % 8_000, 32_000, number):
        with ExitStack() as stack, suppress(OSError):
            for port in range(first, first + number):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
    raise AssertionError("no free ports")


@contextmanager
def running(folder: Path, *words: str, module: str = "drakkar", address: str = "") -> Iterator[Server]:
    """A server for the duration of a test; `address` is that of a PostgreSQL database."""
    folder.mkdir(exist_ok=True)
    server = Server(folder / "tables.db", *words, module=module, address=address)
    try:
        yield server
    finally:
        server.discard()
