"""Every card, every Monster and each clan's figures have a drawing of their own, and a page contains what it uses."""

import re
from itertools import pairwise

import pytest

from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.page.cards import listed
from drakkar.games.blood_rage.page.drawings import CARDS_SPRITE, OF_EVERY_CLAN, card_drawing, drawing, monsters
from drakkar.games.blood_rage.page.land import figures_of
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.lords_of_ragnarok.card import CARDS as RAGNAROK_CARDS
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page import drawings as ragnarok
from drakkar.games.lords_of_ragnarok.page import pieces
from drakkar.games.lords_of_ragnarok.page.page import PAGE as RAGNAROK_PAGE
from drakkar.games.lords_of_ragnarok.view import face
from drakkar.page.game_page import Page
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panels import PageContext, renderer
from drakkar.server.web.web_translator import web_translator
from tests.blood_rage.scene import Scene, scene
from tests.server.sample_documents import document, events

WORDS = web_translator("en", "blood_rage")
MONSTERS = [card.name for card in MONSTER_CARDS]
CLANS = ("wolf", "raven", "serpent", "bear", "ram")
# The largest drawing in bytes: every page of a table contains all of them.
LARGEST_DRAWING = 900


# The tones of a card's drawing.
TONES = {"currentColor", "var(--art-0)", "var(--art-2)", "none"}


def drawings(page: Page, name: str) -> dict[str, str]:
    """A game's sprite, drawing by drawing."""
    sprite = (page.folder / "static" / name).read_text("utf-8")
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite, re.DOTALL))


DRAWINGS = drawings(PAGE, PAGE.sprite)
CARD_DRAWINGS = drawings(PAGE, CARDS_SPRITE.rsplit("/", 1)[1])
RAGNAROK_DRAWINGS = drawings(RAGNAROK_PAGE, RAGNAROK_PAGE.sprite)
OWN_FIGURES = [drawing(kind, clan) for clan in CLANS for kind in OF_EVERY_CLAN]
# One card of each name.
NAMES = list(dict.fromkeys(card.name for card in CARDS))


def is_own(name: str, among: dict[str, str]) -> bool:
    """Whether a drawing differs from all others, and is small and plain."""
    own = among[name]
    plain = not re.search("gradient|filter|animate|<image|style=", own, re.IGNORECASE)
    return list(among.values()).count(own) == 1 and len(own) <= LARGEST_DRAWING and plain


def monsters_of(clan: str) -> list[str]:
    """Two Monsters per clan, one for each slot."""
    at = CLANS.index(clan) * 2
    return MONSTERS[at : at + 2]


def all_on_the_map() -> Scene:
    """All Monsters, one figure of every other kind, and Monsters that fight each other."""
    places = {"Sea Serpent": "F3"}
    figures = [
        f"{clan}: " + ", ".join(f"{name} in {places.get(name, 'Yggdrasil')}" for name in monsters_of(clan))
        for clan in CLANS
    ]
    figures[0] += ", leader in Horgr, warrior in Horgr, ship in F3"
    return scene(" ".join(CLANS), turn="wolf", figures="; ".join(figures))


def page_of(s: Scene, clan: str | None = None, at: str = "") -> str:
    """The whole page of a seat or a spectator."""
    seat = None if clan is None else s.seat(clan)
    names = [""] * s.match.seats
    public, own = document(s.match, None, names), document(s.match, seat, names)
    return page_renderer("blood_rage").table(
        public, events(s.match, None), own, events(s.match, seat), WORDS, PageContext(at), "en"
    )


def missing(page: str) -> set[str]:
    """Drawings that a page uses but does not contain."""
    return set(re.findall(r'<use[^>]* href="#([^"]+)"', page)) - set(re.findall(r' id="([^"]+)"', page))


def outline(name: str) -> set[str]:
    """The shapes of a figure's body."""
    shapes = re.findall(r"<(?:path|circle|rect)\b[^>]*>", DRAWINGS[name])
    return {re.sub(r"\s+", " ", shape) for shape in shapes if 'class="fb"' in shape}


@pytest.mark.parametrize("figure", [*OWN_FIGURES, *monsters()])
def test_every_figure_has_a_small_drawing_of_its_own(figure: str) -> None:
    assert is_own(f"f-{figure}", DRAWINGS)
    assert outline(f"f-{figure}"), "the body has the colour of its clan"


@pytest.mark.parametrize("kind", OF_EVERY_CLAN)
def test_figures_of_two_clans_share_no_part_of_their_outline(kind: str) -> None:
    outlines = [outline(f"f-{drawing(kind, clan)}") for clan in CLANS]
    assert len(set.union(*outlines)) == sum(map(len, outlines))


@pytest.mark.parametrize("monster", MONSTER_NAMES)
def test_so_has_every_monster_of_lords_of_ragnarok(monster: str) -> None:
    assert is_own(f"m-{pieces.drawing(monster)}", RAGNAROK_DRAWINGS)


RAGNAROK_ART = drawings(RAGNAROK_PAGE, ragnarok.CARDS_SPRITE.rsplit("/", 1)[1])
DRAWN = sorted({one["name"] for one in map(face, range(len(RAGNAROK_CARDS))) if ragnarok.card_drawing(one)})


@pytest.mark.parametrize("card", DRAWN)
def test_every_card_that_players_hold_there_has_a_drawing_of_its_own(card: str) -> None:
    name = ragnarok.slug(card)
    assert is_own(name, RAGNAROK_ART)
    tones = re.findall(r'(?:fill|stroke)="([^"]+)"', RAGNAROK_ART[name])
    assert set(tones) <= TONES


def test_nothing_is_drawn_for_no_card_there() -> None:
    assert sorted(RAGNAROK_ART) == sorted(map(ragnarok.slug, DRAWN))


def test_nothing_is_drawn_for_no_figure() -> None:
    figures = {f"f-{name}" for name in (*OWN_FIGURES, *monsters())}
    assert {name for name in DRAWINGS if name.startswith("f-")} == figures


def test_every_icon_is_used() -> None:
    sources = [*PAGE.folder.glob("templates/*.html"), *PAGE.folder.glob("*.py")]
    used = "\n".join(path.read_text("utf-8") for path in sources)
    icons = {name.removeprefix("i-") for name in DRAWINGS if name.startswith("i-")}
    assert [icon for icon in icons if not re.search(rf'"{icon}"|#i-{icon}"', used)] == []


def test_a_monster_on_the_map_has_its_drawing_its_clan_and_its_strength() -> None:
    s = all_on_the_map()
    panels = renderer("blood_rage").public(document(s.match, None, [""] * 5), events(s.match, None), WORDS)
    for card in MONSTER_CARDS:
        clan = next(clan for clan in CLANS if card.name in monsters_of(clan))
        shown = re.findall(rf'<g[^>]*data-stands="{clan}/{card.name}/[^>]*>(.*?)</g>', panels["figures"])
        for size, figure in zip("wn", shown, strict=True):
            assert f'<use class="fig {clan}" href="#{size}-{drawing(card.name, clan)}"/>' in figure
            assert f'<use href="#{size}-{clan}-monster"/>' in figure, "emblem and letter"
            assert f">{card.strength}</text>" in figure
        assert f'href="{card_drawing(card.name)}"' in panels[f"sheet-{s.seat(clan)}"]
        assert f'href="{card_drawing(card.name)}"' in panels["players"]


def test_figures_in_a_fjord_stand_side_by_side() -> None:
    s = scene("wolf raven bear", turn="wolf", figures="wolf: ship in F2; raven: ship in F2; bear: ship in F2")
    there = figures_of(document(s.match, None, [""] * 3), events(s.match, None))["figures"]
    assert [one["crowded"] for one in there] == [True] * 3
    for size, wide in (("wide", 36), ("narrow", 22)):
        across = sorted(one[size][0] for one in there)
        assert all(right - left >= wide for left, right in pairwise(across))


def test_a_page_brings_whatever_it_draws() -> None:
    s = all_on_the_map()
    assert not missing(page_of(s))
    assert not missing(page_of(s, "wolf"))
    s.play("wolf: pillage Yggdrasil")
    battle = page_of(s)
    assert not missing(battle)
    assert f'href="#n-{drawing(MONSTERS[0], CLANS[0])}"' in battle
    assert not missing(page_renderer("blood_rage").help(WORDS, lang="en"))


def test_the_button_of_a_monster_shows_it() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Fire Giant"})
    page = page_of(s, "wolf", "invade")
    assert not missing(page)
    assert re.search(r'data-at="invade/Fire Giant"[^>]*>.{0,200}<use href="#f-fire-giant"/>', page, re.DOTALL)


def test_every_card_has_a_drawing_of_its_own() -> None:
    arts = {card.name: listed(card)["art"] for card in CARDS}
    assert [arts[name] for name in MONSTERS] == [f"#f-{name}" for name in monsters()]
    others = [arts[name] for name in NAMES if name not in MONSTERS]
    assert sorted(others) == sorted(f"{CARDS_SPRITE}#{name}" for name in CARD_DRAWINGS)
    assert len(set(others)) == len(others)


@pytest.mark.parametrize("name", CARD_DRAWINGS)
def test_the_drawing_of_a_card_is_small_and_has_the_tones_of_every_card(name: str) -> None:
    assert is_own(name, CARD_DRAWINGS)
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', CARD_DRAWINGS[name])) <= TONES


def test_cards_in_hand_and_in_slots_show_their_drawings() -> None:
    s = scene("wolf raven", turn="wolf", hands={"wolf": "Thor's Hammer"}, upgrades={"raven": "Odin's Throne"})
    page = page_of(s, "wolf")
    assert f'<use href="{CARDS_SPRITE}#thors-hammer"/>' in page
    assert f'<use href="{CARDS_SPRITE}#odins-throne"/>' in page
