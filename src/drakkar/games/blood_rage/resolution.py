"""Resolution: the winner, the losses and the spoils (section 13)."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.battle import losers, of_cards, of_figures, participants
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE
from drakkar.games.blood_rage.clans import FROM_BATTLES, FROM_PILLAGE, gain_glory, raise_stat, stat
from drakkar.games.blood_rage.events import (
    BATTLE_LOST,
    BATTLE_TIED,
    BATTLE_WON,
    CARD_DISCARDED,
    CARD_TAKEN_BACK,
    LOSERS_AFTER_COMPARISON,
    LOSSES_COUNTED,
    PILLAGE_BONUSES,
    PILLAGE_FAILED,
    PILLAGED,
    REWARD_TIMES,
    TOTAL,
    WINNER_AFTER_COMPARISON,
    WINNERS_CARDS_LEAVE,
)
from drakkar.games.blood_rage.figures import destroy_doomed, doom_all
from drakkar.games.blood_rage.memory import take_up
from drakkar.games.blood_rage.state import ALL_STATS, AXES, FIVE_GLORY, NOBODY, STATS, State, no_battle, rules

TOKEN_GLORY: Final = 5


@rules.step
def strengths_are_compared(s: State) -> None:
    """BR-12.18, BR-13.1, BR-13.2: figures plus cards; the highest total wins, a tie for the highest loses for all."""
    best, s.battle.winner = -1, NOBODY
    for seat in participants(s):
        figures, cards = of_figures(s, seat), of_cards(s, seat)
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
    """BR-13.3, T17: losers' texts take from the winner; without a winner they take nothing."""
    if s.battle.winner != NOBODY and s.rulings.texts_in_seat_order:
        for seat in reversed(participants(s)):
            then(s, texts_after_comparison, seat)
    elif s.battle.winner != NOBODY:
        LOSERS_AFTER_COMPARISON.announce(s, losers(s), s.battle.winner)


@rules.step_for
def texts_after_comparison(s: State, seat: int) -> None:
    """BR-21.18: by ruling every clan's texts act in seat order."""
    if seat == s.battle.winner:
        WINNER_AFTER_COMPARISON.announce(s, [seat])
    else:
        LOSERS_AFTER_COMPARISON.announce(s, [seat], s.battle.winner)


@rules.step
def winner_gains(s: State) -> None:
    """BR-13.3, T18: texts that reward winning."""
    if s.battle.winner != NOBODY and not s.rulings.texts_in_seat_order:
        WINNER_AFTER_COMPARISON.announce(s, [s.battle.winner])


@rules.step
def winner_may_save_cards(s: State) -> None:
    """BR-13.5, T19."""
    if s.battle.winner != NOBODY:
        WINNERS_CARDS_LEAVE.announce(s, [s.battle.winner])


@rules.step
def cards_leave(s: State) -> None:
    """BR-13.4, BR-13.6: the winner discards every card it played; the losers take theirs back."""
    for seat in participants(s):
        for card in s.played.take_all(seat):
            if seat == s.battle.winner:
                s.discards[card] += 1
                emit(s, CARD_DISCARDED, seat, card)
            else:
                take_up(s, seat, card)
                emit(s, CARD_TAKEN_BACK, seat, card)


@rules.step
def losers_fall(s: State) -> None:
    """BR-13.7: mark every loser's figures in the province and its supporting fjord."""
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
    """BR-13.12, BR-13.13: the pillager gets the reward after a win or without an enemy; no other clan does."""
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
    """BR-13.19: the winner, pillager or not, scores its current Axes."""
    if s.battle.winner != NOBODY:
        gain_glory(s, s.battle.winner, stat(s, s.battle.winner, AXES), FROM_BATTLES)


@rules.step
def pillage_ends(s: State) -> None:
    """End the battle; last of all, effects of a lost battle act (BR-13.20, T26)."""
    province, lost = s.battle.province, losers(s) if s.battle.participants != 1 << s.battle.pillager else []
    for seat in range(s.seats):
        s.acting.take_all(seat)
    s.battle = no_battle(s.seats)
    BATTLE_LOST.announce(s, lost, province)
