"""The drawings of figures and cards.

Figures, Monsters and icons are in the sprite that every page includes: the style sheet colours them part by part. Cards
are in a second file, which browsers load beside the page and keep: a page refers to the drawings it shows.
"""

import re
from typing import Final

from drakkar.games.blood_rage.card import MONSTER_CARDS

# The kinds of figure that every clan has; all others are Monsters.
OF_EVERY_CLAN: Final = ("warrior", "leader", "ship")
CARDS_SPRITE: Final = "/static/blood_rage/cards.svg"
MONSTERS: Final = frozenset(card.name for card in MONSTER_CARDS)


def drawing(figure: str, clan: str) -> str:
    """The drawing of a clan's figure; a Monster has one drawing in the colour of any clan."""
    return f"{clan}-{figure}" if figure in OF_EVERY_CLAN else slug(figure)


def monsters() -> list[str]:
    """The drawings of all Monsters."""
    return [slug(card.name) for card in MONSTER_CARDS]


def card_drawing(name: str) -> str:
    """The address of a card's drawing; a Monster's card shows its figure."""
    return f"#f-{slug(name)}" if name in MONSTERS else f"{CARDS_SPRITE}#{slug(name)}"


def slug(name: str) -> str:
    """A name as part of an address: `Tyr's Bash` is `tyrs-bash`."""
    return re.sub("[^a-z]+", "-", name.lower().replace("'", "")).strip("-")
