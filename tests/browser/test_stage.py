"""Battles and the ends of Ages are shown beat by beat, and players who must decide never wait for it."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import People
from tests.browser.people import SHOWN, Person
from tests.browser.test_table import axe_faults
from tests.server.running import Client, Server

BATTLE = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
wolf.hand = ["Tyr's Bash", "Tyr's Smash"]
raven.hand = ["Thor's Hammer", "Odin's Smite"]
[figures]
Gimle = { wolf = "leader, warrior", raven = "2 warriors" }
Horgr = { wolf = "2 warriors", raven = "leader" }
"""
# The Age ends with this turn: no clan has a card left to keep.
LAST_TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 1
wolf.hand = []
raven.rage = 0
raven.hand = []
wolf.quests = ["Manheim!"]
[figures]
Gimle = { wolf = "leader, warrior", raven = "2 warriors" }
"""
# Records every beat that the page shows, and everything that it announces.
WATCH = """() => {
  window.beats = []; window.said = [];
  const stage = document.getElementById("p-stage"), live = document.getElementById("live");
  const look = () => {
    const now = stage.querySelector("[aria-current=step]");
    const name = now && !stage.hidden ? now.textContent.trim() : window.beats.at(-1);
    if (window.beats.at(-1) !== name) window.beats.push(name);
  };
  new MutationObserver(look).observe(stage, { subtree: true, childList: true, attributes: true });
  new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true });
}"""
ON = "#p-stage:not([hidden])"


class Fight:
    """Wolf and Raven are about to fight in Gimle; programs answer for them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table, self.secrets = server.found("person", "person", origin=BATTLE)
        self.wolf: Client = server.client(self.table, self.secrets[0])
        self.raven: Client = server.client(self.table, self.secrets[1])

    def choose(self, client: Client, choice: str) -> None:
        """Make a clan's choice."""
        client.wait()
        answer = client.choose(choice)
        assert answer["is"] == "done", answer

    def until_the_last_card(self) -> None:
        """Play all cards except Raven's."""
        self.choose(self.wolf, "pillage Gimle")
        while self.wolf.state["owed"][0]["prompt"]["code"] == "call":
            for client in (self.raven, self.wolf):
                client.catch_up(self.server.get(f"/api/tables/{self.table}").json["state"]["version"])
                if client.state["decision"] and client.state["owed"][0]["prompt"]["code"] == "call":
                    self.choose(client, "decline")
        self.choose(self.wolf, "card Tyr's Smash")

    def to_the_end(self) -> None:
        """Play Raven's card; no late cards are added."""
        self.choose(self.raven, "card Thor's Hammer")
        self.choose(self.wolf, "decline")
        self.choose(self.raven, "decline")


@pytest.fixture
def fight(server: Server) -> Iterator[Fight]:
    made = Fight(server)
    yield made
    made.wolf.close()
    made.raven.close()


def pace(someone: Person, how: str) -> None:
    """Set the pace as the settings do."""
    someone.page.click("#settings-b")
    someone.page.check(f'[data-set="pace"][value="{how}"]', force=True)
    someone.page.click("#settings .primary")


@pytest.mark.slow
def test_a_battle_is_shown_stage_by_stage_and_each_is_told_once(person: People, fight: Fight, server: Server) -> None:
    someone = person(fight.table)
    pace(someone, "fast")
    someone.page.evaluate(WATCH)
    fight.until_the_last_card()
    fight.to_the_end()
    state = server.get(f"/api/tables/{fight.table}").json["state"]
    assert state["view"]["battle"] is None, "the server has not waited"
    someone.catch_up()
    someone.page.wait_for_selector(ON)
    someone.page.wait_for_selector(SHOWN)
    assert someone.page.evaluate("() => window.beats") == ["Cards", "Reveal", "Late cards", "Totals"]
    said = someone.page.evaluate("() => window.said")
    for sentence in ("Wolf reveals Tyr's Smash (+3).", "Wolf has 7: figures 4, cards 3.", "Wolf scores 3 Glory"):
        assert sum(sentence in one for one in said) == 1, sentence
    assert same_as_anew(someone)


@pytest.mark.slow
def test_the_end_of_an_age_is_shown_phase_by_phase_and_the_next_draft_is_there(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=LAST_TURN)
    someone = person(table, secrets[0])
    pace(someone, "fast")
    someone.page.evaluate(WATCH)
    someone.page.keyboard.press("Shift+P")
    assert someone.is_sure()
    someone.page.wait_for_selector(ON)
    someone.page.wait_for_selector('#p-prompt [data-prompt="draft"]')
    assert someone.scrolls() == [0, 0]
    assert axe_faults(someone.page) == []
    someone.catch_up()
    someone.page.wait_for_selector(SHOWN)
    assert someone.page.evaluate("() => window.beats") == ["Quest"]
    assert someone.page.is_visible("#p-draft")
    assert same_as_anew(someone)


@pytest.mark.slow
def test_who_is_asked_sees_it_at_once_and_skips(person: People, fight: Fight) -> None:
    someone = person(fight.table, fight.secrets[0])
    pace(someone, "slow")
    fight.until_the_last_card()
    fight.choose(fight.raven, "card Thor's Hammer")
    someone.page.wait_for_selector('#p-prompt [data-prompt="late"]')
    someone.page.wait_for_selector(ON)
    assert axe_faults(someone.page) == []
    assert someone.scrolls() == [0, 0]
    someone.catch_up()
    someone.page.keyboard.press("Escape")
    assert someone.page.query_selector(ON) is None
    assert someone.page.is_visible("#p-battle")
    assert same_as_anew(someone)


@pytest.mark.slow
def test_who_chooses_in_the_midst_is_shown_nothing_old(person: People, fight: Fight) -> None:
    someone = person(fight.table, fight.secrets[0])
    pace(someone, "slow")
    fight.until_the_last_card()
    fight.choose(fight.raven, "card Thor's Hammer")
    someone.page.wait_for_selector('#p-prompt [data-prompt="late"]')
    before = someone.decision
    someone.page.keyboard.press("1")
    someone.wait_for_news(before)
    fight.choose(fight.raven, "decline")
    someone.catch_up()
    someone.page.click("#skip-b")
    assert someone.page.evaluate("() => document.activeElement.id") == "ask"
    assert same_as_anew(someone)


@pytest.mark.slow
def test_nothing_old_is_shown_again_after_a_reload(person: People, fight: Fight) -> None:
    someone = person(fight.table)
    pace(someone, "slow")
    fight.until_the_last_card()
    fight.to_the_end()
    someone.page.wait_for_selector(ON)
    someone.page.reload()
    someone.page.wait_for_selector("#net[data-line=on]")
    assert someone.page.query_selector(ON) is None
    assert same_as_anew(someone)


@pytest.mark.slow
def test_without_a_pace_everything_is_there_at_once(person: People, fight: Fight) -> None:
    someone = person(fight.table)
    pace(someone, "off")
    someone.page.evaluate(WATCH)
    fight.until_the_last_card()
    fight.to_the_end()
    someone.page.wait_for_selector('#p-log:has-text("Wolf scores 3 Glory")')
    assert someone.page.evaluate("() => window.beats") == []
    assert same_as_anew(someone)


@pytest.mark.slow
def test_battles_of_bots_in_quick_succession_are_caught_up_with(person: People, server: Server) -> None:
    table, _ = server.found("random", "random", "random", "random")
    someone = person(table)
    pace(someone, "slow")
    someone.page.wait_for_selector('[data-prompt="over"]')
    someone.page.wait_for_selector(ON)
    someone.catch_up()
    someone.page.keyboard.press("Escape")
    assert someone.page.is_visible("#p-outcome")
    assert same_as_anew(someone)


@pytest.mark.slow
def test_in_the_middle_of_a_battle_a_reload_and_a_killed_server_lose_nothing(
    person: People, fight: Fight, server: Server
) -> None:
    fight.until_the_last_card()
    someone = person(fight.table, fight.secrets[1])
    page = someone.page
    page.wait_for_selector('[data-prompt="card"]')
    choices = "() => [...document.querySelectorAll('[data-choice]')].map((way) => way.dataset.choice)"
    before = page.evaluate(choices)
    page.reload()
    page.wait_for_selector("#net[data-line=on]")
    assert page.is_visible("#p-battle")
    assert page.evaluate(choices) == before
    server.kill()
    page.wait_for_selector("#net[data-line=off]")
    server.start()
    page.wait_for_selector("#net[data-line=on]")
    assert page.evaluate(choices) == before
    assert same_as_anew(someone)
    page.click('#p-prompt [data-choice="card Thor\'s Hammer"]')
    assert page.evaluate("() => document.activeElement.textContent") == "Back", "the last card asks"
    assert someone.is_sure()
    with server.client(fight.table, fight.secrets[0]) as wolf:
        fight.choose(wolf, "decline")
    page.wait_for_selector('[data-prompt="late"]')
    someone.settle()
    page.click('#p-prompt [data-choice="decline"]')
    page.wait_for_selector('#p-log:has-text("Wolf scores 3 Glory")')
    assert same_as_anew(someone)
    someone.complaints.clear()  # a lost connection is logged to the console


def same_as_anew(someone: Person) -> bool:
    """Whether every panel equals that of a fresh page."""
    someone.catch_up()
    shown = "() => Object.fromEntries([...document.querySelectorAll('[data-h]')].map(p => [p.id, p.dataset.h]))"
    here = someone.page.evaluate(shown)
    other = someone.context.new_page()
    other.goto(someone.page.url)
    there = other.evaluate(shown)
    other.close()
    for panels in (here, there):
        panels.pop("p-stage", None)
        panels.pop("p-seats", None)  # the fresh page is present for a moment
        panels.pop("p-chat", None)
    return bool(here == there)
