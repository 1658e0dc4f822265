"""Mistakes and hasty clicks do no harm, and nothing outdated is shown as current."""

from random import Random

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_settings import until_the_turn
from tests.browser.test_stage import BATTLE, ON, Fight, fight, pace
from tests.server.running import Server

__all__ = ["fight"]


@pytest.mark.slow
def test_a_double_click_picks_one_card(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", "random")
    someone = person(table, secrets[0])
    before = someone.decision
    someone.page.dblclick("#p-draft .card", delay=60)
    someone.wait_for_news(before)
    while not someone.decision:
        someone.wait_for_news("")
    someone.page.wait_for_timeout(200)
    assert len(server.get(f"/api/tables/{table}", secrets[0]).json["state"]["view"]["clans"][0]["aside"]) == 1
    someone.choose(Random(1))


# The next message is not sent, and the server seems to ask for a pause.
BUSY = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function () {
    WebSocket.prototype.send = send;
    this.onmessage({ data: JSON.stringify({ is: "refused", code: "too_fast", text: "busy", retry: 0.3 }) });
  };
}"""


@pytest.mark.slow
def test_a_choice_that_the_server_is_too_busy_for_is_sent_again_by_itself(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0])
    someone.line_is_on()
    before = someone.decision
    someone.page.evaluate(BUSY)
    someone.choose(Random(1))
    someone.wait_for_news(before)
    assert someone.page.query_selector("#refusal") is None
    assert len(server.get(f"/api/tables/{table}", secrets[0]).json["state"]["view"]["clans"][0]["aside"]) == 1


@pytest.mark.slow
def test_after_a_choice_by_key_no_choice_has_the_focus(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", "random")
    someone = person(table, secrets[0])
    for _ in range(2):
        before = someone.decision
        someone.page.keyboard.press("1")
        someone.wait_for_news(before)
        while not someone.decision:
            someone.wait_for_news("")
        assert someone.page.evaluate("() => document.activeElement.id") == "ask"
        someone.page.keyboard.press("Enter")
        assert someone.page.query_selector("[aria-busy]") is None


@pytest.mark.slow
def test_what_could_be_chosen_is_not_lit_while_others_are_asked(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=BATTLE)
    someone = person(table, secrets[0])
    someone.page.keyboard.press("p")
    assert someone.page.query_selector_all("#p-targets .legal")
    someone.page.click("#wt-Horgr")
    someone.page.wait_for_selector('[data-prompt="turn"]', state="detached")
    someone.catch_up()
    assert not someone.page.query_selector_all("#p-targets .legal")
    assert not someone.page.query_selector_all(".free.lit")
    someone.page.mouse.move(5, 5)
    seen = "() => getComputedStyle(document.getElementById('pop-Horgr')).opacity"
    assert someone.page.evaluate(seen) == "0", "the pointer has gone"


@pytest.mark.slow
def test_another_language_keeps_the_choice_as_far_as_it_is_made(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    someone = person(table, secrets[0])
    until_the_turn(someone)
    someone.page.keyboard.press("i")
    someone.page.click('#p-prompt a[data-at^="invade/"]')
    on = "() => [...document.querySelectorAll('#p-prompt .step:not([hidden]) a.on')].map((way) => way.dataset.at)"
    before = someone.page.evaluate(on)
    assert len(before) == 2
    someone.page.click('.langs a[lang="pl"]')
    someone.page.wait_for_selector('html[lang="pl"]')
    assert someone.page.evaluate(on) == before


@pytest.mark.slow
def test_the_map_that_was_looked_at_gives_way_to_the_next_battle(person: People, fight: Fight) -> None:
    someone = person(fight.table, fight.secrets[0])
    pace(someone, "slow")
    fight.until_the_last_card()
    someone.page.wait_for_selector("#p-battle.mode")
    someone.page.click("label.look")
    assert someone.page.is_checked("#look-map")
    fight.choose(fight.raven, "card Thor's Hammer")
    someone.page.wait_for_selector(ON)
    assert not someone.page.is_checked("#look-map")
    assert "Your turn is next" in someone.page.inner_text("#staging"), "Wolf is asked for a late card"


@pytest.mark.slow
def test_what_would_come_of_it_covers_nothing_of_what_is_asked(person: People, fight: Fight) -> None:
    someone = person(fight.table, fight.secrets[1])
    fight.until_the_last_card()
    someone.page.wait_for_selector('[data-prompt="card"]')
    someone.page.keyboard.press("Escape")
    someone.page.hover("#p-prompt .live button[data-choice]")
    assert lies_above(someone)


def lies_above(someone: Person) -> bool:
    """Whether the box beside the pointer is above the prompt."""
    found: bool = someone.page.evaluate(
        "() => { const pre = document.querySelector('#p-prompt .btn:hover > .pre').getBoundingClientRect();"
        " const ask = document.querySelector('#p-prompt').getBoundingClientRect();"
        " return pre.height > 0 && pre.top >= 0 && pre.bottom <= ask.top; }"
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_is_left_after_a_question_and_come_back_to(person: People, server: Server, scripts: bool) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0], scripts=scripts)
    page = someone.page
    page.click("#leave")
    page.click("#stay")
    page.wait_for_selector("#p-prompt .mine")
    page.click("#leave")
    page.click("#go button")
    page.wait_for_selector("#play-now")
    assert server.get(f"/api/tables/{table}").json["state"]["seats"][0]["left"]
    someone.open(f"/t/{table}")
    page.click("#back-b")
    page.wait_for_selector("#back-b", state="detached")
    assert not server.get(f"/api/tables/{table}").json["state"]["seats"][0]["left"]


@pytest.mark.slow
def test_whoever_leaves_before_the_match_makes_room(person: People, server: Server) -> None:
    table, secrets = server.found("person", "open")
    someone = person(table, secrets[0], width=390, height=844)
    someone.page.tap("#settings-b")
    someone.page.tap(".leaving-s")
    someone.page.tap("#go button")
    someone.page.wait_for_selector("#play-now")
    assert server.get(f"/api/tables/{table}").json["state"]["seats"][0]["kind"] == "open"
