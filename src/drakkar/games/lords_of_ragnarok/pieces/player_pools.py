"""Pools: Runes, Combat cards and Priests, and their limits (LR-2.2, LR-2.5, LR-5.10 to LR-5.15)."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import NO_CARD, Menu, emit, emit_list, then
from drakkar.core.vectors import append, empty
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import GODS, REGIONS, RUNES
from drakkar.games.lords_of_ragnarok.choices import DISCARD, DISCARD_RUNE, TAKE
from drakkar.games.lords_of_ragnarok.events import (
    CARD_DISCARDED,
    CARDS_DRAWN,
    NO_PRIEST_GAINED,
    NO_RUNE_GAINED,
    PRIEST_GAINED,
    RUNE_DISCARDED,
    RUNE_GAINED,
    RUNE_SPENT,
)
from drakkar.games.lords_of_ragnarok.state import (
    ATTRIBUTES,
    LOWEST,
    PRIESTS,
    RUNES_OF_A_KIND,
    WISDOM,
    State,
    rules,
)
from drakkar.games.lords_of_ragnarok.windows import CARD_LIMIT, RUNE_LIMIT


def attribute(s: State, seat: int, which: int) -> int:
    """LR-5.7: the field of its token, or 2 while injured."""
    at = seat * ATTRIBUTES + which
    return LOWEST if s.injured[at] else s.fields[at]


# Runes


def supply(s: State, rune: int) -> int:
    """LR-2.2, LR-6.8: the Runes of a kind that are neither in a pool nor on a Forge."""
    left = RUNES_OF_A_KIND
    for seat in range(s.seats):
        left -= s.runes[seat * RUNES + rune]
    for region in range(1, REGIONS):
        if s.regions.forge_runes[region] and s.regions.forge_kinds[region] == rune:
            left -= 1
    return left


def runes_held(s: State, seat: int) -> int:
    """The number of Runes of a player."""
    return sum(s.runes[seat * RUNES + rune] for rune in range(RUNES))


def gain_runes(s: State, seat: int, rune: int, amount: int) -> None:
    """LR-2.5, LR-5.10: at most what the supply has; then the limit applies."""
    gained = min(amount, supply(s, rune))
    if gained:
        s.runes[seat * RUNES + rune] += gained
        emit(s, RUNE_GAINED, seat, gained, rune)
    then(s, limits_are_applied, seat)


def spend_rune(s: State, seat: int, rune: int) -> None:
    """LR-12.1: to the supply."""
    s.runes[seat * RUNES + rune] -= 1
    emit(s, RUNE_SPENT, seat, rune)


TAKE_A_RUNE: Final = rules.question("take_rune", "LR-27.8", "take a Rune of your choice ({about} left)")
NONE_IN_SUPPLY: Final = rules.why("none_in_supply", "LR-27.8", "the supply has no {rune} left")


def gain_runes_of_choice(s: State, seat: int, amount: int) -> None:
    """LR-5.11, LR-27.8: each of any kind in the supply; the limit applies after all of them."""
    then(s, limits_are_applied, seat)
    then(s, a_rune_is_chosen, seat, amount)


@rules.step_about
def a_rune_is_chosen(s: State, seat: int, amount: int) -> None:
    """LR-2.5: Runes that the supply does not have are lost."""
    if not amount:
        return
    if any(supply(s, rune) for rune in range(RUNES)):
        TAKE_A_RUNE.ask(s, seat, amount)
    else:
        emit(s, NO_RUNE_GAINED, seat)


def why_not_take(s: State, _seat: int, rune: int, _: int) -> int:
    """LR-27.8."""
    return 0 if supply(s, rune) else NONE_IN_SUPPLY.given(rune)


def do_take(s: State, seat: int, rune: int, _: int) -> None:
    """One Rune, then go on to the next."""
    s.runes[seat * RUNES + rune] += 1
    emit(s, RUNE_GAINED, seat, 1, rune)
    then(s, a_rune_is_chosen, seat, s.flow.about[seat] - 1)


TAKE_A_RUNE.offer(TAKE, do_take, why_not_take)

TAKE_ONE_KIND: Final = rules.question("take_kind", "LR-9.5", "take Runes of one kind ({about} left)")


@rules.step_about
def runes_of_one_kind(s: State, seat: int, amount: int) -> None:
    """LR-9.5: this many, of one kind of choice."""
    if not amount:
        return
    if any(supply(s, rune) for rune in range(RUNES)):
        TAKE_ONE_KIND.ask(s, seat, amount)
    else:
        emit(s, NO_RUNE_GAINED, seat)


def do_take_kind(s: State, seat: int, rune: int, _: int) -> None:
    """LR-2.5: at most what the supply has."""
    gain_runes(s, seat, rune, s.flow.about[seat])


TAKE_ONE_KIND.offer(TAKE, do_take_kind, why_not_take)

# Combat cards


def draw_cards(s: State, seat: int, amount: int) -> None:
    """LR-5.10, LR-24.1, LR-24.2: at most what there is; then the limit applies."""
    drawn = empty()
    for _ in range(amount):
        card = s.decks.combat.draw(s.flow.chance)
        if card != NO_CARD:
            s.hand.add(seat, card)
            drawn = append(drawn, card)
    if len(drawn):
        emit_list(s, only(seat), CARDS_DRAWN, seat, [len(drawn), *drawn])
        then(s, limits_are_applied, seat)


def leave_hand(s: State, seat: int, card: int) -> None:
    """A card leaves a hand publicly."""
    s.hand.remove(seat, card)
    if s.known.has(seat, card):
        s.known.remove(seat, card)


def discard_card(s: State, seat: int, card: int) -> None:
    """LR-5.14, LR-24.6: face up."""
    leave_hand(s, seat, card)
    s.decks.combat.discard(card)
    emit(s, CARD_DISCARDED, seat, card)


# Limits

DISCARD_CARDS: Final = rules.question("discard_card", "LR-5.10", "discard Combat cards down to your limit of {about}")
DISCARD_RUNES: Final = rules.question("discard_rune", "LR-5.10", "discard Runes down to your limit of {about}")
NOT_HELD: Final = rules.why("not_held", "LR-2.2", "you do not hold {card}")
RUNE_NOT_HELD: Final = rules.why("rune_not_held", "LR-2.2", "you have no {rune}")


def card_limit(s: State, seat: int) -> int:
    """LR-5.5: Wisdom. T27."""
    return CARD_LIMIT.of(s, seat, attribute(s, seat, WISDOM))


def rune_limit(s: State, seat: int) -> int:
    """LR-5.5: Wisdom. T27."""
    return RUNE_LIMIT.of(s, seat, attribute(s, seat, WISDOM))


@rules.step_for
def limits_are_applied(s: State, seat: int) -> None:
    """LR-5.10, LR-5.13, LR-5.15: discard one by one down to the limit; a hunter has no limit for Combat cards."""
    if s.hunt.hunter != seat and s.hand.sizes[seat] > card_limit(s, seat):
        then(s, limits_are_applied, seat)
        DISCARD_CARDS.ask(s, seat, card_limit(s, seat))
    elif runes_held(s, seat) > rune_limit(s, seat):
        then(s, limits_are_applied, seat)
        DISCARD_RUNES.ask(s, seat, rune_limit(s, seat))


def why_not_discard(s: State, seat: int, card: int, _: int) -> int:
    """LR-5.10: any card held."""
    return 0 if s.hand.has(seat, card) else NOT_HELD.given(card)


def discard_menu(s: State, seat: int, menu: Menu) -> None:
    """The hand; equal cards are one choice."""
    for card in s.hand.each(seat):
        menu.add(DISCARD, card)


def do_discard(s: State, seat: int, card: int, _: int) -> None:
    """LR-5.14."""
    discard_card(s, seat, card)


def why_not_discard_rune(s: State, seat: int, rune: int, _: int) -> int:
    """LR-5.10: any Rune held."""
    return 0 if s.runes[seat * RUNES + rune] else RUNE_NOT_HELD.given(rune)


def do_discard_rune(s: State, seat: int, rune: int, _: int) -> None:
    """LR-5.14: to the supply."""
    s.runes[seat * RUNES + rune] -= 1
    emit(s, RUNE_DISCARDED, seat, rune)


DISCARD_CARDS.offer(DISCARD, do_discard, why_not_discard, discard_menu)
DISCARD_RUNES.offer(DISCARD_RUNE, do_discard_rune, why_not_discard_rune)

# Priests


def priests_in_supply(s: State, seat: int) -> int:
    """LR-2.9: the Priests neither in the pool nor on a Statue."""
    return PRIESTS - s.priests[seat] - sum(s.sent[god * s.seats + seat] for god in range(GODS))


def gain_priests(s: State, seat: int, amount: int) -> None:
    """LR-2.5: at most what the supply has."""
    gained = min(amount, priests_in_supply(s, seat))
    if gained:
        s.priests[seat] += gained
        emit(s, PRIEST_GAINED, seat, gained)
    elif amount:
        emit(s, NO_PRIEST_GAINED, seat)
