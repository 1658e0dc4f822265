"""Seats, secrets and connections over real sockets, mostly with one server."""

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import drakkar
from drakkar.games.blood_rage.card import CARDS
from drakkar.server.api.guard import HEADERS, LARGEST_MESSAGE
from drakkar.server.live.document import apply_patch
from drakkar.server.log.secrets import hash_secret
from drakkar.server.serve import DEFAULT_PORT
from tests.server.running import PATIENCE, Answer, Client, Server, running

HAND_OUT = re.compile(r"/api/tables(/[^/]+/(sit|links))?$")


class Watched(Server):
    """A server whose responses are all searched for secrets that were issued before."""

    secrets: set[str]

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        secret: str = "",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send an HTTP request, and check that the response contains no secret."""
        known = self.__dict__.setdefault("secrets", set())
        answer = super().ask(method, path, body, secret, headers)
        text = answer.body.decode()
        if method == "POST" and HAND_OUT.search(path) and answer.status in (200, 201):
            known |= {answer.json["secret"]} if "secret" in answer.json else set(answer.json["secrets"].values())
        else:
            assert not [one for one in known if one in text]
        assert {name.lower(): value for name, value in answer.headers.items()}.items() >= HEADERS.items()
        return answer

    def state(self, table: str, secret: str = "", query: str = "") -> dict[str, Any]:
        """The current state."""
        state: dict[str, Any] = self.get(f"/api/tables/{table}{query}", secret).json["state"]
        return state

    def do(self, table: str, secret: str, do: str, **fields: object) -> Answer:
        """Send a message over HTTP."""
        return self.post(f"/api/tables/{table}/do", {"do": do, **fields}, secret)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """One server for all tests here; at the end, its log must have no secrets, seeds or cards."""
    folder = tmp_path_factory.mktemp("seats")
    started = Watched(folder / "tables.db", "--log-level", "debug")
    # Whichever tests run, the log has at least one table.
    started.found("person", "random")
    try:
        yield started
        said = started.log()
    finally:
        started.kill()
    assert "table founded" in said
    with sqlite3.connect(folder / "tables.db") as kept:
        founded = [json.loads(body) for (body,) in kept.execute("SELECT body FROM entries WHERE version = 1")]
    kept.close()
    hidden = started.secrets | {card.name for card in CARDS}
    hidden |= {entry["seed"] for entry in founded if "origin" not in entry}
    hidden |= {place["key"] for entry in founded for place in entry["seats"] if "key" in place}
    assert not [word for word in hidden if word in said]


class Match:
    """A finished match of two people."""

    def __init__(self, server: Watched) -> None:
        self.table, self.secrets = server.found("person", "person", name="Hall")
        self.commitment = server.state(self.table)["commitment"]
        clients = [server.client(self.table, secret) for secret in self.secrets]
        rng = Random(5)
        while clients[0].state["status"] != "over":
            client = next(client for client in clients if client.state["decision"])
            version = client.choose(rng.choice(client.state["choices"]))["version"]
            for each in clients:
                each.catch_up(version)
        for client in clients:
            client.close()


@pytest.fixture(scope="module")
def over(server: Watched) -> Match:
    """Played once for all tests here."""
    return Match(server)


def to_the_end(client: Client) -> list[dict[str, Any]]:
    """All messages of a client until its connection is closed."""
    heard = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard.append(client.hear())
    return heard


# --- Connections


def test_who_connects_again_in_mid_decision_finds_it_as_it_was(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    with server.client(table, secrets[0]) as first:
        before = first.state
    with server.client(table, secrets[1]) as other:
        other.choose(other.state["choices"][0])
    with server.client(table, secrets[0]) as again:
        assert (again.state["decision"], again.state["choices"]) == (before["decision"], before["choices"])
        assert again.choose(again.state["choices"][0])["is"] == "done"


def test_two_connections_of_a_seat_are_both_told_and_a_doubled_choice_counts_once(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    with server.client(table, secrets[0]) as one, server.client(table, secrets[0]) as two:
        decision, choice = one.state["decision"], one.state["choices"][0]["text"]
        first = one.say("choose", decision=decision, choice=choice)
        second = two.say("choose", decision=decision, choice=choice)
        assert (first["version"], second["version"], second["already"]) == (2, 2, True)
        for client in (one, two):
            client.catch_up(2)
        assert one.state == two.state == server.state(table, secrets[0])
        two.say("undo", choice=two.state["undo"])
        one.catch_up(3)
        assert one.state["decision"] == 3


def test_a_choice_over_http_is_told_over_the_socket(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    with server.client(table, secrets[1]) as client:
        state = server.state(table, secrets[0])
        words = {"decision": state["decision"], "choice": state["choices"][0]["text"]}
        assert server.do(table, secrets[0], "choose", **words).json["version"] == 2
        assert server.do(table, secrets[0], "choose", **words).json["already"] is True
        client.catch_up(2)
        assert client.state == server.state(table, secrets[1])


def test_a_state_that_is_asked_for_while_much_happens_is_followed_by_the_right_pushes(server: Watched) -> None:
    table, secrets = server.found("person", "person")

    def talk() -> None:
        for number in range(40):
            server.do(table, secrets[1], "say", text=f"line {number}")

    talker = threading.Thread(target=talk)
    with server.client(table, secrets[0]) as client:
        talker.start()
        for _ in range(40):
            client.say("sync")
        talker.join()
        client.catch_up(41)
        assert client.state == server.state(table, secrets[0])


# --- Permissions


def test_spectators_see_what_is_public_and_do_nothing(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    with server.client(table) as watcher, server.client(table, secrets[0]) as player:
        assert (watcher.state["seat"], watcher.state["decision"], watcher.state["choices"]) == (None, 0, [])
        cards = [choice["parts"][0]["word"] for choice in player.state["choices"]]
        assert not [card for card in cards if card in json.dumps(watcher.state)]
        for do, fields in (("choose", {"decision": 1, "choice": "pass"}), ("leave", {}), ("go_on", {})):
            assert watcher.say(do, **fields)["code"] == "not_seated"
        assert watcher.say("why_not", choice="pass")["code"] == "not_seated"
        version = player.choose(player.state["choices"][0])["version"]
        watcher.catch_up(version)
        assert watcher.state == server.state(table)


def test_a_table_without_spectators_has_none(server: Watched) -> None:
    table, secrets = server.found("person", "open", spectators=False)
    with server.client(table) as early:
        assert early.state["status"] == "open"
        server.do(table, secrets[0], "start", bot="random")
        to_the_end(early)
        assert early.state["status"] == "open"
    assert server.get(f"/api/tables/{table}").json["code"] == "no_spectators"
    assert server.get(f"/api/tables/{table}/record").json["code"] == "no_spectators"
    assert server.get(f"/api/tables/{table}?seat=none", secrets[0]).json["code"] == "no_spectators"
    assert refused_socket(server, table)["code"] == "no_spectators"
    assert table not in server.get("/api/tables").body.decode()
    assert server.state(table, secrets[0])["seat"] == 0


def refused_socket(server: Server, table: str, **headers: str) -> dict[str, Any]:
    """The message of a socket that is closed at once."""
    where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    with connect(where, additional_headers=headers, open_timeout=PATIENCE) as refused:
        message: dict[str, Any] = json.loads(refused.recv(PATIENCE))
        with pytest.raises(ConnectionClosed):
            refused.recv(PATIENCE)
        return message


def test_a_page_of_another_site_opens_no_socket(server: Watched) -> None:
    table, _ = server.found("person", "person")
    for origin in ("http://evil.example", "null", "http://["):
        assert refused_socket(server, table, Origin=origin)["code"] == "wrong_origin"
    assert refused_socket(server, "nowhere")["code"] == "no_table"
    ours = {"Origin": f"http://127.0.0.1:{server.port}"}
    with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket", additional_headers=ours) as welcome:
        assert json.loads(welcome.recv(PATIENCE))["is"] == "state"


def test_the_secret_of_one_seat_is_good_for_that_seat_alone(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    elsewhere, others = server.found("person", "person")
    decision = server.state(table, secrets[1])["decision"]
    choice = server.state(table, secrets[1])["choices"][0]["text"]
    answer = server.post(
        f"/api/tables/{table}/do?seat=1", {"do": "choose", "decision": decision, "choice": choice}, secrets[0]
    )
    assert answer.json["code"] == "not_seated"
    assert server.do(table, others[0], "leave").json["code"] == "not_seated"
    assert server.do(elsewhere, secrets[0], "leave").json["code"] == "not_seated"
    assert server.state(table)["version"] == server.state(elsewhere)["version"] == 1


def test_who_holds_several_seats_says_which_one_he_means(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    ((name, session),) = server.session(table, secrets[2], secrets[1]).items()
    old = "; ".join(f"drakkar_{table}_{seat}={secrets[seat]}" for seat in (2, 1))
    for cookies in (f"{name}={session}", old):
        seats = {
            query: server.ask("GET", f"/api/tables/{table}{query}", headers={"Cookie": cookies}).json["state"]["seat"]
            for query in ("", "?seat=1", "?seat=2", "?seat=none")
        }
        assert seats == {"": 1, "?seat=1": 1, "?seat=2": 2, "?seat=none": None}
    with server.client(table, secrets[2], "?seat=2") as client:
        assert client.state["seat"] == 2


def test_a_seat_is_taken_and_remembered_by_a_cookie_that_no_script_can_read(server: Watched) -> None:
    table, secrets = server.found("person", "open", "open")
    seated = server.post(f"/api/tables/{table}/sit", {"name": " Freya\n ", "seat": 2})
    assert (seated.status, seated.json["seat"]) == (201, 2)
    cookie = seated.headers["set-cookie"]
    assert re.match(r"drakkar_session=[\w-]{32}; ", cookie)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert server.state(table)["seats"][2]["name"] == "Freya"
    shown = {"Cookie": cookie.partition(";")[0]}
    assert server.ask("GET", f"/api/tables/{table}", headers=shown).json["state"]["seat"] == 2
    assert server.post(f"/api/tables/{table}/enter", {"secret": "x" * 32}).json["code"] == "not_seated"
    entering = f"/api/tables/{table}/enter"
    entered = server.ask("POST", entering, {"secret": secrets[0]}, headers=shown)
    assert entered.headers["set-cookie"] == cookie, "one cookie stands for all seats of a browser"
    assert server.ask("GET", f"/api/tables/{table}?seat=0", headers=shown).json["state"]["seat"] == 0
    kept = sqlite3.connect(server.database)
    try:
        rows = str(kept.execute("SELECT * FROM sessions WHERE table_id = ?", (table,)).fetchall())
    finally:
        kept.close()
    assert hash_secret(secrets[0]) in rows
    assert not [secret for secret in (*secrets, seated.json["secret"], cookie[16:48]) if secret and secret in rows]


def test_under_https_the_cookie_is_one_that_nobody_else_can_set(server: Watched) -> None:
    table, secrets = server.found("person", "open")
    by_https = {"X-Forwarded-Proto": "https"}
    entered = server.ask("POST", f"/api/tables/{table}/enter", {"secret": secrets[0]}, headers=by_https)
    cookie = entered.headers["set-cookie"]
    assert re.match(r"__Host-drakkar_session=[\w-]{32}; ", cookie)
    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Secure"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    shown = cookie.partition(";")[0]
    for cookies, seat in ((shown, 0), (shown.removeprefix("__Host-"), None)):
        headers = {**by_https, "Cookie": cookies}
        assert server.ask("GET", f"/api/tables/{table}", headers=headers).json["state"]["seat"] == seat


def test_links_are_made_used_and_revoked_over_sockets_and_nothing_betrays_them(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    links = f"/api/tables/{table}/links"
    made = server.post(links, {}, secrets[0]).json
    assert (made["links"], made["link"]) == (1, f"/t/{table}#{made['secret']}")
    assert made["secret"] in server.secrets
    ((name, session),) = server.session(table, made["secret"]).items()
    shown = {"Cookie": f"{name}={session}"}
    where = f"ws://127.0.0.1:{server.port}"
    with (
        connect(f"{where}/api/tables/{table}/socket", additional_headers=shown, max_size=2**22) as program,
        connect(f"{where}/t/{table}/live", additional_headers=shown, max_size=2**22) as page,
        server.client(table, secrets[0]) as owner,
    ):
        assert json.loads(program.recv(PATIENCE))["state"]["choices"] == owner.state["choices"] != []
        assert 'data-prompt="draft"' in json.loads(page.recv(PATIENCE))["panels"]["prompt"]
        assert server.ask("DELETE", links, secret=secrets[0]).json == {"is": "links", "links": 0, "revoked": 1}
        heard = ""
        while heard != '{"is":"unseated"}':
            heard = str(page.recv(PATIENCE))
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE)
        state = {"seat": 0, "choices": []}
        while state["seat"] is not None:
            state = json.loads(program.recv(PATIENCE)).get("state", state)
        assert state["choices"] == []
        assert owner.choose(owner.state["choices"][0])["is"] == "done"
    assert server.ask("GET", f"/api/tables/{table}", headers=shown).json["state"]["seat"] is None
    assert server.post(f"/api/tables/{table}/enter", {"secret": made["secret"]}).json["code"] == "not_seated"


def test_a_browser_with_two_hundred_tables_has_its_first_seat_and_a_socket_there(server: Watched) -> None:
    cookies, tables = "", []
    for _ in range(200):
        wish = {"seats": [{"kind": "person"}, {"kind": "open"}]}
        founded = server.ask("POST", "/api/tables", wish, headers={"Cookie": cookies})
        tables.append(founded.json["table"])
        shown = founded.headers["set-cookie"].partition(";")[0]
        assert cookies in ("", shown), "the cookie stays the same"
        cookies = shown
    assert server.ask("GET", f"/api/tables/{tables[0]}", headers={"Cookie": cookies}).json["state"]["seat"] == 0
    for address in ("api/tables/{}/socket", "t/{}/live"):
        where = f"ws://127.0.0.1:{server.port}/{address.format(tables[0])}"
        with connect(where, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE, max_size=2**22) as line:
            heard = json.loads(line.recv(PATIENCE))
        assert heard["state"]["seat"] == 0 if "state" in heard else 'id="start"' in heard["panels"]["prompt"]


# --- Leaving, chat, votes


def test_who_gets_up_before_the_match_is_a_spectator_and_his_secret_opens_nothing(server: Watched) -> None:
    table, secrets = server.found("person", "person", "open")
    with server.client(table, secrets[0]) as gone:
        assert gone.say("leave")["is"] == "done"
        gone.catch_up(2)
        assert gone.state["seat"] is None
        seated = server.post(f"/api/tables/{table}/sit", {"name": "Loki", "seat": 0}).json
        server.post(f"/api/tables/{table}/sit", {"name": "Hel"})
        gone.catch_up(4)
        assert gone.state["status"] == "running"
        assert gone.state["choices"] == []
        hers = server.state(table, seated["secret"])
        answer = gone.say("choose", decision=hers["decision"], choice=hers["choices"][0]["text"])
        assert answer["code"] == "not_seated"
    assert server.state(table, secrets[0])["seat"] is None


def test_a_bot_plays_for_a_leaver_by_the_vote_of_the_others_until_he_is_back(server: Watched) -> None:
    table, secrets = server.found("person", "person", "person")
    clients = [server.client(table, secret) for secret in secrets]
    assert clients[0].say("vote", seat=2)["code"] == "not_now"
    clients[2].say("leave")
    clients[0].say("vote", seat=2)
    assert server.state(table)["seats"][2]["bot"] is None
    version = clients[1].say("vote", seat=2)["version"]
    clients[0].catch_up(version + 1)
    assert clients[0].state["seats"][2]["bot"] == "karl"
    assert [owed["seat"] for owed in clients[0].state["owed"]] == [0, 1]
    clients[2].say("return")
    clients[2].catch_up(version + 2)
    assert (clients[2].state["seats"][2]["bot"], clients[2].state["seats"][2]["left"]) == (None, False)
    for client in clients[:2]:
        client.choose(client.state["choices"][0])
    clients[2].wait()
    assert clients[2].choose(clients[2].state["choices"][0])["is"] == "done"
    for client in clients:
        client.close()


def test_words_are_heard_by_all_but_those_who_do_not_want_to(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    with (
        server.client(table, secrets[0]) as loud,
        server.client(table, secrets[1]) as deaf,
        server.client(table) as all_,
    ):
        loud.say("say", text="skål\n\x07 alle ☃")
        deaf.say("mute", seat=0)
        version = loud.say("say", text="louder")["version"]
        for client in (deaf, all_):
            client.catch_up(version)
        assert [said["text"] for said in all_.state["chat"]] == ["skål alle ☃", "louder"]
        assert deaf.state["chat"] == []
        assert deaf.state["muted"] == [0]
        assert loud.state["muted"] == []
        deaf.say("mute", seat=0, muted=False)
        deaf.catch_up(version + 1)
        assert len(deaf.state["chat"]) == 2


# --- Records


def test_a_running_match_is_downloaded_as_the_seat_may_know_it(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    choices = server.state(table, secrets[0])["choices"]
    mine = server.get(f"/api/tables/{table}/record", secrets[0]).body.decode()
    public = server.get(f"/api/tables/{table}/record").body.decode()
    cards = [choice["parts"][0]["word"].partition(" (")[0] for choice in choices]
    assert all(card in mine for card in cards)
    assert not any(card in public for card in cards)
    seed = str(json.loads(first_entry(server, table))["seed"])
    assert seed not in mine + public
    again, others = server.found("person", "person", origin=mine)
    assert server.state(again, others[0])["choices"] == choices
    assert server.state(again)["commitment"] is None


def first_entry(server: Server, table: str) -> str:
    """The first entry of a table's log."""
    kept = sqlite3.connect(server.database)
    try:
        found = kept.execute("SELECT body FROM entries WHERE table_id = ? AND version = 1", (table,)).fetchone()
    finally:
        kept.close()
    return str(found[0].decode())


def test_a_finished_match_is_downloaded_as_its_record_which_proves_itself(
    server: Watched, over: Match, tmp_path: Path
) -> None:
    record = server.get(f"/api/tables/{over.table}/record").body.decode()
    assert f"# commitment {over.commitment}\n" in record
    (tmp_path / "match.record").write_text(record)
    verified = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "drakkar", "verify", str(tmp_path / "match.record")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert over.commitment in verified.stdout
    state = server.state(over.table)
    assert state["seed"] == str(drakkar.load(record).seed)
    answer = server.post("/api/tables", {"seats": [{"kind": "person"}] * 2, "origin": record})
    assert server.state(answer.json["table"])["status"] == "over", "a table that is there to be looked at"


def test_a_table_goes_on_from_a_record_and_nobody_undoes_what_it_brought(server: Watched) -> None:
    match = drakkar.new("blood_rage", 2, 99)
    match.play(0, match.choices(0)[0])
    table, secrets = server.found("person", "person", origin=match.record())
    state = server.state(table, secrets[0])
    assert (state["undo"], state["clock"]) == (0, None)
    assert [event["text"] for event in server.get(f"/api/tables/{table}", secrets[0]).json["told"]["events"]] == [
        event.text for event in match.events(0)
    ]
    assert server.do(table, secrets[0], "undo", choice=1).json["code"] == "cannot_undo"


def test_the_same_people_meet_again_and_their_secrets_open_the_new_table(server: Watched, over: Match) -> None:
    with server.client(over.table, over.secrets[1]) as other:
        answer = server.do(over.table, over.secrets[0], "rematch").json
        assert answer == {"is": "rematch", "table": server.do(over.table, over.secrets[1], "rematch").json["table"]}
        while other.state["next"] is None:
            other.hear()
        assert other.state["next"] == answer["table"]
    for seat, secret in enumerate(over.secrets):
        state = server.state(answer["table"], secret)
        assert (state["seat"], state["status"], state["name"]) == (seat, "running", "Hall")
        assert state["previous"] == over.table
        assert state["commitment"] != over.commitment
    assert server.do(over.table, over.secrets[0], "say", text="again!").json["is"] == "done"


# --- Hostile clients


def test_what_is_no_message_is_answered_and_the_next_one_heard(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    with server.client(table, secrets[0]) as client:
        strange: list[str | bytes] = [
            "",
            "{",
            "null",
            "[" * 10_000,
            '{"do":"choose","decision":NaN,"choice":"x"}',
            "\x00",
            b"\xff\x00",
        ]
        for words in strange:
            client.socket.send(words)
            heard = client.hear()
            assert (heard["is"], heard["code"]) == ("refused", "bad_message")
        client.socket.send('{"do":"say","text":"' + "x" * LARGEST_MESSAGE + '"}')
        assert client.hear()["code"] == "too_large"
        client.socket.send(b'{"do":"go_on","id":7}')
        assert client.hear() == {"is": "done", "id": 7, "version": 1}


def test_what_is_far_too_large_or_no_text_ends_the_connection_and_no_other(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    with server.client(table, secrets[1]) as bystander:
        for words, is_text in ((b"x" * 100_000, True), (b'{"do":"say","text":"\xff"}', True)):
            with server.client(table, secrets[0]) as client:
                client.socket.send(words, text=is_text)
                to_the_end(client)
        assert bystander.choose(bystander.state["choices"][0])["is"] == "done"


def test_who_floods_is_warned_and_shown_the_door_while_others_play_on(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    elsewhere, others = server.found("person", "person")
    with server.client(elsewhere, others[0]) as neighbour, server.client(table, secrets[0]) as flood:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                flood.socket.send('{"do":"go_on"}')
        heard = to_the_end(flood)
        assert neighbour.choose(neighbour.state["choices"][0])["is"] == "done"
    # A client that does not read while it floods may miss messages.
    assert "done" in [message["is"] for message in heard]
    assert {message["code"] for message in heard if message["is"] == "refused"} <= {"too_many"}
    assert (flood.socket.close_code, flood.socket.close_reason) == (1008, "too_many")
    with server.client(table, secrets[0]) as again:
        assert again.choose(again.state["choices"][0])["is"] == "done"


def test_who_does_not_read_is_told_everything_anew_once_he_does(server: Watched) -> None:
    table, secrets = server.found("person", "person")
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", server.port))
    where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    shown = {"Authorization": f"Bearer {secrets[0]}"}
    for number in range(100):
        server.do(table, secrets[1], "say", text=f"{number} " + "☃" * 480)
    with connect(where, sock=small, additional_headers=shown, max_queue=1, max_size=2**22) as slow:
        for number in range(160):  # every second one resends all lines
            server.do(table, secrets[0], "mute", seat=1, muted=number % 2 == 0)
        kinds, state = list[str](), dict[str, Any]()
        while state.get("version") != 261:
            message = json.loads(slow.recv(PATIENCE))
            kinds.append(message["is"])
            if message["is"] == "state":
                state = message["state"]
            elif message["is"] == "push":
                state = apply_patch(state, message["changed"], message.get("gone", []))
        assert kinds[kinds.index("resync") + 1] == "state"
        assert len(kinds) < 160
        assert state == server.state(table, secrets[0])


# --- Limits of an address


def test_one_address_has_so_many_requests_and_sockets(tmp_path: Path) -> None:
    with running(tmp_path, "--requests", "2", "--connections", "2") as server:
        table, secrets = server.found("person", "person")
        with server.client(table, secrets[0]) as first, server.client(table, secrets[1]):
            assert refused_socket(server, table)["code"] == "too_many"
            codes = {server.get("/api").status for _ in range(60)}
            assert codes == {200, 429}
            assert first.choose(first.state["choices"][0])["is"] == "done"


# --- Starting and stopping


def test_a_server_stops_in_good_order_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, secrets = server.found("person", "random", "random", pace=1)
        client = server.client(table, secrets[0])
        client.choose(client.state["choices"][0])
        assert server.stop() == 0
        to_the_end(client)
        client.close()
        server.start()
        with server.client(table, secrets[0]) as again:
            again.wait()
            assert [owed["seat"] for owed in again.state["owed"]] != []
            assert again.state["version"] >= 4
        assert server.stop(signal.SIGINT) == 0
        assert "stopped" in server.log()
        assert "Traceback" not in server.log()


def serve(*words: str, database: Path) -> subprocess.CompletedProcess[str]:
    """Run a server that is not expected to start."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "drakkar", "serve", "--db", str(database), *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_a_server_that_cannot_start_says_why(server: Watched, tmp_path: Path) -> None:
    for words, database, why in (
        (["--port", str(server.port)], tmp_path / "a.db", f"127.0.0.1:{server.port}"),
        (["--port", "65536"], tmp_path / "b.db", "65535"),
        (["--port", "0"], server.database, "in use"),
        (["--port", "0"], tmp_path / "nowhere" / "c.db", "no folder"),
    ):
        done = serve(*words, database=database)
        assert done.returncode == 1
        assert why in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert done.stdout == ""


def test_without_a_wish_another_port_is_taken_if_ours_is_busy(tmp_path: Path) -> None:
    busy = socket.socket()
    busy.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        with contextlib.suppress(OSError):  # the port is already in use: just as good
            busy.bind(("127.0.0.1", DEFAULT_PORT))
            busy.listen()
        served = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "drakkar", "serve", "--db", str(tmp_path / "tables.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert served.stdout is not None
        said = served.stdout.readline().decode()
        served.terminate()
        assert served.wait(PATIENCE) == 0
        served.stdout.close()
    finally:
        busy.close()
    found = re.search(r":(\d+)/ ", said)
    assert found
    assert int(found[1]) != DEFAULT_PORT
