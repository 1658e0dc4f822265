"""Two people at one real screen: by mouse, by touch, by keyboard and without scripts."""

import time
from collections.abc import Callable
from random import Random
from typing import Literal, TypeVar

import pytest
from playwright.sync_api import Error, Page

import drakkar
from drakkar.core.hosting import prompts, questions
from drakkar.games.blood_rage.card import CARDS
from tests.browser.conftest import People, sit_at
from tests.browser.people import PATIENCE, Person
from tests.browser.test_table import SIZES, axe_faults
from tests.server.running import Server

NAMES = {card.name for card in CARDS}
Look = TypeVar("Look")


def sat_down(person: People, size: tuple[int, int] = SIZES[0], *, scripts: bool = True) -> Person:
    """A screen with two people and no bot, at a table created on the first page."""
    someone = person(width=size[0], height=size[1], scripts=scripts)
    for clan, kind in {"wolf": "you", "raven": "here", "serpent": "none", "bear": "none"}.items():
        someone.page.select_option(f'[name="seat-{clan}"]', kind)
    someone.page.click("#new button.primary")
    until(someone.page, lambda: is_covered(someone.page))
    return someone


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait by polling, while pages load."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        assert time.monotonic() < end
        try:
            if true():
                page.wait_for_load_state()
                return
        except Error:  # the page is reloading
            pass
        page.wait_for_timeout(20)


def steady(page: Page, look: Callable[[], Look]) -> Look:
    """Look at a page; once more if it was fetched anew meanwhile."""
    while True:
        try:
            return look()
        except Error:
            page.wait_for_load_state()


def seat(page: Page) -> str:
    """The seat whose hand is open; empty if all are covered."""
    return page.get_attribute("body", "data-seat") or ""


def is_covered(page: Page) -> bool:
    """Whether the screen waits for a person, and shows no one's cards."""
    return page.query_selector("#cover-h") is not None and page.query_selector("#p-hand") is None


def choose(someone: Person, rng: Random) -> None:
    """Make one choice for the open seat, in as many clicks as it takes."""
    page, before = someone.page, someone.decision

    def is_made() -> bool:
        # There is no prompt while the screen is about to be handed over.
        if is_covered(page) or someone.decision not in ("", before):
            return True
        if page.query_selector("[aria-busy]") is None and not someone.is_sure() and (ways := someone.ways()):
            someone.press(rng.choice(ways))
        return False

    until(page, is_made)


def knows(server: Server, someone: Person, whose: str) -> set[str]:
    """The cards that a seat, or a spectator, may see."""
    table = someone.page.get_attribute("body", "data-table")
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in someone.context.cookies())
    state = server.ask("GET", f"/api/tables/{table}?seat={whose or 'none'}", headers={"Cookie": cookies})
    text = state.body.decode()
    return {name for name in NAMES if name in text}


def named(page: Page) -> set[str]:
    """All cards that a page names."""
    text = page.content().replace("’", "'").replace("&#39;", "'")
    return {name for name in NAMES if name in text}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_screen_goes_from_one_to_the_other_and_shows_each_his_own(
    person: People, server: Server, size: tuple[int, int]
) -> None:
    someone, rng = sat_down(person, size), Random(3)
    page, turns = someone.page, []
    for _ in range(24):
        whose = seat(page)
        assert steady(page, someone.scrolls) == [0, 0]
        assert steady(page, lambda: named(page)) <= knows(server, someone, whose)
        turns.append(whose)
        if not whose:
            until(page, lambda: is_covered(page))  # the head of a page may arrive before its panels
            someone.press(page.query_selector_all("#p-cover .primary")[0])
            until(page, lambda: seat(page) != "")
        elif someone.ways():
            choose(someone, rng)
        else:
            break
    assert set(turns) == {"", "0", "1"}


@pytest.mark.slow
def test_the_way_back_of_the_browser_shows_no_hand(person: People) -> None:
    someone = sat_down(person)
    page = someone.page
    page.click("#show-0 button")
    until(page, lambda: seat(page) == "0")
    cards = {card.inner_text() for card in page.query_selector_all("#p-draft .name")}
    assert cards
    while seat(page) == "0":
        choose(someone, Random(1))
        until(page, lambda: is_covered(page) or bool(someone.decision))
    for _ in range(2):
        page.go_back()
        page.wait_for_load_state()
        assert page.query_selector("#p-hand") is None
        # The first page names some cards in its rulings.
        shown = page.content() if page.query_selector("body.is-table") else ""
        assert not {name for name in cards if name in shown}


@pytest.mark.slow
def test_by_keyboard_one_press_too_many_opens_no_hand(person: People) -> None:
    page = sat_down(person).page
    assert page.evaluate("() => document.activeElement.id") == "cover-h"
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.wait_for_timeout(150)
    assert is_covered(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, lambda: seat(page) == "0")
    while seat(page) == "0":
        page.keyboard.press("1")
        until(page, lambda: is_covered(page) or page.query_selector("#p-prompt .live button") is not None)
        page.wait_for_timeout(100)
    until(page, lambda: is_covered(page))
    assert page.inner_text("#cover-h") == "Pass the screen to Raven"


def in_battle() -> tuple[str, int, int]:
    """A match of two before the last battle card: its record, the seat that plays it, and the next to decide."""
    for seed in range(50):
        match, rng = drakkar.new("blood_rage", 2, seed=seed), Random(seed)
        while not match.over:
            seat = rng.choice(sorted(questions(match)))
            if prompts(match)[seat].code == "card" and len(questions(match)) == 1:
                after = match.copy()
                after.play(seat, match.choices(seat)[0])
                if seat not in questions(after):
                    return match.record(), seat, next(iter(questions(after)))
            match.play(seat, rng.choice(match.choices(seat)))
    raise AssertionError("no such battle")


@pytest.mark.slow
def test_the_hand_goes_at_once_and_the_screen_is_passed_on_after_the_battle_was_shown(
    person: People, server: Server
) -> None:
    record, whose, other = in_battle()
    founded = server.post("/api/tables", {"seats": [{"kind": "person"}] * 2, "origin": record}).json
    someone = person()
    for secret in founded["secrets"].values():
        sit_at(someone.context, server, founded["table"], secret)
    someone.open(f"/t/{founded['table']}")
    page = someone.page
    page.click(f"#show-{whose} button")
    until(page, lambda: seat(page) == str(whose))
    page.click("#p-prompt .live button[data-choice]")
    someone.is_sure()
    until(page, lambda: page.is_visible("#p-stage"))
    assert page.query_selector("#p-hand *") is None, "the hand is gone already"
    assert seat(page) == str(whose), "while what all may see is shown"
    page.click("#skip-b")
    until(page, lambda: is_covered(page))
    assert page.is_visible(f"#show-{other} button.primary")


@pytest.mark.slow
def test_without_scripts_the_screen_is_passed_on_by_forms(person: People) -> None:
    page = sat_down(person, scripts=False).page

    def is_passed_on() -> bool:
        if not is_covered(page) and (way := page.query_selector("#choose button[data-choice]")):
            way.click()
        return is_covered(page)

    for whose, other in (("0", "1"), ("1", "0")):
        page.click(f"#show-{whose} button")
        page.wait_for_selector(f'body[data-seat="{whose}"]')
        until(page, is_passed_on)
        assert page.is_visible(f"#show-{other} button.primary")
    page.click("#show-0 button")
    until(page, lambda: seat(page) == "0")
    page.click("#cover-b")
    until(page, lambda: is_covered(page))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(person: People, size: tuple[int, int], theme: Literal["light", "dark"]) -> None:
    page = sat_down(person, size).page
    page.emulate_media(color_scheme=theme)
    assert axe_faults(page) == []
    page.click("#show-1 button")
    until(page, lambda: seat(page) == "1")
    assert axe_faults(page) == []
