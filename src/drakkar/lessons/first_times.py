"""What a newcomer reads in a match when something happens for the first time: one sentence for each kind of thing.

A game has them in the file `first_times.toml` of its package. The page and the terminal remember which ones were read.
"""

import tomllib
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from drakkar.lessons.lesson import BadLesson, Keys, Sentence, sentence_of
from drakkar.lessons.library import beside

FILE = "first_times.toml"


class Note(NamedTuple):
    """A sentence, and the kinds of events that it explains."""

    name: str
    kinds: tuple[str, ...]
    sentence: Sentence


def read_notes(text: str) -> tuple[Note, ...]:
    """The notes of a TOML text; BadLesson if a key is missing, unknown or of the wrong kind."""
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{FILE}: {error}") from error
    keys = Keys(FILE, whole)
    notes = tuple(Note(one.text("name"), one.texts("events"), sentence_of(one)) for one in keys.each("note"))
    keys.finish()
    return notes


@cache
def notes_of(title: str) -> tuple[Note, ...]:
    """The notes of a game; none if it has no such file."""
    path = beside(title, FILE)
    return read_notes(path.read_text("utf-8")) if path is not None else ()


def happened(title: str, kinds: Iterable[str]) -> list[Note]:
    """The notes on events of these kinds; the last one is on the latest of them."""
    notes = {note.name: note for note in notes_of(title)}
    of_kind = {kind: note.name for note in notes.values() for kind in note.kinds}
    names: dict[str, None] = {}
    for kind in kinds:
        if kind in of_kind:
            names.pop(of_kind[kind], None)
            names[of_kind[kind]] = None
    return [notes[name] for name in names]
