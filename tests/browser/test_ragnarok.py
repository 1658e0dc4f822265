"""Lords of Ragnarok in a real browser."""

from random import Random

import pytest

import drakkar
from drakkar.core.hosting import at_choice, prompts
from tests.browser.conftest import People
from tests.browser.people import OPEN, Person
from tests.lords_of_ragnarok.scene import scene
from tests.server.running import Server

GAME = "lords_of_ragnarok"
# What stands behind an element.
AFTER = "(node) => getComputedStyle(node, '::after').content"
LIT = "#p-targets svg.wide a.legal[data-at]"
# How many choices before its end a match counts as late.
LATE = 40


def choose_on_the_map(someone: Person, rng: Random) -> bool:
    """Click a highlighted place; return whether there was one. It makes a choice, or shows the step that follows."""
    lit = someone.page.query_selector_all(LIT)
    if not lit:
        return False
    decision, place = someone.decision, rng.choice(lit)
    button = f'{OPEN} [data-at="{place.get_attribute("data-at")}"][data-choice]'
    is_last = someone.page.query_selector(button) is not None
    key = place.query_selector(".keyb")
    assert key is not None
    key.click()
    if is_last:
        someone.wait_for_news(decision)
    return True


def play_on(someone: Person, rng: Random, most: int = 10_000) -> int:
    """Make up to `most` choices, on the map where possible, else by the buttons; return how often it was the map."""
    by_map = made = 0
    while not someone.is_over and made < most:
        if not someone.decision:
            someone.wait_for_news("")
            continue
        made += 1
        if rng.random() < 0.5 and choose_on_the_map(someone, rng):
            by_map += 1
        elif someone.decision:
            someone.choose(rng)
    return by_map


def late(seed: int, choices: int = LATE) -> str:
    """The position of a match of two, this many choices before its end: a server opens it at once."""
    rng, match = Random(seed), drakkar.new(GAME, 2, seed=seed)
    while not match.over:
        seat = rng.choice(list(prompts(match)))
        match.play(seat, rng.choice(match.choices(seat)))
    return at_choice(match, len(match.history) - choices).position()


def at_manoeuvres(seed: int) -> str:
    """The record of a match of two in which the first player can choose an Army to activate."""
    rng, match = Random(seed), drakkar.new(GAME, 2, seed=seed)
    while not match.over:
        seat, asked = next(iter(prompts(match).items()))
        armies = [choice for choice in match.choices(seat) if choice.verb == "activate army"]
        if seat == 0 and asked.code == "manoeuvre" and len(armies) > 1:
            return match.record()
        match.play(seat, rng.choice(match.choices(seat)))
    raise AssertionError("this match has no such moment")


@pytest.mark.slow
def test_an_army_moves_by_two_clicks_and_one_undo_takes_the_move_back(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=at_manoeuvres(7))
    someone = person(table, secrets[0])

    def moves() -> list[str]:
        told = server.get(f"/api/tables/{table}?since=0", secrets[0]).json["told"]["events"]
        return [event["kind"] for event in told if event["kind"] in ("army_activated", "army_moved")]

    before = moves()
    someone.page.locator("#p-prompt fieldset.live a[data-at]").first.click()
    assert someone.page.inner_text("#ask") == "Where does the Army go?"
    someone.page.locator("#p-prompt fieldset.live button[data-group][data-place]").first.click()
    someone.page.wait_for_selector("#undo-b:not([aria-disabled])")
    assert moves() == [*before, "army_activated", "army_moved"]
    someone.page.click("#undo-b")
    someone.page.wait_for_selector("#undo-b[aria-disabled]")
    assert moves() == before


@pytest.mark.slow
def test_a_choice_shows_the_number_that_a_victory_would_reach(person: People, server: Server) -> None:
    where = scene("green red", stage="special", armies="green: 4 in 8", control="green: 8")
    table, secrets = server.found("person", "person", origin=where.match.record())
    page = person(table, secrets[0]).page
    shown = page.locator("[data-progress='0'] [data-way=gothi] .num")
    assert shown.evaluate(AFTER) == "none"
    page.get_by_role("button", name="Build Temple").hover()
    assert shown.evaluate(AFTER) == '" → 1"'


@pytest.mark.slow
def test_a_match_is_begun_by_mouse(person: People, server: Server) -> None:
    """From the choice of a Hero through the first turns; a whole match takes minutes."""
    table, secrets = server.found("person", "random", game=GAME)
    someone = person(table, secrets[0])
    assert play_on(someone, Random(5), 70), "some choices are made on the map"
    assert someone.scrolls() == [0, 0]


@pytest.mark.slow
def test_a_match_is_played_to_its_end_by_mouse(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", origin=late(7, 160))
    someone = person(table, secrets[0])
    assert play_on(someone, Random(5)), "some choices are made on the map"
    outcome = server.get(f"/api/tables/{table}").json["state"]["outcome"]
    someone.skip()
    assert outcome["victory"] in someone.page.inner_text("#p-outcome")
    assert someone.scrolls() == [0, 0]


@pytest.mark.slow
def test_a_match_is_played_to_its_end_by_finger(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", origin=late(3))
    someone, rng = person(table, secrets[0], width=390, height=844), Random(3)
    assert someone.scrolls() == [0, 0]
    while not someone.is_over:
        if someone.decision:
            someone.choose(rng)
        else:
            someone.wait_for_news("")
    outcome = server.get(f"/api/tables/{table}").json["state"]["outcome"]
    someone.skip()
    assert outcome["victory"] in someone.page.inner_text("#p-outcome")


@pytest.mark.slow
def test_the_game_is_chosen_at_home_and_kept(person: People) -> None:
    someone = person()
    someone.follow("nav.games a[href*=lords]")
    someone.follow("#play-now button")
    someone.line_is_on()
    assert someone.page.is_visible("#p-ragnarok")
    assert someone.scrolls() == [0, 0]
    with someone.page.expect_popup() as opened:
        someone.page.click("#help-b")
    assert opened.value.inner_text("#LR-1\\.2").startswith("LR-1.2")
    opened.value.click("a.logo")
    opened.value.wait_for_selector(f'nav.games a[aria-current][href="?game={GAME}"]')
