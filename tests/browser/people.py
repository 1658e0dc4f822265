"""A person who uses a browser."""

import json
import time
import urllib.request
from collections.abc import Callable
from random import Random
from typing import TypeVar

from playwright.sync_api import BrowserContext, ElementHandle, Error

T = TypeVar("T")

# Milliseconds; long, for busy machines.
PATIENCE = 60_000
OPEN = "#p-prompt fieldset.live"
WAYS = f"{OPEN} a[data-at], {OPEN} button[data-at]:not([aria-disabled=true])"
FIGURES = f"{OPEN} > .series [data-more]"
CARDS = "a.card[data-at]"
# The decision is painted first, and the rest a frame later.
# Nothing that happened waits to be shown.
SHOWN = "body:not(.showing)"
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
        """Open a path of the server."""
        self._steadily(lambda: self.page.goto(self.home + path))
        self.line_is_on()

    def follow(self, way: ElementHandle | str) -> None:
        """Click a link or button that leads to another page, and wait for it."""
        with self.page.expect_navigation():
            if isinstance(way, str):
                self.page.click(way)
            else:
                way.click()

    def _steadily(self, do: Callable[[], T]) -> T:
        """Run a function; repeat it once if a page without scripts has just reloaded itself."""
        try:
            return do()
        except Error:
            if self.scripts:
                raise
            self.page.wait_for_load_state()
            return do()

    @property
    def decision(self) -> str:
        """The number of the decision; empty if there is none."""

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
        """Wait for another decision, or for the end of the match."""
        # By polling: the page's CSP forbids evaluating strings.
        end = time.monotonic() + PATIENCE / 1000
        while self.decision == decision and not self.is_over:
            assert time.monotonic() < end, f"nothing new after decision {decision or 'of others'}"
            self.page.wait_for_timeout(20)
        self.settle()

    def line_is_on(self) -> None:
        """Wait until the page is live: an earlier choice would be sent as a form and load another page."""
        if self.scripts and self.page.query_selector("#net") is not None:
            self.page.wait_for_selector("#net[data-line=on], #net[data-line=slow]")

    def catch_up(self) -> None:
        """Wait until the page has received everything that happened at its table; it may not show it yet."""
        table = self.page.evaluate("() => document.body.dataset.table")
        # A new connection: the server closes an idle one just when a browser's pool wants to use it again.
        with urllib.request.urlopen(f"{self.home}/api/tables/{table}", timeout=PATIENCE / 1000) as answer:  # noqa: S310
            now = json.load(answer)["state"]["version"]
        end = time.monotonic() + PATIENCE / 1000
        while (told := int(self.page.get_attribute("body", "data-version") or 0)) < now:
            assert time.monotonic() < end, f"told of version {told}, not of {now}"
            self.page.wait_for_timeout(20)
        self.page.evaluate(PAINTED)

    def skip(self) -> None:
        """Skip the animation of past events, however late it begins."""
        self.catch_up()
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.query_selector(SHOWN):
            assert time.monotonic() < end, "the page shows events for ever"
            self.page.evaluate("() => document.querySelector('#skip-b')?.click()")
            self.page.evaluate(PAINTED)

    def settle(self) -> None:
        """Wait until the page accepts clicks: elements that have just appeared under the pointer do not."""
        self.page.wait_for_selector("body:not(.fresh)")

    def ways(self) -> list[ElementHandle]:
        """Everything that can be pressed now; on a small screen the cards replace their buttons."""
        buttons, cards = (self.page.locator(wanted).filter(visible=True) for wanted in (WAYS, CARDS))
        return buttons.element_handles() or cards.element_handles()

    def pick_one(self, rng: Random) -> None:
        """Of the figures that could march together, let one go: not every place has room for all."""
        kinds = self.page.locator(FIGURES).filter(visible=True).all()
        for number, kind in enumerate(rng.sample(kinds, len(kinds))):
            if kind.evaluate("(kind) => kind.matches('select')"):
                kind.select_option(str(int(number == 0)))
            else:
                kind.set_checked(number == 0)

    def press(self, way: ElementHandle) -> None:
        """Tap or click."""
        self.settle()
        if self.has_touch:
            way.tap()
        else:
            way.click()

    def choose(self, rng: Random) -> None:
        """Press random buttons until a choice is made."""
        self.line_is_on()
        decision = self.decision
        while self.decision == decision and decision:
            if rng.random() < 0.5 or not self.ways():
                self.pick_one(rng)
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
        """Confirm, if the page asks for it; return whether it does."""
        sure = self.page.query_selector("dialog[open] .guard")
        if sure is not None:
            self.press(sure)
        return sure is not None

    def _give_up(self) -> None:
        """Make the guarded choice, which needs a confirmation."""
        self.page.click("#p-turn .guard")
        assert self.is_sure()

    def scrolls(self) -> list[int]:
        """How much larger the page is than its window, in width and height."""
        found: list[int] = self.page.evaluate(
            "() => { const e = document.documentElement;"
            " return [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]; }"
        )
        return found
