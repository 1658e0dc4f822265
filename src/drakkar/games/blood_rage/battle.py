"""Pillage: the call to battle, the cards, the resolution and its rewards (sections 11 to 13)."""

from typing import Final

from drakkar.core.events import EVERYONE, only
from drakkar.core.flow import emit, emit_list, emit_to, follow, then
from drakkar.games.blood_rage.actions import TURN, may_always
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE, PROVINCES, are_adjacent
from drakkar.games.blood_rage.cards.kinds import BATTLE, CARDS, QUEST
from drakkar.games.blood_rage.choices import CARD, DECLINE, JOIN, LATE, NO, PILLAGE, YES
from drakkar.games.blood_rage.clans import (
    FROM_BATTLES,
    FROM_PILLAGE,
    gain_glory,
    raise_stat,
    stat,
    strength_in,
)
from drakkar.games.blood_rage.events import (
    BATTLE_BEGINS,
    BATTLE_LOST,
    BATTLE_TIED,
    BATTLE_WON,
    CALL_ENDED,
    CARD_BONUS,
    CARD_CHOSEN,
    CARD_DISCARDED,
    CARD_REVEALED,
    CARD_TAKEN_BACK,
    JOIN_DECLINED,
    JOINED,
    LATE_CARD_PLAYED,
    LATE_DECLINED,
    LOSERS_AFTER_COMPARISON,
    LOSSES_COUNTED,
    NO_BATTLE,
    NO_CARD_PLAYED,
    PILLAGE_BONUSES,
    PILLAGE_DECLARED,
    PILLAGE_FAILED,
    PILLAGED,
    QUEST_GETS_VALUE,
    QUEST_VALUE,
    REVEAL_FIRST,
    REVEAL_SECOND,
    REVEAL_THIRD,
    REWARD_TIMES,
    TOTAL,
    WINNER_AFTER_COMPARISON,
    WINNERS_CARDS_LEAVE,
)
from drakkar.games.blood_rage.figures import (
    count,
    destroy_doomed,
    doom_all,
    has_empty_village,
    in_order,
    is_involved,
    is_ship,
    kinds_at,
    move,
)
from drakkar.games.blood_rage.invade import PLACE_DESTROYED
from drakkar.games.blood_rage.state import ALL_STATS, AXES, FIVE_GLORY, NOBODY, STATS, State, no_battle, rules

TOKEN_GLORY: Final = 5


def participants(s: State) -> list[int]:
    """BR-12.1, in seat order: the pillager, then clockwise."""
    return [seat for seat in in_order(s, s.battle.pillager) if s.battle.has(seat)]


def losers(s: State) -> list[int]:
    """BR-19.7, in seat order."""
    return [seat for seat in participants(s) if seat != s.battle.winner]


def opponents(s: State, seat: int) -> list[int]:
    """BR-19.3, in seat order."""
    return [other for other in participants(s) if other != seat]


# Declaring a pillage

ALREADY_PILLAGED: Final = rules.why("already_pillaged", "BR-11.1", "{province} has been pillaged in this Age already")
NO_FIGURE_THERE: Final = rules.why("no_figure_there", "BR-11.1", "you have no figure in {province} or its fjord")


def why_not_pillage(s: State, seat: int, province: int, _: int) -> int:
    """BR-11.1: a surviving province that shows its reward, and a figure of yours in it or in its fjord."""
    if s.destroyed[province]:
        return PLACE_DESTROYED.given(province)
    if s.pillaged[province]:
        return ALREADY_PILLAGED.given(province)
    return 0 if is_involved(s, seat, province) else NO_FIGURE_THERE.given(province)


def do_pillage(s: State, seat: int, province: int, _: int) -> None:
    """BR-11.1: it costs no Rage."""
    begin_pillage(s, seat, province)


def begin_pillage(s: State, seat: int, province: int) -> None:
    """BR-11.3: the call to battle comes first, and begins at the pillager's left (BR-11.4)."""
    s.battle = no_battle(s.seats)
    s.battle.province = province
    s.battle.pillager = seat
    s.battle.next_seat = (seat + 1) % s.seats
    emit(s, PILLAGE_DECLARED, seat, province, s.tokens[province])
    follow(s, (call_to_battle, cards_or_no_battle))


TURN.offer(PILLAGE, do_pillage, why_not_pillage)

# Call to battle

CALL: Final = rules.question("call", "BR-11.4", "bring a figure into {about:place}, or decline")
NOT_ADJACENT: Final = rules.why("not_adjacent", "BR-11.4", "{origin:place} is not adjacent to {target:place}")
NOBODY_TO_BRING: Final = rules.why("nobody_to_bring", "BR-11.4", "you have no {figure} in {province}")
SHIPS_DO_NOT_JOIN: Final = rules.why(
    "ships_do_not_join", "BR-11.9", "{figure:the_figure} does not move in a call to battle"
)


@rules.step
def call_to_battle(s: State) -> None:
    """BR-11.5, BR-11.6: round and round, until no village is empty or all have declined in succession."""
    battle = s.battle
    if battle.declined == s.seats or not has_empty_village(s, battle.province):
        emit(s, CALL_ENDED)
        return
    seat = battle.next_seat
    battle.next_seat = (seat + 1) % s.seats
    follow(s, (call_to_battle,))
    CALL.ask(s, seat, battle.province)


def why_not_join(s: State, seat: int, figure: int, origin: int) -> int:
    """BR-11.4, BR-11.9: out of an adjacent province; Rage plays no part (BR-11.8)."""
    if is_ship(figure):
        return SHIPS_DO_NOT_JOIN.given(figure)
    if not are_adjacent(origin, s.battle.province):
        return NOT_ADJACENT.given(origin, s.battle.province)
    return 0 if count(s, seat, figure, origin) else NOBODY_TO_BRING.given(figure, origin)


def join_menu(s: State, seat: int, menu: list[int]) -> None:
    """Every figure in an adjacent province, each kind once."""
    for origin in range(PROVINCES):
        if are_adjacent(origin, s.battle.province):
            for figure in kinds_at(s, seat, origin):
                if not why_not_join(s, seat, figure, origin):
                    menu.append(JOIN.code(figure, origin))


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
CALL.offer(DECLINE, do_decline_call, may_always)


@rules.step
def cards_or_no_battle(s: State) -> None:
    """BR-11.11, BR-11.12: with an enemy there it comes to a battle, otherwise the pillager succeeds."""
    battle = s.battle
    for seat in range(s.seats):
        if is_involved(s, seat, battle.province):
            battle.participants |= 1 << seat
    for monster in range(len(s.monster_places)):
        if s.monster_places[monster] in (battle.province, FJORD_OF[battle.province]):
            battle.monsters |= 1 << monster
    if battle.participants == 1 << battle.pillager:
        emit(s, NO_BATTLE, battle.pillager, battle.province)
        follow(s, (spoils, pillage_bonuses, pillage_ends))
    else:
        emit_list(s, EVERYONE, BATTLE_BEGINS, battle.province, participants(s))
        follow(
            s,
            (
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
            ),
        )


# Choosing cards

CHOOSE_CARD: Final = rules.question(
    "card", "BR-12.2", "lay down one card face down for the battle in {about:place}", hides=True, secret=True
)
CARD_NOT_IN_HAND: Final = rules.why("card_not_in_hand", "BR-12.2", "you do not hold {card}")


@rules.step
def cards_are_chosen(s: State) -> None:
    """BR-12.2: each participant must; only a clan with an empty hand plays none."""
    s.battle.revealed = False
    for seat in participants(s):
        if s.hand.sizes[seat]:
            CHOOSE_CARD.ask(s, seat, s.battle.province)
        else:
            emit(s, NO_CARD_PLAYED, seat)


def why_not_choose(s: State, seat: int, card: int, _: int) -> int:
    """BR-12.2: any card of the hand, whatever its kind."""
    return 0 if s.hand.has(seat, card) else CARD_NOT_IN_HAND.given(card)


def choose_menu(s: State, seat: int, menu: list[int]) -> None:
    """The hand; equal cards are one option."""
    menu.extend([CARD.code(card) for card in dict.fromkeys(s.hand.of(seat))])


def do_choose(s: State, seat: int, card: int, _: int) -> None:
    """BR-12.2: face down."""
    s.hand.remove(seat, card)
    s.played.add(seat, card)
    emit_to(s, only(seat), CARD_CHOSEN, seat, card)


CHOOSE_CARD.offer(CARD, do_choose, why_not_choose, choose_menu)


@rules.step
def cards_are_revealed(s: State) -> None:
    """BR-12.3: together."""
    s.battle.revealed = True
    for seat in participants(s):
        for card in s.played.of(seat):
            emit(s, CARD_REVEALED, seat, card, CARDS[card].bonus)
            text_acts_from_now_on(s, seat, card)
    follow(s, (shown_quests, first_rank, second_rank, third_rank_or_anew))


def text_acts_from_now_on(s: State, seat: int, card: int) -> None:
    """BR-12.4, BR-12.5, BR-19.15: the text of a battle card, until the battle is over."""
    if CARDS[card].kind == BATTLE:
        s.acting.add(seat, card)


# Reveal effects

USE_QUEST: Final = rules.question("use_quest", "BR-12.6", "use the quest as a battle card of {about:bonus}? yes or no")


@rules.step
def shown_quests(s: State) -> None:
    """BR-12.6, T11: a shown quest may be given a value."""
    for seat in reversed(participants(s)):
        if any(CARDS[card].kind == QUEST for card in s.played.of(seat)) and QUEST_VALUE.of(s, seat, 0):
            then(s, shown_quest, seat)


@rules.step_for
def shown_quest(s: State, seat: int) -> None:
    """BR-12.6: its owner may."""
    USE_QUEST.ask(s, seat, QUEST_VALUE.of(s, seat, 0))


def do_use_quest(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-12.6."""
    s.battle.quest_values[seat] = QUEST_VALUE.of(s, seat, 0)
    emit(s, QUEST_GETS_VALUE, seat, s.battle.quest_values[seat])


def do_nothing(_s: State, _seat: int, _a: int, _b: int) -> None:
    """As it was."""


USE_QUEST.offer(YES, do_use_quest, may_always)
USE_QUEST.offer(NO, do_nothing, may_always)


@rules.step
def first_rank(s: State) -> None:
    """BR-12.7, T12."""
    REVEAL_FIRST.announce(s, participants(s))


@rules.step
def second_rank(s: State) -> None:
    """BR-12.7, T13."""
    REVEAL_SECOND.announce(s, participants(s))


@rules.step
def third_rank_or_anew(s: State) -> None:
    """BR-12.7, T14; or cards are chosen anew, when what was revealed has been discarded (BR-12.9, BR-20.4)."""
    if s.battle.again:
        s.battle.again = False
        follow(s, (cards_are_chosen, cards_are_revealed))
    else:
        REVEAL_THIRD.announce(s, participants(s))


def discard_revealed(s: State) -> None:
    """BR-12.9, BR-19.15: all cards on the table are gone for good, their texts too; play returns to the choosing."""
    for seat in participants(s):
        for card in s.played.take_all(seat):
            discard(s, seat, card)
        s.acting.take_all(seat)
        s.battle.quest_values[seat] = 0
    s.battle.again = True


def discard(s: State, seat: int, card: int) -> None:
    """A card leaves the game, seen by all."""
    s.discards[card] += 1
    emit(s, CARD_DISCARDED, seat, card)


# The late window

LATE_CARD: Final = rules.question(
    "late", "BR-12.15", "add a late card to the battle in {about:place}, or decline", hides=True
)
LATE_NOT_IN_HAND: Final = rules.why("late_not_in_hand", "BR-12.15", "you do not hold {card}")
NOT_A_LATE_CARD: Final = rules.why("not_a_late_card", "BR-12.15", "{card} is not a late card")


@rules.step
def late_window_opens(s: State) -> None:
    """BR-12.15: after the reveal and before the comparison, the pillager first."""
    s.battle.declined = 0
    s.battle.next_seat = s.battle.pillager
    follow(s, (late_window,))


@rules.step
def late_window(s: State) -> None:
    """BR-12.15: one card at a time in seat order, until all participants have declined in succession.

    Every participant is asked, with or without such a card, so that the question gives no hand away.
    """
    battle = s.battle
    fighters = participants(s)
    if battle.declined == len(fighters):
        return
    while not battle.has(battle.next_seat):
        battle.next_seat = (battle.next_seat + 1) % s.seats
    seat = battle.next_seat
    battle.next_seat = (seat + 1) % s.seats
    follow(s, (late_window,))
    LATE_CARD.ask(s, seat, battle.province)


def why_not_late(s: State, seat: int, card: int, _: int) -> int:
    """BR-12.15."""
    if not s.hand.has(seat, card):
        return LATE_NOT_IN_HAND.given(card)
    return 0 if CARDS[card].late else NOT_A_LATE_CARD.given(card)


def late_menu(s: State, seat: int, menu: list[int]) -> None:
    """The late cards of the hand."""
    for card in dict.fromkeys(s.hand.of(seat)):
        if not why_not_late(s, seat, card, 0):
            menu.append(LATE.code(card))


def do_late(s: State, seat: int, card: int, _: int) -> None:
    """BR-12.15: on top of what was played."""
    s.hand.remove(seat, card)
    s.played.add(seat, card)
    text_acts_from_now_on(s, seat, card)
    s.battle.declined = 0
    emit(s, LATE_CARD_PLAYED, seat, card, CARDS[card].bonus)


def do_decline_late(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-12.15."""
    s.battle.declined += 1
    emit(s, LATE_DECLINED, seat)


LATE_CARD.offer(LATE, do_late, why_not_late, late_menu)
LATE_CARD.offer(DECLINE, do_decline_late, may_always)

# Resolution


def shown_bonus(s: State, seat: int, card: int) -> int:
    """BR-19.13: the printed bonus of a battle card, the value given to a quest, and 0 for any other card."""
    return s.battle.quest_values[seat] if CARDS[card].kind == QUEST else CARDS[card].bonus


def bonus_of(s: State, seat: int, card: int) -> int:
    """BR-12.4, BR-12.5: what a card adds at the comparison. T16."""
    return CARD_BONUS.of(s, seat, shown_bonus(s, seat, card), card)


@rules.step
def strengths_are_compared(s: State) -> None:
    """BR-12.18, BR-13.1, BR-13.2: figures plus cards; higher than every other wins, a shared top loses for all."""
    best, s.battle.winner = -1, NOBODY
    for seat in participants(s):
        figures = strength_in(s, seat, s.battle.province)
        cards = sum(bonus_of(s, seat, card) for card in s.played.of(seat))
        emit(s, TOTAL, seat, figures + cards, figures, cards)
        if figures + cards > best:
            best, s.battle.winner = figures + cards, seat
        elif figures + cards == best:
            s.battle.winner = NOBODY
    if s.battle.winner == NOBODY:
        emit(s, BATTLE_TIED)
    else:
        emit(s, BATTLE_WON, s.battle.winner, s.battle.province)


@rules.step
def losers_take(s: State) -> None:
    """BR-13.3, T17: what a loser's text takes from the winner; without a winner there is nothing to take."""
    if s.battle.winner != NOBODY:
        LOSERS_AFTER_COMPARISON.announce(s, losers(s), s.battle.winner)


@rules.step
def winner_gains(s: State) -> None:
    """BR-13.3, T18: what a text gives for winning."""
    if s.battle.winner != NOBODY:
        WINNER_AFTER_COMPARISON.announce(s, [s.battle.winner])


@rules.step
def winner_may_save_cards(s: State) -> None:
    """BR-13.5, T19."""
    if s.battle.winner != NOBODY:
        WINNERS_CARDS_LEAVE.announce(s, [s.battle.winner])


@rules.step
def cards_leave(s: State) -> None:
    """BR-13.4, BR-13.6: the winner discards every card it played, the losers take theirs back."""
    for seat in participants(s):
        for card in s.played.take_all(seat):
            if seat == s.battle.winner:
                discard(s, seat, card)
            else:
                s.hand.add(seat, card)
                emit(s, CARD_TAKEN_BACK, seat, card)


@rules.step
def losers_fall(s: State) -> None:
    """BR-13.7: every loser's figures in the province and its supporting fjord."""
    fjord = FJORD_OF[s.battle.province]
    for seat in losers(s):
        doom_all(s, seat, s.battle.province)
        if fjord != NOWHERE:
            doom_all(s, seat, fjord)
    destroy_doomed(s)


@rules.step
def losses_are_counted(s: State) -> None:
    """BR-13.9, T22."""
    LOSSES_COUNTED.announce(s, participants(s))


def has_succeeded(s: State) -> bool:
    """BR-19.9: the pillager won the battle, or there was none to fight."""
    return s.battle.winner == s.battle.pillager or s.battle.participants == 1 << s.battle.pillager


@rules.step
def spoils(s: State) -> None:
    """BR-13.12, BR-13.13: the reward is for the pillager who won, or met no enemy; nobody else takes it."""
    battle = s.battle
    if not has_succeeded(s):
        emit(s, PILLAGE_FAILED, battle.province)
        return
    emit(s, PILLAGED, battle.pillager, battle.province)
    for _ in range(REWARD_TIMES.of(s, battle.pillager, 1, battle.province)):
        take_reward(s, battle.pillager, s.tokens[battle.province])
    s.pillaged[battle.province] = 1


@rules.step
def pillage_bonuses(s: State) -> None:
    """BR-13.16, T24."""
    if has_succeeded(s):
        PILLAGE_BONUSES.announce(s, [s.battle.pillager], s.tokens[s.battle.province])


def take_reward(s: State, seat: int, token: int) -> None:
    """BR-13.14."""
    if token == FIVE_GLORY:
        gain_glory(s, seat, TOKEN_GLORY, FROM_PILLAGE)
    elif token == ALL_STATS:
        for which in range(STATS):
            raise_stat(s, seat, which)
    else:
        raise_stat(s, seat, token)


@rules.step
def battle_glory(s: State) -> None:
    """BR-13.19: the winner, pillager or not, scores its Axes as they stand now."""
    if s.battle.winner != NOBODY:
        gain_glory(s, s.battle.winner, stat(s, s.battle.winner, AXES), FROM_BATTLES)


@rules.step
def pillage_ends(s: State) -> None:
    """Peace again; then, last of all, what a lost battle brings (BR-13.20, T26)."""
    province, lost = s.battle.province, losers(s) if s.battle.participants != 1 << s.battle.pillager else []
    for seat in range(s.seats):
        s.acting.take_all(seat)
    s.battle = no_battle(s.seats)
    BATTLE_LOST.announce(s, lost, province)
