"""Styles: how much a player values cards, battles, quests and deaths; the default style has no preference."""

from typing import Final

from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.card import CARDS, Card
from drakkar.games.blood_rage.cards import decks

assert decks.BY_NAME, "all cards are loaded before anybody evaluates them"


class Style:
    """Weights of battles, quests and deaths; `cards` is the value of each card at the beginning of its Age."""

    def __init__(self, battles: float, quests: float, deaths: float, gods: tuple[str, ...]) -> None:
        self.battles = battles
        self.quests = quests
        self.deaths = deaths
        self.cards = [card_worth(card) * self.liking(card, gods) for card in CARDS]

    def liking(self, card: Card, gods: tuple[str, ...]) -> float:
        """The weight of a card: favourite gods first, quests by the style's weight."""
        if card.god in gods:
            return 1.5
        return self.quests if card.kind == card_kinds.QUEST else 1.0


def card_worth(card: Card) -> float:
    """The value of holding a card at the beginning of its Age, in Glory, by its kind and numbers."""
    if card.kind == card_kinds.BATTLE:
        return 1.0 + 0.6 * float(card.bonus) + (1.5 if card.text else 0.0)
    if card.kind == card_kinds.QUEST:
        return 0.5 * float(card.glory + 4)
    return 2.5 + 0.5 * float(card.strength)


STYLES: Final = {
    "": Style(1.0, 1.0, 1.0, ()),
}
