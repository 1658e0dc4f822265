"""Undo on the page: a choice, and a whole turn."""

from typing import Any

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.running import Server

TURN = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
raven.rage = 3
[figures]
Gimle = { wolf = "leader, 2 warriors" }
"""
UNDOABLE = '#undo-b:not([aria-disabled="true"])'


class Turn:
    """Wolf acts; Raven waits."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table, self.secrets = server.found("person", "person", origin=TURN)
        self.before = self.seen()

    def seen(self) -> tuple[Any, Any]:
        """What Wolf sees and can choose."""
        state = self.server.get(f"/api/tables/{self.table}", self.secrets[0]).json["state"]
        return state["view"], state["choices"]


@pytest.fixture
def turn(server: Server) -> Turn:
    return Turn(server)


def press(someone: Person, *ways: str) -> None:
    """Click the steps of a choice one after the other."""
    for way in ways:
        someone.page.click(f'#p-prompt fieldset.live [data-at="{way}"]')


@pytest.mark.slow
@pytest.mark.parametrize("by", ["mouse", "keyboard", "no script"])
def test_a_choice_is_taken_back(person: People, turn: Turn, by: str) -> None:
    someone = person(turn.table, turn.secrets[0], scripts=by != "no script")
    page = someone.page
    assert page.query_selector(UNDOABLE) is None
    press(someone, "invade", "invade/warrior", "invade/warrior/Horgr")
    page.wait_for_selector('[data-prompt=""]')
    page.wait_for_selector(UNDOABLE)
    assert turn.seen() != turn.before
    if by == "keyboard":
        page.keyboard.press("u")
    else:
        page.click("#undo-b")
    page.wait_for_selector('[data-prompt="turn"]')
    assert turn.seen() == turn.before
    page.wait_for_selector(UNDOABLE, state="detached")
    page.wait_for_selector('#p-log:not(:has(.turn:has-text("Horgr"))):has(.undone:has-text("Horgr"))')


@pytest.mark.slow
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_turn_of_several_choices_is_begun_anew(person: People, turn: Turn, by: str) -> None:
    someone = person(turn.table, turn.secrets[0])
    page = someone.page
    with turn.server.client(turn.table, turn.secrets[0]) as program:
        for choice in ("march Gimle Horgr", "warrior"):
            assert program.choose(choice)["is"] == "done"
    page.wait_for_selector("#reset-b")
    someone.catch_up()
    assert turn.seen() != turn.before
    if by == "keyboard":
        page.keyboard.press("Shift+U")
    else:
        page.click("#reset-b")
    page.wait_for_selector('[data-prompt="turn"]')
    page.wait_for_selector("#reset-b", state="detached")
    assert turn.seen() == turn.before


@pytest.mark.slow
def test_what_is_asked_is_there_a_frame_before_the_rest_and_the_rest_comes_without_frames_too(
    person: People, turn: Turn
) -> None:
    page = person(turn.table, turn.secrets[0]).page
    page.evaluate("""() => {
      window.requestAnimationFrame = () => 0;
      new MutationObserver(() => { window.logged ??= document.getElementById("p-log").textContent; })
        .observe(document.getElementById("p-prompt"), { childList: true, subtree: true });
    }""")
    for way in ("invade", "invade/warrior"):
        page.click(f'#p-prompt fieldset.live [data-at="{way}"]')
    page.evaluate("() => { window.logged = undefined; }")
    page.click('#p-prompt fieldset.live [data-at="invade/warrior/Horgr"]')
    page.wait_for_selector('[data-prompt=""]')
    page.wait_for_selector('#p-log:has-text("Horgr")')
    assert "Horgr" not in page.evaluate("() => window.logged")


@pytest.mark.slow
def test_who_listens_hears_what_can_be_chosen_what_is_taken_back_and_what_is_said(person: People, turn: Turn) -> None:
    wolf, raven = (person(turn.table, secret).page for secret in turn.secrets)
    heard = "said => document.getElementById('live').textContent.includes(said)"
    can_be_chosen = '#p-targets a[data-place="Horgr"][aria-describedby^="choosable "]'
    assert wolf.query_selector(can_be_chosen) is None
    wolf.click('#p-prompt fieldset.live [data-at="invade"]')
    wolf.click('#p-prompt fieldset.live [data-at="invade/warrior"]')
    assert wolf.query_selector(can_be_chosen)
    assert wolf.text_content("#choosable") == "Can be chosen."
    wolf.click('#p-prompt fieldset.live [data-at="invade/warrior/Horgr"]')
    raven.wait_for_function(heard, arg="Horgr")
    wolf.wait_for_selector(UNDOABLE)
    wolf.click("#undo-b")
    for listener in (wolf, raven):
        listener.wait_for_function(heard, arg="Wolf took back: Invade · Warrior · Horgr")
    wolf.press("#chat-d summary", "Enter")
    wolf.fill("#words", "That was not meant.")
    wolf.press("#words", "Enter")
    raven.wait_for_function(heard, arg=": That was not meant.")
    assert "meant" not in (wolf.text_content("#live") or "")
