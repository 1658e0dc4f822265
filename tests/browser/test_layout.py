"""The room that the map has, panels that stay where they are, and pages for large text and narrow windows."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

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


@pytest.mark.thorough
def test_during_actions_the_map_has_45_percent_of_a_small_laptop(chromium: Browser, pages: dict[str, str]) -> None:
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        for name in TURNS:
            page.goto(address(pages, name))
            assert page.evaluate(SHARE) >= 0.45, name


@pytest.mark.thorough
def test_no_panel_of_a_turn_moves_another(chromium: Browser, pages: dict[str, str]) -> None:
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        page.goto(address(pages, "table-turn"))
        before = page.evaluate(BOXES)
        for name in TURNS:
            page.goto(address(pages, name))
            assert page.evaluate(BOXES) == before, name


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (768, 1024)])
def test_text_of_twice_the_size_is_whole(chromium: Browser, pages: dict[str, str], size: tuple[int, int]) -> None:
    faults = []
    with large_text(chromium, pages, size) as page:
        for name in ("table-turn", "table-draft", "table-card", "table-over", "table-at-to", "home", "help"):
            page.goto(address(pages, name))
            assert page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)") >= 26
            faults += [f"{name}: {fault}" for fault in page.evaluate(CLIPPED)]
    assert faults == []


@pytest.mark.thorough
def test_a_window_of_320_pixels_shows_everything(chromium: Browser, pages: dict[str, str]) -> None:
    faults = []
    with shots.looking(chromium, pages, "dark", (320, 568)) as page:
        for one in pages:
            if one.startswith("screen-"):
                continue
            page.goto(one)
            faults += [f"{one}: {fault}" for fault in page.evaluate(CLIPPED)]
    assert faults == []
