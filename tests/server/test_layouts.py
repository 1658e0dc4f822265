"""The layouts of a table: a big screen shows what is public, in any browser; a hand shows one seat's."""

import json
import re
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.core.hosting import prompts
from drakkar.server.api.rate_limiter import Limits
from drakkar.server.live.room import Room
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.join_codes import ALPHABET, LENGTH, code_of, shown_code, typed_code
from drakkar.server.web.layout_feeds import HandFeed, ScreenFeed
from drakkar.server.web.layouts import HAND, SCREEN
from drakkar.server.web.pages import WebRoutes
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.panels import PageContext
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.sample_documents import document, events
from tests.server.stage import Stage, choose, some_choice, staged
from tests.server.test_sessions import browsed, founded

TITLES = ("blood_rage", "lords_of_ragnarok")
PANEL = re.compile(r'<section id="p-([\w-]+)" class="[^"]*" data-panel=')


async def begun(app: Called, game: str) -> tuple[str, dict[int, Browser]]:
    """A running match, and the browsers of its players; the last one holds two seats."""
    home, secrets = await app.found("person", "person", "person", game=game)
    table = home.rpartition("/")[2]
    browsers = {seat: Browser(app) for seat in range(3)}
    for seat, browser in browsers.items():
        await browser.enter(table, secrets[seat])
    await browsers[2].enter(table, secrets[1])
    return table, browsers


def panel_of(page: str, name: str) -> str:
    """The hash of a panel of a page."""
    found = re.search(rf'<section id="p-{name}" [^>]*data-h="(\w+)"', page)
    assert found, name
    return found[1]


def asked(room: Room) -> list[int]:
    """The seats that must decide."""
    return [number for number, seat in enumerate(room.table.seats) if seat.decision]


async def panels(browser: Browser, path: str) -> dict[str, str]:
    """The panels that a page without a socket gets."""
    answer = await browser.ask("GET", path)
    assert answer.status == 200, answer.body
    found: dict[str, str] = answer.json["panels"]
    return found


# --- A big screen


@pytest.mark.parametrize("game", TITLES)
def test_a_big_screen_shows_the_same_in_every_browser(game: str) -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, game)
        stranger = Browser(app)
        room = app.stage.registry.rooms[table]
        pages, pushes = set(), set()
        for browser in (stranger, *browsers.values()):
            for query in ("", "?seat=0", "?seat=none", "?layout=hand"):
                pages.add(await browser.page(f"/t/{table}/screen{query}"))
                pushes.add(json.dumps(await panels(browser, f"/t/{table}/live{query or '?'}&layout=screen&me=")))
        assert len(pages) == 1
        # `?layout=hand&layout=screen` is one of them: the last word counts.
        assert len(pushes) == 1
        public = PanelFeed("en").parts(room, None, {})
        screen = ScreenFeed("en").parts(room, None, {})
        own = {name for name, part in screen.items() if public.get(name) != part}
        assert own == {"prompt"}
        assert not {"hand", "draft", "turn", "chat", "recap", "targets"} & screen.keys()

    browsed(test)


@pytest.mark.parametrize("game", TITLES)
def test_a_big_screen_has_nothing_to_choose_or_to_write(game: str) -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, game)
        page = await browsers[0].page(f"/t/{table}/screen")
        assert 'data-layout="screen"' in page
        assert 'data-seat=""' in page
        assert not re.findall(r"<form (?!method=.dialog)[^>]*>", page)
        assert "data-choice" not in page
        assert "data-decision" not in page
        assert code_of(table) not in page.replace(" ", "")

    browsed(test)


def test_a_big_screen_names_the_people_it_waits_for_but_no_bots() -> None:
    async def test(app: Called) -> None:
        app.stage.bot_pool.broken["thrall"] = "ZeroDivisionError"
        browser = Browser(app)
        table = await founded(browser, "person", "thrall", "person")
        await app.stage.turns()
        page = await browser.page(f"/t/{table}/screen")
        assert 'data-people="0 2"' in page
        assert len(app.stage.registry.rooms[table].document(None)["owed"]) == 3

    browsed(test)


def test_a_big_screen_is_only_for_tables_that_people_may_watch() -> None:
    async def test(app: Called) -> None:
        home, secrets = await app.found("person", "person", spectators=False)
        table, owner = home.rpartition("/")[2], Browser(app)
        await owner.enter(table, secrets[0])
        for path in ("screen", "live?layout=screen"):
            answer = await owner.ask("GET", f"/t/{table}/{path}")
            assert (answer.status, b'data-refused="no_spectators"' in answer.body) == (403, True)

    browsed(test)


def test_a_big_screen_hears_of_a_choice_what_a_spectator_hears() -> None:
    async def test(stage: Stage) -> None:
        room = await stage.found("person", "person")
        screen, spectator = ScreenFeed("en"), PanelFeed("en")
        version, before = room.table.version, [feed.parts(room, None, {}) for feed in (screen, spectator)]
        for seat in (0, 1):
            await choose(room, seat)
        told = []
        for feed, old in zip((screen, spectator), before, strict=True):
            cache: dict[object, Any] = {}
            told.append(json.loads(feed.push(room, None, old, feed.parts(room, None, cache), version, cache)))
        own, others = told
        assert own["panels"].keys() <= {"prompt"}
        assert own["after"] == {name: part for name, part in others["after"].items() if name != "targets"} != {}
        assert [own[part] for part in ("v", "beats", "say")] == [others[part] for part in ("v", "beats", "say")]
        with pytest.raises(AssertionError, match="for spectators"):
            screen.parts(room, 0, {})

    staged(test)


# --- A hand


@pytest.mark.parametrize("game", TITLES)
def test_a_hand_has_what_its_player_needs_and_nothing_else(game: str) -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, game)
        page, whole = await browsers[1].page(f"/t/{table}/hand"), await browsers[1].page(f"/t/{table}")
        shown = set(PANEL.findall(page)) - {"stage"}
        assert {"prompt", "turn", "hand", "draft", "sheet-1", "notes"} <= shown
        assert not shown & {
            "log",
            "chat",
            "recap",
            "targets",
            "places",
            "land",
            "battle",
            "sheet-0",
            "sheet-2",
            "players",
        }
        for name in ("hand", "draft", "sheet-1"):
            assert panel_of(page, name) == panel_of(whole, name)
        pushed = await panels(browsers[1], f"/t/{table}/live?layout=hand&me=1")
        assert pushed.keys() - {"title"} == shown

    browsed(test)


def test_a_hand_needs_one_seat_else_the_whole_table_opens() -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, "blood_rage")
        for browser in (Browser(app), browsers[2]):
            answer = await browser.ask("GET", f"/t/{table}/hand")
            assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
        assert 'data-seat="2"' in await browsers[2].page(f"/t/{table}/hand?seat=2")
        refused = await browsers[0].ask("GET", f"/t/{table}/live?layout=hand&me=1")
        assert (refused.status, b'data-refused="not_seated"' in refused.body) == (403, True)

    browsed(test)


def test_a_choice_without_scripts_leads_back_to_the_hand() -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, "blood_rage")
        page = await browsers[2].page(f"/t/{table}/hand?seat=2")
        action = re.search(r'<form class="steps3" id="choose" method="post" action="([^"]+)"', page)
        assert action
        path = action[1].replace("&amp;", "&")
        assert path == f"/t/{table}/do?seat=2&layout=hand"
        match = app.stage.registry.rooms[table].table
        words = str(match.match.choices(2)[0])
        answer = await browsers[2].form(path, do="choose", decision=str(match.seats[2].decision), choice=words)
        assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}/hand?seat=2")
        assert match.seats[2].decision == 0

    browsed(test)


def test_a_hand_stages_nothing_and_says_it_instead() -> None:
    async def test(stage: Stage) -> None:
        room, rng = await stage.found("person", "person"), Random(5)
        hand, whole = HandFeed("en"), PanelFeed("en")
        told: dict[str, Any] = {"beats": []}
        own: dict[str, Any] = {}
        while not told["beats"] and not room.table.match.over:
            version, seat = room.table.version, rng.choice(asked(room))
            await room.act(seat, some_choice(room, seat, rng))
            told, own = (json.loads(feed.news(room, 0, version)) for feed in (whole, hand))
            assert own["beats"] == []
        assert told["beats"]
        assert own["say"]

    staged(test)


def test_the_hand_alone_is_offered_while_a_big_screen_is_open() -> None:
    async def test(app: Called) -> None:
        table, browsers = await begun(app, "blood_rage")
        room = app.stage.registry.rooms[table]
        assert 'id="hand-only"' not in await browsers[0].page(f"/t/{table}")
        assert f'id="hand-s" href="/t/{table}/hand"' in await browsers[0].page(f"/t/{table}")
        subscriber = room.subscribe_seat(None, ScreenFeed("pl"))
        assert f'id="hand-only" href="/t/{table}/hand"' in await browsers[0].page(f"/t/{table}")
        assert 'id="hand-only"' not in await Browser(app).page(f"/t/{table}")
        room.unsubscribe(subscriber)
        assert 'id="hand-only"' not in await browsers[0].page(f"/t/{table}")

    browsed(test)


# --- Codes


def test_a_code_has_six_characters_that_do_not_look_alike() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set("IO01") & set(ALPHABET)
    codes = {code_of(f"table-{number}") for number in range(1000)}
    assert len(codes) == 1000
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert code_of("a-table") == "3KDAQ8", "a code on a screen must survive an update of the server"


@pytest.mark.parametrize("words", ["k7f2qx", "K7F 2QX", " k7f-2qx ", "K 7 F 2 Q X"])
def test_a_code_may_be_typed_with_spaces_and_small_letters(words: str) -> None:
    assert typed_code(words) == "K7F2QX"


@pytest.mark.parametrize("words", ["", "K7F2Q", "K7F2QXA", "http://a/t/b", "/t/K7F2QX", "ᚠᚢᚦᚨᚱᚲ", "K7F2Q!"])
def test_other_words_are_no_code(words: str) -> None:
    assert typed_code(words) == ""


def test_a_code_opens_the_lobby_until_the_match_begins() -> None:
    async def test(app: Called) -> None:
        host, friend = Browser(app), Browser(app)
        await founded(host, "person", "open")
        table = await founded(host, "person", "open")
        await founded(host, "person", "open")
        lobby = await host.page(f"/t/{table}")
        assert shown_code(table) in lobby
        assert shown_code(table) in await host.page(f"/t/{table}/screen")
        answer = await friend.form("/join", link=shown_code(table).lower())
        assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
        assert 'id="sit"' in await friend.page(f"/t/{table}")
        assert (await friend.form(f"/t/{table}/sit", name="Tomasz")).status == 303
        late = await Browser(app).form("/join", link=code_of(table))
        assert (late.status, b'data-refused="no_code"' in late.body) == (404, True)
        assert shown_code(table) not in await host.page(f"/t/{table}")

    browsed(test)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_code_is_refused_clearly(language: str) -> None:
    async def test(app: Called) -> None:
        await founded(Browser(app), "person", "open")
        answer = await Browser(app).form(f"/join?lang={language}", link="AAAAAA")
        assert answer.status == 404
        assert web_translator(language, "blood_rage").words.page("refused.no_code") in answer.body.decode()

    browsed(test)


def test_a_code_that_two_open_tables_share_opens_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: Called) -> None:
        for _ in range(2):
            await founded(Browser(app), "person", "open")
        answer = await Browser(app).form("/join", link="AAAAAA")
        assert (answer.status, b'data-refused="no_code"' in answer.body) == (404, True)

    monkeypatch.setattr("drakkar.server.web.join_codes.code_of", lambda _: "AAAAAA")
    browsed(test)


def test_an_address_may_try_only_so_many_codes() -> None:
    async def test(stage: Stage) -> None:
        app = Called(stage, Limits(cpu=0, tables=0.5, tables_at_once=3), pages=WebRoutes)
        browser = Browser(app)
        room = await stage.found("open", "open")
        statuses = [(await browser.form("/join", link="AAAAAA")).status for _ in range(3)]
        assert statuses == [404] * 3
        refused = await browser.form("/join", link=code_of(room.table.id))
        assert (refused.status, refused.headers["retry-after"]) == (429, "2")
        assert (await browser.form("/join", link=f"/t/{room.table.id}")).status == 303, "a link is no guess"
        await stage.pass_time(2)
        assert (await browser.form("/join", link=code_of(room.table.id))).status == 303

    staged(test)


def test_a_screen_and_a_hand_lead_to_the_rematch() -> None:
    rng, match = Random(2), drakkar.new("blood_rage", 2, seed=2)
    while not match.over:
        seat = next(iter(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    words, make = web_translator("en", "blood_rage"), page_renderer("blood_rage")
    public = document(match, None, ["Ingrid", "Olaf"]) | {"next": "again"}, events(match, None)
    own = document(match, 0, ["Ingrid", "Olaf"]) | {"next": "again"}, events(match, 0)
    screen = make.screen(*public, words, PageContext(layout=SCREEN), "en", "drakkar.example")
    hand = make.hand(*public, *own, words, PageContext(keep=(("seat", "0"),), layout=HAND), "en")
    assert 'id="next-table" href="/t/again/screen"' in screen
    assert re.search(r'id="next-table" href="/t/again/hand\?seat=0', hand)
    assert "next-table" not in make.table(*public, *own, words)
