"""A review in a real browser: used by roles and keyboard alone, and what a screen reader hears of it."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from drakkar.analysis import analyser_of
from drakkar.core.game import find
from drakkar.server.live.reviews import encode
from drakkar.server.log.entries import BOT, Founded, Place
from drakkar.server.log.entries import encode as encode_entry
from drakkar.server.log.sqlite_statements import create, keep_review
from drakkar.server.log.store import DONE, OVER, StoredReview
from tests.browser.conftest import People
from tests.browser.people import PATIENCE, Person
from tests.browser.test_spoken import LISTEN, TRANSCRIPTS, WRITE
from tests.browser.test_table import SIZES, axe_faults
from tests.report.stored import match, stored
from tests.server.running import Server


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    """A finished match whose review is stored, as if the present network had made it."""
    played, review, name = match(), stored(), "reviewed"
    analyser = analyser_of(review.title)
    number, _, network = analyser.partition(" ")
    review = review._replace(analyser=int(number), network=network)
    founded = Founded(
        at=1,
        game=played.title,
        rules=find(played.title).revision_of(dict(played.rulings)),
        sides=list(played.sides),
        rulings=dict(played.rulings),
        seed=str(played.seed),
        seats=[Place(BOT, bot="karl")] * played.seats,
        origin=played.record(),
    )
    with closing(sqlite3.connect(server.database, timeout=30)) as db, db:
        create(db, name, encode_entry(founded), OVER, 1)
        keep_review(db, StoredReview(name, analyser, DONE, 1, encode(review.to_json())))
    return name


# Panels of a review that are wider than the window.
TOO_WIDE = """() => [...document.querySelectorAll("#p-graph, #p-replay, .reviewpage .panel")]
  .filter((panel) => panel.getBoundingClientRect().right > innerWidth).map((panel) => panel.id)"""


def press_until(someone: Person, key: str, name: str, most: int = 60) -> None:
    """Press a key until the element with this accessible name has the focus."""
    for _ in range(most):
        someone.page.keyboard.press(key)
        focused = someone.page.evaluate(
            "() => document.activeElement.ariaLabel || document.activeElement.innerText.trim()"
        )
        if focused == name:
            return
    raise AssertionError(f"{name} cannot be reached with {key}")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_replay_tells_grades_and_chances_as_it_is_stepped_through(
    person: People, table: str, language: str
) -> None:
    someone = person(language=language)
    someone.open(f"/t/{table}/replay?at=0&seat=all")
    page = someone.page
    slider = page.get_by_role("slider")
    page.evaluate(LISTEN)
    said = [slider.get_attribute("aria-valuetext") or ""]
    worst = max(stored().costliest(0) + stored().costliest(1), key=lambda one: one.number).number
    slider.focus()
    for moment in (1, worst + 1):
        page.get_by_role("slider").fill(str(moment))
        page.wait_for_selector(f"#p-replay [data-at='{moment}']")
        said.append(page.get_by_role("slider").get_attribute("aria-valuetext") or "")
    transcript = "\n".join([*page.evaluate("() => window.heard"), "--", *said]) + "\n"
    golden = TRANSCRIPTS / f"review_{language}.txt"
    if WRITE:
        golden.write_text(transcript, "utf-8")
    assert transcript == golden.read_text("utf-8")


def test_by_keyboard_and_roles_alone_a_costly_decision_is_found_and_tried_again(person: People, table: str) -> None:
    someone = person()
    someone.open(f"/t/{table}/review")
    page = someone.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Review: Blood Rage")
    page.get_by_role("radio", name="Knowing all hands").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("img", name="Knowing all hands")).to_be_visible()
    expect(page.get_by_role("img", name="by what they knew then")).to_have_count(0)
    expect(page.get_by_role("table", name="In percentage points")).to_be_visible()
    press_until(someone, "Tab", "As a table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Knowing all hands")).to_be_visible()
    costly = next(one for seat in (0, 1) for one in stored().costliest(seat))
    press_until(someone, "Tab", "Try it from here", most=120)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play on", exact=True)).to_be_visible(timeout=PATIENCE)
    assert f"at={costly.number}&seat={costly.seat}" in page.url
    expect(page.get_by_label("You are")).to_have_value(str(costly.seat))


@pytest.mark.parametrize("size", SIZES)
def test_review_and_replay_fit_and_have_no_fault_that_axe_finds(
    person: People, table: str, size: tuple[int, int]
) -> None:
    someone = person(width=size[0], height=size[1])
    for address in (f"/t/{table}/review", f"/t/{table}/replay?at=20&seat=all"):
        someone.open(address)
        assert not axe_faults(someone.page)
        assert someone.page.evaluate(TOO_WIDE) == []


def test_a_view_hears_no_grade_of_a_choice_that_it_may_not_know(person: People, table: str) -> None:
    one = stored().costliest(0)[0]
    someone = person()
    for eye, sees in (("0", True), ("1", False), ("none", False), ("all", True)):
        someone.open(f"/t/{table}/replay?at={one.number + 1}&seat={eye}")
        assert (someone.page.locator("#judged").count() == 1) is sees
