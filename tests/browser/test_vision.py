"""Colours are never the only sign: with colour blindness, and with the reader's own colours."""

from base64 import b64encode
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page

from tools import shots

DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")
CLANS = 5
# The mean difference of brightness of two emblems, of 255; the same emblem drawn twice has less than 1.
LEAST_DIFFERENCE = 20
# The brightness of a picture, on a grid of 24 × 24.
BRIGHTNESS = """async ([picture]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(24, 24), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 24, 24);
  const { data } = pen.getImageData(0, 0, 24, 24), found = [];
  for (let at = 0; at < data.length; at += 4)
    found.push(0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]);
  return found;
}"""
# Of each place whether it can be chosen, and the signs of that: a number, and the words for those who listen.
PLACES = """() => [...document.querySelectorAll('.hits.wide [data-place]')].map((place) => [
  place.classList.contains('legal'),
  place.querySelector('.keyn').textContent.trim() !== '',
  (place.getAttribute('aria-describedby') || '').startsWith('choosable'),
])"""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Every page of Blood Rage with five clans."""
    return shots.all_pages(seed=11, seats=CLANS, lang="en")


def emblems(page: Page, scratch: Page) -> list[list[float]]:
    """The emblem of each clan on its sheet, as brightness."""
    badges = page.locator(".sheets .sheet header > .badge").all()
    return [scratch.evaluate(BRIGHTNESS, [b64encode(one.screenshot()).decode()]) for one in badges]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_with_colour_blindness_clans_differ_by_shape_and_brightness(
    chromium: Browser, pages: dict[str, str], theme: str
) -> None:
    scratch = chromium.new_page()
    with shots.looking(chromium, pages, theme, (1366, 768)) as page:
        line = page.context.new_cdp_session(page)
        page.goto("table-turn")
        for deficiency in DEFICIENCIES:
            line.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
            drawn = emblems(page, scratch)
            assert len(drawn) == CLANS
            for one, other in combinations(drawn, 2):
                apart = sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)
                assert apart > LEAST_DIFFERENCE, deficiency
    scratch.close()


@pytest.mark.slow
def test_no_state_is_told_by_colour_alone(chromium: Browser, pages: dict[str, str]) -> None:
    address = next(one for one in pages if one.startswith("table-at-to"))
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        page.goto(address)
        places = page.evaluate(PLACES)
        assert {legal for legal, _, _ in places} == {True, False}
        assert all(legal == numbered == described for legal, numbered, described in places)
        assert page.locator("#p-log .against").count() == page.locator("#p-log .against > .ic").count() > 0
        assert page.locator(".rag .now .ic").count() == 1
        letters = page.locator(".sheets .sheet .ltr").all_inner_texts()
        assert len(set(letters)) == CLANS


@pytest.mark.slow
def test_with_forced_colours_what_is_chosen_current_and_closed_is_seen(
    chromium: Browser, pages: dict[str, str]
) -> None:
    def style(page: Page, wanted: str, name: str) -> str:
        found = page.locator(wanted).filter(visible=True).first
        said: str = found.evaluate("(one, name) => getComputedStyle(one)[name]", name)
        return said

    address = next(one for one in pages if one.startswith("table-at-to"))
    with shots.looking(chromium, pages, "dark", (1366, 768)) as page:
        page.emulate_media(forced_colors="active")
        page.goto(address)
        chosen, free, closed = "#p-prompt .btn.on", "#p-prompt .btn.legal", "#p-prompt .btn.no"
        assert style(page, chosen, "backgroundColor") != style(page, free, "backgroundColor")
        assert style(page, closed, "borderTopStyle") == "dashed" != style(page, free, "borderTopStyle")
        assert style(page, closed, "color") != style(page, free, "color")
        assert style(page, ".sheet.turn", "outlineStyle") == "solid"
        assert style(page, ".course .ph.now", "backgroundColor") != style(
            page, ".course .ph:not(.now)", "backgroundColor"
        )
        assert shots.axe_faults(page) == []
