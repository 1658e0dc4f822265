"""Upgrade: a card from the hand goes onto the clan sheet (section 9)."""

from typing import Final

from drakkar.core.flow import Menu, emit, then
from drakkar.core.vectors import Vec, append, empty, holds, index_of
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.card import CARDS, FIRST_SLOT, NO_FIGURE, SLOT_COUNT, UPGRADES
from drakkar.games.blood_rage.choices import UPGRADE, UPGRADE_SLOT
from drakkar.games.blood_rage.clans import UPGRADE_OF, spend_rage, upgrade_cost, upgrade_in
from drakkar.games.blood_rage.events import MONSTER_JOINED, MONSTER_LEFT, UPGRADE_COST, UPGRADE_REPLACED, UPGRADED
from drakkar.games.blood_rage.figures import join_clan, leave_clan
from drakkar.games.blood_rage.invade import offer_free_invade
from drakkar.games.blood_rage.memory import SHOWN, remember
from drakkar.games.blood_rage.state import NO_CARD, NOBODY, SLOTS, State, rules

NOT_IN_HAND: Final = rules.why("not_in_hand", "BR-9.1", "you do not hold {card}")
NOT_AN_UPGRADE: Final = rules.why("not_an_upgrade", "BR-9.1", "{card} is not an upgrade")
UPGRADE_NEEDS_RAGE: Final = rules.why("upgrade_needs_rage", "BR-9.1", "needs {need} Rage; you have {have}")
ONE_SLOT_ONLY: Final = rules.why("one_slot_only", "BR-3.17", "there is only one {kind} slot: leave the slot out")
NO_SUCH_SLOT: Final = rules.why("no_such_slot", "BR-3.17", "there are {most} {kind} slots: no slot {slot}")
SLOT_IS_FREE: Final = rules.why(
    "slot_is_free", "BR-9.4", "{kind} slot {slot} is free: leave the slot out to use a free one"
)
SLOTS_ARE_FULL: Final = rules.why(
    "slots_are_full", "BR-9.4", "all {most} {kind} slots are full: add `slot` and the number of the card to replace"
)

# Monsters and Clan upgrades have several slots; these come last.
FIRST_OF_SEVERAL: Final[int] = FIRST_SLOT[card_kinds.MONSTER]


def why_not_play_upgrade(s: State, seat: int, card: int) -> int:
    """BR-9.1: needs an upgrade in the hand, and the Rage for it."""
    if not s.hand.has(seat, card):
        return NOT_IN_HAND.given(card)
    if not SLOT_COUNT[CARDS[card].kind]:
        return NOT_AN_UPGRADE.given(card)
    cost = upgrade_cost(s, seat, card)
    return UPGRADE_NEEDS_RAGE.given(cost, s.rage[seat]) if s.rage[seat] < cost else 0


def free_slot(s: State, seat: int, card: int) -> int:
    """The first free slot of the card's kind, or the only slot of its kind; NOBODY if all of several are taken."""
    kind = CARDS[card].kind
    if SLOT_COUNT[kind] == 1:
        return FIRST_SLOT[kind]
    for slot in range(FIRST_SLOT[kind], FIRST_SLOT[kind] + SLOT_COUNT[kind]):
        if upgrade_in(s, seat, slot) == NO_CARD:
            return slot
    return NOBODY


def why_not_upgrade(s: State, seat: int, card: int, _: int) -> int:
    """BR-9.1, BR-9.4: without a slot, the card goes to a free slot or replaces the only card of its kind."""
    reason = why_not_play_upgrade(s, seat, card)
    if not reason and free_slot(s, seat, card) == NOBODY:
        return SLOTS_ARE_FULL.given(SLOT_COUNT[CARDS[card].kind], CARDS[card].kind)
    return reason


def why_not_replace(s: State, seat: int, card: int, number: int) -> int:
    """BR-9.4: the player chooses among several slots, occupied ones included; by ruling (BR-21.25) free ones first."""
    reason = why_not_play_upgrade(s, seat, card)
    if reason:
        return reason
    kind = CARDS[card].kind
    if SLOT_COUNT[kind] == 1:
        return ONE_SLOT_ONLY.given(kind)
    if number >= SLOT_COUNT[kind]:
        return NO_SUCH_SLOT.given(SLOT_COUNT[kind], kind, number + 1)
    if upgrade_in(s, seat, FIRST_SLOT[kind] + number) == NO_CARD:
        return SLOT_IS_FREE.given(kind, number + 1)
    free = free_slot(s, seat, card)
    if s.rulings.free_slots_first and free != NOBODY:
        return SLOT_IS_FREE.given(kind, free - FIRST_SLOT[kind] + 1)
    return 0


def affordable_upgrades(s: State, seat: int) -> Vec:
    """BR-9.1: the upgrades in the hand that the clan can pay for, equal cards once."""
    as_printed = not len(UPGRADE_COST.changed_by(s, seat))
    hand, rage, first = s.hand, s.rage[seat], seat * s.hand.room
    found = empty()
    for at in range(first, first + hand.sizes[seat]):
        card = hand.cards[at]
        if UPGRADES[card] and not holds(hand.cards, first, at, card):
            cost = CARDS[card].cost if as_printed else upgrade_cost(s, seat, card)
            if cost <= rage:
                found = append(found, card)
    return found


def upgrade_menu(s: State, seat: int, menu: Menu) -> None:
    """Every upgrade in the hand that may be played without naming a slot."""
    for card in affordable_upgrades(s, seat):
        if free_slot(s, seat, card) != NOBODY:
            menu.add(UPGRADE, card)


def replace_menu(s: State, seat: int, menu: Menu) -> None:
    """Every upgrade in the hand that may replace one of several cards."""
    if all(upgrade_in(s, seat, slot) == NO_CARD for slot in range(FIRST_OF_SEVERAL, SLOTS)):
        return
    for card in affordable_upgrades(s, seat):
        kind = CARDS[card].kind
        if SLOT_COUNT[kind] > 1 and not (s.rulings.free_slots_first and free_slot(s, seat, card) != NOBODY):
            for number in range(SLOT_COUNT[kind]):
                if upgrade_in(s, seat, FIRST_SLOT[kind] + number) != NO_CARD:
                    menu.add(UPGRADE_SLOT, card, number)


def do_upgrade(s: State, seat: int, card: int, _: int) -> None:
    """BR-9.1."""
    play_upgrade(s, seat, card, free_slot(s, seat, card))


def do_replace(s: State, seat: int, card: int, number: int) -> None:
    """BR-9.5."""
    play_upgrade(s, seat, card, FIRST_SLOT[CARDS[card].kind] + number)


def play_upgrade(s: State, seat: int, card: int, slot: int) -> None:
    """BR-9.13: pay; the old card and its Monster leave; the new card is placed and its Monster joins; free invade."""
    spend_rage(s, seat, upgrade_cost(s, seat, card))
    old = upgrade_in(s, seat, slot)
    if old != NO_CARD:
        s.discards[old] += 1
        emit(s, UPGRADE_REPLACED, seat, old)
        if CARDS[old].figure != NO_FIGURE:
            leave_clan(s, seat, CARDS[old].figure)
            emit(s, MONSTER_LEFT, CARDS[old].figure, seat)
    s.hand.remove(seat, card)
    s.upgrades[seat * SLOTS + slot] = card
    remember(s, seat, SHOWN, card)
    emit(s, UPGRADED, seat, card)
    figure = CARDS[card].figure
    if figure != NO_FIGURE:
        join_clan(s, seat, figure)
        emit(s, MONSTER_JOINED, figure, seat)
    elif CARDS[card].kind != card_kinds.CLAN:
        figure = index_of(UPGRADE_OF, CARDS[card].kind)
    if figure != NO_FIGURE:
        then(s, offer_free_invade, seat, figure)


TURN.offer(UPGRADE, do_upgrade, why_not_upgrade, upgrade_menu)
TURN.offer(UPGRADE_SLOT, do_replace, why_not_replace, replace_menu)
