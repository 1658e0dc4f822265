"""Pillage: the declaration and the call to battle (section 11)."""

from typing import Final

from drakkar.core.events import EVERYONE
from drakkar.core.flow import Menu, emit, emit_list, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.battle import cards_are_chosen, cards_are_revealed, late_window_opens, participants
from drakkar.games.blood_rage.board import FJORD_OF, PROVINCES, are_adjacent
from drakkar.games.blood_rage.choices import DECLINE, JOIN, PILLAGE
from drakkar.games.blood_rage.events import (
    BATTLE_BEGINS,
    CALL_ENDED,
    JOIN_DECLINED,
    JOINED,
    NO_BATTLE,
    PILLAGE_DECLARED,
)
from drakkar.games.blood_rage.figures import (
    REACH,
    count,
    has_empty_village,
    is_involved,
    is_ship,
    kinds_at,
    move,
    places_of,
)
from drakkar.games.blood_rage.invade import PLACE_DESTROYED
from drakkar.games.blood_rage.resolution import (
    battle_glory,
    cards_leave,
    losers_fall,
    losers_take,
    losses_are_counted,
    pillage_bonuses,
    pillage_ends,
    spoils,
    strengths_are_compared,
    winner_gains,
    winner_may_save_cards,
)
from drakkar.games.blood_rage.state import State, no_battle, rules

# Declaring a pillage

ALREADY_PILLAGED: Final = rules.why(
    "already_pillaged", "BR-11.1", "{province:place} has already been pillaged this Age"
)
NO_FIGURE_THERE: Final = rules.why("no_figure_there", "BR-11.1", "you have no figure in {province:place} or its fjord")


def why_not_pillage(s: State, seat: int, province: int, _: int) -> int:
    """BR-11.1: needs a surviving province that shows its reward, and a figure of the clan in it or in its fjord."""
    if s.destroyed[province]:
        return PLACE_DESTROYED.given(province)
    if s.pillaged[province]:
        return ALREADY_PILLAGED.given(province)
    return 0 if is_involved(s, seat, province) else NO_FIGURE_THERE.given(province)


def do_pillage(s: State, seat: int, province: int, _: int) -> None:
    """BR-11.1: it costs no Rage."""
    begin_pillage(s, seat, province)


def begin_pillage(s: State, seat: int, province: int) -> None:
    """BR-11.3: the call to battle comes first, starting on the pillager's left (BR-11.4)."""
    s.battle = no_battle(s.seats)
    s.battle.province = province
    s.battle.pillager = seat
    s.battle.next_seat = (seat + 1) % s.seats
    emit(s, PILLAGE_DECLARED, seat, province, s.tokens[province])
    follow(s, (call_to_battle, cards_or_no_battle))


def pillage_menu(s: State, seat: int, menu: Menu) -> None:
    """Every province that may be pillaged."""
    places = places_of(s, seat)
    for province in range(PROVINCES):
        if places & REACH[province] and not s.pillaged[province] and not s.destroyed[province]:
            menu.add(PILLAGE, province)


TURN.offer(PILLAGE, do_pillage, why_not_pillage, pillage_menu)

# Call to battle

CALL: Final = rules.question("call", "BR-11.4", "bring a figure into {about:place}, or decline")
NOT_ADJACENT: Final = rules.why("not_adjacent", "BR-11.4", "{origin:place} is not adjacent to {target:place}")
NOBODY_TO_BRING: Final = rules.why("nobody_to_bring", "BR-11.4", "you have no {figure} in {province:place}")
SHIPS_DO_NOT_JOIN: Final = rules.why(
    "ships_do_not_join", "BR-11.9", "{figure:the_figure} does not move in a call to battle"
)


@rules.step
def call_to_battle(s: State) -> None:
    """BR-11.5, BR-11.6: clockwise, until no village is empty or all have declined in succession."""
    battle = s.battle
    if battle.declined >= s.seats or not has_empty_village(s, battle.province):
        emit(s, CALL_ENDED)
        return
    seat = battle.next_seat
    battle.next_seat = (seat + 1) % s.seats
    then(s, call_to_battle)
    CALL.ask(s, seat, battle.province)


def why_not_join(s: State, seat: int, figure: int, origin: int) -> int:
    """BR-11.4, BR-11.9: from an adjacent province; Rage does not matter (BR-11.8)."""
    if is_ship(figure):
        return SHIPS_DO_NOT_JOIN.given(figure)
    if not are_adjacent(origin, s.battle.province):
        return NOT_ADJACENT.given(origin, s.battle.province)
    return 0 if count(s, seat, figure, origin) else NOBODY_TO_BRING.given(figure, origin)


def join_menu(s: State, seat: int, menu: Menu) -> None:
    """Every figure in an adjacent province, each kind once."""
    for origin in range(PROVINCES):
        if s.standing[origin] and are_adjacent(origin, s.battle.province):
            for figure in kinds_at(s, seat, origin):
                if not why_not_join(s, seat, figure, origin):
                    menu.add(JOIN, figure, origin)


def do_join(s: State, seat: int, figure: int, origin: int) -> None:
    """BR-11.4: it costs no Rage."""
    move(s, seat, figure, origin, s.battle.province)
    s.battle.declined = 0
    emit(s, JOINED, seat, figure, origin, s.battle.province)


def do_decline_call(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-11.5: a clan that declined may still join on a later turn."""
    s.battle.declined += 1
    emit(s, JOIN_DECLINED, seat)


CALL.offer(JOIN, do_join, why_not_join, join_menu)
CALL.offer(DECLINE, do_decline_call)


# BR-11.12, sections 12 and 13: the steps of a battle, from the face-down cards to its end.
BATTLE: Final = (
    cards_are_chosen,
    cards_are_revealed,
    late_window_opens,
    strengths_are_compared,
    losers_take,
    winner_gains,
    winner_may_save_cards,
    cards_leave,
    losers_fall,
    losses_are_counted,
    spoils,
    pillage_bonuses,
    battle_glory,
    pillage_ends,
)


@rules.step
def cards_or_no_battle(s: State) -> None:
    """BR-11.11, BR-11.12: with an enemy present there is a battle, otherwise the pillager succeeds."""
    battle = s.battle
    gather(s)
    if battle.participants == 1 << battle.pillager:
        emit(s, NO_BATTLE, battle.pillager, battle.province)
        follow(s, (spoils, pillage_bonuses, pillage_ends))
    else:
        emit_list(s, EVERYONE, BATTLE_BEGINS, battle.province, participants(s))
        follow(s, BATTLE)


def gather(s: State) -> None:
    """BR-12.1: record the clans and Monsters in the battle."""
    battle = s.battle
    for seat in range(s.seats):
        if is_involved(s, seat, battle.province):
            battle.participants |= 1 << seat
    battle.monsters |= monsters_there(s)


def monsters_there(s: State) -> int:
    """The Monsters in the province or its fjord now, as bits."""
    there: int = 0
    province = s.battle.province
    for monster in range(len(s.monster_places)):
        if s.monster_places[monster] in (province, FJORD_OF[province]):
            there |= 1 << monster
    return there
