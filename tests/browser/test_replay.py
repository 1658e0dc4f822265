"""A finished match in a real browser: stepped through, shared by its address, continued."""

import time
from collections.abc import Callable
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Page

import drakkar
from drakkar.core.hosting import at_choice, prompts, questions
from tests.browser.conftest import People
from tests.browser.people import PATIENCE, Person
from tests.browser.test_table import SIZES, axe_faults
from tests.server.running import Server


@pytest.fixture(scope="module")
def record() -> str:
    match, rng = drakkar.new("blood_rage", 4, seed=11), Random(11)
    while not match.over:
        seat = rng.choice(list(questions(match)))
        willing = [choice for choice in match.choices(seat) if str(choice) not in ("pass", "decline")]
        match.play(seat, rng.choice(willing or match.choices(seat)))
    return match.record()


@pytest.fixture(scope="module")
def table(server: Server, record: str) -> str:
    answer = server.post("/api/tables", {"seats": [{"kind": "bot"}] * 4, "origin": record})
    return str(answer.json["table"])


def at(page: Page) -> int:
    """The number of the shown moment."""
    return int(page.get_attribute("#p-replay [data-last]", "data-at") or -1)


def last(page: Page) -> int:
    """The last moment."""
    return int(page.get_attribute("#p-replay [data-last]", "data-last") or -1)


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait by polling: the page's CSP forbids evaluating strings."""
    end = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


def shown(page: Page) -> dict[str, str]:
    """A hash of the contents of every panel."""
    panels = page.query_selector_all("[data-panel]")
    return {panel.get_attribute("data-panel") or "": panel.get_attribute("data-h") or "" for panel in panels}


def looking(
    person: People, table: str, query: str, size: tuple[int, int] = SIZES[0], *, scripts: bool = True
) -> Person:
    """A person who opens a moment by its link."""
    someone = person(width=size[0], height=size[1], scripts=scripts)
    someone.open(f"/t/{table}/replay?{query}")
    return someone


@pytest.mark.slow
@pytest.mark.parametrize("eye", ["1", "all"])
def test_keys_step_forth_and_back_and_every_address_leads_to_what_was_shown(
    person: People, table: str, eye: str
) -> None:
    someone = looking(person, table, f"at=30&seat={eye}")
    page = someone.page
    seen: dict[int, dict[str, str]] = {}
    for key, moment in [("ArrowRight", 31), ("ArrowRight", 32), ("ArrowRight", 33), ("ArrowLeft", 32), ("Home", 0)]:
        page.keyboard.press(key)
        until(page, lambda moment=moment: at(page) == moment)  # type: ignore[misc]
        until(page, lambda moment=moment: page.url.endswith(f"/replay?at={moment}&seat={eye}"))  # type: ignore[misc]
        assert seen.setdefault(moment, shown(page)) == shown(page)
        assert page.input_value("#at") == str(moment)
    page.keyboard.press("End")
    until(page, lambda: at(page) == last(page))
    assert page.is_visible("#p-outcome")
    assert page.inner_text("#live").startswith(f"Moment {last(page)} of {last(page)}")
    for moment, panels in seen.items():
        someone.open(f"/t/{table}/replay?at={moment}&seat={eye}")
        assert shown(page) == panels
    assert len({panels["replay"] for panels in seen.values()}) == len(seen)


@pytest.mark.slow
def test_quick_presses_are_counted(person: People, table: str) -> None:
    page = looking(person, table, "at=10&seat=all").page
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    until(page, lambda: at(page) == 30)
    page.evaluate("for (let n = 0; n < 5; n += 1) document.getElementById('r-before').click()")
    until(page, lambda: at(page) == 25)


@pytest.mark.slow
def test_the_slider_buttons_and_chapters_go_anywhere(person: People, table: str) -> None:
    page = looking(person, table, "at=0&seat=all").page
    page.fill("#at", "77")
    until(page, lambda: at(page) == 77)
    page.focus("#at")
    page.keyboard.press("ArrowRight")
    until(page, lambda: at(page) == 78)
    page.click("#r-before")
    until(page, lambda: at(page) == 77)
    page.click("#ch-3")
    until(page, lambda: "III" in page.inner_text("#saga .now"))
    page.click("#eye-2")
    page.wait_for_selector("#p-hand")
    assert page.query_selector("#p-hands") is None
    assert page.get_attribute("#eye-2", "aria-current") == "true"


@pytest.mark.slow
def test_it_plays_by_itself_at_the_pace_that_is_set_and_stops_when_told(person: People, table: str) -> None:
    someone = looking(person, table, "at=0&seat=0")
    page = someone.page
    page.select_option("#pace", "500")
    page.focus("#p-replay h2")
    page.keyboard.press("Space")
    until(page, lambda: at(page) >= 2)
    assert page.get_attribute("#r-auto", "aria-pressed") == "true"
    page.click("#r-auto")
    assert page.get_attribute("#r-auto", "aria-pressed") == "false"
    stopped = at(page)
    page.wait_for_timeout(2000)
    assert at(page) <= stopped + 1, "no more than what was on its way"
    someone.open(f"/t/{table}/replay?at={last(page) - 1}&seat=0")
    assert page.input_value("#pace") == "500", "the pace is remembered"
    page.click("#r-auto")
    until(page, lambda: at(page) == last(page) and page.get_attribute("#r-auto", "aria-pressed") == "false")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_the_screen_and_axe_finds_nothing(
    person: People, table: str, size: tuple[int, int], theme: Literal["light", "dark"]
) -> None:
    someone = looking(person, table, "at=0&seat=all", size)
    someone.page.emulate_media(color_scheme=theme)
    for query in ("at=0&seat=all", "at=10&seat=2", "at=60&seat=all", "at=120&seat=1", f"at={last(someone.page)}"):
        someone.open(f"/t/{table}/replay?{query}")
        assert someone.scrolls() == [0, 0]
        assert someone.page.is_visible("#ch-3")
        assert axe_faults(someone.page) == []


@pytest.mark.slow
def test_without_scripts_it_is_stepped_by_links_and_by_the_slider(person: People, table: str) -> None:
    someone = looking(person, table, "at=12&seat=3", scripts=False)
    page = someone.page
    someone.follow("#r-next")
    assert at(page) == 13
    page.fill("#at", "50")
    someone.follow("#reel-go")
    assert (at(page), page.get_attribute("#p-replay [data-eye]", "data-eye")) == (50, "3")
    someone.follow("#eye-all")
    assert page.is_visible("#p-hands")


@pytest.mark.slow
def test_a_record_that_is_loaded_is_seen_again_and_played_on_from_anywhere(
    person: People, record: str, server: Server
) -> None:
    someone = person()
    page = someone.page
    page.fill("#origin", record)
    someone.follow("#load button")
    match = at_choice(drakkar.load(record), 100)
    seat = next(iter(questions(match)))
    page.fill("#at", "100")
    until(page, lambda: at(page) == 100)
    page.click("#on-d summary")
    page.select_option("#on-seat", str(seat))
    page.select_option("#on-level", "thrall")
    someone.follow("#on-go")
    page.wait_for_selector("#p-prompt .mine")
    asked = page.get_attribute("#p-prompt [data-prompt]", "data-prompt")
    assert asked == prompts(match)[seat].code
    table = page.get_attribute("body", "data-table")
    state = server.get(f"/api/tables/{table}").json["state"]
    assert [one["bot"] for one in state["seats"]].count("thrall") == 3
    choices = {way.get_attribute("data-choice") for way in page.query_selector_all("[data-choice]")}
    assert choices == {str(choice) for choice in match.choices(seat)}


@pytest.mark.slow
def test_a_match_that_is_over_leads_to_its_replay_from_its_table_and_from_the_first_page(
    person: People, server: Server, record: str
) -> None:
    founded = server.post("/api/tables", {"seats": [{"kind": "person"}] * 4, "origin": record}).json
    someone = person(founded["table"], founded["secrets"]["2"])
    assert someone.page.is_visible("#to-replay")
    someone.open("/")
    someone.follow("#mine .btn")
    assert someone.page.get_attribute("#p-replay [data-eye]", "data-eye") == "2", "through one's own eyes"
    assert someone.page.locator(".sheet .me:visible").count() == 1
    assert someone.page.locator("#p-sheet-2 .me:visible").count() == 1
