"""One cookie stands for all seats of a browser, however many there are."""

import re
from collections.abc import Awaitable, Callable

import pytest

from drakkar.server.api import sessions
from drakkar.server.log.secrets import hash_secret
from drakkar.server.log.store import OVER
from drakkar.server.web.lobby import MOST_OWN
from drakkar.server.web.pages import WebRoutes
from tests.server.asgi_client import Called
from tests.server.browsing import Browser
from tests.server.stage import Stage, staged

TABLES = 70


def browsed(test: Callable[[Called], Awaitable[None]]) -> None:
    """Run a test on an application with pages."""

    async def run(stage: Stage) -> None:
        await test(Called(stage, pages=WebRoutes))

    staged(run)


async def founded(browser: Browser, *seats: str) -> str:
    """Create a table from a browser."""
    wishes = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    await browser.app.stage.pass_time(1)
    answer = await browser.ask("POST", "/api/tables", {"pace": 0, "grace": 0, "seats": wishes})
    assert answer.status == 201
    return str(answer.json["table"])


def mine(page: str) -> list[str]:
    """The player's tables on a start page, in order."""
    return re.findall(r'data-table="([\w-]+)"', page.partition('<form id="load"')[0])


def test_after_seventy_tables_the_first_is_still_ones_own() -> None:
    async def test(app: Called) -> None:
        browser = Browser(app)
        tables = [await founded(browser, "person", "open") for _ in range(TABLES)]
        assert len(browser.jar) == 1
        assert [await browser.seat(table) for table in tables] == [0] * TABLES
        assert await Browser(app).seat(tables[0]) is None
        assert mine(await browser.page("/")) == tables[: -MOST_OWN - 1 : -1]

    browsed(test)


def test_an_old_match_that_waits_for_its_player_is_listed_before_newer_ones() -> None:
    async def test(app: Called) -> None:
        browser = Browser(app)
        waiting = await founded(browser, "person", "person")
        tables = [await founded(browser, "person", "open") for _ in range(20)]
        assert mine(await browser.page("/")) == [waiting, *tables[: -MOST_OWN - 1 : -1]]

    browsed(test)


def test_a_seat_taken_by_a_form_is_kept_and_one_left_before_the_match_is_not_listed() -> None:
    async def test(app: Called) -> None:
        founder, guest = Browser(app), Browser(app)
        table = await founded(founder, "person", "open", "open")
        await guest.form(f"/t/{table}/sit", name="Freya")
        assert await guest.seat(table) == 1
        assert mine(await guest.page("/")) == [table]
        await guest.form(f"/t/{table}/leave")
        assert await guest.seat(table) is None
        assert mine(await guest.page("/")) == []
        await guest.form(f"/t/{table}/sit", name="Freya")
        assert mine(await guest.page("/")) == [table]

    browsed(test)


def test_a_cookie_that_the_server_does_not_know_opens_nothing() -> None:
    async def test(app: Called) -> None:
        browser, stranger = Browser(app), Browser(app)
        table = await founded(browser, "person", "open")
        for shown in ("x" * 32, "x", "", hash_secret(browser.jar[sessions.COOKIE]), "ÿ" * 32, '"' + "x" * 32 + '"'):
            stranger.jar[sessions.COOKIE] = shown
            assert await stranger.seat(table) is None
            assert mine(await stranger.page("/")) == []

    browsed(test)


def test_a_rematch_opens_by_itself_and_stands_for_the_match_before() -> None:
    async def test(app: Called) -> None:
        browser = Browser(app)
        table = await founded(browser, "person", "random")
        room = app.stage.registry.rooms[table]
        while room.table.status != OVER:
            decision, choice = room.table.seats[0].decision, room.table.match.choices(0)[0]
            said = {"do": "choose", "decision": decision, "choice": str(choice)}
            assert (await browser.ask("POST", f"/api/tables/{table}/do", said)).status == 200
            while room.table.status != OVER and not room.table.seats[0].decision:
                await app.stage.turns()
        again = (await browser.ask("POST", f"/api/tables/{table}/do", {"do": "rematch"})).json["table"]
        assert await browser.seat(again) == 0
        assert mine(await browser.page("/")) == [again]
        await browser.page(f"/t/{again}")
        newer = await founded(browser, "person", "open")
        assert mine(await browser.page("/")) == [again, newer], "the rematch waits for its player"

    browsed(test)


@pytest.mark.parametrize("number", [1, 3 * sessions.OLD_AT_ONCE])
def test_old_cookies_move_into_the_session_and_go_away(number: int) -> None:
    async def test(app: Called) -> None:
        browser, secrets = Browser(app), []
        for _ in range(number):
            home, (secret, _) = await app.found("person", "open")
            secrets.append((home.rpartition("/")[2], secret))
        browser.jar = {f"drakkar_{table}_0": secret for table, secret in secrets}
        browser.jar["drakkar_nowhere_0"] = "of a table that is gone"
        pages = 0
        while len(browser.jar) > 1:
            before = len(browser.jar)
            assert await browser.seat(secrets[-1][0]) == 0, "an old cookie counts until it is moved"
            await browser.page("/")
            pages += 1
            assert len(browser.jar) < before
        assert list(browser.jar) == [sessions.COOKIE]
        assert pages == -(-(number + 1) // sessions.OLD_AT_ONCE)
        assert [await browser.seat(table) for table, _ in secrets] == [0] * number

    browsed(test)


def test_old_cookies_that_are_wrong_bring_nothing_into_a_session() -> None:
    async def test(app: Called) -> None:
        browser = Browser(app)
        home, _ = await app.found("person", "open")
        table = home.rpartition("/")[2]
        browser.jar = {f"drakkar_{table}_0": "a guess that is wrong", "drakkar_x_y_z_0": "1", "drakkar_": "2"}
        await browser.page("/")
        assert browser.jar == {"drakkar_": "2"}, "and the server keeps no session for them"

    browsed(test)


def test_a_browser_with_too_many_seats_is_told_so_before_a_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: Called) -> None:
        monkeypatch.setattr(sessions, "MOST_SEATS", 2)
        browser = Browser(app)
        table = await founded(browser, "person", "person", "open")
        tables = len(app.stage.registry.rooms)
        wish = {"seats": [{"kind": "person"}, {"kind": "open"}]}
        for path, body in (("/api/tables", wish), (f"/api/tables/{table}/sit", {})):
            refused = (await browser.ask("POST", path, body)).json
            assert (refused["code"], refused["text"]) == ("too_many", "this browser already has 2 seats")
        assert len(app.stage.registry.rooms) == tables
        assert await browser.seat(table) == 0

    browsed(test)


def test_sessions_beyond_the_cache_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(app: Called) -> None:
        monkeypatch.setattr(sessions, "MOST_CACHED", 3)
        browsers = [Browser(app) for _ in range(6)]
        tables = [await founded(browser, "person", "open") for browser in browsers]
        for _ in range(2):
            for browser, table in zip(browsers, tables, strict=True):
                assert await browser.seat(table) == 0

    browsed(test)
