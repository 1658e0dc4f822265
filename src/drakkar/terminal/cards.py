"""The cards that a seat can see now, anywhere in its view."""

import textwrap
from collections.abc import Iterator
from typing import Any, Final

from drakkar.core.notation import plain
from drakkar.text import CatalogueTranslator

Face = dict[str, Any]
NOT_FACTS: Final = ("id", "name", "text", "short")


def _faces(data: Any) -> Iterator[Face]:
    """Everything in a view's plain data that has a name and a text."""
    if isinstance(data, dict):
        if "name" in data and "text" in data:
            yield data
        for inner in data.values():
            yield from _faces(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _faces(inner)


def seen(table: Face, words: CatalogueTranslator) -> list[Face]:
    """Each different card once, by name."""
    different = {str(face): face for face in _faces(table)}
    return sorted(different.values(), key=lambda face: (words.name("card", face["name"]), str(face)))


def find(table: Face, name: str, words: CatalogueTranslator) -> list[Face]:
    """The cards with this name, English or translated; if there are none, those whose name contains it."""
    wanted = plain(name)
    named = [({plain(face["name"]), plain(words.name("card", face["name"]))}, face) for face in seen(table, words)]
    exact = [face for names, face in named if wanted in names]
    return exact or [face for names, face in named if wanted and any(wanted in one for one in names)]


def card_text(face: Face, width: int, words: CatalogueTranslator) -> list[str]:
    """The facts and the text of a card."""
    shown = {key: value for key, value in face.items() if key not in NOT_FACTS and not isinstance(value, bool)}
    facts = ", ".join(words.fact(key, value) for key, value in shown.items())
    card = words.card(face)
    text = card.text or words.terminal("no_text")
    return textwrap.wrap(f"{card.name} ({facts}): {text}", width, initial_indent="  ", subsequent_indent="      ")
