"""An Age from the gods' gifts to Release Valhalla, and the end of the game (sections 1, 5, 14 to 18)."""

from typing import Final

from drakkar.core.events import EVERYONE, only
from drakkar.core.flow import Menu, emit, emit_list, emit_to, end_match, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import lay, row, vec
from drakkar.games.blood_rage.actions import turns_begin, turns_end
from drakkar.games.blood_rage.board import FJORD_OF, PROVINCES
from drakkar.games.blood_rage.card import ALL_CARDS, CARDS
from drakkar.games.blood_rage.cards.decks import deck
from drakkar.games.blood_rage.choices import KEEP, KEEP_NONE, PICK
from drakkar.games.blood_rage.clans import (
    ANY_STAT,
    END_BONUS,
    FROM_CARDS,
    FROM_QUESTS,
    FROM_RAGNAROK,
    FROM_STATS,
    choose_raise,
    gain_glory,
    step_of,
    table_order,
)
from drakkar.games.blood_rage.events import (
    AGE_BEGINS,
    CARD_KEPT,
    DEALT,
    DOOM_MOVES,
    FINAL_SCORING,
    FIRST_PLAYER_MOVES,
    GAME_ENDS,
    HAND_DISCARDED,
    HAND_TAKEN,
    KEEP_CHOSEN,
    KEPT_ALL,
    LAST_CARDS_DISCARDED,
    NO_CARD_KEPT,
    PACKS_PASSED,
    PHASE_BEGINS,
    PICKED,
    PROVINCE_FALLS,
    QUEST_FAILED,
    QUEST_FULFILLED,
    QUEST_GLORY,
    QUEST_RAISES,
    QUEST_REVEALED,
    RAGNAROK_GLORY,
    RELEASE_GLORY,
    RELEASED,
    TEXT_ACTS,
    TOKENS_TURNED,
)
from drakkar.games.blood_rage.figures import destroy_doomed, doom_all, release_from_valhalla
from drakkar.games.blood_rage.memory import KEPT, QUEST_SHOWN, an_age_is_over, remember
from drakkar.games.blood_rage.state import (
    ACTION,
    DEAL,
    DISCARD,
    GODS_GIFTS,
    NO_CARD,
    PICKS,
    QUESTS,
    RAGNAROK,
    RELEASE_VALHALLA,
    STATS,
    State,
    new_draft,
    rules,
)

LAST_AGE: Final = 3
GLORY_OF_AGE: Final = row((2, 3, 4))


@rules.step
def age_begins(s: State) -> None:
    """BR-1.2, BR-1.3: six phases, each carried out completely before the next."""
    s.age += 1
    emit(s, AGE_BEGINS, s.age)
    follow(s, (gods_gifts, action_phase, *LATER_PHASES))


def begin_phase(s: State, phase: int) -> None:
    """BR-1.3: the Saga token moves."""
    s.phase = phase
    emit(s, PHASE_BEGINS, phase)


# Gods' Gifts

DRAFT: Final = rules.question("draft", "BR-5.3", "pick a card and set it aside", hides=True, secret=True, draft=True)
NOT_IN_PACK: Final = rules.why("not_in_pack", "BR-5.3", "{card} is not one of the cards you may pick")


@rules.step
def gods_gifts(s: State) -> None:
    """BR-5.2: deal eight cards each; undealt cards leave the game unseen. BR-5.7: Age 1 may have no draft."""
    begin_phase(s, GODS_GIFTS)
    cards = deck(s.age, s.seats)
    s.draft = new_draft(tuple(cards), s.seats, cards_at_once(s))
    for seat in range(s.seats):
        dealt = s.flow.chance.draw(cards, DEAL)
        lay(s.draft.cards, seat * DEAL, dealt)
        emit_list(s, only(seat), DEALT, seat, dealt)
    follow(s, (everyone_picks if is_drafted(s) else all_cards_are_kept,))


def is_drafted(s: State) -> bool:
    """BR-5.7: whether this Age has a draft; Age 1 of the first-game variant has none."""
    return s.age > 1 or not s.rulings.first_game_no_draft


def cards_at_once(s: State) -> int:
    """BR-5.3, BR-5.6, BR-5.7: how many cards a player takes before the packs are passed."""
    if not is_drafted(s):
        return DEAL
    return 2 if s.seats == 2 else 1


@rules.step
def all_cards_are_kept(s: State) -> None:
    """BR-5.7: the first-game variant."""
    for seat in range(s.seats):
        for card in s.draft.of(seat):
            s.draft.take(seat, card)
            s.hand.add(seat, card)
        emit(s, KEPT_ALL, seat)


@rules.step
def everyone_picks(s: State) -> None:
    """BR-5.3: at the same time, in secret."""
    then(s, packs_go_on)
    for seat in range(s.seats):
        DRAFT.ask(s, seat)


def why_not_pick(s: State, seat: int, card: int, _: int) -> int:
    """BR-5.3."""
    return 0 if card in s.draft.of(seat) else NOT_IN_PACK.given(card)


def pick_menu(s: State, seat: int, menu: Menu) -> None:
    """The pack; equal cards are one choice."""
    s.draft.offer(seat, menu, PICK, ALL_CARDS)


def do_pick(s: State, seat: int, card: int, _: int) -> None:
    """BR-5.3, BR-5.6: face down; with two players each pick is two cards."""
    s.draft.take(seat, card)
    s.aside.add(seat, card)
    emit_to(s, only(seat), PICKED, seat, card)
    if s.draft.taken[s.draft.pack_at(seat)] % s.draft.at_once:
        DRAFT.ask(s, seat)


DRAFT.offer(PICK, do_pick, why_not_pick, pick_menu)


@rules.step
def packs_go_on(s: State) -> None:
    """BR-5.3, BR-5.4: pass the packs to the left until two cards are left."""
    if s.draft.taken[0] == PICKS:
        then(s, hands_are_taken_up)
        return
    s.draft.passes += 1
    emit(s, PACKS_PASSED, DEAL - s.draft.taken[0])
    then(s, everyone_picks)


@rules.step
def hands_are_taken_up(s: State) -> None:
    """BR-5.4, BR-5.5: discard the last two cards unseen; each hand is the six new cards and the kept card, if any."""
    for seat in range(s.seats):
        emit_list(s, only(seat), LAST_CARDS_DISCARDED, seat, s.draft.of(seat))
        for card in s.aside.take_all(seat):
            s.hand.add(seat, card)
        emit(s, HAND_TAKEN, seat, s.hand.sizes[seat])


@rules.step
def action_phase(s: State) -> None:
    """Section 6."""
    begin_phase(s, ACTION)
    follow(s, (turns_begin, turns_end))


# Discard phase

KEEP_CARD: Final = rules.question("keep", "BR-14.1", "keep one card for the next Age, or none", hides=True, secret=True)
KEEP_ONE: Final = rules.question("keep_one", "BR-21.28", "keep one card for the next Age", hides=True, secret=True)
KEEP_NOT_IN_HAND: Final = rules.why("keep_not_in_hand", "BR-14.1", "you do not hold {card}")


@rules.step
def discard_phase(s: State) -> None:
    """BR-14.1, BR-14.2, BR-14.4: keep at most one card, none in Age 3; all choose at once, in secret.

    BR-21.28: by ruling exactly one.
    """
    begin_phase(s, DISCARD)
    s.keeping = vec(s.seats, NO_CARD)
    follow(s, (one_card_is_kept, the_rest_is_discarded))
    if s.age < LAST_AGE:
        for seat in range(s.seats):
            if s.hand.sizes[seat]:
                (KEEP_ONE if s.rulings.must_keep_a_card else KEEP_CARD).ask(s, seat)


def why_not_keep(s: State, seat: int, card: int, _: int) -> int:
    """BR-14.1."""
    return 0 if s.hand.has(seat, card) else KEEP_NOT_IN_HAND.given(card)


def keep_menu(s: State, seat: int, menu: Menu) -> None:
    """The hand; equal cards are one choice."""
    s.hand.offer(seat, menu, KEEP, ALL_CARDS)


def do_keep(s: State, seat: int, card: int, _: int) -> None:
    """BR-14.4: the kept card, and whether there is one, stay hidden until all have chosen."""
    s.keeping[seat] = card
    emit(s, KEEP_CHOSEN, seat)


def do_keep_none(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-14.1: at most one card, so none is allowed."""
    emit(s, KEEP_CHOSEN, seat)


KEEP_CARD.offer(KEEP, do_keep, why_not_keep, keep_menu)
KEEP_CARD.offer(KEEP_NONE, do_keep_none)
KEEP_ONE.offer(KEEP, do_keep, why_not_keep, keep_menu)


@rules.step
def one_card_is_kept(s: State) -> None:
    """BR-5.1: set the kept card aside until the next draft is over."""
    for seat in range(s.seats):
        card = s.keeping[seat]
        if card != NO_CARD:
            s.hand.remove(seat, card)
            s.aside.add(seat, card)
            remember(s, seat, KEPT)
            emit_to(s, only(seat), CARD_KEPT, seat, card)
        elif s.hand.sizes[seat] and s.age < LAST_AGE:
            emit(s, NO_CARD_KEPT, seat)
    s.keeping = vec(s.seats, NO_CARD)


@rules.step
def the_rest_is_discarded(s: State) -> None:
    """BR-14.1, BR-3.22: face down."""
    for seat in range(s.seats):
        rest = s.hand.take_all(seat)
        if rest:
            emit_list(s, only(seat), HAND_DISCARDED, seat, rest)


# Quest phase


@rules.step
def quest_phase(s: State) -> None:
    """BR-15.1, BR-15.11: reveal all quests, then judge them in table order on the current position."""
    begin_phase(s, QUESTS)
    order = table_order(s)
    for seat in order:
        for card in s.quests.of(seat):
            remember(s, seat, QUEST_SHOWN, card)
            emit(s, QUEST_REVEALED, seat, card)
    for seat in reversed(order):
        for card in reversed(list(s.quests.of(seat))):
            then(s, quest_is_judged, seat, card)


@rules.step_about
def quest_is_judged(s: State, seat: int, card: int) -> None:
    """BR-15.2 to BR-15.4: Glory and one step on a stat, or nothing; the card is discarded either way.

    A step on a stat moves no figure, so the position is the same for every quest of the phase.
    """
    s.quests.remove(seat, card)
    s.discards[card] += 1
    fulfilled = CARDS[card].fulfilled
    assert fulfilled is not None, "only quests are committed"
    if not fulfilled(s, seat):
        emit(s, QUEST_FAILED, seat, card)
        return
    emit(s, QUEST_FULFILLED, seat, card)
    gain_glory(s, seat, QUEST_GLORY.of(s, seat, CARDS[card].glory), FROM_QUESTS)
    for _ in range(QUEST_RAISES.of(s, seat, 1)):
        then(s, choose_raise, seat, ANY_STAT)


# Ragnarök


@rules.step
def ragnarok(s: State) -> None:
    """BR-16.1, BR-16.2: destroy the doomed province with all figures in it and in its supporting fjord."""
    begin_phase(s, RAGNAROK)
    province = s.ragnarok[s.age - 1]
    for seat in table_order(s):
        doom_all(s, seat, province)
        doom_all(s, seat, FJORD_OF[province])
    follow(s, (the_province_is_gone, ragnarok_glory, doom_moves))
    destroy_doomed(s)


@rules.step
def the_province_is_gone(s: State) -> None:
    """BR-16.1: the province is gone for good."""
    province = s.ragnarok[s.age - 1]
    s.destroyed[province] = 1
    emit(s, PROVINCE_FALLS, province)


@rules.step
def ragnarok_glory(s: State) -> None:
    """BR-16.3, BR-16.4: Glory for each figure that Ragnarök sent to Valhalla."""
    for seat in table_order(s):
        each = RAGNAROK_GLORY.of(s, seat, GLORY_OF_AGE[s.age - 1])
        gain_glory(s, seat, s.fallen[seat] * each, FROM_RAGNAROK)


@rules.step
def doom_moves(s: State) -> None:
    """BR-16.7: announce the next doomed province; after Age 3 there is none."""
    if s.age < LAST_AGE:
        emit(s, DOOM_MOVES, s.ragnarok[s.age])


# Release Valhalla, end of an Age, end of the game


@rules.step
def release_valhalla(s: State) -> None:
    """BR-17.1, BR-17.2, BR-17.3."""
    begin_phase(s, RELEASE_VALHALLA)
    for seat in table_order(s):
        released = release_from_valhalla(s, seat)
        if released:
            emit(s, RELEASED, seat, released)
            for card in RELEASE_GLORY.changed_by(s, seat):
                emit(s, TEXT_ACTS, seat, card)
            gain_glory(s, seat, released * RELEASE_GLORY.of(s, seat, 0), FROM_CARDS)


@rules.step
def age_ends(s: State) -> None:
    """BR-17.4, BR-17.5, BR-1.5: flip the tokens back, pass the First Player token to the left; or end the game."""
    if s.age == LAST_AGE:
        follow(s, (final_scoring, game_ends))
        return
    an_age_is_over(s)
    for province in range(PROVINCES):
        s.pillaged[province] = 0
    emit(s, TOKENS_TURNED)
    s.first_player = (s.first_player + 1) % s.seats
    emit(s, FIRST_PLAYER_MOVES, s.first_player)
    then(s, age_begins)


# BR-1.2: the phases after the Action phase.
LATER_PHASES: Final = (discard_phase, quest_phase, ragnarok, release_valhalla, age_ends)


@rules.step
def final_scoring(s: State) -> None:
    """BR-18.1, BR-18.2: 10 Glory for each stat on step 4 or 5, 20 on step 6; cards that score now. T30."""
    for seat in table_order(s):
        for which in range(STATS):
            gain_glory(s, seat, END_BONUS[step_of(s, seat, which) - 1], FROM_STATS)
    FINAL_SCORING.announce(s, table_order(s))


@rules.step
def game_ends(s: State) -> None:
    """BR-18.3, BR-18.4: the highest Glory wins; tied clans share the win."""
    emit_list(s, EVERYONE, GAME_ENDS, max(s.glory), winners(s))
    end_match(s)


def winners(s: State) -> list[int]:
    """BR-18.4."""
    return [seat for seat in range(s.seats) if s.glory[seat] == max(s.glory)]
