"""Matches in a real browser."""

import os
from random import Random
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from drakkar.core.game import find
from tests.blood_rage.playing import finished
from tests.browser.conftest import People, sit_at
from tests.browser.people import Person
from tests.server.running import Server

SIZES = [(1366, 768), (390, 844)]
# The buttons of the end page under the summary of its table.
COVERED = """() => {
  const over = document.querySelector("#p-outcome .astable summary")?.getBoundingClientRect();
  return [...document.querySelectorAll("#p-outcome .btn")].filter((button) => {
    const box = button.getBoundingClientRect();
    return over.left < box.right && box.left < over.right && over.top < box.bottom && box.top < over.bottom;
  }).map((button) => button.textContent);
}"""
FULL = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")


@pytest.mark.slow
def test_play_now_is_one_click_and_the_table_fits_the_screen(person: People) -> None:
    someone = person()
    someone.follow("#play-now button")
    someone.line_is_on()
    assert someone.scrolls() == [0, 0]
    before = someone.decision
    someone.choose(Random(1))
    assert someone.decision != before


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "pl", "es", "cs"])
def test_a_table_fits_in_every_language(person: People, server: Server, size: tuple[int, int], language: str) -> None:
    table, secrets = server.found("person", "random", "random", "random")
    someone = person(table, secrets[0], width=size[0], height=size[1], language=language)
    for _ in range(8):
        someone.choose(Random(1))
        assert someone.scrolls() == [0, 0]
    assert someone.page.get_attribute("html", "lang") == language


def last_age(seats: int) -> str:
    """A position before the draft of Age 3, for a short match; empty in full runs, for a whole match."""
    sides = list(find("blood_rage").sides[:seats])
    return "" if FULL else f'game = "blood_rage"\nsides = {sides}\nage = 3\nphase = "gods\' gifts"\n'


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_match_is_played_by_hand(person: People, server: Server, size: tuple[int, int]) -> None:
    table, secrets = server.found("person", "random")
    someone, rng = person(table, secrets[0], width=size[0], height=size[1]), Random(size[0])
    while not someone.is_over:
        if someone.decision:
            someone.choose(rng)
        else:
            someone.wait_for_news("")
    someone.skip()
    assert someone.page.is_visible("#p-outcome")
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"


@pytest.mark.slow
def test_two_people_in_two_browsers_and_two_bots_play_to_the_end(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", "random", "random", origin=last_age(4))
    rng, people = Random(4), [person(table, secrets[0]), person(table, secrets[1])]
    while not people[0].is_over:
        for someone in people:
            if someone.decision:
                someone.choose(rng)
        people[0].page.wait_for_timeout(20)
    people[1].page.wait_for_selector('[data-prompt="over"]')
    state = server.get(f"/api/tables/{table}").json["state"]
    assert state["status"] == "over"
    for someone in people:
        someone.skip()
        told = someone.page.inner_text("#p-outcome")
        assert all(str(score) in told for score in state["outcome"]["scores"])


@pytest.mark.slow
def test_a_match_is_played_by_keyboard_alone(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", origin=last_age(2))
    someone, rng = person(table, secrets[0]), Random(9)
    while not someone.is_over:
        decision = someone.decision
        if not decision:
            someone.wait_for_news("")
            continue
        ways = someone.ways()[:9]
        if ways:
            way = rng.choice(ways)
            is_last = way.get_attribute("data-choice") is not None
            key = way.query_selector("kbd")
            assert key is not None
            someone.page.keyboard.press(key.inner_text()[0])
        else:
            is_last = True
            someone.page.keyboard.press("Shift+P")
        if someone.page.query_selector("dialog[open]") is not None:
            someone.page.keyboard.press("Tab")
            someone.page.keyboard.press("Enter")
        if is_last:
            someone.wait_for_news(decision)
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"


@pytest.mark.slow
def test_the_letters_of_the_game_lead_to_its_actions_and_panels(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    someone = person(table, secrets[0])
    while someone.page.query_selector('[data-prompt="turn"]') is None:
        someone.choose(Random(1))
        while not someone.decision:
            someone.wait_for_news("")
    someone.page.keyboard.press("i")
    assert someone.page.get_attribute('#p-prompt a[data-at="invade"]', "aria-pressed") == "true"
    someone.page.keyboard.press("h")
    assert someone.page.evaluate("() => document.activeElement.closest('.panel').id") == "p-hand"
    someone.page.keyboard.press("c")
    assert someone.page.evaluate("() => document.activeElement.closest('.panel').className").find("sheet") > 0
    someone.page.keyboard.press("Shift+P")
    assert someone.page.is_visible("dialog[open]")


@pytest.mark.slow
def test_on_a_phone_a_tap_on_a_clan_shows_its_sheet(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", "random", "random", "random")
    someone = person(table, secrets[0], width=390, height=844)
    for seat in (4, 0):
        assert not someone.page.is_visible(f"#ptab-{seat} .uptexts")
        someone.page.tap(f"#row-{seat} summary")
        someone.page.wait_for_selector(f"#ptab-{seat} .uptexts")
    assert not someone.page.is_visible("#ptab-4 .uptexts"), "one at a time"
    boxes = [someone.page.locator(f"#row-{seat} summary").bounding_box() for seat in range(5)]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes), "a finger finds each"
    assert axe_faults(someone.page) == []
    assert someone.scrolls() == [0, 0]


@pytest.mark.slow
def test_on_a_phone_a_tap_on_a_number_tells_what_was_taken_and_what_was_passed_on(
    person: People, server: Server
) -> None:
    table, secrets = server.found("person", "random", "random", "random")
    someone = person(table, secrets[0], width=390, height=844)
    someone.line_is_on()
    taken = someone.page.inner_text("#p-draft .card .name >> nth=0")
    someone.page.tap("#p-draft .card >> nth=0")
    assert someone.page.locator("#p-draft .card[aria-current=true] .name").all_inner_texts() == [taken]
    someone.settle()
    someone.page.tap("#p-prompt .btn.on")
    someone.page.wait_for_selector("#picked-1")
    box = someone.page.locator("#picked-1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    someone.page.tap("#picked-1")
    someone.page.wait_for_selector("#picked-1 .tip")
    told = someone.page.locator("#picked-1 .tip").bounding_box()
    assert told is not None
    assert 0 <= told["x"] <= 390 - told["width"], "the whole of it can be read"
    assert taken in someone.page.inner_text("#picked-1 .tip")
    assert someone.scrolls() == [0, 0]


def choose_without_scripts(someone: Person, rng: Random) -> None:
    """Make one choice by links and forms only; a choice that cannot be undone is confirmed on a page of its own."""
    is_last = False
    while someone.decision and not is_last:
        sure = someone.page.query_selector_all("#sure-b")
        ways = sure or someone.page.query_selector_all("#choose a[data-at], #choose button")
        on = [way for way in ways if way.is_visible() and way.get_attribute("aria-pressed") != "true"]
        way = rng.choice(on) if on else someone.page.query_selector_all("#p-turn .guard")[-1]
        is_last = way.get_attribute("data-choice") is not None and way.get_attribute("data-guard") is None
        someone.follow(way)


@pytest.mark.slow
def test_a_match_is_played_to_its_end_without_scripts(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random", origin=last_age(2))
    someone, rng = person(table, secrets[0], scripts=False), Random(2)
    while not someone.is_over:
        choose_without_scripts(someone, rng)
        if not someone.decision:
            someone.open(f"/t/{table}")
    assert someone.page.is_visible("#p-outcome")
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"


@pytest.mark.slow
def test_without_scripts_what_cannot_be_taken_back_asks_on_a_page_of_its_own(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    someone, rng = person(table, secrets[0], scripts=False), Random(2)
    while someone.page.query_selector("#g-pass") is None:
        choose_without_scripts(someone, rng)
        someone.open(f"/t/{table}")
    before = someone.decision
    someone.follow("#g-pass")
    assert someone.decision == before, "it asks"
    someone.follow("#keep-b")
    assert someone.decision == before
    someone.follow("#g-pass")
    someone.follow("#sure-b")
    assert "Wolf passes" in someone.page.inner_text("#p-log")


@pytest.mark.slow
def test_a_friend_who_opens_the_link_takes_the_open_seat_and_both_play(person: People) -> None:
    ours, theirs = person(), person()
    for clan, kind in {"wolf": "you", "raven": "friend", "serpent": "none", "bear": "none"}.items():
        ours.page.select_option(f'[name="seat-{clan}"]', kind)
    ours.page.click("#new button.primary")
    ours.page.wait_for_selector('[data-prompt="open"]')
    theirs.page.goto(ours.page.url)
    theirs.page.fill("#sit-name", "Frida")
    theirs.page.click("#sit button")
    for someone in (ours, theirs):
        someone.page.wait_for_selector("#p-prompt .mine")
        someone.line_is_on()
        assert someone.page.is_visible("#p-draft")
        assert someone.scrolls() == [0, 0]
    for number in range(3):
        for someone in (ours, theirs):
            if someone.decision:
                someone.choose(Random(number))


@pytest.mark.slow
def test_whoever_left_is_played_for_by_a_bot_when_the_others_want_it(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", "person")
    server.post(f"/api/tables/{table}/do", {"do": "leave"}, secrets[2])
    ours = person(table, secrets[0])
    ours.page.click("#vote-2 button")
    ours.page.wait_for_selector("#vote-2", state="detached")
    theirs = person(table, secrets[1], scripts=False)
    theirs.follow("#vote-2 button")
    seat = server.get(f"/api/tables/{table}").json["state"]["seats"][2]
    assert seat["bot"]


@pytest.mark.slow
def test_without_scripts_one_plays_the_seat_that_the_address_names(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", "person")
    someone = person(table, secrets[0], scripts=False)
    sit_at(someone.context, server, table, secrets[1])
    someone.open(f"/t/{table}?seat=1")
    someone.follow("#choose button")
    assert someone.page.url.endswith("?seat=1")
    state = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    assert [one["seat"] for one in state["owed"]] == [0, 2]


@pytest.mark.slow
def test_a_second_tab_stays_in_step(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    one, other = person(table, secrets[0]), person(table, secrets[0])
    for number in range(4):
        before = one.decision
        assert other.decision == before
        (one, other)[number % 2].choose(Random(number))
        one.wait_for_news(before)
        other.wait_for_news(before)
        for someone in (one, other):
            while not someone.decision:
                someone.wait_for_news("")


@pytest.mark.slow
def test_a_refused_choice_says_so_and_the_next_one_counts(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0], language="pl")
    before = someone.decision
    someone.page.eval_on_selector("#choose button", "button => { button.value = 'pick nothing'; }")
    someone.page.click("#choose button")
    someone.page.wait_for_selector("#refusal")
    assert someone.page.inner_text("#refusal") == "W grze Blood Rage nie ma wyboru „pick nothing”"
    assert someone.page.query_selector("[aria-busy]") is None
    someone.page.eval_on_selector("#choose button", "button => { button.value = button.dataset.choice; }")
    someone.choose(Random(1))
    assert someone.decision != before
    assert someone.page.query_selector("#refusal") is None


@pytest.mark.slow
def test_a_choice_made_while_the_line_is_down_keeps_the_page_and_can_be_made_again(
    person: People, server: Server
) -> None:
    table, secrets = server.found("person", "person")
    someone = person(table, secrets[0])
    before = someone.decision
    server.kill()
    someone.page.wait_for_selector("#net[data-line=off]")
    someone.page.click("#choose button")
    someone.page.wait_for_selector("#refusal")
    server.start()
    someone.page.wait_for_selector("#net[data-line=on]")
    assert someone.decision == before
    someone.choose(Random(1))
    someone.complaints.clear()  # a lost connection is logged to the console


@pytest.mark.slow
def test_a_server_that_is_killed_is_joined_again_and_nothing_is_lost(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    ours, theirs = person(table, secrets[0]), person(table, secrets[1])
    ours.choose(Random(1))
    before = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    server.kill()
    ours.page.wait_for_selector("#net[data-line=off]")
    server.start()
    after = server.get(f"/api/tables/{table}", secrets[0]).json["state"]
    assert (after["version"], after["view"], after["owed"]) == (before["version"], before["view"], before["owed"])
    ours.page.wait_for_selector("#net[data-line=on]")
    theirs.page.wait_for_selector("#net[data-line=on]")
    theirs.choose(Random(2))
    ours.wait_for_news("")
    for someone in (ours, theirs):
        someone.complaints.clear()  # a lost connection is logged to the console


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_before_and_after_a_match_axe_finds_nothing_and_the_page_fits(
    person: People, server: Server, theme: Literal["light", "dark"], size: tuple[int, int]
) -> None:
    waits, (secret, *_) = server.found("person", "open", "random", "random")
    over, secrets = server.found("person", "random", "random", origin=finished(3, 11).record())
    for table, own, path, sign in (
        (waits, "", "", "#sit"),
        (waits, secret, "", "#start"),
        (waits, secret, "/leave", "#go"),
        (over, secrets[0], "", "#p-outcome"),
    ):
        someone = person(table, own, width=size[0], height=size[1])
        someone.page.emulate_media(color_scheme=theme)
        someone.open(f"/t/{table}{path}")
        assert someone.page.is_visible(sign)
        assert (axe_faults(someone.page), someone.scrolls()) == ([], [0, 0])
        assert not someone.page.evaluate(COVERED), "nothing lies over a button"


def axe_faults(page: Page, *parts: str) -> list[str]:
    """The axe violations on a page; with `parts`, only in those of them that it shows."""
    visible = [[part] for part in parts if page.locator(part).filter(visible=True).count()]
    found = Axe().run(page, context={"include": visible} if parts else None).response["violations"]
    return [
        f"{one['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
        for one in found
        for node in one["nodes"][:2]
    ]


@pytest.mark.slow
def test_clocks_run_on_the_page_and_time_that_is_up_can_be_claimed(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person", "person", clock={"bank": 2, "increment": 0})
    someone = person(table, secrets[0])
    assert someone.page.is_visible("#p-prompt [data-left]")
    someone.page.wait_for_selector('#p-sheet-1 [data-left]:has-text("0:00")')
    someone.page.wait_for_selector('#vote-1 [value="claim"]', state="attached")
    someone.page.click("#vote-1 button")
    someone.page.wait_for_selector("#vote-1", state="detached")
    assert server.get(f"/api/tables/{table}").json["state"]["seats"][1]["bot"]
    assert someone.scrolls() == [0, 0]
