"""Several people at one screen: one hand is open at a time, and none while players change places."""

import asyncio
import json
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from websockets.sync.client import ClientConnection, connect

from drakkar.core.hosting import questions
from drakkar.games.blood_rage.card import CARDS
from drakkar.server.live import document as documents
from drakkar.server.log import commands, messages
from drakkar.server.log.messages import as_plain
from drakkar.server.web.hot_seat import Screen, SharedPanelFeed
from tests.server.page_reader import Reader
from tests.server.running import PATIENCE, Server, running
from tests.server.stage import Stage
from tests.server.table_log import AT, table_of

NAMES = {card.name for card in CARDS}


class Browser:
    """A browser without scripts: it keeps cookies, and follows forms and links."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.home = f"http://127.0.0.1:{server.port}"
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.page = ""
        self.status = 0

    def open(self, path: str, fields: dict[str, str] | None = None) -> str:
        """Open a page; with fields, submit a form."""
        data = None if fields is None else urlencode(fields).encode()
        try:
            with self.opener.open(self.home + path, data, timeout=PATIENCE) as answer:
                self.status, self.page = answer.status, answer.read().decode()
        except HTTPError as error:
            self.status, self.page = error.code, error.read().decode()
        return self.page

    @property
    def cookies(self) -> str:
        """The cookie header for a socket of this browser."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    @property
    def table(self) -> str:
        found = re.search(r'data-table="([^"]+)"', self.page)
        assert found, self.page[:500]
        return found[1]

    @property
    def seat(self) -> str:
        """The seat of the page; empty while all hands are covered."""
        found = re.search(r'<body[^>]* data-seat="(\d*)"', self.page)
        assert found
        return found[1]

    @property
    def offered(self) -> list[str]:
        """The players named on the cover."""
        return re.findall(r'id="show-(\d)"[^>]*>.{0,120}btn primary', self.page)

    @property
    def choices(self) -> list[str]:
        """The choices on the page."""
        return Reader(self.page.removeprefix("<!doctype html>")).choices

    def show(self, seat: str) -> str:
        return self.open(f"/t/{self.table}/show", {"seat": seat})

    def choose(self, choice: str) -> str:
        decision = re.search(r'data-decision="(\d+)"', self.page)
        assert decision
        return self.open(f"/t/{self.table}/do", {"do": "choose", "decision": decision[1], "choice": choice})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("hot-seat")) as started:
        yield started


@pytest.fixture
def screen(server: Server) -> Browser:
    """Two people at a table of three, created by the form of the start page."""
    browser = Browser(server)
    kinds = {"seat-wolf": "you", "seat-raven": "here", "seat-bear": "bot", "level-bear": "thrall"}
    browser.open("/tables", {**kinds, "name": "Ingrid", "name-raven": "Frida", "spectators": "1"})
    return browser


@pytest.fixture
def pair(server: Server) -> Browser:
    """Two people, without bots."""
    browser = Browser(server)
    browser.open("/tables", {"seat-wolf": "you", "seat-raven": "here"})
    return browser


def own_cards(browser: Browser, seat: str) -> set[str]:
    """The cards in the document of a seat, or of a spectator."""
    headers = {"Cookie": browser.cookies}
    state = browser.server.ask("GET", f"/api/tables/{browser.table}?seat={seat or 'none'}", headers=headers)
    told = json.dumps(state.json, ensure_ascii=False)
    return {name for name in NAMES if name in told}


def named(text: str) -> set[str]:
    said = text.replace("&#39;", "'").replace("’", "'").replace("\\u0027", "'")
    return {name for name in NAMES if name in said}


def test_all_hands_are_covered_until_somebody_asks_for_his(screen: Browser) -> None:
    assert screen.status == 200
    assert screen.seat == ""
    assert screen.offered == ["0", "1"], "both are asked in the draft"
    assert "Frida" in screen.page
    assert 'id="p-hand"' not in screen.page
    Reader(screen.page.removeprefix("<!doctype html>"))
    screen.show("1")
    assert screen.seat == "1"
    assert 'id="p-hand"' in screen.page
    assert re.search(r'<section id="p-cover"[^>]* hidden></section>', screen.page)


def test_whoever_has_chosen_passes_the_screen_on(pair: Browser) -> None:
    pair.show("0")
    for one, other in (("0", "1"), ("1", "0"), ("0", "1")):
        while pair.seat == one:
            pair.choose(pair.choices[0])
        assert pair.seat == ""
        assert pair.offered == [other]
        assert 'id="p-hand"' not in pair.page
        assert not [cookie for cookie in pair.jar if cookie.name == "shown"], "nothing opens it again but a wish"
        pair.show(other)
        assert pair.seat == other


def test_no_page_of_a_shared_screen_names_a_card_that_whoever_is_shown_may_not_know(screen: Browser) -> None:
    rng, seen = Random(5), set()
    for _ in range(60):
        assert named(screen.page) <= own_cards(screen, screen.seat)
        seen.add(screen.seat)
        choices = screen.choices if screen.seat else []
        if screen.seat and choices:
            screen.choose(rng.choice([choice for choice in choices if choice != "pass"] or choices))
        elif screen.offered:
            screen.show(rng.choice(screen.offered))
        else:
            screen.open(f"/t/{screen.table}")
    assert seen == {"", "0", "1"}


def test_the_socket_of_an_open_hand_says_when_it_is_covered_and_nothing_else(pair: Browser) -> None:
    pair.show("0")
    address = f"ws://127.0.0.1:{pair.server.port}/t/{pair.table}/live"
    with connect(address, additional_headers={"Cookie": pair.cookies}, max_size=2**22) as socket:
        assert "hand" in json.loads(socket.recv(PATIENCE))["panels"]
        before = own_cards(pair, "0")
        heard: list[dict[str, Any]] = []
        while pair.seat == "0":
            heard += pick(socket, pair)
            pair.open(f"/t/{pair.table}")
        (covered,) = [one for one in heard if one["is"] == "covered"]
        assert {"hand", "draft", "log"} <= set(covered["gone"])
        assert not {"hand", "draft"} & set(covered["panels"] | covered["after"])
        assert named(json.dumps(covered)) <= own_cards(pair, ""), "it tells what everybody is told"
        assert all(named(json.dumps(one)) <= before for one in heard)


def test_a_battle_is_shown_to_all_before_the_screen_is_passed_on() -> None:
    async def match() -> int:
        stage, rng, beats = Stage(), Random(3), 0
        room = await stage.found("person", "person")
        while not room.table.match.over:
            table = room.table
            seat, since = rng.choice(sorted(questions(table.match))), table.version
            shared = SharedPanelFeed("en", screen=Screen((0, 1), seat, since))
            choice = str(rng.choice(table.match.choices(seat)))
            await room.act(seat, messages.Choose(decision=table.seats[seat].decision, choice=choice))
            if table.status != "running" or shared.screen.is_open(table):
                continue
            told = json.loads(shared.push(room, seat, {}, {}, since, {}))
            assert told["is"] == "covered"
            everybody = json.dumps([as_plain(room.document(None)), documents.events_since(table, None, 0).events])
            assert named(json.dumps(told)) <= named(everybody)
            beats += len(told["beats"])
        return beats

    assert asyncio.run(match()) > 3


def pick(socket: ClientConnection, browser: Browser) -> list[dict[str, Any]]:
    """Choose over the socket; return all messages until it is done."""
    decision = re.search(r'data-decision="(\d+)"', browser.page)
    assert decision
    socket.send(json.dumps({"do": "choose", "decision": int(decision[1]), "choice": browser.choices[0]}))
    heard = [json.loads(socket.recv(PATIENCE))]
    while heard[-1]["is"] != "done":
        heard.append(json.loads(socket.recv(PATIENCE)))
    return heard


def test_the_socket_of_a_covered_screen_tells_what_everybody_is_told(screen: Browser) -> None:
    address = f"ws://127.0.0.1:{screen.server.port}/t/{screen.table}/live"
    with connect(address, additional_headers={"Cookie": screen.cookies}, max_size=2**22) as socket:
        whole = socket.recv(PATIENCE)
        assert named(str(whole)) <= own_cards(screen, "")
        panels = json.loads(whole)["panels"]
        assert "hand" not in panels
        assert "draft" not in panels
        assert "show-0" in panels["cover"]
        state = screen.server.get(f"/api/tables/{screen.table}").json["state"]
        assert [seat["here"] for seat in state["seats"][:2]] == [True, True], "all at the screen are here"


def test_a_page_without_a_socket_is_told_no_more(pair: Browser) -> None:
    table, everybody = pair.table, own_cards(pair, "")
    pair.show("0")
    while pair.seat == "0":
        pair.choose(pair.choices[0])
    told = json.loads(pair.open(f"/t/{table}/live?v=0"))
    assert 'id="cover-h"' in told["panels"]["cover"], "a page that still shows a hand knows by this that it may not"
    assert not {"hand", "draft"} & set(told["panels"] | told["after"])
    assert named(json.dumps(told)) <= everybody
    pair.open(f"/t/{table}/show", {"seat": "1"})
    own = own_cards(pair, "1")
    told = json.loads(pair.open(f"/t/{table}/live?v=0"))
    assert "hand" in told["panels"] | told["after"]
    assert named(json.dumps(told)) <= own


def test_who_is_not_asked_may_look_until_something_happens(pair: Browser) -> None:
    pair.show("0")
    while pair.seat == "0":
        pair.choose(pair.choices[0])
    pair.show("0")
    assert pair.seat == "0"
    assert 'id="p-hand"' in pair.page
    assert pair.choices == []
    pair.open(f"/t/{pair.table}")
    assert pair.seat == "0"
    pair.open(f"/t/{pair.table}/do", {"do": "say", "text": "a moment"})
    assert pair.seat == ""
    pair.show("0")
    pair.open(f"/t/{pair.table}/cover", {})
    assert pair.seat == "", "by hand, too"


def test_a_hand_of_others_is_not_shown_and_no_cookie_helps(screen: Browser, server: Server) -> None:
    table = screen.table
    for seat in ("2", "7", "", "x", "-1"):
        screen.open(f"/t/{table}/show", {"seat": seat})
        assert (screen.status, 'data-refused="not_seated"' in screen.page) == (403, True)
    secrets = screen.cookies
    for forged in ("2.1", "1", "0.x", "x.1", "0." + "9" * 40, "."):
        page = server.ask("GET", f"/t/{table}", headers={"Cookie": f"{secrets}; shown={forged}"}).body.decode()
        assert 'data-seat=""' in page
        assert 'id="p-hand"' not in page
    stranger = server.ask("GET", f"/t/{table}", headers={"Cookie": "shown=0.1"}).body.decode()
    assert 'data-seat=""' in stranger
    assert 'id="p-cover"' not in stranger


def test_while_all_is_covered_nothing_is_chosen_in_anybodys_name(screen: Browser) -> None:
    screen.open(f"/t/{screen.table}/do", {"do": "choose", "decision": "1", "choice": "pick Troll"})
    assert (screen.status, 'data-refused="not_seated"' in screen.page) == (403, True)


def test_a_seat_that_is_named_in_the_address_has_a_page_of_its_own(screen: Browser) -> None:
    screen.open(f"/t/{screen.table}?seat=1")
    assert screen.seat == "1"
    assert 'id="p-cover"' not in screen.page


def test_a_hand_stays_open_while_its_person_is_asked_or_nobody_else_here_is() -> None:
    folded = table_of("person", "person", "person")
    table = folded.table
    assert Screen((0, 1), 0, 0).is_open(table), "both are asked"
    assert not Screen((0, 1)).is_open(table)
    folded.choose(0)
    assert not Screen((0, 1), 0, 0).is_open(table), "the other is asked"
    assert Screen((0, 1), 0, table.version).is_open(table), "a look at what has not changed since"
    assert Screen((0, 1), 1, 0).is_open(table)
    folded.choose(1)
    assert Screen((0, 1), 0, 0).is_open(table), "nobody here is asked"
    folded.to_the_end()
    assert Screen((0, 1), 0, 0).is_open(table), "at the end nothing is hidden"


def test_a_screen_is_not_passed_on_for_a_seat_that_a_bot_plays() -> None:
    folded = table_of("person", "person", "random")
    folded.do(commands.leave(folded.table, AT, 1, stand_in=True))
    folded.choose(0)
    assert folded.table.seats[1].decision, "the bot is asked"
    assert Screen((0, 1), 0, 0).is_open(folded.table)
