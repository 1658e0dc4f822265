"""The State as one seat may know it: hidden cards are UNKNOWN, and nothing reveals future random results.

Views, previews and re-deals use only this copy, so they cannot leak anything (LR-24.4, LR-24.5).
"""

from drakkar.core.chance import no_chance
from drakkar.core.flow import NO_CARD
from drakkar.core.piles import Deck, Zone
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import lay
from drakkar.games.lords_of_ragnarok.state import CHOOSING, UNKNOWN, State


def veil(s: State, seat: int | None) -> State:
    """What a seat (None: a spectator) may know: its own hand, and cards shown to it alone."""
    v = s.copy()
    v.flow.chance = no_chance()
    for owner in range(s.seats):
        if owner != seat:
            hide(v.hand, owner)
    if s.stage == CHOOSING and s.turn != seat:
        hide(v.offered, 0)
    if s.hunt.side != seat:
        hide(v.attack_hand, 0)
    # The rest of a deck would reveal other players' hands.
    hide_deck(v.decks.combat)
    hide_deck(v.decks.attack)
    hide_events(v, seat)
    return v


def hide(zone: Zone, owner: int) -> None:
    """Turn a pile face down."""
    lay(zone.cards, owner * zone.room, [UNKNOWN] * zone.sizes[owner])


def hide_deck(deck: Deck) -> None:
    """Only the size stays known."""
    lay(deck.cards, 0, [UNKNOWN] * deck.left)


def hide_events(v: State, seat: int | None) -> None:
    """LR-24.4: Event cards that only others have seen and put back are unknown, and so is the rest of the deck."""
    deck, foreseen = v.decks.event, v.decks.foreseen
    mine = 0 if seat is None else 1 << seat
    laid_back = [deck.top, *deck.under[: deck.buried]]
    if any(card != NO_CARD and not foreseen[card] & mine for card in laid_back):
        hide_deck(deck)
        if deck.top != NO_CARD and not foreseen[deck.top] & mine:
            deck.top = UNKNOWN
        for at in range(deck.buried):
            if not foreseen[deck.under[at]] & mine:
                deck.under[at] = UNKNOWN
    for card in range(len(foreseen)):
        foreseen[card] &= mine
