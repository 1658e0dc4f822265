"""A television and a phone at one table: the code, a choice on the phone, and its trace on the big screen."""

from random import Random

from tests.browser.conftest import People
from tests.browser.test_hot_seat import until
from tests.server.running import Server

DISPLAYS = ((1920, 1080), (1366, 768), (3840, 2160))
# The share of a display's height of the smallest visible text, in thousandths; 23 of 1080 pixels are 21.
LEAST_TEXT = 20
SMALLEST = """() => Math.min(...[...document.querySelectorAll('#table *')].filter(one =>
  [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && one.checkVisibility()
  && !one.closest('svg, .vh, dialog, .net, kbd') && one.getBoundingClientRect().height > 2
).map(one => parseFloat(getComputedStyle(one).fontSize) * (one.currentCSSZoom || 1))) / innerHeight * 1000"""


def test_a_phone_joins_by_the_code_of_a_big_screen_and_its_choice_is_seen_there(person: People, server: Server) -> None:
    table, secrets = server.found("person", "open")
    host = person(table, secrets[0], width=390, height=844)
    screen = person(width=1920, height=1080)
    screen.open(f"/t/{table}/screen")
    code = screen.page.inner_text("#join-box .code")
    assert len(code.replace(" ", "")) == 6

    phone = person(width=390, height=844)
    phone.page.fill("#link", code.lower())
    phone.follow("#join button")
    assert phone.page.url.endswith(f"/t/{table}")
    phone.page.fill("#sit-name", "Tomasz")
    phone.follow("#sit button")
    phone.page.wait_for_selector("#hand-only")
    phone.follow("#hand-only")
    phone.line_is_on()
    assert phone.page.get_attribute("body", "data-seat") == "1"
    assert phone.page.query_selector("#p-targets, #p-log, #map") is None
    assert phone.scrolls()[0] == 0

    # The television has begun the match by itself, and shows neither the code nor a choice.
    until(screen.page, lambda: screen.page.get_attribute("body", "data-status") == "running")
    screen.line_is_on()
    assert screen.page.query_selector("#join-box, [data-choice], [data-decision], .hand") is None
    assert "Tomasz" in screen.page.inner_text("#p-sheet-1")
    for width, height in DISPLAYS:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.scrolls() == [0, 0]
        assert screen.page.evaluate(SMALLEST) >= LEAST_TEXT

    # The first gifts are chosen in secret: the public count of cards in hand changes when both have chosen.
    before = screen.page.inner_text("#p-sheet-1 [id^=counts]")
    host.choose(Random(1))
    phone.choose(Random(1))
    until(screen.page, lambda: screen.page.inner_text("#p-sheet-1 [id^=counts]") != before)
    assert screen.page.inner_text("#ask")
