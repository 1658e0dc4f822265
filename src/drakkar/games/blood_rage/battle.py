"""Battle: the participants, and the cards they choose, reveal and add (section 12)."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import Menu, emit, emit_to, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import do_decline
from drakkar.games.blood_rage.card import ALL_CARDS, BATTLE, CARDS, LATE_CARDS, QUEST
from drakkar.games.blood_rage.choices import CARD, DECLINE, LATE, NO, YES
from drakkar.games.blood_rage.clans import strength_in
from drakkar.games.blood_rage.events import (
    BONUS_X,
    CARD_BONUS,
    CARD_CHOSEN,
    CARD_REVEALED,
    LATE_CARD_PLAYED,
    LATE_DECLINED,
    NO_CARD_PLAYED,
    QUEST_GETS_VALUE,
    QUEST_VALUE,
    REVEAL_FIRST,
    REVEAL_SECOND,
    REVEAL_THIRD,
    REVEALED_CARD_LOST,
)
from drakkar.games.blood_rage.memory import SHOWN, remember
from drakkar.games.blood_rage.state import State, rules


def participants(s: State) -> list[int]:
    """BR-12.1, in seat order: the pillager, then clockwise."""
    seats, pillager = s.seats, s.battle.pillager
    return [(pillager + turn) % seats for turn in range(seats) if s.battle.has((pillager + turn) % seats)]


def losers(s: State) -> list[int]:
    """BR-19.7, in seat order."""
    return [seat for seat in participants(s) if seat != s.battle.winner]


def opponents(s: State, seat: int) -> list[int]:
    """BR-19.3, in seat order."""
    return [other for other in participants(s) if other != seat]


# Choosing cards

CHOOSE_CARD: Final = rules.question(
    "card", "BR-12.2", "play one card face down for the battle in {about:place}", hides=True, secret=True
)
CARD_NOT_IN_HAND: Final = rules.why("card_not_in_hand", "BR-12.2", "you do not hold {card}")


@rules.step
def cards_are_chosen(s: State) -> None:
    """BR-12.2: each participant must choose a card; only a clan with an empty hand plays none."""
    s.battle.revealed = False
    for seat in participants(s):
        if s.hand.sizes[seat]:
            CHOOSE_CARD.ask(s, seat, s.battle.province)
        else:
            emit(s, NO_CARD_PLAYED, seat)


def why_not_choose(s: State, seat: int, card: int, _: int) -> int:
    """BR-12.2: any card of the hand, whatever its kind."""
    return 0 if s.hand.has(seat, card) else CARD_NOT_IN_HAND.given(card)


def choose_menu(s: State, seat: int, menu: Menu) -> None:
    """The hand; equal cards are one choice."""
    s.hand.offer(seat, menu, CARD, ALL_CARDS)


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
            remember(s, seat, SHOWN, card)
            emit(s, CARD_REVEALED, seat, card, told_bonus(card))
            text_acts_from_now_on(s, seat, card)
    follow(s, (shown_quests, first_rank, second_rank, third_rank_or_anew))


def text_acts_from_now_on(s: State, seat: int, card: int) -> None:
    """BR-12.4, BR-12.5, BR-19.15: a battle card's text acts until the battle is over."""
    if CARDS[card].kind == BATTLE:
        s.acting.add(seat, card)


def cancelled_cards(s: State, seat: int) -> list[int]:
    """BR-12.8: the revealed battle cards of a clan whose text is cancelled."""
    acting, cancelled = list(s.acting.of(seat)), []
    for card in s.played.of(seat) if s.battle.revealed else []:
        if card in acting:
            acting.remove(card)
        elif CARDS[card].kind == BATTLE:
            cancelled.append(card)
    return cancelled


# Reveal effects

USE_QUEST: Final = rules.question("use_quest", "BR-12.6", "use the quest as a battle card worth {about:bonus}?")


@rules.step
def shown_quests(s: State) -> None:
    """BR-12.6, T11: a revealed quest may be given a value."""
    for seat in reversed(participants(s)):
        if any(CARDS[card].kind == QUEST for card in s.played.of(seat)) and QUEST_VALUE.of(s, seat, 0):
            then(s, shown_quest, seat)


@rules.step_for
def shown_quest(s: State, seat: int) -> None:
    """BR-12.6: offer it to the quest's owner."""
    USE_QUEST.ask(s, seat, QUEST_VALUE.of(s, seat, 0))


def do_use_quest(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-12.6."""
    s.battle.quest_values[seat] = QUEST_VALUE.of(s, seat, 0)
    emit(s, QUEST_GETS_VALUE, seat, s.battle.quest_values[seat])


USE_QUEST.offer(YES, do_use_quest)
USE_QUEST.offer(NO, do_decline)


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
    """BR-12.7, T14; or choose cards anew if the revealed ones were discarded (BR-12.9, BR-20.4)."""
    if s.battle.again:
        s.battle.again = False
        follow(s, (cards_are_chosen, cards_are_revealed))
    elif not s.rulings.late_cards_first:
        REVEAL_THIRD.announce(s, participants(s))


def discard_revealed(s: State) -> None:
    """BR-12.9, BR-19.15: discard all cards on the table, texts included; play returns to choosing cards."""
    for seat in participants(s):
        for card in s.played.take_all(seat):
            s.discards[card] += 1
            emit(s, REVEALED_CARD_LOST, seat, card)
        s.acting.take_all(seat)
        s.battle.quest_values[seat] = 0
    s.battle.again = True


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
    then(s, late_window)


@rules.step
def late_window(s: State) -> None:
    """BR-12.15: one card at a time in seat order, until all participants have declined in succession.

    Every participant is asked, with or without a late card, so that the question reveals nothing about a hand.
    """
    battle = s.battle
    fighters = participants(s)
    if battle.declined >= len(fighters):
        if s.rulings.late_cards_first:  # BR-21.20
            REVEAL_THIRD.announce(s, fighters)
        return
    while not battle.has(battle.next_seat):
        battle.next_seat = (battle.next_seat + 1) % s.seats
    seat = battle.next_seat
    battle.next_seat = (seat + 1) % s.seats
    then(s, late_window)
    LATE_CARD.ask(s, seat, battle.province)


def why_not_late(s: State, seat: int, card: int, _: int) -> int:
    """BR-12.15."""
    if not s.hand.has(seat, card):
        return LATE_NOT_IN_HAND.given(card)
    return 0 if CARDS[card].late else NOT_A_LATE_CARD.given(card)


def late_menu(s: State, seat: int, menu: Menu) -> None:
    """The late cards of the hand."""
    s.hand.offer(seat, menu, LATE, LATE_CARDS)


def do_late(s: State, seat: int, card: int, _: int) -> None:
    """BR-12.15: in addition to the cards already played."""
    s.hand.remove(seat, card)
    s.played.add(seat, card)
    text_acts_from_now_on(s, seat, card)
    s.battle.declined = 0
    remember(s, seat, SHOWN, card)
    emit(s, LATE_CARD_PLAYED, seat, card, told_bonus(card))


def do_decline_late(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-12.15."""
    s.battle.declined += 1
    emit(s, LATE_DECLINED, seat)


LATE_CARD.offer(LATE, do_late, why_not_late, late_menu)
LATE_CARD.offer(DECLINE, do_decline_late)


def told_bonus(card: int) -> int:
    """BR-12.17: the bonus to announce: X where the card's text sets it."""
    return BONUS_X if CARD_BONUS.cards[card] else CARDS[card].bonus


def shown_bonus(s: State, seat: int, card: int) -> int:
    """BR-19.13: the printed bonus of a battle card, the value given to a quest, and 0 for any other card."""
    return s.battle.quest_values[seat] if CARDS[card].kind == QUEST else CARDS[card].bonus


def bonus_of(s: State, seat: int, card: int) -> int:
    """BR-12.4, BR-12.5: the bonus of a card at the comparison. T16."""
    return CARD_BONUS.of(s, seat, shown_bonus(s, seat, card), card)


def of_figures(s: State, seat: int) -> int:
    """BR-3.16: the strength of a clan's figures in the pillaged province and its fjord."""
    return strength_in(s, seat, s.battle.province)


def of_cards(s: State, seat: int) -> int:
    """BR-12.4, BR-12.15: the bonuses of a clan's cards on the table; those face down count nothing yet."""
    return sum([bonus_of(s, seat, card) for card in s.played.of(seat)]) if s.battle.revealed else 0
