"""Puzzles on the pages: the shelves to choose from, and what is said at the table of a puzzle."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from drakkar.core.game import find, titles
from drakkar.page.game_page import Document
from drakkar.page.translator import PageTranslator
from drakkar.puzzles.explain import Explainer
from drakkar.puzzles.library import chosen, daily, find_puzzle, puzzles_of
from drakkar.puzzles.puzzle import BANDS, Puzzle
from drakkar.server.log.riddle import told
from drakkar.server.web.lessons import spot
from drakkar.server.web.web_translator import catalogue_of
from drakkar.text import translator
from drakkar.text.catalogue import ENGLISH


class Row(NamedTuple):
    """Some puzzles that belong together; without scripts the first one is begun."""

    key: str
    heading: str
    names: list[str]


class Shelf(NamedTuple):
    """The puzzles of one game."""

    game: str
    heading: str
    daily: str
    names: list[str]
    themes: list[Row]
    bands: list[Row]


def are_any() -> bool:
    """Whether a game has puzzles; the first page leads to them."""
    return any(puzzles_of(title) for title in titles())


def shelves_of(language: str, day: date) -> list[Shelf]:
    """The puzzles of all games that have some."""
    return [
        Shelf(title, find(title).name or title, today.name, _names(puzzles_of(title)), *_rows(title, language))
        for title in titles()
        if (today := daily(title, day)) is not None
    ]


def _rows(title: str, language: str) -> tuple[list[Row], list[Row]]:
    """The rows of a game, by theme and by difficulty."""
    words = translator(language, title)
    explained = {puzzle.theme: Explainer(puzzle, words).theme() for puzzle in puzzles_of(title)}
    themes = [Row(theme, said, _names(chosen(title, theme=theme))) for theme, said in explained.items()]
    bands = [Row(band, words.page(f"puzzle.band.{band}"), _names(chosen(title, difficulty=band))) for band in BANDS]
    return themes, [row for row in bands if row.names]


def _names(puzzles: Iterable[Puzzle]) -> list[str]:
    return [puzzle.name for puzzle in puzzles]


def panel(document: Document, words: PageTranslator) -> dict[str, Any]:
    """The values of the guide's panel at the table of a puzzle."""
    about, catalogue = document["riddle"], catalogue_of(words)
    game = document["game"]
    said = catalogue if catalogue is not None else translator(ENGLISH, game)
    puzzle = find_puzzle(game, document["puzzle"])
    explainer = Explainer(puzzle, said)
    same = chosen(game, theme=puzzle.theme)
    return {
        "about": about,
        "game": game,
        "name": puzzle.name,
        "heading": said.page("puzzle.title", game=find(game).name, name=puzzle.name),
        "theme": explainer.theme(),
        "band": explainer.band(),
        "next": same[(same.index(puzzle) + 1) % len(same)].name,
        "say": [
            {"text": one.text, "points": ", ".join(spot(document, word) for word in one.about)}
            for one in told(puzzle, about["chosen"] or "", said)
        ],
    }
