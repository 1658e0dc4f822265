"""The room that the map has, panels that stay where they are, and pages for large text and narrow windows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import drakkar
from drakkar.analysis import hints, holdings
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panel_feed import refusals
from drakkar.server.web.panels import PageContext
from drakkar.server.web.web_translator import web_translator
from tests.server.sample_documents import document, events
from tools import shots

# The part of the window that the map covers, without what lies on it.
SHARE = """() => {
  const box = document.getElementById('map').getBoundingClientRect();
  return box.width * box.height / innerWidth / innerHeight;
}"""
# The top left corner and the size of each panel that is always there.
BOXES = """() => ['map', 'p-prompt', 'p-hand', 'p-log'].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height];
})"""
# Choices of a player that something else lies on.
COVERED = """() => [...document.querySelectorAll(
  '#p-prompt .btn, #p-turn .btn, #p-hand .card, #p-draft .card, .hits.wide [data-place] > .hot'
)].filter((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const top = width && node.checkVisibility() && document.elementFromPoint(x + width / 2, y + height / 2);
  return top && top.closest('#p-hint, #p-turn') && !node.contains(top);
}).map((node) => node.id || node.textContent.trim())"""
TURNS = ("table-turn", "table-at-invade", "table-at-march", "table-at-to", "table-at-full", "table-poor")
# Text that its own box hides, and pages wider than the window.
CLIPPED = """() => {
  const root = document.documentElement, found = [];
  if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth}`);
  for (const node of document.querySelectorAll('h2, h3, .btn, .ask p, .stat, .card .name, label, legend, summary')) {
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    if (!box.width || !node.checkVisibility({ opacityProperty: true }) || node.closest('.vh, dialog')) continue;
    if (node.matches('.vh *') || style.clipPath !== 'none') continue;
    const scrolls = node.closest('.steps3, .opts, .ways, .course, .langs, .hands');
    const words = document.createRange();
    words.selectNodeContents(node);
    const said = words.getBoundingClientRect(), text = node.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
    if (!text || !said.width) continue;
    if (style.overflowX === 'hidden' && said.right > box.right + 2) found.push(`cut: ${text}`);
    if (!scrolls && box.left < root.clientWidth && box.right > root.clientWidth + 1) found.push(`outside: ${text}`);
  }
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Every page of Blood Rage, with the longest words."""
    return shots.all_pages(seed=11, seats=4, lang="pl")


def address(pages: dict[str, str], name: str) -> str:
    """The address of a page, which may go on with a half-made choice."""
    return next(one for one in pages if one.split("?")[0] == name)


@contextmanager
def large_text(browser: Browser, pages: dict[str, str], size: tuple[int, int]) -> Iterator[Any]:
    """A page in a browser whose reader has set text of twice the usual size."""
    with shots.looking(browser, pages, "light", size) as page:
        large = {"fontSizes": {"standard": 32, "fixed": 26}}
        page.context.new_cdp_session(page).send("Page.setFontSizes", large)
        yield page


@pytest.mark.slow
def test_during_actions_the_map_has_45_percent_of_a_small_laptop(chromium: Browser, pages: dict[str, str]) -> None:
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        for name in TURNS:
            page.goto(address(pages, name))
            assert page.evaluate(SHARE) >= 0.45, name


@pytest.mark.slow
def test_no_panel_of_a_turn_moves_another(chromium: Browser, pages: dict[str, str]) -> None:
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        page.goto(address(pages, "table-turn"))
        before = page.evaluate(BOXES)
        for name in TURNS:
            page.goto(address(pages, name))
            assert page.evaluate(BOXES) == before, name


# Actions of a turn that are in view only after scrolling.
OUT_OF_VIEW = """() => {
  const opts = document.querySelector('#p-prompt .actions'), { bottom, right } = opts.getBoundingClientRect();
  return [...opts.querySelectorAll('.btn')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > bottom + 1 || box.right > right + 1;
  }).map((one) => one.textContent.trim());
}"""


@pytest.mark.slow
def test_all_actions_of_a_turn_are_in_view_with_the_reasons_of_closed_ones(
    chromium: Browser, pages: dict[str, str]
) -> None:
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        for name in ("table-first", "table-turn", "table-poor"):
            page.goto(address(pages, name))
            assert page.locator("#p-prompt .actions .btn:visible").count() == 5
            assert page.evaluate(OUT_OF_VIEW) == [], name


CALL = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
raven.rage = 3
[figures]
Gimle = { wolf = "leader", raven = "warrior" }
Andlang = { raven = "leader" }
"""


@pytest.mark.slow
def test_on_a_phone_a_call_to_battle_does_not_move_the_map(chromium: Browser) -> None:
    make, words, match = page_renderer(shots.TITLE), web_translator("en", shots.TITLE), drakkar.set_up(CALL)
    pages = {"turn": shots.table(make, words, match, 0, PageContext(), "en")}
    match.play(0, "pillage Gimle")
    pages["call"] = shots.table(make, words, match, 1, PageContext(), "en")
    with shots.looking(chromium, pages, "dark", shots.SIZES["phone"]) as page:
        boxes = []
        for name in ("turn", "call"):
            page.goto(name)
            boxes.append(page.locator("#map").bounding_box())
        assert page.locator("#p-battle .callbox").is_visible()
        assert boxes[0] == boxes[1]


@pytest.mark.slow
@pytest.mark.parametrize("code", ["draft", "turn"])
def test_neither_a_hint_nor_its_button_covers_a_choice(chromium: Browser, code: str) -> None:
    match, seat = shots.moments(11, 3)[code]
    own = document(match, seat, ["Ingrid"] * 3) | {"hints_allowed": True}
    own["refused"] = refusals(match, own)
    decision = next(one for one in match.pending if one.seat == seat)
    choices = [one.to_json() for one in hints(match.view(seat), decision)]
    held = holdings(match.view(seat)).to_json()["seats"]
    shown = {"hint": {"decision": own["decision"], "state": "ready", "choices": choices, "holdings": held}}
    told, seen = (document(match, None, [""] * 3), events(match, None)), events(match, seat)
    make, words = page_renderer(shots.TITLE), web_translator("es", shots.TITLE)
    pages = {
        "before": make.table(*told, own, seen, words, PageContext(), "es"),
        "after": make.table(*told, own | shown, seen, words, PageContext(), "es"),
    }
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        for name, wanted in (("before", "#hint-b"), ("after", "#hint-d")):
            page.goto(name)
            assert page.locator(wanted).is_visible()
            assert page.evaluate(COVERED) == []


@pytest.mark.slow
def test_text_and_map_grow_with_a_large_window(chromium: Browser, pages: dict[str, str]) -> None:
    def drawn(page: Page) -> tuple[float, float]:
        page.goto("table-turn")
        text = page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)")
        box = page.locator(".mapbox svg.map.wide").first.bounding_box()
        assert box
        return text, min(box["width"] / 826, box["height"] / 424)

    grown = []
    for size in ((1366, 768), (1680, 1050), (1920, 1080)):
        with shots.looking(chromium, pages, "dark", size) as page:
            grown.append(drawn(page))
    assert grown == sorted(grown)
    assert len({text for text, _ in grown}) == len({scale for _, scale in grown}) == 3
    assert grown[-1][0] >= 16


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (768, 1024)])
def test_text_of_twice_the_size_is_whole(chromium: Browser, pages: dict[str, str], size: tuple[int, int]) -> None:
    faults = []
    with large_text(chromium, pages, size) as page:
        for name in ("table-turn", "table-draft", "table-card", "table-over", "table-at-to", "home", "help"):
            page.goto(address(pages, name))
            assert page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)") >= 26
            faults += [f"{name}: {fault}" for fault in page.evaluate(CLIPPED)]
    assert faults == []


@pytest.mark.slow
def test_a_window_of_320_pixels_shows_everything(chromium: Browser, pages: dict[str, str]) -> None:
    faults = []
    with shots.looking(chromium, pages, "dark", (320, 568)) as page:
        for one in pages:
            if one.startswith("screen-"):
                continue
            page.goto(one)
            faults += [f"{one}: {fault}" for fault in page.evaluate(CLIPPED)]
    assert faults == []
