"""Thor: victory in battle."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import do_decline
from drakkar.games.blood_rage.battle import opponents
from drakkar.games.blood_rage.board import FIRST_FJORD, SUPPORTED_BY, is_province
from drakkar.games.blood_rage.card import CARDS, CLAN, battle_card, upgrade
from drakkar.games.blood_rage.choices import DECLINE, NO, PILLAGE, YES
from drakkar.games.blood_rage.clans import (
    ANY_STAT,
    FROM_CARDS,
    acts,
    choose_raise,
    gain_glory,
    gain_rage,
    is_set_off,
    landed,
    set_off,
    spend_rage,
)
from drakkar.games.blood_rage.events import (
    FINAL_SCORING,
    INVADE_FINISHED,
    LOSSES_COUNTED,
    REVEAL_FIRST,
    TEXT_CANCELLED,
    WINNER_AFTER_COMPARISON,
)
from drakkar.games.blood_rage.invade import why_not_beside
from drakkar.games.blood_rage.pillage import begin_pillage, why_not_pillage
from drakkar.games.blood_rage.state import State, rules

thors_glory = upgrade(
    CLAN,
    "Thor's Glory",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text=(
        "After a battle in which you take part and in which at least two enemy figures were destroyed, "
        "score 2 Glory (2 in all, not per figure)."
    ),
    short="2 Glory after your battle if at least two enemy figures were destroyed in it.",
    god="Thor",
)


@thors_glory.when(LOSSES_COUNTED)
def two_for_two_enemies_destroyed(s: State, me: Source, _: int) -> None:
    """BR-13.10: enemy figures only, all opponents together; 2 Glory once. By ruling (BR-21.26) any figures."""
    own = 0 if s.rulings.thors_glory_counts_own else s.battle.losses[me.owner]
    if sum(s.battle.losses) - own >= 2:
        acts(s, me)
        gain_glory(s, me.owner, 2, FROM_CARDS)


thors_domain = upgrade(
    CLAN,
    "Thor's Domain",
    age=2,
    strength=1,
    copies=(0, 0, 1, 0),
    text=(
        "After you invade a province, you may pay 2 Rage to pillage that province at once, as part of the "
        "same turn, if its token shows the reward side. Once per invasion; a Warrior that follows through "
        "Frigga's Succor belongs to the same invasion."
    ),
    short="After you invade a province, pay 2 Rage to pillage it at once.",
    god="Thor",
)


PILLAGE_PRICE: Final = 2
PILLAGE_AT_ONCE: Final = rules.question(
    "pillage_at_once", "BR-7.15", "Thor's Domain: pay 2 Rage to pillage {about:place} at once?"
)
PILLAGE_BESIDE: Final = rules.question(
    "pillage_beside", "BR-21.4", "Thor's Domain: pay 2 Rage to pillage a province beside {about:place}, or decline"
)


@thors_domain.when(INVADE_FINISHED)
def the_province_may_be_pillaged(s: State, me: Source, where: int) -> None:
    """BR-7.15, BR-7.16, BR-19.22: a province, in the clan's own turn, and never triggered by this card itself.

    By ruling in another clan's turn too (BR-21.5), and beside a fjord (BR-21.4).
    """
    _, place = landed(where)
    is_late = s.turn != me.owner and not s.rulings.thors_domain_off_turn
    if is_late or s.rage[me.owner] < PILLAGE_PRICE or is_set_off(s, me.owner, me.card):
        return
    if is_province(place):
        if not why_not_pillage(s, me.owner, place, 0):
            PILLAGE_AT_ONCE.ask(s, me.owner, place)
    elif s.rulings.pillage_beside_fjords and can_pillage_beside(s, me.owner, place):
        PILLAGE_BESIDE.ask(s, me.owner, place)


def can_pillage_beside(s: State, seat: int, fjord: int) -> bool:
    """BR-21.4: whether the clan can pillage a province beside the fjord."""
    return any(not why_not_pillage(s, seat, province, 0) for province in SUPPORTED_BY[fjord - FIRST_FJORD])


def do_pillage_at_once(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-7.19: an ordinary pillage, call to battle included."""
    pay_and_pillage(s, seat, s.flow.about[seat])


def pay_and_pillage(s: State, seat: int, province: int) -> None:
    """BR-7.15, BR-19.22."""
    set_off(s, seat, thors_domain.number)
    spend_rage(s, seat, PILLAGE_PRICE)
    acts(s, Source(seat, thors_domain.number))
    begin_pillage(s, seat, province)


PILLAGE_AT_ONCE.offer(YES, do_pillage_at_once)
PILLAGE_AT_ONCE.offer(NO, do_decline)


def why_not_pillage_beside(s: State, seat: int, province: int, _: int) -> int:
    """BR-21.4: a province beside the fjord, under the rules of every pillage."""
    return why_not_beside(s.flow.about[seat], province) or why_not_pillage(s, seat, province, 0)


def do_pillage_beside(s: State, seat: int, province: int, _: int) -> None:
    """BR-21.4."""
    pay_and_pillage(s, seat, province)


PILLAGE_BESIDE.offer(PILLAGE, do_pillage_beside, why_not_pillage_beside)
PILLAGE_BESIDE.offer(DECLINE, do_decline)

thors_conquest = upgrade(
    CLAN,
    "Thor's Conquest",
    age=3,
    strength=3,
    copies=(1, 0, 0, 0),
    text="At the end of the game, score 3 Glory for each of your figures on the board.",
    god="Thor",
)


@thors_conquest.when(FINAL_SCORING)
def three_for_each_figure_on_the_board(s: State, me: Source, _: int) -> None:
    """BR-18.2."""
    acts(s, me)
    gain_glory(s, me.owner, 3 * s.on_board[me.owner], FROM_CARDS)


thors_hammer = battle_card(
    "Thor's Hammer",
    age=1,
    bonus=1,
    copies=(1, 0, 0, 1),
    god="Thor",
    text="If you win, score 3 Glory.",
)


@thors_hammer.when(WINNER_AFTER_COMPARISON)
def three_glory(s: State, me: Source, _: int) -> None:
    """BR-13.3."""
    acts(s, me)
    gain_glory(s, me.owner, 3, FROM_CARDS)


thors_oath = battle_card(
    "Thor's Oath",
    age=2,
    bonus=1,
    copies=(1, 0, 0, 1),
    god="Thor",
    text="If you win, raise one clan stat of your choice by one step.",
)


@thors_oath.when(WINNER_AFTER_COMPARISON)
def raise_a_stat(s: State, me: Source, _: int) -> None:
    """BR-13.3; BR-13.19: a raise of Axes counts for this battle's Glory."""
    acts(s, me)
    then(s, choose_raise, me.owner, ANY_STAT)


thors_primacy = battle_card(
    "Thor's Primacy",
    age=3,
    bonus=3,
    copies=(1, 1, 0, 0),
    god="Thor",
    text=(
        "The text of every card played in this battle by your opponents is cancelled before it takes effect; the "
        "bonuses of those cards stay."
    ),
    short="The texts of your opponents' cards in this battle are cancelled.",
)


@thors_primacy.when(REVEAL_FIRST)
def cancel_the_opponents_texts(s: State, me: Source, _: int) -> None:
    """BR-12.8, BR-19.14: before they act; their bonuses stay. The first of two such cards cancels the other."""
    acts(s, me)
    for foe in opponents(s, me.owner):
        for card in s.acting.take_all(foe):
            if CARDS[card].text:
                emit(s, TEXT_CANCELLED, foe, card)


thors_ascension = battle_card(
    "Thor's Ascension",
    age=3,
    bonus=1,
    copies=(1, 0, 1, 0),
    god="Thor",
    text="If you win, gain 3 Rage and score 3 Glory.",
)


@thors_ascension.when(WINNER_AFTER_COMPARISON)
def three_rage_and_three_glory(s: State, me: Source, _: int) -> None:
    """BR-13.3."""
    acts(s, me)
    gain_rage(s, me.owner, 3)
    gain_glory(s, me.owner, 3, FROM_CARDS)
