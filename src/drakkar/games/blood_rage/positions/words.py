"""The words of a position document for clans, cards, phases and tokens."""

from functools import cache
from typing import Final

from drakkar.core.notation import plain
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.choices import CARD_WORDS
from drakkar.games.blood_rage.rulings import CLAN_NAMES
from drakkar.games.blood_rage.state import NO_CARD, State

TOKEN_WORDS: Final = ("rage", "axes", "horns", "glory", "all")
PHASE_WORDS: Final = ("gods' gifts", "action", "discard", "quest", "ragnarok", "release valhalla", "end of age", "over")
PLACE_WORDS: Final = (*PLACE_NAMES, "reserve", "Valhalla")
STAGES: Final = ("call", "cards", "late")


def clan_name(s: State, seat: int) -> str:
    """The clan of a seat."""
    return CLAN_NAMES[s.sides[seat]]


def full_name(card: int) -> str:
    """A name that belongs to one card alone."""
    return f"{CARDS[card].name} (age {CARDS[card].age})"


def meant(name: str, s: State) -> int:
    """The card that a name means: that of this Age, or of the last before; NO_CARD if there is none so far.

    Of cards with one name only those count that so many players have in their decks.
    """
    so_far = [card for card in card_names().get(plain(name), []) if CARDS[card].age <= s.age]
    there = [card for card in so_far if CARDS[card].copies_for(s.seats)]
    return max(there or so_far, key=lambda card: CARDS[card].age, default=NO_CARD)


@cache
def card_names() -> dict[str, list[int]]:
    """What each name, as it is compared, can mean."""
    return CARD_WORDS.meanings()
