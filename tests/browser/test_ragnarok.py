"""Lords of Ragnarok in a real browser."""

from random import Random

import pytest

import drakkar
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

GAME = "lords_of_ragnarok"
LIT = "#p-targets svg.wide a.legal[data-at]"
# So many choices before the end a match is near it.
LATE = 40


def choose_on_the_map(someone: Person, rng: Random) -> bool:
    """Press a place that is lit; whether there was one."""
    lit = someone.page.query_selector_all(f"{LIT} .keyb")
    if not lit:
        return False
    decision = someone.decision
    rng.choice(lit).click()
    someone.wait_for_news(decision)
    return True


def play_on(someone: Person, rng: Random) -> int:
    """Until the match is over, on the map where that can be, else by the buttons; how often it was the map."""
    by_map = 0
    while not someone.is_over:
        if not someone.decision:
            someone.wait_for_news("")
        elif rng.random() < 0.5 and choose_on_the_map(someone, rng):
            by_map += 1
        elif someone.decision:
            someone.choose(rng)
    return by_map


@pytest.mark.slow
def test_a_whole_match_is_played_by_mouse(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", game=GAME)
    someone = person(table, secrets[0])
    by_map = play_on(someone, Random(5))
    assert by_map > 20
    outcome = server.get(f"/api/tables/{table}").json["state"]["outcome"]
    someone.skip()
    assert outcome["victory"] in someone.page.inner_text("#p-outcome")
    assert someone.scrolls() == [0, 0]


def late(seed: int) -> str:
    """The record of a match of two that is nearly over."""
    rng, match = Random(seed), drakkar.new(GAME, 2, seed=seed)
    while not match.over:
        seat = rng.choice(list(match.prompts()))
        match.play(seat, rng.choice(match.options(seat)))
    return match.after(len(match.history) - LATE).record()


@pytest.mark.thorough
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


@pytest.mark.thorough
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
