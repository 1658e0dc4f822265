"""What one more card counts for, beside those that a clan holds."""

from typing import Final

from drakkar.core.vectors import Vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.cards.kinds import BATTLE, CARDS, QUEST
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.state import ACTION, RAGE, State

# The first, the second … card of one kind: without a battle card nobody wins, and quests get into each other's way.
CROWD_OF_BATTLE: Final[tuple[float, ...]] = (1.4, 1.1, 0.95, 0.8, 0.7, 0.6, 0.5, 0.4)
CROWD: Final[tuple[float, ...]] = (1.0, 1.0, 0.95, 0.85, 0.75, 0.6, 0.5, 0.4)
# An upgrade for which there will be no Rage.
UNPAID: Final = 0.35


class Holding:
    """How many cards of each kind there are so far, and what the upgrades among them cost."""

    def __init__(self, s: State, seat: int) -> None:
        self.battle: int = 0
        self.quests: int = 0
        self.upgrades: int = 0
        self.cost: int = 0
        self.rage: int = s.rage[seat] if s.phase == ACTION else stat(s, seat, RAGE)

    def next_counts(self, card: int) -> float:
        """What one more card counts for."""
        if CARDS[card].kind == BATTLE:
            return CROWD_OF_BATTLE[min(self.battle, 7)]
        if CARDS[card].kind == QUEST:
            return CROWD[min(self.quests, 7)]
        is_paid = self.cost + CARDS[card].cost <= self.rage
        return CROWD[min(self.upgrades, 7)] * (1.0 if is_paid else UNPAID)

    def add(self, card: int) -> float:
        """One more card, and what it counts for."""
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
        """All that are known."""
        for card in cards:
            if card >= 0:
                self.add(card)
