"""Great moments happen on the board: they move, end as they would without motion, and cover nothing."""

from contextlib import ExitStack
from random import Random

import pytest

from tests.browser.conftest import People
from tests.browser.people import SHOWN, Person
from tests.browser.test_ragnarok import late
from tests.browser.test_stage import LAST_TURN, Fight, fight, pace, same_as_anew
from tests.server.running import Server

__all__ = ("fight",)

# A province falls with figures of both clans.
RAGNAROK = LAST_TURN.replace('wolf.quests = ["Manheim!"]', 'board = { doomed = ["Gimle", "Utgard", "Horgr"] }')
LAST_AGE = LAST_TURN.replace(
    'wolf.quests = ["Manheim!"]',
    'age = 3\nwolf.steps = { horns = 6 }\nboard = { doomed = ["Utgard", "Horgr", "Gimle"] }',
)
# Records the scores that the page has while the end is being told, and whether the end page is there.
SCORES = """() => {
  window.scores = new Set();
  const look = () => {
    if (!document.body.classList.contains("showing")) return;
    const of = (seat) => [...document.querySelectorAll(`:is(#row-${seat}, #p-sheet-${seat}) [data-stat=glory]`)];
    for (const seat of [0, 1])
      for (const one of of(seat)) window.scores.add(`${seat}: ${one.textContent.match(/\\d+/)[0]}`);
    if (!document.getElementById("p-outcome").hidden) window.scores.add("end page");
  };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
}"""
# Records what appears and moves on the board, what is announced, and every overlap of a banner with a choice.
WATCH = """() => {
  window.moved = []; window.said = []; window.covered = []; window.sounds = 0;
  const told = (node) => `${node.getAttribute("class")}: ${node.textContent.trim()}`;
  const rects = (selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.getClientRects().length).map((node) => [node, node.getBoundingClientRect()]);
  const look = () => {
    for (const [banner, a] of rects("#moments > .herald"))
      for (const [node, b] of rects("#p-prompt, .legal, [data-at], [data-choice]"))
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          window.covered.push(`${banner.textContent} over ${node.id || node.textContent}`);
  };
  const seen = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.nodeType === 1) window.moved.push(told(node));
    setTimeout(look);
  });
  seen.observe(document.getElementById("moments"), { childList: true });
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.matches?.("svg.moved")) window.moved.push("a copy on the map");
  }).observe(document.getElementById("map"), { childList: true });
  const live = document.getElementById("live");
  new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true });
  const animate = Element.prototype.animate;
  window.motions = 0;
  Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) { window.sounds += 1; start.apply(this, at); };
}"""
NOTHING_LEFT = """() => ["#moments > *", "#map > svg.moved", ".on-map"]
  .map((selector) => document.querySelectorAll(selector).length).concat([
  document.getAnimations().filter((one) => !(one instanceof CSSTransition || one instanceof CSSAnimation)).length])"""
SIZES = [(1366, 768), (390, 844)]


def spoils(fight: Fight, someone: Person) -> None:
    """Fight to the end, and wait until all of it has been shown."""
    someone.page.evaluate(WATCH)
    fight.until_the_last_card()
    fight.to_the_end()
    someone.page.wait_for_selector('#p-log:has-text("Wolf scores 3 Glory")', state="attached")
    shown_to_the_end(someone)


def shown_to_the_end(someone: Person) -> None:
    """Wait until nothing waits to be shown."""
    someone.catch_up()
    someone.page.wait_for_selector(SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_spoils_of_a_battle_fly_to_the_sheets_and_the_fallen_rise(
    person: People, fight: Fight, size: tuple[int, int]
) -> None:
    someone = person(fight.table, width=size[0], height=size[1], motion=True)
    pace(someone, "fast")
    spoils(fight, someone)
    moved = someone.page.evaluate("() => window.moved")
    assert "herald: Wolf has pillaged Gimle.BR-13.12" in moved
    assert "flying: +3" in moved
    assert "flying: Rage 7" in moved
    assert moved.count("a copy on the map") == 1
    assert someone.page.evaluate("() => window.motions") > 4
    assert someone.page.evaluate("() => window.covered") == []
    said = " ".join(someone.page.evaluate("() => window.said"))
    for sentence in ("Wolf wins the battle for Gimle.", "Wolf has pillaged Gimle.", "Wolf raises Rage to 7"):
        assert said.count(sentence) == 1
    assert someone.page.evaluate(NOTHING_LEFT) == [0, 0, 0, 0]
    assert same_as_anew(someone)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_without_motion_the_end_state_is_there_at_once_with_the_same_words(
    person: People, fight: Fight, size: tuple[int, int]
) -> None:
    someone = person(fight.table, width=size[0], height=size[1])
    pace(someone, "fast")
    spoils(fight, someone)
    moved = someone.page.evaluate("() => window.moved")
    assert {"herald: Wolf has pillaged Gimle.BR-13.12", "flying: +3", "flying: Rage 7"} <= set(moved)
    assert "a copy on the map" not in moved
    assert someone.page.evaluate("() => window.motions") == 0
    assert someone.page.evaluate("() => window.covered") == []
    assert "Wolf has pillaged Gimle." in " ".join(someone.page.evaluate("() => window.said"))
    assert same_as_anew(someone)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("motion", [True, False])
def test_ragnarok_burns_a_province_on_the_map_while_the_next_draft_can_be_answered(
    person: People, server: Server, size: tuple[int, int], motion: bool
) -> None:
    table, secrets = server.found("person", "person", origin=RAGNAROK)
    someone = person(table, secrets[1], width=size[0], height=size[1], motion=motion)
    pace(someone, "fast")
    someone.page.evaluate(WATCH)
    with server.client(table, secrets[0]) as wolf:
        wolf.choose("pass")
        someone.page.wait_for_selector('#p-prompt [data-prompt="draft"]', state="attached")
        shown_to_the_end(someone)
    moved = someone.page.evaluate("() => window.moved")
    heralds = [one for one in moved if one.startswith("herald")]
    assert [one.rsplit("BR-", 1)[1] for one in heralds] == ["6.10", "16.1", "1.3", "1.2"]
    assert moved.count("flying: +4") == 2
    assert ("a copy on the map" in moved) == motion
    said = " ".join(someone.page.evaluate("() => window.said"))
    for sentence in ("has no Rage left: the Action phase ends.", "Gimle is destroyed for good.", "Age 2 begins."):
        assert said.count(sentence) == 1
    assert someone.page.evaluate("() => window.covered") == []
    assert someone.page.evaluate(NOTHING_LEFT) == [0, 0, 0, 0]
    assert someone.page.is_visible("#p-draft")
    assert same_as_anew(someone)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("motion", [True, False])
def test_nobody_reads_the_final_glory_before_the_end_has_been_told(
    person: People, server: Server, size: tuple[int, int], motion: bool
) -> None:
    table, secrets = server.found("person", "person", origin=LAST_AGE)
    someone = person(table, secrets[1], width=size[0], height=size[1], motion=motion)
    pace(someone, "fast")
    someone.page.evaluate(WATCH)
    someone.page.evaluate(SCORES)
    with server.client(table, secrets[0]) as wolf:
        wolf.choose("pass")
        someone.page.wait_for_selector('#p-prompt [data-prompt="over"]', state="attached")
        shown_to_the_end(someone)
    assert "flying: +8" in someone.page.evaluate("() => window.moved")
    # Both lose two figures in Ragnarök; Wolf's Horns score after it.
    assert sorted(someone.page.evaluate("() => [...window.scores]")) == ["0: 0", "0: 8", "1: 0", "1: 8"]
    assert someone.page.is_visible("#p-outcome")
    scores = server.get(f"/api/tables/{table}").json["state"]["outcome"]["scores"]
    assert scores[0] > 8
    for seat, score in enumerate(scores):
        told = someone.page.locator(f"#row-{seat} [data-stat=glory]").text_content()
        assert told is not None
        assert told.split() == ["Glory", str(score)]
    assert same_as_anew(someone)


@pytest.mark.slow
def test_a_choice_is_taken_while_something_moves(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", origin=RAGNAROK)
    someone = person(table, secrets[1], motion=True)
    pace(someone, "slow")
    with server.client(table, secrets[0]) as wolf:
        wolf.choose("pass")
        someone.page.wait_for_selector("body.showing #moments > .herald")
        before = someone.decision
        someone.settle()
        someone.page.keyboard.press("1")
        wolf.wait()
        wolf.choose(wolf.state["choices"][0]["text"])
        someone.wait_for_news(before)
    assert someone.page.is_visible("#skip-b") or not someone.page.is_visible("body.showing .on-map")
    someone.skip()
    assert someone.page.evaluate(NOTHING_LEFT) == [0, 0, 0, 0]
    assert same_as_anew(someone)


@pytest.mark.slow
def test_sound_is_off_on_phones_and_needs_a_press_elsewhere(person: People, fight: Fight) -> None:
    phone = person(fight.table, width=390, height=844)
    someone, silent = person(fight.table), person(fight.table)
    for one in (phone, someone, silent):
        pace(one, "fast")
        one.page.evaluate(WATCH)
    silent.page.evaluate(
        "() => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
    )
    fight.until_the_last_card()
    fight.to_the_end()
    for one in (phone, someone, silent):
        one.page.wait_for_selector('#p-log:has-text("Wolf scores 3 Glory")', state="attached")
        shown_to_the_end(one)
    assert someone.page.evaluate("() => window.sounds") > 0
    assert phone.page.evaluate("() => window.sounds") == 0
    assert silent.page.evaluate("() => window.sounds") == 0, "the browser says that nothing has been pressed"


@pytest.mark.slow
def test_another_game_has_moments_of_its_own(person: People, server: Server) -> None:
    rng = Random(5)
    table, secrets = server.found("person", "person", game="lords_of_ragnarok", origin=late(7, 60))
    someone = person(table, motion=True)
    pace(someone, "fast")
    someone.page.evaluate(WATCH)
    with ExitStack() as both:
        players = [both.enter_context(server.client(table, secret)) for secret in secrets]
        while (now := server.get(f"/api/tables/{table}").json["state"])["outcome"] is None:
            mover = players[rng.choice(now["owed"])["seat"]]
            mover.catch_up(now["version"])
            mover.choose(rng.choice(mover.state["choices"])["text"])
    someone.page.wait_for_selector('[data-prompt="over"]', state="attached")
    shown_to_the_end(someone)
    moved = someone.page.evaluate("() => window.moved")
    assert any(one.startswith("herald") for one in moved)
    assert someone.page.evaluate(NOTHING_LEFT) == [0, 0, 0, 0]
    assert same_as_anew(someone)
