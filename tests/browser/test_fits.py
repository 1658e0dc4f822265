"""No page scrolls sideways and no text is cut off: both sizes, every language, as many clans as possible."""

import os

import pytest
from playwright.sync_api import Browser

import drakkar
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.view import card_face
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panels import PageContext
from drakkar.server.web.web_translator import web_translator
from drakkar.text import LANGUAGES
from tests.server.sample_documents import data, document, events
from tools import shots

# Polish has the longest words and all pages; the others have a third of them each, and all with DRAKKAR_FULL=1.
OTHERS = [("en", "dark"), ("es", "dark"), ("cs", "light")]
BY_THEME = [("pl", "light"), *OTHERS]
# Axe checks colours, names and roles, which depend on the theme and not on the language.
BY_AXE = ("pl", "en")
# Pages with the same structure as others, and those of a big screen, which is measured at the sizes of displays.
LEFT_OUT = (
    *("replay-10-", "replay-0-1", "table-beat-1", "table-beat-3", "table-end-3", "home-empty", "table-first"),
    *("hand-draft", "hand-card", "hand-battle", "screen-"),
)


def measured(pages: dict[str, str], language: str, theme: str) -> list[str]:
    """The pages to measure in a language."""
    names = [name for name in pages if not name.startswith(LEFT_OUT)]
    if (language, theme) not in OTHERS or os.environ.get("DRAKKAR_FULL"):
        return names
    return names[OTHERS.index((language, theme)) :: len(OTHERS)]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), BY_THEME)
def test_nothing_is_cut_off_and_nothing_scrolls_sideways(chromium: Browser, language: str, theme: str) -> None:
    pages = shots.all_pages(seed=11, seats=5, lang=language)
    faults = []
    for size in shots.SIZES.values():
        with shots.looking(chromium, pages, theme, size) as page:
            for name in measured(pages, language, theme):
                page.goto(name)
                faults += [f"{name} {size}: {fault}" for fault in page.evaluate(shots.MEASURE)]
    assert len(pages) > 30
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), BY_THEME)
def test_lords_of_ragnarok_fits_and_can_be_read(chromium: Browser, language: str, theme: str) -> None:
    pages = shots.ragnarok_pages(seed=11, seats=4, lang=language, few=True)
    faults = []
    for size in shots.SIZES.values():
        with shots.looking(chromium, pages, theme, size) as page:
            for name in measured(pages, language, theme):
                page.goto(name)
                found = [*page.evaluate(shots.MEASURE), *(shots.axe_faults(page) if language in BY_AXE else ())]
                faults += [f"{name} {size}: {fault}" for fault in found]
    assert faults == []


# Cards whose text overlaps their price, or overflows the card.
CUT = """() => [...document.querySelectorAll('.dgrid .card')].filter(card => {
  const shown = node => node && getComputedStyle(node).display !== 'none';
  const text = [...card.querySelectorAll('.txt')].find(shown), foot = card.querySelector('.foot');
  const words = document.createRange();
  words.selectNodeContents(text);
  const end = shown(foot) ? foot.getBoundingClientRect().top + 1 : card.getBoundingClientRect().bottom - 1;
  return words.getBoundingClientRect().bottom > end;
}).map(card => card.querySelector('.name').textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_draft_of_eight_every_card_can_be_read_to_its_end(chromium: Browser, language: str) -> None:
    words, match = web_translator(language, "blood_rage"), drakkar.new("blood_rage", 4, seed=1)
    faces = [card_face(card.number) for card in CARDS]
    told = document(match, None, ["Ingrid", "", "", ""]), events(match, None)
    pages = {}
    for first in range(0, len(faces), 8):
        pack = (faces[first : first + 8] + faces)[:8]
        own = document(match, 0, ["Ingrid", "", "", ""], previews=False)
        own |= {
            "view": {**own["view"], "pack": pack},
            "choices": [data("blood_rage", f"pick {face['name']}") for face in pack],
        }
        pages[f"draft-{first}"] = page_renderer("blood_rage").table(
            *told, own, events(match, 0), words, PageContext(), language
        )
    cut = []
    for size in shots.SIZES.values():
        with shots.looking(chromium, pages, "light", size) as page:
            for name in pages:
                page.goto(name)
                assert page.locator(".dgrid .card").count() == 8
                cut += [f"{size}: {card}" for card in page.evaluate(CUT)]
    assert cut == []


# Names that would not fit a card in the hand.
TOO_LONG = """names => {
  const card = document.querySelector('#p-hand .card'), name = card.querySelector('.name');
  const words = document.createRange();
  return names.filter(one => {
    name.textContent = one;
    words.selectNodeContents(name);
    const end = words.getBoundingClientRect(), edge = card.getBoundingClientRect();
    return end.right > edge.right || end.bottom > edge.bottom - 1;
  });
}"""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_every_card_fits_in_a_hand_of_any_size(chromium: Browser, language: str) -> None:
    words, (match, seat) = web_translator(language, "blood_rage"), shots.moments(seed=11, seats=4)["first"]
    names = [words.name("card", card.name) for card in CARDS]
    faces = [card_face(card.number) for card in CARDS]
    told = document(match, None, [""] * 4), events(match, None)
    pages = {}
    for held in range(1, 9):
        own = document(match, seat, [""] * 4, previews=False)
        own["view"]["clans"][seat]["hand"] = faces[:held]
        pages[f"hand-{held}"] = page_renderer("blood_rage").table(
            *told, own, events(match, seat), words, PageContext(), language
        )
    cut = []
    for size in shots.SIZES.values():
        with shots.looking(chromium, pages, "dark", size) as page:
            for name in pages:
                page.goto(name)
                cut += [f"{name} {size}: {card}" for card in page.evaluate(TOO_LONG, names)]
    assert len(names) > 60
    assert cut == []


@pytest.mark.slow
def test_committed_quests_are_seen_and_slots_that_are_full_can_be_read(chromium: Browser) -> None:
    pages = shots.all_pages(seed=11, seats=2, lang="pl")
    address = next(address for address in pages if address.startswith("table-at-slot"))
    for size in shots.SIZES.values():
        with shots.looking(chromium, pages, "light", size) as page:
            page.goto(address)
            assert page.locator("#p-hand .quests .mini:visible").count() == 2
            slots = [slot.bounding_box() for slot in page.locator("#p-prompt .slots .btn:visible").all()]
            assert [slot is not None and slot["width"] > 2 * slot["height"] for slot in slots] == [True, True]
    with shots.looking(chromium, pages, "light", shots.SIZES["wide"]) as page:
        page.goto(address)
        last, sheet = page.locator("#ups-0 dd").last, page.locator("#p-sheet-0")
        assert page.locator("#ups-0").evaluate("(all) => all.scrollHeight <= all.clientHeight"), "each cut by itself"
        page.hover("#slots-0 .slot.full >> nth=0")
        told, beside = last.bounding_box(), sheet.bounding_box()
        assert told is not None
        assert beside is not None
        assert told["x"] > beside["x"] + beside["width"], "beside the sheet, which has no room for five"
        assert told["y"] + told["height"] < 768


@pytest.mark.slow
def test_on_a_tablet_everything_is_as_large_as_a_finger(chromium: Browser) -> None:
    pages = shots.all_pages(seed=11, seats=5, lang="pl")
    small = []
    with shots.looking(chromium, pages, "dark", (1180, 820), has_touch=True, is_mobile=True) as page:
        for name in [name for name in pages if not name.startswith(LEFT_OUT) or name == "table-first"]:
            page.goto(name)
            small += [f"{name}: {fault}" for fault in page.evaluate(shots.MEASURE) if fault.startswith("too small")]
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert small == []


# Besides the two sizes that a table is designed for: small phones, phones in landscape, tablets.
OTHER_SIZES = [(320, 568), (360, 640), (667, 375), (844, 390), (768, 1024), (1024, 768), (1180, 820)]
# Controls in places that cannot be scrolled to.
LOST = """() => {
  const root = document.documentElement, all = '.top a, .top button, .top label, .turnctl .btn, #p-prompt .btn';
  const faults = root.scrollWidth > root.clientWidth ? ['scrolls sideways'] : [];
  for (const node of document.querySelectorAll(all)) {
    const box = node.getBoundingClientRect(), said = node.id || node.textContent.trim();
    if (!node.checkVisibility() || node.closest('.vh, .crowd')) continue;
    if (box.left < 0 || box.right > innerWidth + 1 || box.bottom > root.scrollHeight) faults.push(said);
  }
  return faults;
}"""


@pytest.mark.slow
def test_on_a_screen_of_another_size_everything_can_be_reached(chromium: Browser) -> None:
    pages = {}
    for title, seats, moments in ((shots.TITLE, 5, ("draft", "turn")), (shots.RAGNAROK, 4, ("hero", "action"))):
        found = shots.moments(11, seats, title)
        for moment in moments:
            pages[moment] = shots.table(
                page_renderer(title), web_translator("pl", title), *found[moment], PageContext(), "pl"
            )
    lost = []
    for size in OTHER_SIZES:
        with shots.looking(chromium, pages, "dark", size) as page:
            for name in pages:
                page.goto(name)
                lost += [f"{name} {size}: {one}" for one in page.evaluate(LOST)]
                shown = page.locator("#p-draft .card, .mapbox svg.map").filter(visible=True).first.bounding_box()
                assert shown is not None
                assert shown["height"] > 44, "there is something to see"
    assert lost == []


# Clan columns without room for the largest numbers and for eight upgrades.
NARROW = """() => [...document.querySelectorAll('.ptab summary')].filter(column => {
  const icon = column.querySelector('.stat .ic'), most = column.querySelectorAll('.stat .mut');
  ['188', '12', '10', '10', '8', '9'].forEach((number, at) => {
    column.querySelectorAll('.stat b')[at].textContent = number;
  });
  ['/12', '/10'].forEach((number, at) => { most[at].textContent = number; });
  column.querySelector('.ups').replaceChildren(...Array.from({ length: 8 }, () => icon.cloneNode(true)));
  return column.scrollWidth > column.clientWidth;
}).map(column => column.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_phone_the_largest_numbers_fit_into_a_clans_column(chromium: Browser, seats: int) -> None:
    found = shots.moments(11, seats)["turn"]
    pages = {
        language: shots.table(
            page_renderer(shots.TITLE), web_translator(language, shots.TITLE), *found, PageContext(), language
        )
        for language in LANGUAGES
    }
    with shots.looking(chromium, pages, "dark", shots.SIZES["phone"]) as page:
        for language in LANGUAGES:
            page.goto(language)
            assert page.locator(".ptab summary").count() == seats
            assert page.evaluate(NARROW) == [], language
