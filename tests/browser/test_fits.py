"""No page scrolls sideways and no word is cut off: both sizes, every language, as many clans as can be."""

import pytest
from playwright.sync_api import Browser

from drakkar.text import LANGUAGES
from tools import shots

# Of pages that are built alike some will do.
LEFT_OUT = ("replay-10-", "replay-0-1", "table-beat-1", "table-beat-3", "table-end-3", "home-empty", "table-first")


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_and_nothing_scrolls_sideways(chromium: Browser, language: str) -> None:
    pages = shots.all_pages(seed=11, seats=5, lang=language)
    faults = []
    for size in shots.SIZES:
        page = shots.looking(chromium, pages, "dark", size)
        for name in [name for name in pages if not name.startswith(LEFT_OUT)]:
            page.goto(shots.HOST + name + shots.HALF_MADE.get(name, ""))
            faults += [f"{name} {size}: {fault}" for fault in page.evaluate(shots.MEASURE)]
        page.context.close()
    assert len(pages) > 30
    assert faults == []


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("pl", "light"), ("es", "dark"), ("cs", "light")])
def test_lords_of_ragnarok_fits_and_can_be_read(chromium: Browser, language: str, theme: str) -> None:
    pages = shots.ragnarok_pages(seed=11, seats=4, lang=language, few=True)
    faults = []
    for size in shots.SIZES:
        page = shots.looking(chromium, pages, theme, size)
        for name in [name for name in pages if not name.startswith(LEFT_OUT)]:
            page.goto(shots.HOST + name)
            faults += [f"{name} {size}: {fault}" for fault in (*page.evaluate(shots.MEASURE), *shots.axe_faults(page))]
        page.context.close()
    assert faults == []
