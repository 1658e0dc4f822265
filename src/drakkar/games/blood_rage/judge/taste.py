"""Tastes: what a player thinks of cards, battles, quests and glorious deaths. A style is a taste with a leaning."""

from typing import Final

from drakkar.games.blood_rage.cards import decks, kinds
from drakkar.games.blood_rage.cards.kinds import CARDS, Card

assert decks.BY_NAME, "all cards are loaded before anybody judges them"


class Taste:
    """How much more than others somebody makes of a thing; `cards` is what each is worth when its Age begins."""

    def __init__(self, battles: float, quests: float, deaths: float, gods: tuple[str, ...]) -> None:
        self.battles = battles
        self.quests = quests
        self.deaths = deaths
        self.cards = [card_worth(card) * self.liking(card, gods) for card in CARDS]

    def liking(self, card: Card, gods: tuple[str, ...]) -> float:
        """Cards of a favourite god first; quests by the taste for them."""
        if card.god in gods:
            return 1.5
        return self.quests if card.kind == kinds.QUEST else 1.0


def card_worth(card: Card) -> float:
    """What it is worth to hold a card when its Age begins, in Glory, by its kind and its numbers."""
    if card.kind == kinds.BATTLE:
        return 1.0 + 0.6 * float(card.bonus) + (1.5 if card.text else 0.0)
    if card.kind == kinds.QUEST:
        return 0.5 * float(card.glory + 4)
    return 2.5 + 0.5 * float(card.strength)


TASTES: Final = {
    "": Taste(1.0, 1.0, 1.0, ()),
    "fighter": Taste(1.5, 0.8, 0.8, ("Thor", "Tyr")),
    "quester": Taste(0.8, 1.5, 0.9, ("Odin", "Frigga")),
    "loki": Taste(0.8, 0.9, 1.8, ("Loki",)),
}
