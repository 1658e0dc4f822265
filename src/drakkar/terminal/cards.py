"""The cards a seat can see now, wherever they lie on its view of the table."""

import textwrap
from collections.abc import Iterator
from typing import Any, Final

from drakkar.core.notation import plain
from drakkar.text import Words

Face = dict[str, Any]
NOT_FACTS: Final = ("name", "text", "short")


def _faces(data: Any) -> Iterator[Face]:
    """Whatever in a view's plain data has a name and a text."""
    if isinstance(data, dict):
        if "name" in data and "text" in data:
            yield data
        for inner in data.values():
            yield from _faces(inner)
    elif isinstance(data, list):
        for inner in data:
            yield from _faces(inner)


def seen(table: Face, words: Words) -> list[Face]:
    """Each different card once, by name."""
    different = {str(face): face for face in _faces(table)}
    return sorted(different.values(), key=lambda face: (words.name("card", face["name"]), str(face)))


def find(table: Face, name: str, words: Words) -> list[Face]:
    """The cards of that name, English or not; if there are none, those that have it in their name."""
    wanted = plain(name)
    named = [({plain(face["name"]), plain(words.name("card", face["name"]))}, face) for face in seen(table, words)]
    exact = [face for names, face in named if wanted in names]
    return exact or [face for names, face in named if wanted and any(wanted in one for one in names)]


def card_text(face: Face, width: int, words: Words) -> list[str]:
    """All that is on a card."""
    shown = {key: value for key, value in face.items() if key not in NOT_FACTS and not isinstance(value, bool)}
    facts = ", ".join(words.fact(key, value) for key, value in shown.items())
    card = words.card(face)
    text = card.text or words.terminal("no_text")
    return textwrap.wrap(f"{card.name} ({facts}): {text}", width, initial_indent="  ", subsequent_indent="      ")
