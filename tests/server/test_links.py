"""Links to a seat: its owner opens it on another device, and revokes that."""

import json
import re
from urllib.parse import urlsplit

import pytest

from drakkar.server.api import sessions
from drakkar.server.live.push_format import JSON
from drakkar.server.live.subscriber import Subscription
from drakkar.server.log.secrets import hash_secret
from drakkar.server.web.hot_seat import Screen, SharedPanelFeed
from drakkar.server.web.panel_feed import PanelFeed
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.page_reader import Reader
from tests.server.test_sessions import browsed, founded


async def linked(owner: Browser, table: str, query: str = "") -> str:
    """Create a link; return its secret."""
    answer = await owner.ask("POST", f"/api/tables/{table}/links{query}", {})
    assert (answer.status, answer.json["is"]) == (200, "links")
    assert answer.json["link"] == f"/t/{table}#{answer.json['secret']}"
    return str(answer.json["secret"])


async def number(owner: Browser, table: str) -> int:
    """The number of links to a seat, for its owner."""
    told: int = (await owner.ask("GET", f"/api/tables/{table}/links")).json["links"]
    return told


def test_a_link_opens_the_seat_in_another_browser_again_and_again() -> None:
    async def test(app: Called) -> None:
        owner, phone, tablet = Browser(app), Browser(app), Browser(app)
        table = await founded(owner, "person", "random")
        secret = await linked(owner, table)
        for browser in (phone, tablet, phone, owner):
            assert (await browser.enter(table, secret)).json["is"] == "done"
            assert await browser.seat(table) == 0
        hand = (await owner.ask("GET", f"/api/tables/{table}")).json["state"]["choices"]
        assert (await phone.ask("GET", f"/api/tables/{table}")).json["state"]["choices"] == hand
        assert await number(owner, table) == 1
        assert not [log for log in app.stage.store.logs[table] if secret.encode() in log]

    browsed(test)


def test_a_link_of_one_seat_opens_no_other_and_no_other_table() -> None:
    async def test(app: Called) -> None:
        owner, phone = Browser(app), Browser(app)
        table, other = await founded(owner, "person", "person"), await founded(owner, "person", "person")
        secret = await linked(owner, table, "?seat=1")
        assert (await phone.enter(other, secret)).json["code"] == "not_seated"
        await phone.enter(table, secret)
        assert await phone.seat(table) == 1
        assert (await phone.ask("GET", f"/api/tables/{table}?seat=0")).json["code"] == "not_seated"
        assert await phone.seat(other) is None
        # Programs present the secret of the seat itself; the secret of a link is only for `enter`.
        assert (await app.get(f"/api/tables/{table}", secret)).json["state"]["seat"] is None

    browsed(test)


def test_who_has_no_seat_can_neither_make_nor_count_nor_revoke_links() -> None:
    async def test(app: Called) -> None:
        owner, stranger = Browser(app), Browser(app)
        table = await founded(owner, "person", "open")
        await linked(owner, table)
        for method in ("GET", "POST", "DELETE"):
            answer = await stranger.ask(method, f"/api/tables/{table}/links", {})
            assert (answer.status, answer.json["code"]) == (403, "not_seated")
        elsewhere = {"origin": "https://evil.example"}
        for method in ("POST", "DELETE"):
            answer = await owner.ask(method, f"/api/tables/{table}/links", {}, elsewhere)
            assert answer.json["code"] == "wrong_origin"
        assert await number(owner, table) == 1

    browsed(test)


def test_a_seat_has_so_many_links_and_after_a_revocation_again() -> None:
    async def test(app: Called) -> None:
        owner = Browser(app)
        table = await founded(owner, "person", "open")
        secrets = {await linked(owner, table) for _ in range(sessions.MOST_LINKS)}
        assert len(secrets) == await number(owner, table) == sessions.MOST_LINKS
        refused = (await owner.ask("POST", f"/api/tables/{table}/links", {})).json
        assert (refused["code"], refused["text"]) == ("not_now", "a seat has at most 20 links; revoke them first")
        assert 'id="new-link-b"' not in await owner.page(f"/t/{table}/links")
        gone = (await owner.ask("DELETE", f"/api/tables/{table}/links")).json
        assert gone == {"is": "links", "links": 0, "revoked": sessions.MOST_LINKS}
        await linked(owner, table)

    browsed(test)


@pytest.mark.parametrize("by_program", [False, True])
def test_a_revocation_takes_the_seat_from_browsers_that_came_by_a_link(by_program: bool) -> None:
    async def test(app: Called) -> None:
        home, (own, _) = await app.found("person", "random")
        table, owner, phone, late = home.rpartition("/")[2], Browser(app), Browser(app), Browser(app)
        await owner.enter(table, own)
        secret = await linked(owner, table)
        await phone.enter(table, secret)
        if by_program:
            assert (await app.ask("DELETE", f"{home}/links", secret=own)).json["revoked"] == 1
        else:
            assert (await owner.ask("DELETE", f"/api/tables/{table}/links")).json["revoked"] == 1
        assert await owner.seat(table) == 0
        assert await phone.seat(table) is None
        for browser in (phone, late):
            assert (await browser.enter(table, secret)).json["code"] == "not_seated"
        assert (await phone.ask("GET", f"/t/{table}/links")).status == 403

    browsed(test)


def test_a_browser_that_came_by_a_link_keeps_the_seat_when_it_revokes_and_the_owner_always_does() -> None:
    async def test(app: Called) -> None:
        owner, phone, tablet = Browser(app), Browser(app), Browser(app)
        table = await founded(owner, "person", "random")
        secret = await linked(owner, table)
        for browser in (phone, tablet):
            await browser.enter(table, secret)
        await phone.ask("DELETE", f"/api/tables/{table}/links")
        assert [await browser.seat(table) for browser in (owner, phone, tablet)] == [0, 0, None]
        await owner.ask("DELETE", f"/api/tables/{table}/links")
        assert [await browser.seat(table) for browser in (owner, phone, tablet)] == [0, None, None]

    browsed(test)


def test_the_seats_own_secret_counts_for_more_than_a_link() -> None:
    async def test(app: Called) -> None:
        home, (own, _) = await app.found("person", "random")
        table, browser = home.rpartition("/")[2], Browser(app)
        link = (await app.post(f"{home}/links", {}, own)).json["secret"]
        for secret in (link, own, link):
            assert (await browser.enter(table, secret)).json["is"] == "done"
        await app.ask("DELETE", f"{home}/links", secret=own)
        assert await browser.seat(table) == 0

    browsed(test)


def test_open_connections_of_a_browser_that_loses_a_seat_hear_no_more_of_the_hand() -> None:
    async def test(app: Called) -> None:
        owner = Browser(app)
        table = await founded(owner, "person", "person")
        room = app.stage.registry.rooms[table]
        key, session = room.table.seats[0].key, hash_secret(owner.jar[sessions.COOKIE])
        held = frozenset([key])
        shared = SharedPanelFeed("en", screen=Screen((0, 1), 0, room.table.version))
        program = room.subscribe(Subscription(0, JSON, session="another", linked=held))
        page = room.subscribe(Subscription(0, PanelFeed("en"), session="another", linked=held))
        screen = room.subscribe(Subscription(1, shared, frozenset((0, 1)), "another", held))
        same = room.subscribe(Subscription(0, JSON, session=session, linked=held))
        own = room.subscribe(Subscription(0, JSON, session="a third"))
        await app.stage.turns()
        await owner.ask("DELETE", f"/api/tables/{table}/links?seat=0")
        assert (program.seat, same.seat, own.seat) == (None, 0, 0)
        for subscriber in (page, screen):
            assert subscriber not in room.subscribers
            assert subscriber.close_reason == "not_seated"
            assert [json.loads(one) for one in subscriber._queue] == [{"is": "unseated"}]
        last = json.loads(program._queue[-1])
        assert (last["is"], last["state"]["seat"], last["state"]["choices"]) == ("state", None, [])

    browsed(test)


def test_at_a_table_without_spectators_such_a_connection_is_closed() -> None:
    async def test(app: Called) -> None:
        home, (own, _) = await app.found("person", "random", spectators=False)
        room = app.stage.registry.rooms[home.rpartition("/")[2]]
        program = room.subscribe(Subscription(0, JSON, session="x", linked=frozenset([room.table.seats[0].key])))
        await app.ask("DELETE", f"{home}/links", secret=own)
        assert program.close_reason == "no_spectators"
        assert [json.loads(one)["is"] for one in program._queue] == ["refused"]

    browsed(test)


# --- Pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_a_new_link_once_and_asks_before_it_revokes(language: str) -> None:
    async def test(app: Called) -> None:
        owner, phone = Browser(app), Browser(app)
        owner.jar["language"] = language
        said = web_translator(language, "blood_rage").page
        table = await founded(owner, "person", "random")
        assert f'href="/t/{table}/links"' in await owner.page(f"/t/{table}")
        page = (await owner.form(f"/t/{table}/links", new="1")).body.decode()
        Reader(page)
        (link,) = re.findall(r'id="seat-link" readonly value="(.*?)"', page)
        assert link.startswith(f"http://drakkar.example/t/{table}#")
        secret = urlsplit(link).fragment
        assert page.count(secret) == 1
        assert said("link_secret") in Reader(page).texts
        for path in (f"/t/{table}/links", f"/t/{table}", "/"):
            assert secret not in await owner.page(path)
        assert said("links_number", number=1) in await owner.page(f"/t/{table}/links")
        asks = await owner.page(f"/t/{table}/links?revoke=1")
        Reader(asks)
        assert said("links_revoke_sure") in Reader(asks).texts
        assert (await phone.enter(table, secret)).json["is"] == "done"
        done = (await owner.form(f"/t/{table}/links", revoke="1")).body.decode()
        assert said("links_revoked") in Reader(done).texts
        assert said("links_number", number=0) in done
        assert await phone.seat(table) is None

    browsed(test)


def test_a_link_that_is_pasted_on_the_first_page_opens_the_seat_without_scripts() -> None:
    async def test(app: Called) -> None:
        owner, phone = Browser(app), Browser(app)
        table = await founded(owner, "person", "random")
        secret = await linked(owner, table)
        joined = await phone.form("/join", link=f"http://drakkar.example/t/{table}#{secret}")
        assert joined.headers["location"] == f"/t/{table}"
        assert await phone.seat(table) == 0
        refused = await phone.form("/join", link=f"/t/{table}#{secret[:-1]}")
        assert refused.status == 403
        assert secret[:-1] not in refused.body.decode()

    browsed(test)


def test_a_page_of_a_seat_that_is_lost_is_not_told_of_another() -> None:
    async def test(app: Called) -> None:
        owner, watcher = Browser(app), Browser(app)
        table = await founded(owner, "person", "random")
        for browser, shown, status in ((owner, "0", 200), (owner, "", 403), (watcher, "0", 403), (watcher, "", 200)):
            answer = await browser.ask("GET", f"/t/{table}/live?me={shown}")
            assert answer.status == status

    browsed(test)


@pytest.mark.parametrize("spectators", [True, False])
def test_every_page_of_a_table_can_take_a_link_also_one_that_refuses(spectators: bool) -> None:
    async def test(app: Called) -> None:
        home, _ = await app.found("person", "random", spectators=spectators)
        table = home.rpartition("/")[2]
        page = (await Browser(app).ask("GET", f"/t/{table}")).body.decode()
        assert f'<script src="/static/enter.js" data-table="{table}"' in page

    browsed(test)
