"""A real Chromium and a real server. Without Chromium these tests are skipped; if CI is set, they fail."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

import drakkar
from tests.browser.people import Person
from tests.server.running import Server, running

# The compiled build has the same pages, so one test is enough.
ON_THE_COMPILED_BUILD = "test_play_now_is_one_click_and_the_table_fits_the_screen"


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark these tests, so that CI runs all of them on the plain build and one of them on the compiled build."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker("browser")
    if drakkar.build() == "compiled":
        others = [item for item in here if item.name != ON_THE_COMPILED_BUILD]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser for a test file. While it is open, no other test of this process can run an event loop."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium, and CI must have one")
        pytest.skip("there is no chromium: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file."""
    with running(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture
def person(chromium: Browser, server: Server, tmp_path: Path) -> Iterator["People"]:
    """Makes people, each with their own browser; at the end none of them may have seen an error."""
    people = People(chromium, server)
    yield people
    people.go()


def sit_at(context: BrowserContext, server: Server, table: str, secret: str) -> None:
    """Give a browser a seat."""
    held = {cookie["name"]: cookie["value"] for cookie in context.cookies()}
    for name, value in server.session(table, secret, held=held).items():
        context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "httpOnly": True}])


class People:
    """All people who use the server in one test."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Person] = []

    def __call__(
        self,
        table: str = "",
        secret: str = "",
        *,
        width: int = 1366,
        height: int = 768,
        language: str = "en",
        scripts: bool = True,
        motion: bool = False,
        touch: bool = False,
        is_new: bool = False,
    ) -> Person:
        """A new person, who opens a table (or the first page) with the secret of a seat.

        Only one who `is_new` reads what is explained the first time it happens.
        """
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            java_script_enabled=scripts,
            has_touch=touch or width < 500,
            reduced_motion="no-preference" if motion else "reduce",
        )
        home = f"http://127.0.0.1:{self.server.port}"
        if not is_new:
            context.add_init_script(
                "try { localStorage.setItem('drakkar.first', 'off') } catch { /* no page of ours */ }"
            )
        if secret:
            sit_at(context, self.server, table, secret)
        someone = Person(context, home, has_touch=touch or width < 500, scripts=scripts)
        self.all.append(someone)
        someone.open(f"/t/{table}" if table else "/")
        return someone

    def go(self) -> None:
        """Close all browsers, and check that their consoles have no errors."""
        complaints = [complaint for someone in self.all for complaint in someone.complaints]
        for someone in self.all:
            someone.context.close()
        assert not complaints
