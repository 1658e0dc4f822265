"""Which drawing of the sprite shows a figure."""

from typing import Final

from drakkar.games.blood_rage.cards.kinds import MONSTER_CARDS

# The kinds of figure that every clan has; all others are Monsters.
OF_EVERY_CLAN: Final = ("warrior", "leader", "ship")


def drawing(figure: str) -> str:
    """The kind of a figure names its drawing; a Monster's is the same for every clan, in its colour."""
    return figure.lower().replace(" ", "-")


def monsters() -> list[str]:
    """The drawings of all Monsters."""
    return [drawing(card.name) for card in MONSTER_CARDS]
