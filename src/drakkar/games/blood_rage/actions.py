"""The Action phase: turns, passing and committing a quest (sections 6, 10)."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import Menu, emit, emit_to, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.board import PROVINCES
from drakkar.games.blood_rage.card import CARDS, QUESTS
from drakkar.games.blood_rage.choices import PASS, QUEST
from drakkar.games.blood_rage.clans import stat
from drakkar.games.blood_rage.events import DECLINED, PASSED, PHASE_CLOSED, QUEST_COMMITTED, RAGE_SET, TURN_BEGINS
from drakkar.games.blood_rage.memory import COMMITTED, remember
from drakkar.games.blood_rage.state import MOST_SET_OFF, NO_CARD, NOBODY, RAGE, State, rules

TURN: Final = rules.question("turn", "BR-6.3", "take one action or pass", hides=True)


@rules.step
def turns_begin(s: State) -> None:
    """BR-6.1, BR-6.2: set Rage to the Rage stat, without anything left over; the First Player begins."""
    for seat in range(s.seats):
        s.passed[seat] = 0
        s.rage[seat] = stat(s, seat, RAGE)
        emit(s, RAGE_SET, seat, s.rage[seat])
    s.turn = (s.first_player - 1) % s.seats
    then(s, next_turn)


@rules.step
def next_turn(s: State) -> None:
    """BR-6.2, BR-6.6, BR-6.9, BR-6.10: go on to the next clan that can take a turn; without one the phase is over."""
    if is_everything_pillaged(s):
        emit(s, PHASE_CLOSED)
        return
    for turn in range(1, s.seats + 1):
        seat = (s.turn + turn) % s.seats
        if s.rage[seat] and (not s.passed[seat] or s.rulings.passed_clan_regains_turns):
            s.turn = seat
            if s.set_off[0] != NO_CARD:
                s.set_off = vec(MOST_SET_OFF, NO_CARD)
            emit(s, TURN_BEGINS, seat)
            then(s, next_turn)
            TURN.ask(s, seat)
            return


NO_RAGE_LEFT: Final = rules.why("no_rage_left", "BR-6.6", "you have 0 Rage: no action, not even a free one")
HAS_PASSED: Final = rules.why("has_passed", "BR-6.8", "you have passed: no more actions in this phase")


def why_not_a_turn(s: State, seat: int) -> int:
    """BR-6.6, BR-6.8: why a clan has no more turns this phase."""
    if s.turn == NOBODY or s.flow.asked[s.turn] != TURN.number:
        return 0
    if s.passed[seat] and not s.rulings.passed_clan_regains_turns:
        return HAS_PASSED.given()
    return 0 if s.rage[seat] else NO_RAGE_LEFT.given()


@rules.step
def turns_end(s: State) -> None:
    """Clear the active seat and all passes."""
    s.turn = NOBODY
    s.passed = vec(s.seats)


def is_everything_pillaged(s: State) -> bool:
    """BR-6.10: whether no surviving province shows its reward."""
    return all(s.pillaged[province] or s.destroyed[province] for province in range(PROVINCES))


# Pass


def do_decline(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-19.21: optional effects may be declined."""
    emit(s, DECLINED, seat)


def do_nothing(_s: State, _seat: int, _a: int, _b: int) -> None:
    """Change nothing."""


def do_pass(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-6.8: the clan loses all Rage and takes no further action this phase."""
    emit(s, PASSED, seat, s.rage[seat])
    s.rage[seat] = 0
    s.passed[seat] = 1


TURN.offer(PASS, do_pass)

# Quest

QUEST_NOT_IN_HAND: Final = rules.why("quest_not_in_hand", "BR-10.1", "you do not hold {card}")
NOT_A_QUEST: Final = rules.why("not_a_quest", "BR-10.1", "{card} is not a quest")


def why_not_quest(s: State, seat: int, card: int, _: int) -> int:
    """BR-10.1: a quest in the hand; it costs nothing."""
    if not s.hand.has(seat, card):
        return QUEST_NOT_IN_HAND.given(card)
    return 0 if CARDS[card].kind == card_kinds.QUEST else NOT_A_QUEST.given(card)


def quest_menu(s: State, seat: int, menu: Menu) -> None:
    """Every quest in the hand."""
    s.hand.offer(seat, menu, QUEST, QUESTS)


def do_quest(s: State, seat: int, card: int, _: int) -> None:
    """BR-10.1, BR-10.4: put the card face down on the clan sheet."""
    s.hand.remove(seat, card)
    s.quests.add(seat, card)
    remember(s, seat, COMMITTED)
    emit_to(s, only(seat), QUEST_COMMITTED, seat, card)


TURN.offer(QUEST, do_quest, why_not_quest, quest_menu)
