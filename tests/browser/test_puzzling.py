"""Puzzles in the browser: one by roles and the keyboard alone, with what is spoken; another by touch."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.test_learning import LISTEN, Learner, heard
from tests.browser.test_spoken import TRANSCRIPTS, WRITE
from tests.browser.test_table import axe_faults
from tests.server.running import Server, running

PUZZLE = TRANSCRIPTS / "puzzle_en.txt"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with puzzles."""
    with running(tmp_path_factory.mktemp("puzzles"), module="tests.server.with_puzzles") as started:
        yield started


def test_a_puzzle_is_done_by_roles_and_the_keyboard_alone(person: People) -> None:
    someone = person()
    page = someone.page
    solver = Learner(page)
    solver.guide = page.get_by_role("region", name="Puzzle", exact=True)
    page.add_init_script(LISTEN.replace("aria-label=Guide", "aria-label=Puzzle"))
    with page.expect_navigation():
        solver.press(page.get_by_role("link", name="Puzzles").first)
    assert axe_faults(page) == []
    with page.expect_navigation():
        solver.press(page.get_by_role("listitem").filter(has_text="Timing").get_by_role("button", name="Solve"))
    someone.line_is_on()
    solver.choose("Andlang")
    expect(solver.guide.get_by_text("Missed")).to_be_visible()
    expect(solver.guide.get_by_text("It is “invade warrior Horgr”.").last).to_be_visible()
    solver.listen_to_the_end()
    if WRITE:
        PUZZLE.write_text(heard(page))
    assert heard(page) == PUZZLE.read_text()
    assert axe_faults(page) == []
    with page.expect_navigation():
        solver.press(solver.guide.get_by_role("link", name="All puzzles"))
    expect(page.get_by_role("heading", name="Blood Rage")).to_contain_text("0 / 2 solved")


def test_on_a_phone_the_puzzle_of_the_day_is_solved_and_counted(person: People) -> None:
    someone = person(width=390, height=844)
    page = someone.page
    someone.open("/puzzles")
    someone.follow("[data-daily] button")
    someone.line_is_on()
    page.tap("#p-prompt button:has-text('Horgr')")
    expect(page.get_by_role("region", name="Puzzle", exact=True).get_by_text("Solved")).to_be_visible()
    expect(page.locator("#wt-Horgr")).to_have_class(re.compile(r"\bpointed\b"))
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    someone.open("/puzzles")
    expect(page.locator("[data-daily]")).to_contain_text("Days in a row: 1")
    expect(page.get_by_role("heading", name="Blood Rage")).to_contain_text("1 / 2 solved")
