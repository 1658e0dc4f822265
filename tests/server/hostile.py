"""Hostile input: malformed requests and frames, and a server in this process as their target."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from drakkar.server.api.app import application
from drakkar.server.api.guard import HEADERS
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.live.registry import TableRegistry
from drakkar.server.log import messages
from drakkar.server.log.errors import CODES
from drakkar.server.log.store import About, Conflict, NoSuchTable
from tests.server.fake_clock import DirectReader, FakeClock, PromptBots
from tests.server.memory_store import MemoryKeys

ENOUGH: Final = 1e12
UNLIMITED: Final = Limits(
    messages=ENOUGH,
    messages_at_once=ENOUGH,
    requests=ENOUGH,
    requests_at_once=ENOUGH,
    connections=10**9,
    tables=ENOUGH,
    tables_at_once=ENOUGH,
    cpu=0,
)
# Placeholders, filled in when a message is sent: the attacked table, another table, the attacker's secret, a choice.
TABLE, OTHER, SECRET, CHOICE = "TABLE", "OTHER", "SECRET", "CHOICE"
ACTS: Final = msgspec.inspect.type_info(messages.Command)
SAYS: Final = frozenset(
    ("state", "push", "done", "because", "preview", "rematch", "refused", "resync", "founded", "seated")
)


class Shelf(MemoryKeys):
    """A store in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[bytes]] = {}
        self.marks: dict[str, str] = {}

    async def create(self, table: str, entry: bytes, status: str) -> None:
        """Create a log."""
        if table in self.logs:
            raise Conflict
        self.logs[table], self.marks[table] = [entry], status

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        """Append an entry."""
        if len(self.logs[table]) != version:
            raise Conflict
        self.logs[table].append(entry)

    async def mark(self, table: str, status: str) -> None:
        """Set the status."""
        self.marks[table] = status

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries of a log."""
        if table not in self.logs:
            raise NoSuchTable
        return self.logs[table][after:]

    async def tables(self, status: str, limit: int, before: str = "") -> list[str]:
        """The latest tables."""
        return [table for table in reversed(self.logs) if self.marks[table] == status][:limit]

    async def replace(self, table: str, version: int, entry: bytes) -> None:
        """Replace an entry."""
        self.logs[table][version - 1] = entry

    async def delete(self, table: str, heir: str = "") -> None:
        """Delete a log."""
        await self.read(table)
        del self.logs[table], self.marks[table]
        self.pass_on(table, heir)

    async def listed(self, limit: int, before: str = "") -> list[About]:
        """All tables."""
        names = list(self.logs)[::-1]
        return [await self.about(name) for name in names[names.index(before) + 1 if before else 0 :][:limit]]

    async def unchanged(self, status: str, since: int, limit: int) -> list[str]:
        """Tables with a status; all count as very old."""
        return [name for name in self.logs if since > 0 and self.marks[name] == status][:limit]

    async def about(self, table: str) -> About:
        """The facts about a table."""
        log = await self.read(table)
        return About(table, self.marks[table], 0, 0, len(log), sum(map(len, log)), 0)

    async def close(self) -> None:
        """Nothing to close."""


@dataclass(frozen=True)
class Request:
    """One HTTP request."""

    method: str
    path: str
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    # The client disconnects in the middle of its body.
    hangs_up: bool = False


@dataclass(frozen=True)
class Session:
    """One socket connection, and the frames sent on it."""

    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    frames: tuple[bytes | str, ...]


@dataclass
class Answer:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The decoded body."""
        read: dict[str, Any] = json.loads(self.body)
        return read


class Complaints(logging.Handler):
    """Collects all log messages about errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Collect a record."""
        self.said.append(f"{record.name}: {record.getMessage()} {getattr(record, 'where', '')}")


class Victim:
    """The whole application without a network, attacked at one table while honest people play at another."""

    def __init__(self, limits: Limits = UNLIMITED) -> None:
        self.clock = FakeClock()
        self.registry = TableRegistry(Shelf(), PromptBots(), self.clock, DirectReader())
        self.app = application(self.registry, RateLimiter(limits, self.clock), self._close)
        self.complaints = Complaints()
        self.sent = 0
        self.codes: dict[str, int] = {}
        self.table, self.secrets = "", [""]
        self.choices: list[str] = ["pass"]
        self.honest: tuple[str, list[str]] = ("", [])
        self.finished = 0

    async def _close(self) -> None:
        await self.registry.bot_pool.close()

    async def open(self) -> None:
        """Create a table for honest people."""
        for name in ("drakkar.server", "asyncio"):
            logging.getLogger(name).addHandler(self.complaints)
        self.honest = await self.found("person", "person", "random")
        await self.renew()

    async def close(self) -> None:
        """Close all connections and tables."""
        await self.registry.close()
        await self._close()
        for name in ("drakkar.server", "asyncio"):
            logging.getLogger(name).removeHandler(self.complaints)

    async def renew(self) -> None:
        """Create another table to attack: open, or with a running match."""
        seats = [("person", "person", "person"), ("person", "open"), ("person", "random")][self.sent % 3]
        self.table, self.secrets = await self.found(*seats)
        state = (await self.get(f"/api/tables/{self.table}", self.secrets[0])).json["state"]
        self.choices = [choice["text"] for choice in state["choices"]] or ["pass"]

    async def found(self, *seats: str) -> tuple[str, list[str]]:
        """Create a table; return its id and the secrets of its people."""
        wishes = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        body = json.dumps({"pace": 0, "grace": 0, "clock": {"bank": 60}, "seats": wishes}).encode()
        answer = await self.ask(post("/api/tables", body))
        return answer.json["table"], [*answer.json["secrets"].values()]

    async def get(self, path: str, secret: str = "") -> Answer:
        """Send a GET request."""
        return await self.ask(Request("GET", path, headers=((b"authorization", f"Bearer {secret}".encode()),)))

    # --- Sending

    async def ask(self, request: Request) -> Answer:
        """Send a request as it is."""
        chunks = [request.body[:1000], request.body[1000:]]
        parts: list[dict[str, Any]] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
        parts += [{"type": "http.request"}] if not request.hangs_up else []
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            if not parts and not request.hangs_up:
                await asyncio.Event().wait()  # the client waits for its answer
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(self._scope("http", request.path, request.query, request.headers, request.method), receive, send)
        self.sent += 1
        start = next(message for message in sent if message["type"] == "http.response.start")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent))

    async def talk(self, session: Session) -> list[str]:
        """Open a socket, send everything, disconnect; return the answers."""
        heard: list[str] = []
        gone = asyncio.Event()
        said: list[dict[str, Any]] = [{"type": "websocket.connect"}]
        said += [
            {"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame}
            for frame in session.frames
        ]

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0)
            if said:
                return said.pop(0)
            gone.set()
            return {"type": "websocket.disconnect", "code": 1006}

        async def send(message: Any) -> None:
            if gone.is_set():
                raise OSError("the client is gone")
            if message["type"] == "websocket.send":
                heard.append(message["text"])

        await self.app(self._scope("websocket", session.path, session.query, session.headers, ""), receive, send)
        self.sent += len(session.frames)
        return heard

    def _scope(
        self, kind: str, path: str, query: bytes, headers: tuple[tuple[bytes, bytes], ...], method: str
    ) -> dict[str, Any]:
        path, query = self.filled(path), self.filled(query.decode("latin-1")).encode("latin-1")
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": [(name, self.filled(value.decode("latin-1")).encode("latin-1")) for name, value in headers],
            "client": ("192.0.2.1", 1),
            "server": ("test", 80),
            "subprotocols": [],
            "state": {},
        }

    def filled(self, text: str) -> str:
        """The text with its placeholders filled in."""
        text = text.replace(TABLE, self.table).replace(OTHER, self.honest[0])
        return text.replace(SECRET, self.secrets[self.sent % len(self.secrets)])

    def body(self, body: bytes) -> bytes:
        """A body with a choice that is legal now."""
        choice = json.dumps(self.choices[self.sent % len(self.choices)], ensure_ascii=False)[1:-1]
        return body.replace(CHOICE.encode(), choice.encode())

    # --- Checks

    async def attack(self, request: Request) -> None:
        """Send a request; the answer must be one of the protocol, and not a server error."""
        request = replace(request, body=self.body(request.body))
        answer = await self.ask(request)
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, (request, answer)
        if answer.status < 300:
            self._count("done")
            return
        refusal = answer.json
        assert refusal["is"] == "refused", (request, answer)
        assert CODES[refusal["code"]][0] == answer.status, (request, answer)
        assert refusal["code"] != "server_error", (request, self.complaints.said)
        self._count(refusal["code"])

    async def attack_by_socket(self, session: Session) -> None:
        """Send all frames; each answer must be one of the protocol, and not a server error."""
        frames = [self.body(frame) if isinstance(frame, bytes) else frame for frame in session.frames]
        frames = [
            frame if isinstance(frame, bytes) else self.body(frame.encode("utf-8", "replace")).decode()
            for frame in frames
        ]
        for answer in await self.talk(replace(session, frames=tuple(frames))):
            read = json.loads(answer)
            assert read["is"] in SAYS, answer
            if read["is"] == "refused":
                assert read["code"] in CODES, answer
                assert read["code"] != "server_error", (session, self.complaints.said)
                self._count(read["code"])
            else:
                self._count(read["is"])

    async def attack_by_origin(self, origin: str, rng: Random) -> None:
        """Create a table from a broken record or position; if accepted, the match continues or refuses properly."""
        body = json.dumps({"seats": [{"kind": "person"}] * 2, "origin": garbled(origin, rng), "pace": 0}).encode()
        request = post("/api/tables", body)
        answer = await self.ask(request)
        if answer.status != 201:
            await self.attack(request)
            return
        self._count("origin taken")
        table, secrets = answer.json["table"], answer.json["secrets"]
        for _ in range(6):
            for secret in secrets.values():
                state = (await self.get(f"/api/tables/{table}", secret)).json["state"]
                if state["decision"]:
                    said = {
                        "do": "choose",
                        "decision": state["decision"],
                        "choice": rng.choice(state["choices"])["text"],
                    }
                    mine = (b"authorization", f"Bearer {secret}".encode())
                    await self.attack(post(f"/api/tables/{table}/do", json.dumps(said).encode(), mine))

    def _count(self, what: str) -> None:
        self.codes[what] = self.codes.get(what, 0) + 1

    async def check(self) -> None:
        """The server runs without error messages, and the honest people continue their match."""
        health = await self.get("/health")
        assert (health.status, health.json["status"]) == (200, "ok")
        faults = [said for said in self.complaints.said if "a bot's choice was refused" not in said]
        assert not faults, faults
        await self.play_on()

    async def play_on(self) -> None:
        """A player at the other table makes a choice."""
        table, secrets = self.honest
        for _ in range(200):
            for secret in secrets:
                state = (await self.get(f"/api/tables/{table}", secret)).json["state"]
                if state["status"] == "over":
                    self.finished += 1
                    self.honest = await self.found("person", "person", "random")
                    return
                if state["decision"]:
                    said = {"do": "choose", "decision": state["decision"], "choice": state["choices"][0]["text"]}
                    headers = ((b"content-type", b"application/json"), (b"authorization", f"Bearer {secret}".encode()))
                    path = f"/api/tables/{table}/do"
                    answer = await self.ask(Request("POST", path, b"", headers, json.dumps(said).encode()))
                    assert answer.json["is"] == "done", answer
                    return
            await asyncio.sleep(0.002)
        raise AssertionError("nobody is asked at the neighbours' table")


def post(path: str, body: bytes, *headers: tuple[bytes, bytes]) -> Request:
    """A correct POST request."""
    return Request("POST", path, b"", ((b"content-type", b"application/json"), *headers), body)


def garbled(text: str, rng: Random) -> str:
    """A record or position with a few lines and words changed."""
    lines = text.splitlines()
    for _ in range(rng.randrange(1, 4)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[at].split(" ")
        word = rng.randrange(len(words))
        match rng.randrange(6):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines[at], lines[other] = lines[other], lines[at]
            case 2:
                lines.insert(at, lines[other])
            case 3:
                words[word] = rng.choice(lines[other].split(" "))
            case 4:
                words[word] = rng.choice(["-1", "0", "99", "9" * 5000, '"', "[", "true", "{}", "ᚠ", "\0", "1e9", "#"])
            case _:
                words[word] = "".join(reversed(words[word]))
        if at < len(lines):
            lines[at] = lines[at] if len(words) == 1 and not words[0] else " ".join(words)
    return "\n".join(lines)


# --- Messages by type


def of_type(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Data that fits a message type, so that it passes validation."""
    match info:
        case inspect.StructType():
            required: dict[str, st.SearchStrategy[Any]] = {}
            optional: dict[str, st.SearchStrategy[Any]] = {}
            for field in info.fields:
                (required if field.required else optional)[field.encode_name] = _field(field)
            if info.tag_field is not None:
                required[info.tag_field] = st.just(info.tag)
            return st.fixed_dictionaries(required, optional=optional)
        case inspect.UnionType():
            return st.one_of([of_type(inner) for inner in info.types])
        case inspect.ListType():
            return st.lists(of_type(info.item_type), min_size=info.min_length or 0, max_size=info.max_length or 16)
        case inspect.DictType():
            return st.dictionaries(of_type(info.key_type), of_type(info.value_type), max_size=4)
    return _of_plain_type(info)


def _of_plain_type(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.StrType():
            most = min(info.max_length or 40, 40)
            return st.text(min_size=info.min_length or 0, max_size=max(most, info.min_length or 0))
        case inspect.IntType():
            return st.integers(info.ge, info.le) | st.integers(0, 20).filter(lambda n: (info.ge or 0) <= n)
        case inspect.FloatType():
            return st.floats(info.ge, info.le) if info.ge is not None else st.floats(allow_nan=False)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    raise AssertionError(info)


# Values for fields that are likely to be understood, because random strings are not.
LIKELY: Final[dict[str, list[object]]] = {
    "choice": [CHOICE, "pass", "card Troll", "quest Alfheim!", "pick", "keep none", "done", "decline", 0, 1, 2],
    "decision": [0, 1, 2, 3, 4, 2**53],
    "seat": [0, 1, 2, 3, 15],
    "kind": ["person", "bot", "open", "host"],
    "bot": ["karl", "random", "karl:style=", "jarl:budget=9", "random:style=x", "karl:style=" + "x" * 80],
    "game": ["blood_rage", "", "treasure", "chess"],
    "secret": [SECRET, "x" * 16],
    "sides": [["wolf", "raven"], ["wolf", "wolf"], []],
    "rulings": [{"first_game_no_draft": True}, {"first_game_no_draft": 1}, {"x": 10**30}],
    "clock": [{"bank": 60}, {"bank": -1}, {"bank": 10**18, "increment": 10**18}, None],
}


def _field(field: inspect.Field) -> st.SearchStrategy[Any]:
    right = of_type(field.type)
    if field.encode_name == "origin":
        return st.sampled_from(["", *ORIGINS])
    return st.sampled_from(LIKELY[field.encode_name]) | right if field.encode_name in LIKELY else right


ORIGINS: list[str] = []

JUNK: Final = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(st.text(max_size=5), st.none(), max_size=3)
)


@st.composite
def spoilt(draw: st.DrawFn, right: st.SearchStrategy[Any]) -> Any:
    """A message with a field of the wrong type, an extra one, or a missing one."""
    said = dict(draw(right))
    name = draw(st.sampled_from([*said, "id", "x"]))
    if draw(st.booleans()):
        said[name] = draw(JUNK)
    else:
        said.pop(name, None)
    return said


def in_json(said: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    """JSON as bytes; lone surrogates and NaN included, as Python's encoder writes them in ASCII."""
    return said.map(lambda data: json.dumps(data).encode())


def bodies(kind: type) -> st.SearchStrategy[bytes]:
    """Valid and invalid bodies for a message type."""
    right = of_type(msgspec.inspect.type_info(kind))
    return in_json(right) | in_json(spoilt(right)) | st.binary(max_size=60)


FOUNDINGS: Final = bodies(messages.CreateTable)
SITTINGS: Final = bodies(messages.Sit)
ENTERINGS: Final = bodies(messages.Authenticate)
RIGHT_ACTS: Final = of_type(ACTS)
ACTIONS: Final = st.one_of(*[in_json(RIGHT_ACTS)] * 4, in_json(spoilt(RIGHT_ACTS)), st.binary(max_size=60))

LONG: Final = "9" * 5000
NAMES: Final = st.sampled_from(
    [TABLE, TABLE, TABLE, TABLE, OTHER, "nowhere", "", "..", "%2e", "\0", "ß", "a" * 3000]
) | (st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
LEAVES: Final = st.sampled_from(["", "/do", "/sit", "/enter", "/record", "/socket", "/", "/do/", "/x"])
PATHS: Final = st.builds("/api/tables/{}{}".format, NAMES, LEAVES) | st.sampled_from(
    ["/", "/api", "/api/", "/api/tables", "/api/tables/", "/health", "/metrics", "//", "/api//tables", "*"]
)
QUERIES: Final = st.sampled_from(
    [
        b"",
        b"",
        b"",
        b"since=0",
        b"since=3&since=x",
        b"since=" + LONG.encode(),
        "since=٣".encode(),
        b"since=-1",
        b"seat=0",
        b"seat=1",
        b"seat=none",
        b"seat=" + LONG.encode(),
        "seat=²".encode(),
        b"seat=%D9%A3",
        b"seat=-1",
        b"%ff%00=%zz&&&==",
    ]
) | st.binary(max_size=30)
METHODS: Final = st.sampled_from(["GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X"])
MINE: Final = (b"authorization", f"Bearer {SECRET}".encode())
JSON: Final = (b"content-type", b"application/json")
STRANGE_HEADERS: Final = st.sampled_from(
    [
        MINE,
        (b"authorization", b"Bearer"),
        (b"authorization", b"Bearer \xff\xfe"),
        (b"authorization", b"Basic eDp5"),
        (b"authorization", b"Bearer " + b"x" * 9000),
        (b"cookie", f"drakkar_{TABLE}_0={SECRET}".encode()),
        (b"cookie", b"drakkar_=; =; drakkar_x=\xff;;;" + b"drakkar_y=1; " * 500),
        (b"content-type", b"text/plain"),
        (b"content-type", b"application/json; charset=utf-16"),
        (b"content-length", b"-1"),
        (b"host", b""),
        (b"host", b"evil.example\x00"),
        (b"origin", b"null"),
        (b"origin", b"http://evil.example"),
        (b"origin", b"http://[::1"),
        (b"origin", b"http://test:x"),
        (b"origin", b"//\xff"),
        (b"sec-fetch-site", b"cross-site"),
        (b"x-forwarded-for", b"127.0.0.1"),
        (b"transfer-encoding", b"chunked"),
    ]
)
HEADER_LISTS: Final = st.lists(STRANGE_HEADERS, max_size=4).map(tuple)
KINDLY: Final = st.sampled_from([(JSON,), (JSON, MINE), (JSON, MINE), (JSON, MINE)])


REQUESTS: Final[st.SearchStrategy[Request]] = st.one_of(
    st.builds(Request, METHODS, PATHS, QUERIES, HEADER_LISTS, st.binary(max_size=40), st.booleans()),
    st.builds(Request, st.just("GET"), PATHS, QUERIES, HEADER_LISTS),
    st.builds(Request, st.just("POST"), st.just("/api/tables"), st.just(b""), KINDLY, FOUNDINGS),
    st.builds(Request, st.just("POST"), st.just(f"/api/tables/{TABLE}/sit"), QUERIES, KINDLY, SITTINGS),
    st.builds(Request, st.just("POST"), st.just(f"/api/tables/{TABLE}/enter"), QUERIES, KINDLY, ENTERINGS),
    *[st.builds(Request, st.just("POST"), st.just(f"/api/tables/{TABLE}/do"), st.just(b""), KINDLY, ACTIONS)] * 3,
    st.builds(
        Request, st.just("POST"), st.just(f"/api/tables/{TABLE}/do"), st.just(b""), KINDLY, ACTIONS, st.just(True)
    ),
)
TEXTS: Final = ACTIONS.map(lambda said: said.decode("utf-8", "replace"))
SESSIONS: Final[st.SearchStrategy[Session]] = st.builds(
    Session,
    st.builds("/api/tables/{}/socket".format, st.just(TABLE)) | st.builds("/api/tables/{}/socket".format, NAMES),
    QUERIES,
    st.one_of(st.just((MINE,)), st.just((MINE,)), HEADER_LISTS),
    st.lists(st.one_of(ACTIONS, TEXTS, TEXTS, st.text(max_size=20)), min_size=1, max_size=12).map(tuple),
)

TOKENS: Final = (
    b"\x00", b"\xff", b'"', b"[" * 2000, b"{}", b"1e999", b"-0", LONG.encode(), b"\\ud800", b"null", b",", b":", b"-1",
    b"9007199254740993", b"NaN", b"\xef\xbb\xbf", b"x" * 20_000, "ᚠ".encode(), b"\\u0000", b"0.5", b"true", b"15",
)  # fmt: skip


def mutants(body: bytes, rng: Random, count: int) -> Iterator[bytes]:
    """Copies of a body with small defects."""
    for _ in range(count):
        at, end = sorted(rng.randrange(len(body) + 1) for _ in range(2))
        yield rng.choice(MUTATIONS)(body, at, end, rng)


MUTATIONS: Final[tuple[Callable[[bytes, int, int, Random], bytes], ...]] = (
    *[lambda body, _at, _end, _rng: body] * 3,
    lambda body, at, end, _rng: body[:at] + body[end:],
    lambda body, at, end, _rng: body[:end] + body[at:],
    lambda body, at, _end, rng: body[:at] + rng.choice(TOKENS) + body[at:],
    lambda body, at, end, rng: body[:at] + rng.choice(TOKENS) + body[end:],
    lambda body, at, _end, rng: body[:at] + bytes([rng.randrange(256)]) + body[at + 1 :],
    lambda body, at, _end, rng: body[:at] + str(rng.randrange(20)).encode() + body[at + 1 :],
)
