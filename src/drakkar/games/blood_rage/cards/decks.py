"""All cards, and the decks they make up (BR-4.7)."""

from typing import Final

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.card import CARDS, Card
from drakkar.games.blood_rage.cards import (
    frigga,
    heimdall,
    loki,
    monsters,
    odin,
    quests,
    thor,
    troops,
    tyr,
)

FILES = (troops, monsters, quests, frigga, heimdall, loki, odin, thor, tyr)


# Sorted by name, so that the deal does not depend on the order in which files are loaded.
BY_NAME: Final[list[Card]] = sorted(CARDS, key=lambda card: (card.name, card.age))


# The deck of each Age, by number of players.
DECKS = {
    (age, seats): [card.number for card in BY_NAME if card.age == age for _ in range(card.copies_for(seats))]
    for age in (1, 2, 3)
    for seats in (2, 3, 4, 5)
}


def deck(age: int, seats: int) -> list[int]:
    """BR-4.7: the cards of one Age's deck for this many players."""
    return DECKS[age, seats][:]
