"""The cards a seat can see now, wherever they lie on its view of the table."""

import textwrap
from collections.abc import Iterator
from typing import Any

from drakkar.core.notation import plain

Face = dict[str, Any]


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


def seen(table: Face) -> list[Face]:
    """Each different card once, by name."""
    different = {str(face): face for face in _faces(table)}
    return sorted(different.values(), key=lambda face: (face["name"], str(face)))


def find(table: Face, name: str) -> list[Face]:
    """The cards of that name; if there are none, those that have it in their name."""
    wanted = plain(name)
    exact = [face for face in seen(table) if plain(face["name"]) == wanted]
    return exact or [face for face in seen(table) if wanted and wanted in plain(face["name"])]


def card_text(face: Face, width: int) -> list[str]:
    """All that is on a card."""
    facts = ", ".join(
        f"{key} {value}" for key, value in face.items() if key not in ("name", "text") and not isinstance(value, bool)
    )
    text = face["text"] or "no text."
    return textwrap.wrap(f"{face['name']} ({facts}): {text}", width, initial_indent="  ", subsequent_indent="      ")
