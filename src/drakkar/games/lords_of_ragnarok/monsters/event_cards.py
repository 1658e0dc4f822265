"""Event cards: drawn in setup and by Build Statue, to place and activate Monsters (section 22)."""

from typing import Final

from drakkar.core.flow import FRAME, NO_CARD, NOBODY, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE
from drakkar.games.lords_of_ragnarok.card import BOSS, FIRST_OF, MONSTER, event_facts
from drakkar.games.lords_of_ragnarok.components import NO_MONSTER
from drakkar.games.lords_of_ragnarok.events import (
    EVENT_DRAWN,
    EVENT_TOLD,
    EVENT_TOLD_WITH_BOSS,
    MONSTER_PLACED,
    NO_MONSTER_LEFT,
)
from drakkar.games.lords_of_ragnarok.monsters.monsters import a_monster_is_activated
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import BOSS_EVENT

MONSTERS_OF_A_RUNE: Final = 2


def draw_event(s: State) -> int:
    """LR-24.1: draw the next card, face up."""
    card = s.decks.event.draw(s.flow.chance)
    s.decks.foreseen[card] = 0
    emit(s, EVENT_DRAWN, card)
    return card


def place_a_monster(s: State, card: int) -> None:
    """LR-6.12, LR-22.1, LR-22.5: place the first Monster of the stack that is neither on the board nor defeated."""
    facts = event_facts(card)
    monster = next_of_stack(s, facts.place)
    if monster == NO_MONSTER:
        emit(s, NO_MONSTER_LEFT, facts.place)
    else:
        place_monster(s, monster, facts.region)


def next_of_stack(s: State, rune: int) -> int:
    """The first Monster of a Rune that can be placed."""
    for at in range(rune * MONSTERS_OF_A_RUNE, (rune + 1) * MONSTERS_OF_A_RUNE):
        monster = s.monsters.stacks[at]
        if s.monsters.places[monster] == NOWHERE and s.monsters.slain_by[monster] == NOBODY:
            return monster
    return NO_MONSTER


def place_monster(s: State, monster: int, region: int) -> None:
    """LR-2.10: placing is not a move, so it tramples nothing."""
    s.monsters.places[monster] = region
    emit(s, MONSTER_PLACED, monster, region)


def place_boss_by_event(s: State) -> None:
    """LR-6.11, LR-22.3: in the Region of the next Event card; nothing else on that card applies."""
    card = draw_event(s)
    place_monster(s, BOSS, event_facts(card).region)
    s.decks.event.discard(card)


# Step 6 of Build Statue


@rules.step
def an_event_happens(s: State) -> None:
    """LR-16.11, LR-22.1 to LR-22.4: place, activate, and last the Boss. T17."""
    card = draw_event(s)
    facts = event_facts(card)
    told = EVENT_TOLD_WITH_BOSS if facts.boss else EVENT_TOLD
    emit(s, told, facts.region, facts.place, facts.activates[0], facts.activates[1])
    then(s, the_event_is_discarded, s.turn, card)
    if facts.boss:
        BOSS_EVENT.carry_out(s, FIRST_OF[MONSTER] + BOSS, s.turn)
    for at in (1, 0):
        then(s, monsters_of_a_rune_are_activated, s.turn, facts.activates[at])
    place_a_monster(s, card)


def event_in_progress(s: State) -> int:
    """The Event card being carried out, or NO_CARD."""
    for at in range(s.flow.depth):
        if s.flow.stack[at * FRAME] == the_event_is_discarded.number:
            return s.flow.stack[at * FRAME + 2]
    return NO_CARD


@rules.step_about
def monsters_of_a_rune_are_activated(s: State, seat: int, rune: int) -> None:
    """LR-22.2: those on the board, in the order of their stack."""
    for at in range((rune + 1) * MONSTERS_OF_A_RUNE - 1, rune * MONSTERS_OF_A_RUNE - 1, -1):
        monster = s.monsters.stacks[at]
        if s.monsters.places[monster] != NOWHERE:
            then(s, a_monster_is_activated, seat, monster)


@rules.step_about
def the_event_is_discarded(s: State, _seat: int, card: int) -> None:
    """LR-22.4."""
    s.decks.event.discard(card)
