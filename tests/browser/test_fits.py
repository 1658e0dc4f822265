"""No page scrolls sideways and no word is cut off: both sizes, every language, as many clans as can be."""

import pytest
from playwright.sync_api import Browser

import drakkar
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.view import card_face
from drakkar.server.frames import frames
from drakkar.server.panels import Look
from drakkar.server.voice import voice
from drakkar.text import LANGUAGES
from tests.server.moments import document, events
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


# Cards whose words run over their price, or out of the card.
CUT = """() => [...document.querySelectorAll('.dgrid .card')].filter(card => {
  const shown = node => node && getComputedStyle(node).display !== 'none';
  const text = [...card.querySelectorAll('.txt')].find(shown), foot = card.querySelector('.foot');
  const words = document.createRange();
  words.selectNodeContents(text);
  const end = shown(foot) ? foot.getBoundingClientRect().top + 1 : card.getBoundingClientRect().bottom - 1;
  return words.getBoundingClientRect().bottom > end;
}).map(card => card.querySelector('.name').textContent)"""


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_draft_of_eight_every_card_can_be_read_to_its_end(chromium: Browser, language: str) -> None:
    words, match = voice(language, "blood_rage"), drakkar.new("blood_rage", 4, seed=1)
    faces = [card_face(card.number) for card in CARDS]
    told = document(match, None, ["Ingrid", "", "", ""]), events(match, None)
    pages = {}
    for first in range(0, len(faces), 8):
        pack = (faces[first : first + 8] + faces)[:8]
        own = document(match, 0, ["Ingrid", "", "", ""], previews=False)
        own |= {"view": {**own["view"], "pack": pack}, "choices": [f"pick {face['name']}" for face in pack]}
        pages[f"draft-{first}"] = frames("blood_rage").table(*told, own, events(match, 0), words, Look(), language)
    cut = []
    for size in shots.SIZES:
        page = shots.looking(chromium, pages, "light", size)
        for name in pages:
            page.goto(shots.HOST + name)
            assert page.locator(".dgrid .card").count() == 8
            cut += [f"{size}: {card}" for card in page.evaluate(CUT)]
        page.context.close()
    assert cut == []
