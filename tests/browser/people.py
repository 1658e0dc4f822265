"""Somebody in front of a browser."""

import time
from collections.abc import Callable
from random import Random
from typing import TypeVar

from playwright.sync_api import BrowserContext, ElementHandle, Error

T = TypeVar("T")

# Milliseconds: a busy machine may take its time.
PATIENCE = 60_000
OPEN = "#p-prompt fieldset.live"
WAYS = f"{OPEN} a[data-at], {OPEN} button[data-at]"
CARDS = "a.card[data-at]"
# What one decides with is painted first, and the rest a frame later.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))"


class Person:
    """One person, who sees one page."""

    def __init__(self, context: BrowserContext, home: str, *, has_touch: bool = False, scripts: bool = True) -> None:
        self.context = context
        self.has_touch = has_touch
        self.scripts = scripts
        self.home = home
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> None:
        """Go to an address."""
        self._steadily(lambda: self.page.goto(self.home + path))
        self.line_is_on()

    def follow(self, way: ElementHandle | str) -> None:
        """Press what brings another page, and wait for that page."""
        with self.page.expect_navigation():
            if isinstance(way, str):
                self.page.click(way)
            else:
                way.click()

    def _steadily(self, do: Callable[[], T]) -> T:
        """Do it; once more, if a page without scripts has just fetched itself anew, as it does while it waits."""
        try:
            return do()
        except Error:
            if self.scripts:
                raise
            self.page.wait_for_load_state()
            return do()

    @property
    def decision(self) -> str:
        """The number of what is asked; empty if nothing is."""

        def read() -> str:
            asked = self.page.query_selector("#p-prompt [data-decision]")
            return (asked.get_attribute("data-decision") or "") if asked else ""

        return self._steadily(read)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        over = '#p-prompt [data-prompt="over"]'
        return self._steadily(lambda: self.page.query_selector(over) is not None)

    def wait_for_news(self, decision: str) -> None:
        """Until another thing is asked, or nothing any more."""
        # By polling: the page's policy forbids words that it would have to evaluate.
        end = time.monotonic() + PATIENCE / 1000
        while self.decision == decision and not self.is_over:
            assert time.monotonic() < end, f"nothing new after decision {decision or 'of others'}"
            self.page.wait_for_timeout(20)
        self.settle()

    def line_is_on(self) -> None:
        """Until the page is live: a choice that is made sooner is a form's, and brings another page."""
        if self.scripts and self.page.query_selector("#net") is not None:
            self.page.wait_for_selector("#net[data-line=on], #net[data-line=slow]")

    def catch_up(self) -> None:
        """Until the page has been told all that has happened at its table; it may have still to show it."""
        table = self.page.evaluate("() => document.body.dataset.table")
        now = self.context.request.get(f"{self.home}/api/tables/{table}").json()["state"]["version"]
        end = time.monotonic() + PATIENCE / 1000
        while (told := int(self.page.get_attribute("body", "data-version") or 0)) < now:
            assert time.monotonic() < end, f"told of version {told}, not of {now}"
            self.page.wait_for_timeout(20)
        self.page.evaluate(PAINTED)

    def skip(self) -> None:
        """See how things stand now, without what led to it."""
        self.catch_up()
        if self.page.is_visible("#skip-b"):
            self.page.click("#skip-b")
        self.page.wait_for_selector("#p-stage", state="hidden")

    def settle(self) -> None:
        """Until the page takes presses: what has just come under a pointer does not."""
        self.page.wait_for_selector("body:not(.fresh)")

    def ways(self) -> list[ElementHandle]:
        """What can be pressed now; on a small screen the cards stand for their buttons."""
        buttons, cards = (self.page.locator(wanted).filter(visible=True) for wanted in (WAYS, CARDS))
        return buttons.element_handles() or cards.element_handles()

    def press(self, way: ElementHandle) -> None:
        """By finger or by mouse."""
        self.settle()
        if self.has_touch:
            way.tap()
        else:
            way.click()

    def choose(self, rng: Random) -> None:
        """Press something until a choice is made."""
        self.line_is_on()
        decision = self.decision
        while self.decision == decision and decision:
            ways = self.ways()
            if not ways and self.page.is_visible("#skip-b"):
                self.page.click("#skip-b")
                continue
            if not ways:
                self._give_up()
                break
            way = rng.choice(ways)
            is_last = way.get_attribute("data-choice") is not None
            self.press(way)
            if self.is_sure() or is_last:
                break
        self.wait_for_news(decision)

    def is_sure(self) -> bool:
        """Say yes, if the page asks once more; whether it does."""
        sure = self.page.query_selector("dialog[open] .guard")
        if sure is not None:
            self.press(sure)
        return sure is not None

    def _give_up(self) -> None:
        """Pass: it asks once more."""
        self.page.click("#g-pass")
        assert self.is_sure()

    def scrolls(self) -> list[int]:
        """How far the page is larger than its window, across and down."""
        found: list[int] = self.page.evaluate(
            "() => { const e = document.documentElement;"
            " return [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]; }"
        )
        return found
