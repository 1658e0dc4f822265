"""Lessons in the browser: one by roles and the keyboard alone, with what is spoken; another by touch."""

import re
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import People
from tests.browser.test_spoken import TRANSCRIPTS, WRITE
from tests.browser.test_table import axe_faults

LESSON = TRANSCRIPTS / "lesson_en.txt"
# Records what the live regions of the guide say (with an exclamation mark if it interrupts the reader), and in `others`
# what those of the table say.
LISTEN = """
window.heard = [];
window.others = [];
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes) {
      const text = node.nodeType === Node.TEXT_NODE && node.data.trim();
      const region = text && node.parentElement?.closest("[role=status], [role=alert], [aria-live]");
      if (!region) continue;
      if (!region.closest("[aria-label=Guide]")) window.others.push(text);
      else window.heard.push((region.matches("[role=alert]") ? "! " : "") + text);
    }
}).observe(document, { childList: true, subtree: true });
"""


class Learner:
    """A learner who sees nothing and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.guide = page.get_by_role("region", name="Guide", exact=True)
        self.decision = page.get_by_role("region", name="Your decision", exact=True)

    def press(self, button: Locator) -> None:
        """Press a button with the keyboard."""
        button.focus()
        self.page.keyboard.press("Enter")

    def listen_to_the_end(self) -> None:
        """Hear all sentences of a step."""
        on = self.guide.get_by_role("button", name="Next sentence", disabled=False)
        while on.count():
            self.press(on)

    def choose(self, *steps: str) -> None:
        """Make a choice by the names of its steps."""
        for step in steps:
            self.press(self.decision.get_by_role("button", name=re.compile(rf"\b{step}\b")).first)


def heard(page: Page, of: str = "heard") -> str:
    """The transcript so far, a line for each announcement."""
    lines: list[str] = page.evaluate("(of) => window[of]", of)
    return "".join(f"{line}\n" for line in lines)


def test_a_lesson_is_done_by_roles_and_the_keyboard_alone(person: People) -> None:
    someone = person()
    page, learner = someone.page, Learner(someone.page)
    page.add_init_script(LISTEN)
    with page.expect_navigation():
        learner.press(page.get_by_role("link", name="Learn to play").first)
    with page.expect_navigation():
        learner.press(page.get_by_role("button", name="Begin").first)
    someone.line_is_on()
    learner.listen_to_the_end()
    learner.choose("Warrior", "Gimle")
    expect(learner.guide.get_by_role("alert")).to_contain_text("A Warrior costs 1 Rage.")
    page.keyboard.press("Escape")
    learner.choose("Leader", "Gimle")
    expect(learner.guide.get_by_text("task 2 of 2")).to_be_visible()
    learner.listen_to_the_end()
    expect(learner.decision.get_by_role("heading", name="Take one action or pass")).to_be_visible()
    learner.choose("Invade", "Ship", "F4")
    expect(learner.guide.get_by_text("Done")).to_be_visible()
    if WRITE:
        LESSON.write_text(heard(page))
    assert heard(page) == LESSON.read_text()
    assert "Raven invades Horgr with the Leader." in heard(page, "others")
    assert axe_faults(page) == []
    with page.expect_navigation():
        learner.press(learner.guide.get_by_role("button", name="Next lesson"))
    expect(learner.guide.get_by_role("heading", name="The draft: Gods' Gifts")).to_be_visible()
    with page.expect_navigation():
        learner.press(page.get_by_role("link", name="All lessons"))
    expect(page.get_by_role("listitem").filter(has_text="The board and your clan")).to_contain_text("Done")
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)
    assert axe_faults(page) == []


def test_on_a_phone_the_guide_and_the_question_are_seen_together(person: People) -> None:
    someone = person(width=390, height=844)
    page = someone.page
    someone.open("/learn")
    someone.follow("button[value=draft]")
    someone.line_is_on()
    boxes = [page.locator(one).bounding_box() for one in ("#guide-now", "#p-draft", "#ask")]
    shown = [(box["y"], box["y"] + box["height"]) for box in boxes if box is not None]
    assert len(shown) == 3
    assert all(end <= following for (_, end), (following, _) in pairwise(shown))
    assert shown[-1][1] <= 844
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.tap("#guide-on")
    expect(page.locator("#guide-now")).to_contain_text("Red cards are for battles")
    expect(page.locator("#p-draft")).to_have_class(re.compile(r"\bpointed\b"))
    page.tap("#p-draft .card[data-at]:has-text('Sea Serpent')")
    page.tap("#p-prompt button.on, #p-draft .card[data-at]:has-text('Sea Serpent')")
    expect(page.get_by_role("alert").filter(has_text="It helps in few situations.")).to_be_visible()
