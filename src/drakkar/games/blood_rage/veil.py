"""The State as one seat may know it: hidden cards are UNKNOWN, and nothing reveals future random results.

Views, previews and re-deals use only this copy, so they cannot leak anything (BR-3.20, BR-3.22).
"""

from drakkar.core.chance import no_chance
from drakkar.core.piles import Zone
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import lay
from drakkar.games.blood_rage.memory import stretches
from drakkar.games.blood_rage.state import NO_CARD, QUESTS, UNKNOWN, Draft, State


def veil(s: State, seat: int | None) -> State:
    """What a seat (None: a spectator) may know."""
    v = s.copy()
    v.flow.chance = no_chance()
    v.draft = veil_draft(s.draft, seat)
    v.drafts = tuple(veil_draft(draft, seat) for draft in s.drafts)
    for owner in range(s.seats):
        if owner != seat:
            hide(v.hand, owner)
            hide(v.aside, owner)
            v.keeping[owner] = NO_CARD
            if s.phase != QUESTS:
                hide(v.quests, owner)
            if not s.battle.revealed:
                hide(v.played, owner)
    return v


def hide(zone: Zone, owner: int) -> None:
    """Turn a pile face down."""
    start, size = owner * zone.room, zone.sizes[owner]
    lay(zone.cards, start, [UNKNOWN] * size)


def veil_draft(draft: Draft, seat: int | None) -> Draft:
    """Cards that others took become UNKNOWN; in stretches that the seat has seen, they are sorted by number instead."""
    known = draft.copy()
    for pack in range(draft.packs):
        for stretch in stretches(draft, pack, seat):
            cards = known.cards[stretch.first : stretch.end]
            hidden = sorted(cards) if stretch.seen else [UNKNOWN if card != NO_CARD else NO_CARD for card in cards]
            lay(known.cards, stretch.first, hidden)
    return known
