"""A Hero round: cards are played to cover Wound spaces, alone or in pairs (LR-18.16 to LR-18.23)."""

from typing import Final

from drakkar.core.flow import MOST_CARDS, NOBODY, Menu, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec
from drakkar.games.lords_of_ragnarok.card import MONSTER_FACTS, NO_WEAPON, WEAPON
from drakkar.games.lords_of_ragnarok.choices import COMBINE, STOP, STRIKE, USE
from drakkar.games.lords_of_ragnarok.hunt.wounds import COVERED, a_wound_of_any_kind, deal_wound, is_open, open_spaces
from drakkar.games.lords_of_ragnarok.pieces.player_pools import NOT_HELD, discard_card
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import HERO_ROUND

NO_SPACE: Final = -1

# By card: the weapon with which its Hunt text deals a Wound of any kind; card files fill this in.
PARTNER: Final = vec(MOST_CARDS, NO_WEAPON)


def any_wound_beside(card: int, weapon: int) -> None:
    """LR-18.17: together with this weapon, the card deals a Wound of any kind instead of its own."""
    PARTNER[card] = weapon


HERO_TURN: Final = rules.question("hero_round", "LR-18.16", "deal a Wound, or end the round", hides=True)
WRONG_WEAPON: Final = rules.why("wrong_weapon", "LR-18.16", "on its own, {card} cannot cover space {space}")
NO_PAIR: Final = rules.why("no_pair", "LR-18.17", "{card} and {other:card} do not deal a Wound together")
ONLY_ONE: Final = rules.why("only_one", "LR-18.17", "you hold only one {card}")
OTHER_WAY_ROUND: Final = rules.why("other_way_round", "LR-18.17", "name {other:card} first, then {card}")
NOTHING_TO_USE: Final = rules.why("nothing_to_use", "LR-28.3", "{card} cannot be used now")


@rules.step
def hero_round(s: State) -> None:
    """LR-18.3, LR-18.25: unless the attack has ended the Hunt."""
    s.hunt.wounds = 0
    if not s.hunt.over:
        then(s, wounds_are_dealt)


def is_slain(s: State) -> bool:
    """LR-18.22: whether the hunted Monster has been defeated."""
    return s.monsters.slain_by[s.hunt.monster] != NOBODY


@rules.step
def wounds_are_dealt(s: State) -> None:
    """LR-18.16, LR-18.20, LR-18.22: any number, until the hunter stops or no space is open. T34."""
    if not is_slain(s):
        HERO_TURN.ask(s, s.hunt.hunter)


def fits(s: State, card: int, space: int) -> bool:
    """LR-18.16, LR-18.23: whether a card alone covers a space; spaces of the Boss need two cards."""
    facts = MONSTER_FACTS[s.hunt.monster]
    return facts.second[space] == NO_WEAPON and facts.first[space] == WEAPON[card]


def why_not_strike(s: State, seat: int, card: int, space: int) -> int:
    """LR-18.16, LR-18.18."""
    if not s.hand.has(seat, card):
        return NOT_HELD.given(card)
    if not is_open(s, s.hunt.monster, space):
        return COVERED.given(space, s.hunt.monster)
    return 0 if fits(s, card, space) else WRONG_WEAPON.given(card, space)


def strike_menu(s: State, seat: int, menu: Menu) -> None:
    """Each card with each open space of its weapon."""
    spaces = open_spaces(s, s.hunt.monster)
    for card in s.hand.each(seat):
        for space in spaces:
            if fits(s, card, space):
                menu.add(STRIKE, card, space)


def do_strike(s: State, seat: int, card: int, space: int) -> None:
    """LR-18.16."""
    then(s, wounds_are_dealt)
    discard_card(s, seat, card)
    deal_wound(s, seat, s.hunt.monster, space)


def is_any_wound(card: int, other: int) -> bool:
    """LR-18.17: whether the text of the first card, together with the second, deals a Wound of any kind."""
    return PARTNER[card] != NO_WEAPON and PARTNER[card] == WEAPON[other]


def space_of_two(s: State, card: int, other: int) -> int:
    """LR-18.23: an open space that shows the weapons of both cards, in this order, or NO_SPACE."""
    facts = MONSTER_FACTS[s.hunt.monster]
    for space in open_spaces(s, s.hunt.monster):
        if facts.first[space] == WEAPON[card] and facts.second[space] == WEAPON[other]:
            return space
    return NO_SPACE


def is_pair(s: State, card: int, other: int) -> bool:
    """LR-18.17, LR-18.23: whether two cards, named in this order, deal a Wound together."""
    return is_any_wound(card, other) or space_of_two(s, card, other) != NO_SPACE


def why_not_combine(s: State, seat: int, card: int, other: int) -> int:
    """LR-18.17, LR-18.23: each pair of cards is offered in one order only."""
    if not s.hand.has(seat, card):
        return NOT_HELD.given(card)
    if not s.hand.has(seat, other):
        return NOT_HELD.given(other)
    if card == other and sum(held == card for held in s.hand.of(seat)) == 1:
        return ONLY_ONE.given(card)
    if is_pair(s, other, card) and (not is_pair(s, card, other) or other < card):
        return OTHER_WAY_ROUND.given(other, card)
    return 0 if is_pair(s, card, other) else NO_PAIR.given(card, other)


def combine_menu(s: State, seat: int, menu: Menu) -> None:
    """Every pair of cards that deals a Wound."""
    held = s.hand.each(seat)
    for card in held:
        for other in held:
            if not why_not_combine(s, seat, card, other):
                menu.add(COMBINE, card, other)


def do_combine(s: State, seat: int, card: int, other: int) -> None:
    """LR-18.17, LR-18.23: both cards are discarded."""
    then(s, wounds_are_dealt)
    discard_card(s, seat, card)
    discard_card(s, seat, other)
    if is_any_wound(card, other):
        then(s, a_wound_of_any_kind, seat)
    else:
        deal_wound(s, seat, s.hunt.monster, space_of_two(s, card, other))


def why_not_use(s: State, seat: int, card: int, _: int) -> int:
    """LR-21.2, LR-28.3."""
    return 0 if card in HERO_ROUND.speaking(s, seat) else NOTHING_TO_USE.given(card)


def use_menu(s: State, seat: int, menu: Menu) -> None:
    """Cards besides Combat cards that act in a Hero round."""
    for card in HERO_ROUND.speaking(s, seat):
        menu.add(USE, card)


def do_use(s: State, seat: int, card: int, _: int) -> None:
    """T34."""
    then(s, wounds_are_dealt)
    then(s, HERO_ROUND.hooks[card], seat)


def do_stop(s: State, _seat: int, _a: int, _b: int) -> None:
    """LR-18.22: without a Wound in this round, the Hunt fails."""
    s.hunt.over = not s.hunt.wounds


HERO_TURN.offer(STRIKE, do_strike, why_not_strike, strike_menu)
HERO_TURN.offer(COMBINE, do_combine, why_not_combine, combine_menu)
HERO_TURN.offer(USE, do_use, why_not_use, use_menu)
HERO_TURN.offer(STOP, do_stop)
