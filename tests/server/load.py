"""People who play at many tables while the server is killed, and who record every acknowledgement.

They repeat a message until it is answered, so each answer is final: done, done before, or not done.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from http.client import HTTPException
from random import Random
from typing import Any, NamedTuple, Protocol

from websockets.exceptions import WebSocketException

from tests.server.running import Answer, Client

# The errors of a client whose server dies.
LOST = (OSError, WebSocketException, HTTPException)
# Temporary refusals that do not depend on the message.
LATER = ("too_many", "store_unavailable")
# Refusals of a choice or undo that was never done: the table has moved on.
TOO_LATE = ("stale", "not_your_decision", "match_over", "cannot_undo")
# Seconds to wait for the moment of a kill.
LONGEST_WAIT = 3.0
# Kinds of tables: their seats and settings.
KINDS: tuple[tuple[list[str], dict[str, object]], ...] = (
    (["person", "person"], {"clock": {"bank": 600, "increment": 2}}),
    (["person", "random"], {"grace": 0.1}),
    (["person", "person", "thrall"], {"clock": {"bank": 300}}),
    (["open", "person", "open", "random"], {}),
    (["person"] * 4, {}),
    (["person", "random", "thrall", "random", "person"], {"clock": {"bank": 60, "increment": 1}}),
)
BOTS_ALONE = ["random", "thrall", "random"]


class Promise(NamedTuple):
    """The acknowledgement of a choice or undo."""

    do: str
    # The decision that was answered, or the version of the choice that was undone.
    number: int
    choice: str
    # The version of its entry; 0 if it was done before and the first answer was lost.
    version: int


class Sight(NamedTuple):
    """The whole state that a seat received, on connecting or later."""

    seat: int | None
    state: dict[str, Any]
    # The server's uptime at that time, at most, in milliseconds.
    uptime: float


class Meeting:
    """A table, and the records of its people."""

    def __init__(self, ident: str, seats: int) -> None:
        self.ident = ident
        self.lock = threading.Lock()
        self.promises: list[list[Promise]] = [[] for _ in range(seats)]
        # Messages without an answer: they may or may not have been done.
        self.open: list[dict[str, Any] | None] = [None] * seats
        # Refused messages with their versions: later the same message may succeed, if others undo their choices.
        self.refused: list[list[Promise]] = [[] for _ in range(seats)]
        self.words: dict[str, int] = {}
        self.sights: list[Sight] = []
        self.ended = False


class House(Protocol):
    """Where the players go: a server, or one of several."""

    def found(self, *seats: str, **wish: object) -> tuple[str, list[str]]:
        """Create a table."""

    def post(self, path: str, body: object, secret: str = "") -> Answer:
        """Send a POST request."""

    def client(self, table: str, secret: str = "", query: str = "") -> Client:
        """Connect to a table."""


class Load:
    """All players, and counts of events."""

    def __init__(
        self, server: House, seed: int, kill: Callable[[], None] | None = None, *, is_shared: bool = False
    ) -> None:
        """`kill` kills the server, for `wait_for`; `is_shared`: several servers share the database.

        Then the first answer to a message may be that it was done before: the server that drives the table has given
        the only answer meanwhile, or the database stored the entry and was lost before it said so.
        """
        self.server = server
        self.is_shared = is_shared
        self.seed = seed
        self._kill = kill
        self.started = time.monotonic()
        self.meetings: dict[str, Meeting] = {}
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.stopping = False
        self._finishing = False
        self._changed = threading.Condition()
        self._killing: tuple[str, int] | None = None
        self._hosts = [threading.Thread(target=self._host, args=(number,)) for number in range(len(KINDS))]

    def __enter__(self) -> "Load":
        """Start all players."""
        for host in self._hosts:
            host.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Stop once every player has the answer to their last message; after an error, stop at once."""
        if error is not None:
            self.faults.append(repr(error))
        self.stopping = True
        for host in self._hosts:
            host.join()
        assert not self.faults, f"seed {self.seed}, after {dict(self.counts)}: {self.faults}"

    def finish(self, patience: float) -> None:
        """Let every match that has begun end, and begin no others."""
        self._finishing = True
        until = time.monotonic() + patience
        for host in self._hosts:
            host.join(max(0.0, until - time.monotonic()))
        waiting = [ident for ident, meeting in self.meetings.items() if not meeting.ended]
        assert not waiting, f"seed {self.seed}: these matches do not end: {waiting}; {self.faults}"

    def count(self, what: str) -> None:
        """Count an event."""
        with self._changed:
            self.counts[what] += 1
            if self._killing == (what, self.counts[what]):
                assert self._kill is not None
                self._kill()
            self._changed.notify_all()

    def wait_for(self, what: str, times: int, *, kill: bool = False, longest: float = LONGEST_WAIT) -> None:
        """Wait for so many more events, or `longest` seconds; with `kill`, kill the server at that moment."""
        with self._changed:
            until = self.counts[what] + times
            self._killing = (what, until) if kill else None
            self._changed.wait_for(lambda: self.counts[what] >= until, longest)
            self._killing = None

    def _host(self, number: int) -> None:
        """Host tables of one kind, one after another."""
        rng = Random(f"{self.seed} {number}")
        try:
            while not self.stopping and not self._finishing:
                self._meet(rng, *KINDS[number])
        except Exception as error:  # noqa: BLE001 - reported by the waiting thread
            self.faults.append(f"at a table of kind {number}: {error!r}")

    def _meet(self, rng: Random, seats: list[str], wish: dict[str, object]) -> None:
        found = self._until_answered(lambda: self.server.found(*seats, **wish))
        if found is None:
            return
        ident, secrets = found
        meeting = Meeting(ident, len(seats))
        self.count("tables")
        if seats[0] == "open":
            # If the answer is lost, so is the secret: this player must start at another table.
            try:
                answer = self.server.post(f"/api/tables/{ident}/sit", {"seat": 0}).json
            except LOST:
                return
            if any(code in str(answer) for code in LATER):
                return
            secrets[0] = answer["secret"]
        self.meetings[ident] = meeting
        people = [
            Person(self, meeting, seat, secret, Random(rng.random())) for seat, secret in enumerate(secrets) if secret
        ]
        threads = [threading.Thread(target=person.play_on) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if not self.stopping and not self.faults:
            meeting.ended = True
            self.count("finished")

    def _until_answered(self, ask: Callable[[], tuple[str, list[str]]]) -> tuple[str, list[str]] | None:
        while not self.stopping:
            try:
                return ask()
            except LOST:
                time.sleep(0.05)
            except AssertionError as error:
                if not any(code in str(error) for code in LATER):
                    raise
                time.sleep(0.5)
        return None


class Person:
    """A seat, and a program that chooses at random for it."""

    def __init__(self, load: Load, meeting: Meeting, seat: int, secret: str, rng: Random) -> None:
        self.load = load
        self.meeting = meeting
        self.seat = seat
        self.secret = secret
        self.rng = rng
        self.said = 0
        self.latest: dict[str, Any] = {}
        self.known = 0
        self.over = False

    def play_on(self) -> None:
        """Connect and play; reconnect when the connection is lost."""
        while not self._is_done():
            started = self.load.started
            try:
                with self.load.server.client(self.meeting.ident, self.secret) as client:
                    self._play(client, started)
            except LOST:
                time.sleep(0.03)
            except Exception as error:  # noqa: BLE001 - reported by the waiting thread
                self.load.faults.append(f"at {self.meeting.ident}, seat {self.seat}: {error!r}")

    def _is_done(self) -> bool:
        """Whether this player can stop; not before the last message is answered."""
        waits = self.meeting.open[self.seat] is not None
        return bool(self.load.faults) or (not waits and (self.load.stopping or self.over))

    def _play(self, client: Client, started: float) -> None:
        if "status" not in client.state:  # refused on connecting
            time.sleep(0.2)
            return
        self._look(client, started)
        self.load.count("connected")
        if self.meeting.open[self.seat] is not None:
            self.load.count("retried")
            self._send(client, again=True)
        while not self._is_done():
            self.known = max(self.known, client.state["version"])
            if client.state["status"] == "over":
                self.over = True
                return
            if self.rng.random() < 0.1:
                self._look(client, started)
            self._move(client)

    def _look(self, client: Client, started: float) -> None:
        """Record the current state: it must match the log, and must not be older than the one before."""
        uptime = (time.monotonic() - started) * 1000
        assert client.state["version"] >= self.known, f"from version {self.known} back to {client.state['version']}"
        with self.meeting.lock:
            self.meeting.sights.append(Sight(self.seat, deepcopy(client.state), uptime))

    def _move(self, client: Client) -> None:
        state, rng = client.state, self.rng
        roll = rng.random()
        if state["status"] == "open":
            self._said(client, do="start", bot="random")
        elif roll < 0.03:
            self._speak(client)
        elif roll < 0.06 and self.latest:
            answer = client.say(**self.latest)
            if answer.get("code") not in LATER:
                assert answer.get("already"), f"{self.latest}, sent once more, was answered {answer}"
                self.load.count("sent twice")
        elif roll < 0.12 and state["undo"]:
            self._send(client, do="undo", choice=state["undo"])
        elif state["decision"]:
            self._send(client, do="choose", decision=state["decision"], choice=rng.choice(state["choices"])["text"])
        else:
            try:
                client.hear(0.2)
            except TimeoutError:
                return

    def _speak(self, client: Client) -> None:
        self.said += 1
        text = f"{self.seat} says {self.said}"
        answer = self._said(client, do="say", text=text)
        if answer["is"] == "done":
            with self.meeting.lock:
                self.meeting.words[text] = answer["version"]

    def _said(self, client: Client, do: str, **fields: object) -> dict[str, Any]:
        answer = client.say(do, **fields)
        if answer.get("code") in LATER:
            time.sleep(0.1)
        return answer

    def _send(self, client: Client, *, again: bool = False, **message: Any) -> None:
        """Send a choice or an undo until it is answered, and record the acknowledgement."""
        meeting, seat = self.meeting, self.seat
        sent = meeting.open[seat] if again else message
        assert sent is not None
        with meeting.lock:
            meeting.open[seat] = sent
        self.load.count("sent")
        answer = client.say(**sent)
        while answer.get("code") in LATER:
            time.sleep(0.1)
            again, answer = True, client.say(**sent)
        number = int(sent["decision"] if sent["do"] == "choose" else sent["choice"])
        choice = str(sent["choice"]) if sent["do"] == "choose" else ""
        with meeting.lock:
            meeting.open[seat] = None
            if answer["is"] == "done":
                already = answer.get("already", False)
                assert again or self.load.is_shared or not already, (
                    f"{sent}, sent for the first time, was answered {answer}"
                )
                version = 0 if already else answer["version"]
                meeting.promises[seat].append(Promise(sent["do"], number, choice, version))
                self.latest = sent
            else:
                assert answer["code"] in TOO_LATE, f"{sent} was answered {answer}"
                meeting.refused[seat].append(Promise(sent["do"], number, choice, client.state["version"]))
        if answer["is"] == "done":
            self.load.count("already" if answer.get("already") else f"acknowledged {sent['do']}")
        else:
            self.load.count("too late")
