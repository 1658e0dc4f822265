"""What is our own reconstruction on cards and maps, for the page; data/ has the status of every fact."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.card import CARDS
from drakkar.games.lords_of_ragnarok.game_data import MAP_OF_FOUR, MAP_OF_TWO

OURS: Final = "reconstructed"
TWO_PLAYERS: Final = 2


def origin_of(card: int) -> str:
    """Whether a card is our own (`ours`), or some of its facts are (`partly`); empty if it is as printed."""
    facts = CARDS[card].facts
    by_field: dict[str, str] = facts.get("status_by_field", {})
    if facts.get("status") == OURS:
        return "ours"
    return "partly" if OURS in by_field.values() else ""


def ours_on_the_map(seats: int) -> list[str]:
    """The facts of a side of the board that are our own."""
    printed: dict[str, Any] = MAP_OF_TWO if seats == TWO_PLAYERS else MAP_OF_FOUR
    by_field: dict[str, str] = printed["meta"]["status_by_field"]
    return [fact for fact, status in by_field.items() if status == OURS]
