"""A match is played as a screen reader presents it: by roles, accessible names and the keyboard alone."""

import re
import time
from random import Random

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import People
from tests.browser.people import PATIENCE
from tests.browser.test_ragnarok import late
from tests.browser.test_table import FULL, axe_faults, last_age
from tests.server.running import Server


class Ear:
    """What assistive technology offers of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.decision = page.get_by_role("region", name="Your decision", exact=True)
        self.turn = page.get_by_role("region", name="Your turn", exact=True)
        self.log = page.get_by_role("region", name="Log", exact=True)

    @property
    def is_over(self) -> bool:
        """Whether the page says that the match has ended."""
        return self.decision.get_by_role("heading", name="The match is over.").count() > 0

    def ways(self) -> list[Locator]:
        """The buttons of the decision that can be pressed and are not pressed yet."""
        buttons = self.decision.get_by_role("button", disabled=False)
        return [one for one in buttons.all() if one.get_attribute("aria-pressed") != "true"]

    def press(self, way: Locator) -> None:
        """Press a button with the keyboard; confirm if a dialog asks for it."""
        way.focus()
        self.page.keyboard.press("Enter")
        if self.page.get_by_role("dialog").count():
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")

    def told(self) -> str:
        """The decision and the log as they read: two decisions in a row can read alike."""
        return self.decision.aria_snapshot() + self.log.aria_snapshot()

    def wait_for_news(self, before: str) -> None:
        """Wait until decision or log read differently, or for the end of the match."""
        end = time.monotonic() + PATIENCE / 1000
        while self.told() == before and not self.is_over:
            assert time.monotonic() < end, before
            self.page.wait_for_timeout(20)


# The last part of a match; in full runs a whole one.
MATCHES = {"blood_rage": last_age(2), "lords_of_ragnarok": "" if FULL else late(7, 60)}


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_a_match_is_played_by_roles_and_the_keyboard_alone(person: People, server: Server, game: str) -> None:
    table, secrets = server.found("person", "random", origin=MATCHES[game], game=game)
    someone, rng = person(table, secrets[0]), Random(9)
    ear = Ear(someone.page)
    while not ear.is_over:
        someone.catch_up()
        before = ear.told()
        ways = ear.ways() or ear.turn.get_by_role("button", name=re.compile("^Pass")).all()
        if ways:
            ear.press(rng.choice(ways))
        ear.wait_for_news(before)
    assert server.get(f"/api/tables/{table}").json["state"]["status"] == "over"
    assert axe_faults(someone.page) == []
