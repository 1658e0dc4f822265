"""Settings are kept in the browser and take effect."""

from random import Random

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_table import SIZES, axe_faults
from tests.server.running import Server

# Records every tone that the page plays.
LISTEN = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.tones += 1; start.apply(this, at); };
}"""

# Text of the panel that is wider than its place.
CUT_OFF = """() => [...document.querySelectorAll("#settings *")]
  .filter((node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.textContent)"""


def until_the_turn(someone: Person) -> None:
    """Make choices until an action is due."""
    while someone.page.query_selector('[data-prompt="turn"]') is None:
        someone.choose(Random(1))
        while not someone.decision:
            someone.wait_for_news("")


@pytest.mark.slow
def test_whoever_does_not_want_to_be_asked_twice_is_not(person: People, server: Server) -> None:
    table, secrets = server.found("person", "random")
    someone = person(table, secrets[0])
    until_the_turn(someone)
    someone.page.click("#g-pass")
    assert someone.page.is_visible("dialog.guardbox")
    assert someone.page.evaluate("() => document.activeElement.textContent") == "Back"
    someone.page.keyboard.press("Enter")
    someone.page.wait_for_selector("dialog.guardbox", state="detached")
    someone.page.keyboard.press("o")
    assert "asks first" in someone.page.inner_text("#g-pass")
    someone.page.uncheck('[data-set="confirm"]')
    someone.page.keyboard.press("Escape")
    assert "asks first" not in someone.page.inner_text("#g-pass")
    someone.page.click("#g-pass")
    someone.page.wait_for_selector('#p-log:has-text("Wolf passes")')


@pytest.mark.slow
def test_light_motion_and_pace_are_kept(person: People) -> None:
    someone = person()
    someone.page.click("#settings-b")
    someone.page.check('[data-set="theme"][value="light"]', force=True)
    someone.page.check('[data-set="motion"][value="less"]', force=True)
    someone.page.check('[data-set="pace"][value="slow"]', force=True)
    someone.page.click("#settings .primary")
    for path in ("/help", "/"):
        someone.open(path)
        someone.page.wait_for_selector(':root.scripted[data-theme="light"][data-motion="less"]')
    someone.page.click("#settings-b")
    assert someone.page.is_checked('[data-set="pace"][value="slow"]')
    someone.page.check('[data-set="theme"][value="system"]', force=True)
    someone.page.wait_for_selector(":root:not([data-theme])")


@pytest.mark.slow
def test_a_tone_is_heard_when_somebody_is_asked_and_wants_to_hear_it(person: People, server: Server) -> None:
    table, secrets = server.found("person", "person")
    ours, theirs = person(table, secrets[0]), person(table, secrets[1])
    for someone in (ours, theirs):
        someone.page.evaluate(LISTEN)
    for someone, volume in ((theirs, "off"), (ours, "loud")):
        someone.page.click("#settings-b")
        someone.page.check(f'[data-set="sound"][value="{volume}"]', force=True)
        someone.page.click("#settings .primary")
    at_first = ours.page.evaluate("() => window.tones")
    assert at_first > 0, "whoever switches it on hears it"
    for number in range(4):
        for someone in (ours, theirs):
            if someone.decision:
                someone.choose(Random(number))
    assert ours.page.evaluate("() => window.tones") > at_first
    assert theirs.page.evaluate("() => window.tones") == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "pl", "es", "cs"])
def test_settings_fit_and_axe_finds_nothing(person: People, size: tuple[int, int], language: str) -> None:
    someone = person(width=size[0], height=size[1], language=language)
    someone.page.click("#settings-b")
    assert axe_faults(someone.page) == []
    assert someone.page.evaluate(CUT_OFF) == []
    someone.page.click('#settings a[lang="cs"]')
    someone.page.wait_for_selector('html[lang="cs"]')
