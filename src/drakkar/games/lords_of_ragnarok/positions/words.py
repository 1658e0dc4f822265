"""The words of a position document for clans, stages and cards."""

from typing import Final

from drakkar.core.notation import plain
from drakkar.games.lords_of_ragnarok.card import of_kind
from drakkar.games.lords_of_ragnarok.rulings import CLAN_NAMES
from drakkar.games.lords_of_ragnarok.state import State

# By the number of the stage; the last one when somebody has won.
STAGE_WORDS: Final = ("choosing heroes", "prayer", "hero", "rune action", "manoeuvres", "special action", "over")
OVER: Final = len(STAGE_WORDS) - 1


def clan_name(s: State, seat: int) -> str:
    """The clan of a seat."""
    return CLAN_NAMES[s.sides[seat]]


def cards_called(kind: int) -> dict[str, int]:
    """The cards of a kind by their names, as they are compared."""
    return {plain(name): card.number for card in of_kind(kind) for name in (card.id, card.name)}
