"""Access, limits and message formats: hostile input gets a stable code, and the table continues."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import questions
from drakkar.puzzles import library
from drakkar.server.api import guard
from drakkar.server.api.guard import HEADERS, Hosts
from drakkar.server.api.rate_limiter import Limits, RateLimiter, Use
from drakkar.server.live.maintenance import Maintenance
from drakkar.server.log import quotas
from drakkar.server.log.errors import CODES
from tests.puzzles.sample import SAMPLE, known
from tests.server.asgi_client import Called
from tests.server.running import Answer
from tests.server.stage import Stage, staged

FEW = Limits(requests=1, requests_at_once=5, tables=0.1, tables_at_once=2)
Asking = Callable[[Called], Awaitable[Answer]]


def called(test: Callable[[Called], Awaitable[None]], limits: Limits | None = None) -> None:
    """Run a test on its own application."""

    async def run(stage: Stage) -> None:
        await test(Called(stage, limits) if limits else Called(stage))

    staged(run)


def check(answer: Answer, code: str) -> None:
    """Check that a refusal has its code, its status and all headers."""
    assert answer.json["is"] == "refused", answer.body
    assert (answer.json["code"], answer.status) == (code, CODES[code][0]), answer.body
    assert answer.json["text"]
    assert HEADERS.items() <= answer.headers.items()


# --- Every code has a cause


async def unreadable(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    return await app.choose(home, secrets[0], "castle kingside")


async def illegal(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    return await app.choose(home, secrets[0], "pass")


async def not_your_decision(app: Called) -> Answer:
    home, secrets = await app.found("person", "person", "person")
    choice = (await app.get(home, secrets[0])).json["state"]["choices"][0]["text"]
    await app.choose(home, secrets[0])
    return await app.choose(home, secrets[0], choice)


async def stale(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    return await app.do(home, secrets[0], "choose", decision=77, choice="pass")


async def cannot_undo(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    return await app.do(home, secrets[0], "undo", choice=1)


async def match_over(app: Called) -> Answer:
    home, secrets = await app.found("person", "random", game="treasure")
    while (await app.get(home)).json["state"]["status"] != "over":
        await app.choose(home, secrets[0])
        await app.stage.turns()
    return await app.do(home, secrets[0], "choose", decision=1, choice="bid 2")


async def not_started(app: Called) -> Answer:
    home, secrets = await app.found("person", "open")
    return await app.get(f"{home}/record", secrets[0])


async def already_started(app: Called) -> Answer:
    home, _ = await app.found("person", "person")
    return await app.post(f"{home}/sit", {})


async def seat_taken(app: Called) -> Answer:
    home, _ = await app.found("person", "open")
    return await app.post(f"{home}/sit", {"seat": 0})


async def lesson(app: Called) -> Answer:
    home, secrets = await app.found("person", lesson="board")
    return await app.choose(home, secrets[0], "pass")


async def puzzle(app: Called) -> Answer:
    wrath = SAMPLE._replace(position=known("action_wrath"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "puzzles_of", lambda _: (wrath,))
        home, secrets = await app.found("person", game="blood_rage", puzzle=wrath.name)
        await app.choose(home, secrets[0], "invade warrior Muspelheim")
        return await app.choose(home, secrets[0], "decline")


async def not_now(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    return await app.do(home, secrets[0], "rematch")


async def closed(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    await Maintenance(app.stage.registry).close(home.rpartition("/")[2], "a quarrel")
    answer = await app.do(home, secrets[0], "say", text="hail")
    assert answer.json["text"] == "a quarrel"
    return answer


async def deleted(app: Called) -> Answer:
    """Delete the table while a message waits for it."""
    home, secrets = await app.found("person", "person")
    room = app.stage.registry.rooms[home.rpartition("/")[2]]
    await room.lock.acquire()
    words = asyncio.create_task(app.do(home, secrets[0], "say", text="hail"))
    await app.stage.turns()
    await app.stage.store.delete(room.table.id)
    room.lock.release()
    return await words


async def chat_full(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    app.stage.registry.rooms[home.rpartition("/")[2]].table.lines = quotas.MOST_LINES
    return await app.do(home, secrets[0], "say", text="hail")


async def table_full(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    app.stage.registry.rooms[home.rpartition("/")[2]].table.size = quotas.MOST_BYTES
    return await app.choose(home, secrets[0])


async def bad_argument(app: Called) -> Answer:
    return await app.post("/api/tables", {"seats": [{"kind": "person"}]})


async def bad_origin(app: Called) -> Answer:
    return await app.post("/api/tables", {"seats": [{"kind": "person"}] * 2, "origin": "game = 'chess'"})


async def wrong_version(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    log = app.stage.store.logs[home.rpartition("/")[2]]
    log[0] = log[0].replace(b'"rules":"', b'"rules":"0.')
    app.stage.registry.rooms.clear()
    return await app.get(home, secrets[0])


async def bad_message(app: Called) -> Answer:
    return await app.post("/api/tables", {"seats": "two, please"})


async def too_large(app: Called) -> Answer:
    return await app.post("/api/tables", b" " * (guard.LARGEST_BODY + 1))


async def too_many(app: Called) -> Answer:
    limited = Called(app.stage, FEW)
    answers = [await limited.get("/api") for _ in range(6)]
    assert [answer.status for answer in answers[:-1]] == [200] * 5
    return answers[-1]


async def too_fast(app: Called) -> Answer:
    limited = Called(app.stage, Limits(cpu=1e-6, cpu_at_once=1e-6))
    assert (await limited.get("/api")).status == 200
    return await limited.get("/api")


async def too_slow(app: Called) -> Answer:
    """Send the first half of a body, and then nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "BODY_WITHIN", 0.01)
        return await app.ask("POST", "/api/tables", b"{" * 2000, is_cut=True)


async def wrong_host(app: Called) -> Answer:
    named = Called(app.stage, hosts=Hosts(["drakkar.example"]))
    for name in ("drakkar.example", "DRAKKAR.example:8624", "127.0.0.1:8624", "[::1]:80"):
        assert (await named.get("/api", headers={"host": name})).status == 200
    for name in ("", "evil.example.", "drakkar.example.evil", "[evil.example]"):
        check(await named.get("/api", headers={"host": name}), "wrong_host")
    return await named.get("/api", headers={"host": "evil.example"})


async def not_seated(app: Called) -> Answer:
    home, _ = await app.found("person", "person")
    return await app.do(home, "a secret that somebody made up", "leave")


async def no_spectators(app: Called) -> Answer:
    home, _ = await app.found("person", "person", spectators=False)
    return await app.get(home)


async def wrong_origin(app: Called) -> Answer:
    return await app.post("/api/tables", {"seats": []}, headers={"origin": "http://evil.example"})


async def no_table(app: Called) -> Answer:
    return await app.get("/api/tables/nowhere")


async def no_page(app: Called) -> Answer:
    return await app.get("/nowhere")


async def wrong_method(app: Called) -> Answer:
    return await app.ask("DELETE", "/api/tables")


async def store_unavailable(app: Called) -> Answer:
    home, secrets = await app.found("person", "person")
    app.stage.store.failures = 1
    return await app.choose(home, secrets[0])


async def broken_log(app: Called) -> Answer:
    app.stage.store.logs["broken"] = []
    return await app.get("/api/tables/broken")


async def server_error(app: Called) -> Answer:
    home, _ = await app.found("person", "person")
    del app.stage.registry.rooms[home.rpartition("/")[2]].table.match
    return await app.get(home)


GIVEN_BY: dict[str, Asking] = {
    asking.__name__: asking
    for asking in (
        unreadable,
        illegal,
        not_your_decision,
        stale,
        cannot_undo,
        match_over,
        not_started,
        already_started,
        seat_taken,
        lesson,
        puzzle,
        not_now,
        closed,
        deleted,
        chat_full,
        table_full,
        bad_argument,
        bad_origin,
        wrong_version,
        bad_message,
        too_large,
        too_many,
        too_fast,
        too_slow,
        wrong_host,
        not_seated,
        no_spectators,
        wrong_origin,
        no_table,
        no_page,
        wrong_method,
        store_unavailable,
        broken_log,
        server_error,
    )
}


# A page alone gives it, to people who type the code of a table (test_layouts.py).
ON_A_PAGE = {"no_code"}


@pytest.mark.parametrize("code", [code for code in CODES if code not in ON_A_PAGE])
def test_every_code_is_given_with_its_status_and_the_strict_headers(code: str) -> None:
    async def test(app: Called) -> None:
        check(await GIVEN_BY[code](app), code)

    called(test)


def test_a_house_that_is_closed_opens_no_table() -> None:
    async def test(app: Called) -> None:
        home, _ = await app.found("person", "person")
        await app.stage.registry.close()
        check(await app.get(home), "store_unavailable")

    called(test)


# --- Other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://drakkar.example.evil.example"},
        {"origin": "http://drakkar.example:81"},
        {"origin": "http://["},
        {"origin": "null", "host": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_no_page_of_another_site_may_post(headers: dict[str, str]) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        for path in ("/api/tables", f"{home}/sit", f"{home}/enter", f"{home}/do"):
            check(await app.post(path, {"do": "leave"}, secrets[0], headers=headers), "wrong_origin")
        assert (await app.get(home)).json["state"]["version"] == 1

    called(test)


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://drakkar.example"}, {"origin": "https://Drakkar.example"}, {"sec-fetch-site": "none"}],
)
def test_our_own_page_and_programs_may(headers: dict[str, str]) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        answer = await app.post(f"{home}/do", {"do": "leave"}, secrets[0], headers=headers)
        assert answer.json["is"] == "done"

    called(test)


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"])
def test_what_a_form_can_send_is_not_read(kind: str) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        check(await app.post(f"{home}/do", {"do": "leave"}, secrets[0], headers={"content-type": kind}), "bad_message")

    called(test)


# --- Invalid messages


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"leave"',
        b"\xff\xfe",
        b'{"do": "le\xc3\x28ve"}',
        b'{"do": "why_not", "choice": "\\ud800"}',
        b'{"do": "nothing"}',
        b'{"do": "choose"}',
        b'{"do": "choose", "decision": 1, "choice": ""}',
        b'{"do": "choose", "decision": -1, "choice": "pass"}',
        b'{"do": "choose", "decision": 1.5, "choice": "pass"}',
        b'{"do": "choose", "decision": NaN, "choice": "pass"}',
        b'{"do": "choose", "decision": 1e400, "choice": "pass"}',
        b'{"do": "choose", "decision": "1", "choice": "pass"}',
        b'{"do": "choose", "decision": %s, "choice": "pass"}' % (b"9" * 5000),
        b'{"do": "choose", "decision": 1, "choice": "pass", "seat": 1}',
        b'{"do": "say", "text": "%s"}' % (b"x" * 2001),
        b'{"do": "vote", "seat": 16}',
        b'{"do": "leave", "id": {}}',
        b'{"do": "leave", "id": "%s"}' % (b"x" * 65),
        b'{"do": ' * 2000 + b"1" + b"}" * 2000,
        b"[" * 15000,
    ],
)
def test_what_is_no_message_is_refused_as_such(body: bytes) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        check(await app.post(f"{home}/do", body, secrets[0]), "bad_message")
        assert (await app.get(home)).json["state"]["version"] == 1

    called(test)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"clock": {"bank": 0}}, "bad_argument"),
        ({"clock": {"bank": 10**30}}, "bad_argument"),
        ({"clock": {"bank": 60, "increment": -1}}, "bad_argument"),
        ({"clock": {"bank": 60, "increment": 10**9}}, "bad_argument"),
        ({"clock": {"bank": "60"}}, "bad_message"),
        ({"sides": ["wolf", "wolf"]}, "bad_argument"),
        ({"sides": ["wolf", "shark"]}, "bad_argument"),
        ({"rulings": {"no such ruling": True}}, "bad_argument"),
        ({"rulings": {"no such ruling": 10**40}}, "bad_argument"),
        ({"game": "chess"}, "bad_argument"),
        ({"seats": [{"kind": "bot", "bot": "mcts:seconds=9999"}] * 2}, "bad_argument"),
        ({"seats": [{"kind": "person"}] * 16}, "bad_argument"),
        ({"seats": [{"kind": "king"}] * 2}, "bad_argument"),
        ({"seats": [{"kind": "person"}] * 17}, "bad_message"),
        ({"seats": []}, "bad_message"),
        ({"pace": -1}, "bad_message"),
        ({"pace": 1e9}, "bad_message"),
        ({"name": "x" * 201}, "bad_message"),
        ({"origin": "x" * 200_001}, "bad_message"),
        ({"origin": "x" * 100_000}, "bad_origin"),
        ({"origin": "drakkar record 99\n"}, "wrong_version"),
        ({"origin": "\x00"}, "bad_origin"),
        ({"secret": "mine"}, "bad_message"),
    ],
)
def test_a_table_that_cannot_be_is_not_founded(wish: dict[str, Any], code: str) -> None:
    async def test(app: Called) -> None:
        check(await app.post("/api/tables", {"seats": [{"kind": "person"}] * 2, **wish}), code)
        assert not app.stage.store.logs

    called(test)


def test_a_table_takes_up_a_match_of_its_own_size() -> None:
    async def test(app: Called) -> None:
        match = drakkar.new("treasure", 2, 5)
        wish = {"seats": [{"kind": "person"}] * 3, "origin": match.record()}
        check(await app.post("/api/tables", wish), "bad_argument")
        wish = {"seats": [{"kind": "person"}] * 2, "origin": match.record(), "sides": ["wolf", "bear"]}
        check(await app.post("/api/tables", wish), "bad_argument")
        while not match.over:
            seat = next(iter(questions(match)))
            match.play(seat, match.choices(seat)[0])
        answer = await app.post(
            "/api/tables", {"seats": [{"kind": "person"}] * 2, "origin": f"# mine\n{match.record()}"}
        )
        state = (await app.get(f"/api/tables/{answer.json['table']}")).json["state"]
        assert (state["status"], state["choices"]) == ("over", []), "a finished one is there to be looked at"

    called(test)


@pytest.mark.parametrize("query", ["?seat=1", "?seat=-1", "?seat=x", "?seat=²", "?seat=" + "9" * 5000, "?seat=0%00"])
def test_a_seat_is_wished_for_by_whoever_holds_it(query: str) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        check(await app.get(home + query, secrets[0]), "not_seated")

    called(test)


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", "?since=" + "9" * 50, "?since=1.5"])
def test_a_version_is_a_number(query: str) -> None:
    async def test(app: Called) -> None:
        home, _ = await app.found("person", "person")
        check(await app.get(home + query), "bad_message")

    called(test)


def test_a_version_to_come_is_the_present_one() -> None:
    async def test(app: Called) -> None:
        home, _ = await app.found("person", "person")
        assert (await app.get(f"{home}?since=999")).json["told"]["events"] == []
        assert (await app.get(f"{home}?since=0")).json["told"]["events"]

    called(test)


# --- Limits


@pytest.mark.parametrize("pieces", [1, 50])
def test_a_body_is_read_up_to_its_limit(pieces: int) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        room = {"do": "say", "text": "hail"}
        padded = json.dumps(room).encode().ljust(guard.LARGEST_MESSAGE)
        assert (await app.post(f"{home}/do", padded, secrets[0], pieces=pieces)).json["is"] == "done"
        check(await app.post(f"{home}/do", padded + b" ", secrets[0], pieces=pieces), "too_large")

    called(test)


def test_one_address_that_asks_too_much_waits_and_others_do_not() -> None:
    async def test(app: Called) -> None:
        for _ in range(5):
            assert (await app.get("/health")).status == 200
        check(await app.get("/health"), "too_many")
        assert (await app.get("/health", address="10.0.0.2")).status == 200
        await app.stage.pass_time(1)
        assert (await app.get("/health")).status == 200
        check(await app.get("/health"), "too_many")

    called(test, FEW)


def test_one_address_founds_so_many_tables() -> None:
    async def test(app: Called) -> None:
        wish = {"seats": [{"kind": "person"}] * 2}
        for _ in range(2):
            assert (await app.post("/api/tables", wish)).status == 201
        check(await app.post("/api/tables", wish), "too_many")
        assert (await app.post("/api/tables", wish, address="10.0.0.2")).status == 201

    called(test, FEW)


def test_addresses_that_are_quiet_are_forgotten() -> None:
    async def test(stage: Stage) -> None:
        rate_limiter = RateLimiter(FEW, stage.clock)
        for number in range(10_001):
            rate_limiter.request(f"address {number}")
        await stage.pass_time(100)
        rate_limiter.request("one more")
        assert len(rate_limiter._buckets[Use.REQUESTS]) < 10

    staged(test)


def test_a_connection_more_than_allowed_is_refused_until_one_ends() -> None:
    async def test(stage: Stage) -> None:
        rate_limiter = RateLimiter(Limits(connections=2), stage.clock)
        rate_limiter.connect("here")
        rate_limiter.connect("here")
        rate_limiter.connect("there")
        with pytest.raises(Exception, match="too many connections"):
            rate_limiter.connect("here")
        rate_limiter.disconnect("here")
        rate_limiter.connect("here")
        for address in ("here", "here", "there"):
            rate_limiter.disconnect(address)
        assert not rate_limiter._sockets

    staged(test)


# --- Headers and addresses


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/", "no_page"),
        ("GET", "/api/", "no_page"),
        ("GET", "/api/tables/", "no_page"),
        ("GET", "/health/", "no_page"),
        ("GET", "/api/tables/x/y/z", "no_page"),
        ("GET", "/api/tables/x/socket", "no_page"),
        ("GET", "/%2e%2e/etc/passwd", "no_page"),
        ("PUT", "/api/tables", "wrong_method"),
        ("POST", "/health", "wrong_method"),
        ("GET", "/api/tables/x/do", "wrong_method"),
        ("OPTIONS", "/api/tables", "wrong_method"),
        ("TRACE", "/api", "wrong_method"),
        ("GET", "/api/tables/%00", "no_table"),
    ],
)
def test_what_is_not_there_says_so(method: str, path: str, code: str) -> None:
    async def test(app: Called) -> None:
        check(await app.ask(method, path), code)

    called(test)


def test_every_answer_bears_the_strict_headers() -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        for path in ("/health", "/metrics", "/api", "/api/tables", home, f"{home}?since=1", f"{home}/record"):
            answer = await app.get(path, secrets[0])
            assert answer.status == 200
            assert HEADERS.items() <= answer.headers.items()
            assert "access-control-allow-origin" not in answer.headers

    called(test)


# --- Secrets


@pytest.mark.parametrize("place", [0, 100, 200])
def test_of_many_old_cookies_every_one_counts(place: int) -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        old = [f"drakkar_old{number}_0=secret-of-another-table-{number}" for number in range(200)]
        old.insert(place, f"drakkar_x_1={secrets[1]}")
        assert (await app.get(home, headers={"cookie": "; ".join([*old, "other=1"])})).json["state"]["seat"] == 1

    called(test)


def test_neither_health_nor_metrics_tell_a_secret() -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person")
        await app.choose(home, secrets[0])
        for path in ("/health", "/metrics", "/api/tables"):
            body = (await app.get(path)).body.decode()
            assert not [secret for secret in [*secrets, "7"] if f'"{secret}"' in body]
            assert not [
                seat.key for seat in app.stage.registry.rooms[home.rpartition("/")[2]].table.seats if seat.key in body
            ]

    called(test)


def test_a_store_that_does_not_answer_is_told_by_health() -> None:
    async def test(app: Called) -> None:
        app.stage.store.unreadable = 1
        check(await app.get("/health"), "store_unavailable")
        assert (await app.get("/health")).status == 200

    called(test)
