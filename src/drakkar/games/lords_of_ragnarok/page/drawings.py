"""The drawings of cards, in a file that browsers load beside the page and keep."""

import re
from typing import Any, Final

CARDS_SPRITE: Final = "/static/lords_of_ragnarok/cards.svg"
# The kinds of card that have a drawing of their own; Monsters have their figures.
DRAWN: Final = frozenset(("combat", "monster attack", "hero", "story", "gift", "artifact"))


def card_drawing(face: dict[str, Any]) -> str:
    """The address of a card's drawing; empty if its kind has none."""
    return f"{CARDS_SPRITE}#{slug(face['name'])}" if face["kind"] in DRAWN else ""


def slug(name: str) -> str:
    """A name as part of an address: `Jarl's Guard` is `jarls-guard`."""
    return re.sub("[^a-z]+", "-", name.lower().replace("'", "")).strip("-")
