"""A table laid by hand: the readable part of a position becomes a State (docs/positions.md).

What is named is put there first; then what is not said is filled from the seed, in the order of the seats.
"""

from typing import Final

from drakkar.core.chance import Chance
from drakkar.core.events import Log
from drakkar.core.flow import end_match, follow
from drakkar.core.game import Value
from drakkar.core.position import Document
from drakkar.games.blood_rage.actions import next_turn, turns_end
from drakkar.games.blood_rage.ages import LATER_PHASES
from drakkar.games.blood_rage.positions.lay_battle import put_battle
from drakkar.games.blood_rage.positions.lay_board import (
    put_figures,
    put_first_player,
    put_provinces,
    put_sheets,
    put_tokens,
)
from drakkar.games.blood_rage.positions.lay_cards import is_any_sealed, put_discards, put_hands, put_keeping
from drakkar.games.blood_rage.positions.lay_draft import put_draft
from drakkar.games.blood_rage.positions.reading import Reading
from drakkar.games.blood_rage.positions.words import PHASE_WORDS
from drakkar.games.blood_rage.state import ACTION, DISCARD, GODS_GIFTS, State

OVER: Final = len(PHASE_WORDS) - 1


def read(document: Document, clans: list[int], rulings: dict[str, Value], chance: Chance, log: Log | None) -> State:
    """The state at the moment that a document describes, before anybody is asked."""
    r = Reading(document, clans, rulings, chance, log)
    s = r.s
    for key in ("turn", "passed"):
        if r.phase != ACTION and r.document.get(key):
            raise r.document.wrong("there are turns only in the Action phase", key)
    put_sheets(r)
    put_figures(r)
    put_provinces(r)
    put_tokens(r)
    put_first_player(r)
    put_discards(r)
    if r.phase == GODS_GIFTS:
        put_draft(r)
    elif r.document.has("battle"):
        put_battle(r)
    else:
        put_hands(r, {})
        if r.phase == OVER:
            end_match(s)
        elif r.phase == DISCARD and is_any_sealed(r):
            put_keeping(r)
        elif r.phase == ACTION:
            s.turn = (r.turn() - 1) % s.seats
            follow(s, (next_turn, turns_end, *LATER_PHASES))
        else:
            follow(s, LATER_PHASES[r.phase - DISCARD :])
    return s
