"""The page: a map from the data, the stages of the turn, how near everybody is to winning; and no secret."""

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest

import drakkar
from drakkar.games.lords_of_ragnarok.card import CARDS
from drakkar.games.lords_of_ragnarok.game_data import MAP_OF_FOUR, MAP_OF_TWO
from drakkar.games.lords_of_ragnarok.page.geometry import geometry, is_inside
from drakkar.games.lords_of_ragnarok.page.labels import BUTTONS
from drakkar.games.lords_of_ragnarok.page.pieces import LINE, spots
from drakkar.games.lords_of_ragnarok.page.places import place_of
from drakkar.games.lords_of_ragnarok.page.winning import near
from drakkar.page.steps import following, opened, path_of
from drakkar.server.web.frames import page_renderer
from drakkar.server.web.panels import renderer
from drakkar.server.web.web_translator import web_translator
from drakkar.text import translator
from drakkar.text.catalogue import hole_names
from tests.lords_of_ragnarok.playing import PLAYERS, finished
from tests.lords_of_ragnarok.scene import scene
from tests.lords_of_ragnarok.worlds import GAME, random_moments
from tests.server.page_reader import Reader
from tests.server.page_words import Marked, unmarked
from tests.server.sample_documents import data, document, events

TITLE = "lords_of_ragnarok"
PRIVATE = {"prompt", "turn", "log", "targets", "hand", "draft", "chat"}
SIZES = ("wide", "narrow")


def names(match: drakkar.Match) -> list[str]:
    """Who sits at the table."""
    return ["Ingrid", *[""] * (match.seats - 1)]


def page(match: drakkar.Match, seat: int | None, language: str = "en") -> str:
    """The whole page of a seat, or of a spectator."""
    public, own = document(match, None, names(match)), document(match, seat, names(match))
    words = web_translator(language, TITLE)
    return unescape(page_renderer(TITLE).table(public, events(match, None), own, events(match, seat), words))


def panels(match: drakkar.Match, seat: int | None, words: Any) -> dict[str, str]:
    """The panels of that page."""
    public, own = document(match, None, names(match)), document(match, seat, names(match), previews=False)
    return renderer(TITLE).render(public, events(match, None), own, events(match, seat), words)


def points(path: str) -> list[tuple[float, float]]:
    """The corners of a drawing."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+) ([^LZM]+)", path)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "printed", "seas"), [(2, MAP_OF_TWO, 5), (4, MAP_OF_FOUR, 6)])
def test_the_map_shows_every_border_of_the_data(seats: int, printed: dict[str, Any], seas: int, size: str) -> None:
    drawn = geometry(seats)[size]
    regions = drawn["regions"]
    assert list(regions) == [region["id"] for region in printed["regions"]]
    assert len(drawn["seas"]) == seas
    assert len(drawn["realms"]) == len(drawn["wheel"]) == 6
    corners = {number: set(points(region["path"])) for number, region in regions.items()}
    for region in printed["regions"]:
        for other in region["adjacent"]:
            assert len(corners[region["id"]] & corners[other]) > 1, (region["id"], other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4])
def test_what_stands_in_a_region_stands_inside_its_border(seats: int, size: str) -> None:
    regions = geometry(seats)[size]["regions"]
    for number, region in regions.items():
        for spot in ("at", "key"):
            around = [other for other, one in regions.items() if is_inside(region[spot], points(one["path"]))]
            assert around == [number]
    drawn = geometry(seats)[size]
    for name, realm in drawn["realms"].items():
        assert is_inside(realm["key"], points(realm["path"])), name
    for name, sea in drawn["seas"].items():
        over = [*regions.values(), *drawn["realms"].values()]
        assert is_inside(sea["key"], points(sea["path"])), name
        assert not any(is_inside(sea["key"], points(one["path"])) for one in over), name


def test_the_page_shows_stages_victories_and_the_hand() -> None:
    s = scene(
        "green red",
        stage="hero",
        armies="green: 4 2 in 8",
        control="green: 1 2 3 8; red: 13",
        hands="green: Champions; red: Raiders",
        monsters="Troll 8",
    )
    green, red = page(s.match, 0), page(s.match, 1)
    assert 'aria-current="step"' in green
    assert "must be used" in green
    assert "needs Regions 9, 10, 11, 12, 13" in green
    assert "Champions" in green
    assert "Raiders" not in green
    assert "Champions" not in red
    plates = re.findall(r'<g id="at-(\d+)">(?:(?!<g id="at-).)*?<use href="#b-(\w+)"', green)
    assert {("8", "green"), ("13", "red")} <= set(plates)


def test_the_names_of_monsters_in_one_region_stand_on_two_lines() -> None:
    s = scene("green red", armies="green: 2 in 8", monsters="Troll 8, Draugr 8, Fafnir 8", stage="hero")
    (spot,) = (one for one in spots(s.match.view(None).table) if one["number"] == 8)
    assert [one["down"] for one in spot["pieces"] if one["draw"] == "monster"] == [0, LINE, 0]


def test_whoever_is_one_step_from_winning_is_named() -> None:
    s = scene("green red", stage="hero", control="green: 1 2 3 8 9 10 11 12; red: 4")
    players = [
        {**player, "clan": clan} for clan, player in zip(s.match.sides, s.match.view(0).table["players"], strict=True)
    ]
    assert [(one["clan"], one["says"], one["region"]) for one in near(players)["threats"]] == [
        ("green", "threat_jarl", 13)
    ]
    for seat in (0, 1, None):
        shown = page(s.match, seat)
        assert "Green wins with Region 13: the third Land" in shown
        assert 'class="threat by-0"' in shown, "the style knows a chance of the reader's own"
    players[1]["won"] = True
    assert not near(players)["threats"], "after the end nobody is about to win"


@pytest.mark.parametrize("seats", PLAYERS)
def test_every_moment_has_a_whole_page_in_words_of_the_catalogues_without_a_secret(seats: int) -> None:
    words, made, cards = Marked(TITLE), 0, {card.name for card in CARDS}
    for moment, seat, _ in random_moments(seats, 100 + seats, 0.04):
        shown = panels(moment, seat, words)
        reader = Reader("".join(shown.values()))
        assert len(reader.ids) == len(set(reader.ids))
        shown.pop("first", None)  # its sentences are in a file of the game, in all languages
        reader = Reader("".join(shown.values()))
        for text in [*reader.texts, *(value for _, value in reader.attributes)]:
            left = re.sub(r"LR-[\d.]+|⇧U|\b[A-F]\b|Ingrid", "", unmarked(text))
            assert not re.search(r"[^\W\d_]{2,}", left), f"not from a catalogue: {left.strip()!r}"
        for private in (False, True):
            knows = seat if private else None
            told = json.dumps([document(moment, knows, names(moment)), events(moment, knows)], ensure_ascii=False)
            html = unescape("".join(html for name, html in shown.items() if (name in PRIVATE) == private))
            for name in cards:
                assert name in told or f"{name}⟧" not in html, f"{name} is shown to {knows}"
        made += 1
    assert made > 8


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_public_panels_do_not_depend_on_who_looks(seats: int) -> None:
    words = web_translator("en", TITLE)
    for moment, _, _ in random_moments(seats, 200 + seats, 0.02):
        seen = [panels(moment, seat, words) for seat in (None, *range(seats))]
        for name in set(seen[0]) - PRIVATE:
            assert len({one[name] for one in seen}) == 1, name


@pytest.mark.slow
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_place_on_the_map_leads_to_the_one_choice_about_it(seats: int) -> None:
    words, lit, plain = web_translator("en", TITLE), 0, renderer(TITLE).plain
    for moment, seat, _ in random_moments(seats, 300 + seats, 0.06):
        if seat is None:
            continue
        own, shown = document(moment, seat, names(moment), previews=False), panels(moment, seat, words)
        made_by = [
            *Reader(shown["prompt"]).choices,
            *re.findall(r'class="btn guard"[^>]* data-choice="([^"]+)"', shown["turn"]),
        ]
        assert sorted(made_by) == sorted(choice["text"] for choice in own["choices"]), "each choice has one button"
        ways = [plain.steps(choice) for choice in own["choices"] if not plain.is_guarded(choice)]
        made = opened(ways, "")
        about = {
            place: [
                path_of((*made, step)) for step in following(ways, made) if place_of(own["view"], step.parts) == place
            ]
            for place in places(shown)
        }
        for place, at in places(shown).items():
            assert ([at] if at else []) == (about[place] if len(about[place]) == 1 else [])
            lit += bool(at)
    assert lit > 10


def places(shown: dict[str, str]) -> dict[str, str]:
    """Every place of the wide map, and the choice that it makes."""
    pattern = r'<a id="wt-[^"]*" class="[^"]*" data-place="([^"]+)" href="[^"]*"( data-at="([^"]+)")?'
    found = re.findall(pattern, shown["targets"])
    return {unescape(place): unescape(at) for place, _, at in found}


def test_the_end_says_who_has_won_and_how() -> None:
    match = finished(3, 5)
    assert match.outcome is not None
    text = page(match, Random(1).randrange(3))
    assert match.outcome.victory in text
    assert match.sides[match.outcome.winners[0]].capitalize() in text


def test_a_button_says_what_a_person_would_say_and_nothing_that_the_choice_does_not() -> None:
    source = translator("en", "lords_of_ragnarok").catalogue.source.sentences["choice"]
    for pattern, sentence in BUTTONS.items():
        assert sorted(hole_names(sentence)) == sorted(hole_names(source[pattern])), pattern
    english = web_translator("en", "lords_of_ragnarok")
    for spelling, said in (
        ("action mobilize", "Mobilize"),
        ("action build statue", "Build Statue"),
        ("activate army 4 18", "Army 4 in Region 18"),
        ("hero Snorri", "Keep Snorri"),
        ("heal wisdom", "Heal Wisdom"),
        ("decline", "Decline"),
    ):
        assert english.choice(data("lords_of_ragnarok", spelling)) == said
    polish = web_translator("pl", "lords_of_ragnarok")
    assert polish.choice(data("lords_of_ragnarok", "action mobilize")) == "Mobilizacja"
    assert english.words.choice(english.notation.choice(english.notation.read("hero Snorri")[0])) == "hero Snorri"


def test_nobody_leads_while_heroes_are_chosen() -> None:
    match = drakkar.new("lords_of_ragnarok", 3, seed=1)
    standing = [player["victory"]["yggdrasil"] for player in match.view(None).table["players"]]
    assert not any(one["leads"] for one in standing)


def test_nobody_leads_at_yggdrasil_without_a_region_there() -> None:
    begun = scene("green red").match.view(None).table["players"]
    assert not any(player["victory"]["yggdrasil"]["leads"] for player in begun)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "reconstruction"), ("pl", "rekonstrukcja"), ("es", "reconstrucción")]
)
def test_the_short_rules_begin_with_what_is_our_own_reconstruction(language: str, word: str) -> None:
    page = GAME.page()
    assert page is not None
    rule, key = page.help()["short"][0]
    assert rule == "LR-3.9"
    assert word in web_translator(language, "lords_of_ragnarok").page(key)
