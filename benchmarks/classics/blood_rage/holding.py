"""The weight of one more card, next to those a clan already holds."""

from typing import Final

from drakkar.core.vectors import Vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.card import BATTLE, CARDS, QUEST
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.state import ACTION, RAGE, State

# Weights of the first, second … card of one kind: a clan without a battle card wins nothing, and quests compete.
CROWD_OF_BATTLE: Final[tuple[float, ...]] = (1.4, 1.1, 0.95, 0.8, 0.7, 0.6, 0.5, 0.4)
CROWD: Final[tuple[float, ...]] = (1.0, 1.0, 0.95, 0.85, 0.75, 0.6, 0.5, 0.4)
# Weight of an upgrade that the clan will not have the Rage for.
UNPAID: Final = 0.35


class Holding:
    """The number of cards of each kind so far, and the total cost of the upgrades among them."""

    def __init__(self, s: State, seat: int) -> None:
        self.battle: int = 0
        self.quests: int = 0
        self.upgrades: int = 0
        self.cost: int = 0
        self.rage: int = s.rage[seat] if s.phase == ACTION else stat(s, seat, RAGE)

    def next_counts(self, card: int) -> float:
        """The weight of one more card."""
        if CARDS[card].kind == BATTLE:
            return CROWD_OF_BATTLE[min(self.battle, 7)]
        if CARDS[card].kind == QUEST:
            return CROWD[min(self.quests, 7)]
        is_paid = self.cost + CARDS[card].cost <= self.rage
        return CROWD[min(self.upgrades, 7)] * (1.0 if is_paid else UNPAID)

    def add(self, card: int) -> float:
        """Add a card and return its weight."""
        counts = self.next_counts(card)
        if CARDS[card].kind == BATTLE:
            self.battle += 1
        elif CARDS[card].kind == QUEST:
            self.quests += 1
        else:
            self.upgrades += 1
            self.cost += CARDS[card].cost
        return counts

    def add_all(self, cards: Vec) -> None:
        """Add all known cards."""
        for card in cards:
            if card >= 0:
                self.add(card)
