"""Figures: where they stand, how they move, how they are destroyed (BR-3.9 to BR-3.15).

A figure is identified by its clan and its kind: a Warrior, the Leader, the Ship, or a Monster by its number.
"""

from typing import Final

from drakkar.core.flow import emit, follow
from drakkar.core.vectors import Vec, append, empty, index_of, row, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.board import (
    BOARD_PLACES,
    FIRST_FJORD,
    FJORD_OF,
    NOWHERE,
    PLACES,
    PROVINCES,
    RESERVE,
    SUPPORTED_BY,
    VALHALLA,
    VILLAGES,
)
from drakkar.games.blood_rage.card import CARDS, FIRST_SLOT, MONSTER, MONSTER_CARDS, SLOT_COUNT
from drakkar.games.blood_rage.events import ABOUT_TO_BE_DESTROYED, FIGURE_DESTROYED, HAS_BEEN_DESTROYED
from drakkar.games.blood_rage.state import MOST_FIGURES, NO_CARD, NOBODY, SLOTS, State, rules

WARRIOR: Final = 0
LEADER: Final = 1
SHIP: Final = 2
FIRST_MONSTER: Final = 3
# A clan's Monsters are those whose cards are in its Monster slots.
FIRST_MONSTER_SLOT: Final[int] = FIRST_SLOT[MONSTER]
MONSTER_SLOTS: Final[int] = SLOT_COUNT[MONSTER]
# More than all kinds of figure, Monsters included.
MOST_KINDS: Final = 32
# Bit sets: all places on the board; a province and its supporting fjord (BR-2.9).
ON_BOARD: Final = (1 << BOARD_PLACES) - 1
REACH: Final = row(1 << place | (1 << fjord if fjord != NOWHERE else 0) for place, fjord in enumerate(FJORD_OF))


def is_monster(figure: int) -> bool:
    """BR-3.13."""
    return figure >= FIRST_MONSTER


def is_ship(figure: int) -> bool:
    """BR-3.11, BR-19.12: a Ship, or a Monster that counts as one."""
    return figure == SHIP or (is_monster(figure) and MONSTER_CARDS[figure - FIRST_MONSTER].counts_as_ship)


def counts_as(figure: int, kind: int) -> bool:
    """BR-19.12: whether rules for a kind of figure apply to this one."""
    return figure == kind or (kind == SHIP and is_ship(figure))


def count(s: State, seat: int, figure: int, place: int) -> int:
    """How many figures of this kind the clan has in a place."""
    if figure == WARRIOR:
        return s.warriors[seat * PLACES + place]
    if figure == LEADER:
        return int(s.leaders[seat] == place)
    if figure == SHIP:
        return int(s.ships[seat] == place)
    monster = figure - FIRST_MONSTER
    return int(s.monster_owners[monster] == seat and s.monster_places[monster] == place)


def is_there(s: State, seat: int, place: int) -> bool:
    """Whether the clan has a figure in a place."""
    if s.warriors[seat * PLACES + place] or s.leaders[seat] == place or s.ships[seat] == place:
        return True
    # BR-3.17: there are two slots for Monsters.
    first = seat * SLOTS + FIRST_MONSTER_SLOT
    return monster_in(s, first, place) or monster_in(s, first + 1, place)


def monster_in(s: State, slot: int, place: int) -> bool:
    """Whether the Monster whose card is in a slot stands in a place."""
    card = s.upgrades[slot]
    return card != NO_CARD and s.monster_places[CARDS[card].figure - FIRST_MONSTER] == place


def places_of(s: State, seat: int) -> int:
    """The places on the board where the clan has figures, as bits."""
    places: int = 0
    first = seat * PLACES
    for place in range(BOARD_PLACES):
        if s.warriors[first + place]:
            places |= 1 << place
    places |= 1 << s.leaders[seat] | 1 << s.ships[seat]
    first = seat * SLOTS + FIRST_MONSTER_SLOT
    for slot in range(first, first + MONSTER_SLOTS):
        if s.upgrades[slot] != NO_CARD:
            places |= 1 << s.monster_places[CARDS[s.upgrades[slot]].figure - FIRST_MONSTER]
    return places & ON_BOARD


def kinds_at(s: State, seat: int, place: int) -> Vec:
    """The kinds of figure the clan has in a place, each once."""
    kinds = empty()
    if s.warriors[seat * PLACES + place]:
        kinds = append(kinds, WARRIOR)
    if s.leaders[seat] == place:
        kinds = append(kinds, LEADER)
    if s.ships[seat] == place:
        kinds = append(kinds, SHIP)
    first = seat * SLOTS + FIRST_MONSTER_SLOT
    for slot in range(first, first + MONSTER_SLOTS):
        if s.upgrades[slot] != NO_CARD and monster_in(s, slot, place):
            kinds = append(kinds, CARDS[s.upgrades[slot]].figure)
    return kinds


def count_at(s: State, seat: int, place: int) -> int:
    """How many figures the clan has in a place."""
    return sum(count(s, seat, figure, place) for figure in kinds_at(s, seat, place))


def is_involved(s: State, seat: int, province: int) -> bool:
    """BR-2.9: whether the clan has a figure in the province or in its supporting fjord."""
    if is_there(s, seat, province):
        return True
    fjord = FJORD_OF[province]
    return fjord != NOWHERE and is_there(s, seat, fjord)


def has_empty_village(s: State, place: int) -> bool:
    """BR-2.5, BR-2.6, BR-2.8."""
    return s.standing[place] < VILLAGES[place]


def open_provinces(s: State) -> int:
    """BR-2.5, BR-2.12: the surviving provinces with an empty village, as bits."""
    provinces: int = 0
    for place in range(PROVINCES):
        if s.standing[place] < VILLAGES[place] and not s.destroyed[place]:
            provinces |= 1 << place
    return provinces


def open_fjords(s: State) -> int:
    """BR-2.13: the open fjords, as bits."""
    fjords: int = 0
    for fjord in range(FIRST_FJORD, BOARD_PLACES):
        if is_open_fjord(s, fjord):
            fjords |= 1 << fjord
    return fjords


def is_open_fjord(s: State, fjord: int) -> bool:
    """BR-2.13: a fjord is open while one of its two provinces survives; by ruling (BR-21.24) always."""
    one, other = SUPPORTED_BY[fjord - FIRST_FJORD]
    return s.rulings.dead_fjords_are_open or not (s.destroyed[one] and s.destroyed[other])


def move(s: State, seat: int, figure: int, origin: int, target: int) -> None:
    """Move one figure from one place to another and update the counts."""
    if figure == WARRIOR:
        s.warriors[seat * PLACES + origin] -= 1
        s.warriors[seat * PLACES + target] += 1
    elif figure == LEADER:
        s.leaders[seat] = target
    elif figure == SHIP:
        s.ships[seat] = target
    else:
        s.monster_places[figure - FIRST_MONSTER] = target
    if 0 <= origin < BOARD_PLACES:
        s.standing[origin] -= 1
        s.on_board[seat] -= 1
    if 0 <= target < BOARD_PLACES:
        s.standing[target] += 1
        s.on_board[seat] += 1


def join_clan(s: State, seat: int, figure: int) -> None:
    """BR-9.9: a Monster comes into the clan's reserve."""
    s.monster_owners[figure - FIRST_MONSTER] = seat
    s.monster_places[figure - FIRST_MONSTER] = RESERVE


def leave_clan(s: State, seat: int, figure: int) -> None:
    """BR-9.11: a Monster goes back to the box, wherever it was."""
    move(s, seat, figure, s.monster_places[figure - FIRST_MONSTER], NOWHERE)
    s.monster_owners[figure - FIRST_MONSTER] = NOBODY


def first_to_act(s: State) -> int:
    """BR-19.23: the pillager during a pillage, otherwise the active clan, and the First Player outside turns."""
    if s.battle.province != NOWHERE:
        return s.battle.pillager
    return s.first_player if s.turn == NOBODY else s.turn


def in_order(s: State, first: int) -> list[int]:
    """All seats, clockwise from the given one."""
    return [(first + turn) % s.seats for turn in range(s.seats)]


# Figures marked for destruction: one entry for each; it is cleared after everything that follows.


def doom(s: State, seat: int, figure: int, place: int) -> None:
    """Mark one figure; all marked figures are destroyed together (BR-19.26)."""
    s.doomed[s.doomed_count] = (seat * MOST_KINDS + figure) * PLACES + place
    s.doomed_count += 1


def doom_all(s: State, seat: int, place: int) -> None:
    """Mark all figures of a clan in a place."""
    for figure in kinds_at(s, seat, place):
        for _ in range(count(s, seat, figure, place)):
            doom(s, seat, figure, place)


def doomed_of(s: State, seat: int) -> list[tuple[int, int]]:
    """The marked figures of a clan, each with its place."""
    marked = []
    for at in range(s.doomed_count):
        who, place = s.doomed[at] // PLACES, s.doomed[at] % PLACES
        if who // MOST_KINDS == seat:
            marked.append((who % MOST_KINDS, place))
    return marked


def spare(s: State, seat: int, figure: int, place: int) -> None:
    """Remove the mark from one figure."""
    at = index_of(s.doomed, (seat * MOST_KINDS + figure) * PLACES + place)
    s.doomed_count -= 1
    s.doomed[at] = s.doomed[s.doomed_count]
    s.doomed[s.doomed_count] = 0


def destroy_doomed(s: State) -> None:
    """BR-19.26: first the owners use or decline effects that save figures, then the others go to Valhalla together."""
    follow(s, (the_doomed_may_be_saved, the_doomed_fall, the_fallen_are_forgotten))


def destroy_as_price(s: State) -> None:
    """BR-19.20: a figure given up as a price is really destroyed; nothing saves it."""
    follow(s, (the_doomed_fall, the_fallen_are_forgotten))


@rules.step
def the_doomed_may_be_saved(s: State) -> None:
    """T20."""
    ABOUT_TO_BE_DESTROYED.announce(s, in_order(s, first_to_act(s)))


@rules.step
def the_doomed_fall(s: State) -> None:
    """BR-3.15, BR-19.6: marked figures go to Valhalla; a battle counts its losses. T21."""
    for seat in range(s.seats):
        s.fallen[seat] = 0
        for figure, place in doomed_of(s, seat):
            move(s, seat, figure, place, VALHALLA)
            s.fallen[seat] += 1
            if s.battle.province != NOWHERE:
                s.battle.losses[seat] += 1
            emit(s, FIGURE_DESTROYED, seat, figure, place)
    HAS_BEEN_DESTROYED.announce(s, in_order(s, first_to_act(s)))


@rules.step
def the_fallen_are_forgotten(s: State) -> None:
    """Clear all marks."""
    s.doomed = vec(MOST_FIGURES)
    s.doomed_count = 0


def release_from_valhalla(s: State, seat: int) -> int:
    """BR-17.1: return all figures of the clan to the reserve; the result is their number."""
    released = 0
    for figure in kinds_at(s, seat, VALHALLA):
        for _ in range(count(s, seat, figure, VALHALLA)):
            move(s, seat, figure, VALHALLA, RESERVE)
            released += 1
    return released
