"""Clan sheets: Rage, stats, Glory, upgrades, and the strength they give (BR-3.1 to BR-3.8, BR-3.16, BR-3.21)."""

from typing import Final

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import index_of, row
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE, PLACES, YGGDRASIL
from drakkar.games.blood_rage.card import CARDS, MONSTER_CARDS
from drakkar.games.blood_rage.choices import RAISE
from drakkar.games.blood_rage.events import (
    GLORY,
    GLORY_LOST,
    INVADE_PRICE,
    NOTHING_TO_RAISE,
    RAGE_GAINED,
    RAGE_LOST,
    RAGE_SPENT,
    RAISE_LOST,
    STAT_RAISED,
    STRENGTH,
    TEXT_ACTS,
    UPGRADE_COST,
)
from drakkar.games.blood_rage.figures import FIRST_MONSTER, LEADER, count, kinds_at
from drakkar.games.blood_rage.state import NO_CARD, SLOTS, STATS, State, rules

LAST_STEP: Final = 6
MOST_SEATS: Final = 8
TRACKS: Final = [row((6, 7, 8, 9, 12, 12)), row((3, 4, 5, 6, 8, 8)), row((4, 5, 6, 7, 10, 10))]
END_BONUS: Final = row((0, 0, 0, 10, 10, 20))

# The sources of Glory.
FROM_BATTLES: Final = 0
FROM_PILLAGE: Final = 1
FROM_QUESTS: Final = 2
FROM_RAGNAROK: Final = 3
FROM_CARDS: Final = 4
FROM_STATS: Final = 5
SOURCE_NAMES: Final = ("battles", "pillage", "quests", "ragnarok", "cards", "stats")
# For display.
SOURCE_TITLES: Final = ("battles", "pillage", "quests", "Ragnarök", "cards", "stats")

PRINTED_STRENGTH: Final = row((1, 3, 2))
UPGRADE_OF: Final = row((card_kinds.WARRIOR, card_kinds.LEADER, card_kinds.SHIP))


def step_of(s: State, seat: int, stat: int) -> int:
    """BR-3.5: the step a stat is on, 1 to 6."""
    return s.steps[seat * STATS + stat]


def stat(s: State, seat: int, which: int) -> int:
    """BR-3.5: the value of a stat."""
    return TRACKS[which][step_of(s, seat, which) - 1]


def raise_stat(s: State, seat: int, which: int) -> None:
    """BR-3.6: one step to the right; on step 6 the raise is lost. BR-3.7: it gives no Rage now."""
    if step_of(s, seat, which) == LAST_STEP:
        emit(s, RAISE_LOST, seat, which)
        return
    s.steps[seat * STATS + which] += 1
    emit(s, STAT_RAISED, seat, which, stat(s, seat, which), step_of(s, seat, which))


def gain_glory(s: State, seat: int, amount: int, source: int) -> None:
    """BR-1.4: at once."""
    if amount:
        s.glory[seat] += amount
        emit(s, GLORY[source], seat, amount, source)


def lose_glory(s: State, seat: int, amount: int, source: int) -> None:
    """BR-19.25: Glory that another clan takes."""
    if amount:
        s.glory[seat] -= amount
        emit(s, GLORY_LOST, seat, amount, source)


def gain_rage(s: State, seat: int, amount: int) -> None:
    """BR-19.24: up to the end of the track; by ruling (BR-21.29) without a limit."""
    gained = min(amount, s.rulings.most_rage - s.rage[seat])
    if gained:
        s.rage[seat] += gained
        emit(s, RAGE_GAINED, seat, gained, s.rage[seat])


def lose_rage(s: State, seat: int, amount: int) -> None:
    """BR-3.1: never below 0."""
    if amount:
        s.rage[seat] -= amount
        emit(s, RAGE_LOST, seat, amount, s.rage[seat])


def spend_rage(s: State, seat: int, amount: int) -> None:
    """BR-6.5: the cost is paid first, in full."""
    if amount:
        s.rage[seat] -= amount
        emit(s, RAGE_SPENT, seat, amount, s.rage[seat])


def upgrade_in(s: State, seat: int, slot: int) -> int:
    """The card in a slot of the clan sheet, or NO_CARD."""
    return s.upgrades[seat * SLOTS + slot]


def strength_of(s: State, seat: int, figure: int) -> int:
    """BR-3.9, BR-3.13: the STR of one figure, from its upgrade if it has one; a Monster's from its own card."""
    if figure >= FIRST_MONSTER:
        return MONSTER_CARDS[figure - FIRST_MONSTER].strength
    card = upgrade_in(s, seat, card_kinds.FIRST_SLOT[UPGRADE_OF[figure]])
    return PRINTED_STRENGTH[figure] if card == NO_CARD else CARDS[card].strength


def strength_in(s: State, seat: int, province: int) -> int:
    """BR-3.16: all figures of the clan in the province and in its fjord, with all effects of its upgrades. T09.

    BR-2.12, BR-2.13: a destroyed province has no strength.
    """
    if s.destroyed[province]:
        return 0
    strength = _strength_at(s, seat, province)
    fjord = FJORD_OF[province]
    if fjord != NOWHERE:
        strength += _strength_at(s, seat, fjord)
    return STRENGTH.of(s, seat, strength, province) if strength else 0


def _strength_at(s: State, seat: int, place: int) -> int:
    return sum([count(s, seat, figure, place) * strength_of(s, seat, figure) for figure in kinds_at(s, seat, place)])


def has_most_strength(s: State, seat: int, province: int) -> bool:
    """BR-15.5, BR-15.6: greater than every other clan's strength; never with STR 0."""
    mine = strength_in(s, seat, province)
    return mine > 0 and all(strength_in(s, other, province) < mine for other in range(s.seats) if other != seat)


def landing(figure: int, place: int) -> int:
    """A figure and the place it lands in, as one number."""
    return figure * PLACES + place


def landed(where: int) -> tuple[int, int]:
    """The figure and the place of a landing."""
    return where // PLACES, where % PLACES


def invade_price(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.1, BR-7.2, BR-7.7, BR-7.8: Rage equal to STR; the Leader 0; a Monster as its card says. T03.

    Only Yggdrasil, which cannot be invaded without a card, can have a price of its own.
    """
    if figure == LEADER:
        return 0
    price = MONSTER_CARDS[figure - FIRST_MONSTER].cost if figure >= FIRST_MONSTER else strength_of(s, seat, figure)
    return INVADE_PRICE.of(s, seat, price, landing(figure, place)) if place == YGGDRASIL else price


def upgrade_cost(s: State, seat: int, card: int) -> int:
    """BR-9.1, BR-9.3: Rage equal to STR, unless a card says otherwise. T01."""
    return UPGRADE_COST.of(s, seat, CARDS[card].cost, card)


def acts(s: State, me: Source) -> None:
    """Log that a card's text takes effect."""
    emit(s, TEXT_ACTS, me.owner, me.card)


def set_off(s: State, seat: int, card: int) -> None:
    """BR-19.22: mark a card as used this turn, so that its own effects do not trigger it again."""
    s.set_off[index_of(s.set_off, NO_CARD)] = card * MOST_SEATS + seat


def is_set_off(s: State, seat: int, card: int) -> bool:
    """BR-19.22."""
    return card * MOST_SEATS + seat in s.set_off


def table_order(s: State) -> list[int]:
    """The First Player, then clockwise."""
    return [(s.first_player + turn) % s.seats for turn in range(s.seats)]


RAISE_A_STAT: Final = rules.question("raise", "BR-3.21", "raise one stat by one step")
ON_LAST_STEP: Final = rules.why("on_last_step", "BR-3.21", "{stat} is already on step 6")
STAT_BARRED: Final = rules.why("stat_barred", "BR-13.17", "{stat} is the stat of the token just taken")
ANY_STAT: Final = STATS


@rules.step_about
def choose_raise(s: State, seat: int, barred: int) -> None:
    """BR-3.21: the player names a stat below step 6; if there is none, the raise is lost without a question."""
    if any(step_of(s, seat, which) < LAST_STEP for which in range(STATS) if which != barred):
        RAISE_A_STAT.ask(s, seat, barred)
    else:
        emit(s, NOTHING_TO_RAISE, seat)


def why_not_raise(s: State, seat: int, which: int, _: int) -> int:
    """BR-3.21, BR-13.17."""
    if which == s.flow.about[seat]:
        return STAT_BARRED.given(which)
    return ON_LAST_STEP.given(which) if step_of(s, seat, which) == LAST_STEP else 0


def do_raise(s: State, seat: int, which: int, _: int) -> None:
    """BR-3.6."""
    raise_stat(s, seat, which)


RAISE_A_STAT.offer(RAISE, do_raise, why_not_raise)
