"""The Event cards: their texts restate their facts (LR-22.2); `monsters/event_cards.py` carries them out."""

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import EVENT, EventFacts, event_facts, of_kind
from drakkar.games.lords_of_ragnarok.cards.card_text import card


def text_of(event: EventFacts) -> str:
    """The Rune of `place`, the Runes of activation, and the Boss symbol."""
    runes = ", then ".join(RUNE_NAMES[rune].capitalize() for rune in event.activates)
    return f"Place {RUNE_NAMES[event.place].capitalize()}; activate {runes}{'; then the Boss' if event.boss else ''}."


for one in of_kind(EVENT):
    card("event", one.id, text_of(event_facts(one.number)))
