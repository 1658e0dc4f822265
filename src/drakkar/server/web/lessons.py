"""Lessons on the pages: the list, and the guide at the table of a lesson.

The guide's sentences come in the reader's language, each with a selector of what it points at on the page.
"""

from typing import Any, Final, NamedTuple

from drakkar.core.game import find, titles
from drakkar.lessons.lesson import Lesson
from drakkar.lessons.library import find_lesson, lessons_of
from drakkar.page.game_page import Document
from drakkar.page.translator import PageTranslator
from drakkar.server.log.guide import said
from drakkar.server.web.web_translator import catalogue_of
from drakkar.text.catalogue import ENGLISH

# The hand, or the pack to choose from.
HAND: Final = "#p-draft:not([hidden]), body:not(:has(#p-draft:not([hidden]))) #p-hand"
PARTS: Final = {
    "board": "#map, .middle > .mode:not(#p-draft)",
    "hand": HAND,
    "prompt": "#p-prompt",
    "log": "#p-log",
    "undo": "#undo-b",
}


class Row(NamedTuple):
    """A lesson in the list."""

    name: str
    title: str
    minutes: int


class Course(NamedTuple):
    """The lessons of one game."""

    game: str
    heading: str
    rows: list[Row]


def courses(language: str) -> list[Course]:
    """The lessons of all games that have some."""
    return [
        Course(title, find(title).name or title, [_row(lesson, language) for lesson in lessons])
        for title in titles()
        if (lessons := lessons_of(title))
    ]


def _row(lesson: Lesson, language: str) -> Row:
    return Row(lesson.name, lesson.title.text(language), lesson.minutes)


def panel(document: Document, words: PageTranslator) -> dict[str, Any]:
    """The values of the guide's panel at the table of a lesson."""
    told, language = document["guide"], language_of(words)
    lesson = find_lesson(document["game"], document["lesson"])
    return {
        "guide": told,
        "lesson": document["lesson"],
        "game": document["game"],
        "heading": lesson.title.text(language),
        "say": [
            {"text": one.text(language), "points": ", ".join(spot(document, word) for word in one.at)}
            for one in said(lesson, told["step"])
        ],
    }


def language_of(words: PageTranslator) -> str:
    """The language of a page."""
    catalogue = catalogue_of(words)
    return catalogue.catalogue.language if catalogue is not None else ENGLISH


def spot(document: Document, word: str) -> str:
    """The selector of a thing that a sentence points at."""
    sides, seat = [one["side"] for one in document["seats"]], document["seat"]
    if word == "sheet":
        return _sheet(seat)
    if word == "rivals":
        return ", ".join(_sheet(other) for other in range(len(sides)) if other != seat)
    if word in sides:
        return _sheet(sides.index(word))
    if word in PARTS:
        return PARTS[word]
    if any(word in names for names in find(document["game"]).names().get("card", {}).values()):
        return HAND
    part = f':is([data-thing~="{word.lower()}"], [data-stat="{word.lower()}"])'
    # On the map, Region 5 is the place 5.
    place = word.rpartition(" ")[2] if word[-1:].isdecimal() else word
    return f'#p-targets [data-place="{place}"], :is({_sheet(seat)}) {part}'


def _sheet(seat: int) -> str:
    """A side's sheet, and its row on small screens."""
    return f"#p-sheet-{seat}, #row-{seat}"
