"""Every figure is drawn, every Monster in its own way; a page brings whatever it draws."""

import re
from itertools import pairwise

import pytest

from drakkar.core.page import Page
from drakkar.games.blood_rage.cards.kinds import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.page.cards import listed
from drakkar.games.blood_rage.page.drawings import OF_EVERY_CLAN, drawing
from drakkar.games.blood_rage.page.land import figures_of
from drakkar.games.blood_rage.page.page import PAGE
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page import pieces
from drakkar.games.lords_of_ragnarok.page.page import PAGE as RAGNAROK_PAGE
from drakkar.server.frames import frames
from drakkar.server.panels import Look, renderer
from drakkar.server.voice import voice
from tests.blood_rage.scene import Scene, scene
from tests.server.moments import document, events

WORDS = voice("en", "blood_rage")
MONSTERS = [card.name for card in MONSTER_CARDS]
CLANS = ("wolf", "raven", "serpent", "bear", "ram")
# Bytes of a drawing: all of them are in every page of a table.
LARGEST_DRAWING = 900


def drawings(page: Page) -> dict[str, str]:
    """The sprite that a game brings, drawing by drawing."""
    sprite = (page.folder / "static" / page.sprite).read_text("utf-8")
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', sprite))


DRAWINGS = drawings(PAGE)
RAGNAROK_DRAWINGS = drawings(RAGNAROK_PAGE)


def is_own(name: str, among: dict[str, str]) -> bool:
    """Whether nothing else is drawn like it, and it is small and plain."""
    own = among[name]
    plain = not re.search("gradient|filter|animate|<image|style=", own, re.IGNORECASE)
    return list(among.values()).count(own) == 1 and len(own) <= LARGEST_DRAWING and plain


def monsters_of(clan: str) -> list[str]:
    """Two for each clan, as it has slots for them."""
    at = CLANS.index(clan) * 2
    return MONSTERS[at : at + 2]


def all_on_the_map() -> Scene:
    """All Monsters, one of every other kind, and Monsters that fight one another."""
    places = {"Sea Serpent": "F3"}
    figures = [
        f"{clan}: " + ", ".join(f"{name} in {places.get(name, 'Yggdrasil')}" for name in monsters_of(clan))
        for clan in CLANS
    ]
    figures[0] += ", leader in Horgr, warrior in Horgr, ship in F3"
    return scene(" ".join(CLANS), turn="wolf", figures="; ".join(figures))


def page_of(s: Scene, clan: str | None = None, at: str = "") -> str:
    """The whole page of a seat, or of a spectator."""
    seat = None if clan is None else s.seat(clan)
    names = [""] * s.match.seats
    public, own = document(s.match, None, names), document(s.match, seat, names)
    return frames("blood_rage").table(public, events(s.match, None), own, events(s.match, seat), WORDS, Look(at), "en")


def missing(page: str) -> set[str]:
    """What a page draws and does not bring."""
    return set(re.findall(r'<use[^>]* href="#([^"]+)"', page)) - set(re.findall(r' id="([^"]+)"', page))


@pytest.mark.parametrize("figure", [*OF_EVERY_CLAN, *MONSTERS])
def test_every_figure_has_a_small_drawing_of_its_own(figure: str) -> None:
    name = f"f-{drawing(figure)}"
    assert is_own(name, DRAWINGS)
    assert 'class="fb"' in DRAWINGS[name], "the body has the colour of its clan"


@pytest.mark.parametrize("monster", MONSTER_NAMES)
def test_so_has_every_monster_of_lords_of_ragnarok(monster: str) -> None:
    assert is_own(f"m-{pieces.drawing(monster)}", RAGNAROK_DRAWINGS)


def test_nothing_is_drawn_for_no_figure() -> None:
    figures = {f"f-{drawing(name)}" for name in (*OF_EVERY_CLAN, *MONSTERS)}
    assert {name for name in DRAWINGS if name.startswith("f-")} == figures


def test_a_monster_on_the_map_has_its_drawing_its_clan_and_its_strength() -> None:
    s = all_on_the_map()
    panels = renderer("blood_rage").public(document(s.match, None, [""] * 5), events(s.match, None), WORDS)
    for card in MONSTER_CARDS:
        clan = next(clan for clan in CLANS if card.name in monsters_of(clan))
        shown = re.findall(rf'<g[^>]*data-stands="{clan}/{card.name}/[^>]*>(.*?)</g>', panels["figures"])
        for size, figure in zip("wn", shown, strict=True):
            assert f'<use class="fig {clan}" href="#{size}-{drawing(card.name)}"/>' in figure
            assert f'<use href="#{size}-{clan}-monster"/>' in figure, "emblem and letter"
            assert f">{card.strength}</text>" in figure
        assert f'href="#f-{drawing(card.name)}"' in panels[f"clan-{s.seat(clan)}"]
        assert f'href="#f-{drawing(card.name)}"' in panels["clans"]


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
    assert f'href="#n-{drawing(MONSTERS[0])}"' in battle
    assert not missing(frames("blood_rage").help(WORDS, lang="en"))


def test_the_button_of_a_monster_shows_it() -> None:
    s = scene("wolf raven", turn="wolf", upgrades={"wolf": "Fire Giant"})
    page = page_of(s, "wolf", "invade")
    assert not missing(page)
    assert re.search(r'data-at="invade/Fire Giant"[^>]*>.{0,200}<use href="#f-fire-giant"/>', page, re.DOTALL)


def test_every_card_has_a_drawing() -> None:
    arts = {card.name: listed(card)["art"] for card in CARDS}
    assert {arts[name] for name in MONSTERS} == {f"f-{drawing(name)}" for name in MONSTERS}
    assert set(arts.values()) <= set(DRAWINGS)
