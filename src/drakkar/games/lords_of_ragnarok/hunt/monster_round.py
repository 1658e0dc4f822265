"""A Monster round: the attack, the defence, and the cards both sides draw (LR-18.4 to LR-18.15)."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import NO_CARD, Menu, emit, emit_list, follow
from drakkar.core.vectors import append, empty
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import DRAWS, IS_SPECIAL, RAGE, SHIELD, VALUE, WEAK_POINT, WEAPON
from drakkar.games.lords_of_ragnarok.choices import ATTACK_WITH, CANCEL, DEFEND, DONE
from drakkar.games.lords_of_ragnarok.events import (
    ATTACK_CANCELLED,
    ATTACK_CARDS_DRAWN,
    ATTACK_PLAYED,
    ATTACK_TAKES_EFFECT,
    CARD_DISCARDED,
    DEFENCE_HOLDS,
    DEFENDED,
    WEAK_POINT_FOUND,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import NOT_HELD, attribute, draw_cards, leave_hand
from drakkar.games.lords_of_ragnarok.state import WISDOM, State, rules
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.windows import ATTACK_TEXT, DEFENCE_VALUE, MONSTER_DRAWS, WEAK_POINT_WISDOM

# The owner number of the Monster side's only hand.
HERE: Final = 0

CHOOSE_ATTACK: Final = rules.question("attack", "LR-18.5", "play one Monster Attack card; the others are discarded")
DEFENDING: Final = rules.question(
    "defence", "LR-18.6", "defend with Combat cards worth more than Rage {about}, or take the hit", hides=True
)
NOT_AN_ATTACK: Final = rules.why("not_an_attack", "LR-18.5", "you do not hold {card} for the Monster")
NO_SHIELD: Final = rules.why("no_shield", "LR-18.7", "{card} cannot be played as a Shield")
SHIELD_ALONE: Final = rules.why("shield_alone", "LR-18.7", "a Shield cancels only if it is the only card")
SPECIAL_STANDS: Final = rules.why("special_stands", "LR-18.7", "a Shield does not cancel a Special Attack")


@rules.step
def monster_round(s: State) -> None:
    """LR-18.4: an empty deck ends the Hunt, even if the Monster side still holds cards."""
    hunt = s.hunt
    hunt.defence = hunt.cards = hunt.more = 0
    hunt.cancelled = False
    if not s.decks.attack.size():
        hunt.over = True
        return
    follow(
        s,
        (
            an_attack_is_played,
            the_hunter_defends,
            the_attack_comes,
            the_defence_is_discarded,
            the_hunter_draws,
            the_monster_side_draws,
        ),
    )


@rules.step
def an_attack_is_played(s: State) -> None:
    """LR-18.5, step 2."""
    CHOOSE_ATTACK.ask(s, s.hunt.side)


def why_not_attack_with(s: State, _seat: int, card: int, _: int) -> int:
    """LR-18.5: a card held."""
    return 0 if s.attack_hand.has(HERE, card) else NOT_AN_ATTACK.given(card)


def attack_menu(s: State, _seat: int, menu: Menu) -> None:
    """The Monster side's hand; equal cards are one choice."""
    for card in s.attack_hand.each(HERE):
        menu.add(ATTACK_WITH, card)


def do_attack_with(s: State, seat: int, card: int, _: int) -> None:
    """LR-18.5: face up; the others are discarded."""
    s.attack_hand.remove(HERE, card)
    s.hunt.attack = card
    emit(s, ATTACK_PLAYED, seat, card)
    for other in s.attack_hand.take_all(HERE):
        s.decks.attack.discard(other)
        emit(s, CARD_DISCARDED, seat, other)


@rules.step
def the_hunter_defends(s: State) -> None:
    """LR-18.6, LR-24.8, step 3: the hunter is asked even with an empty hand. T30."""
    DEFENDING.ask(s, s.hunt.hunter, RAGE[s.hunt.attack])


def why_not_defend(s: State, seat: int, card: int, _: int) -> int:
    """LR-18.6, LR-18.8: any card held, for its value."""
    return 0 if s.hand.has(seat, card) else NOT_HELD.given(card)


def defence_menu(s: State, seat: int, menu: Menu) -> None:
    """The hand; equal cards are one choice."""
    for card in s.hand.each(seat):
        menu.add(DEFEND, card)


def do_defend(s: State, seat: int, card: int, _: int) -> None:
    """LR-18.6: then more, if the hunter wants."""
    play_in_defence(s, seat, card)
    s.hunt.defence += VALUE[card]
    emit(s, DEFENDED, seat, card)
    DEFENDING.ask(s, seat, RAGE[s.hunt.attack])


def play_in_defence(s: State, seat: int, card: int) -> None:
    """The card stays on the table until the attack is over."""
    leave_hand(s, seat, card)
    s.played.add(seat, card)
    s.hunt.cards += 1


def why_not_cancel(s: State, seat: int, card: int, _: int) -> int:
    """LR-18.7: a single Shield and no other card, and not against a Special Attack."""
    if not s.hand.has(seat, card):
        return NOT_HELD.given(card)
    if WEAPON[card] != SHIELD:
        return NO_SHIELD.given(card)
    if s.hunt.cards:
        return SHIELD_ALONE.given()
    stands = IS_SPECIAL[s.hunt.attack] and not s.rulings.shield_against_special
    return SPECIAL_STANDS.given() if stands else 0


def do_cancel(s: State, seat: int, card: int, _: int) -> None:
    """LR-18.7: regardless of its Rage."""
    play_in_defence(s, seat, card)
    s.hunt.cancelled = True
    emit(s, ATTACK_CANCELLED, seat, card)


CHOOSE_ATTACK.offer(ATTACK_WITH, do_attack_with, why_not_attack_with, attack_menu)
DEFENDING.offer(DEFEND, do_defend, why_not_defend, defence_menu)
DEFENDING.offer(CANCEL, do_cancel, why_not_cancel)
DEFENDING.offer(DONE, do_go_on)


def defence_value(s: State) -> int:
    """LR-18.6: the total value played. T30."""
    return DEFENCE_VALUE.of(s, s.hunt.hunter, s.hunt.defence)


@rules.step
def the_attack_comes(s: State) -> None:
    """LR-18.6, LR-18.10, step 4: a defence equal to Rage is not enough. T31."""
    hunt, rage = s.hunt, RAGE[s.hunt.attack]
    if hunt.cancelled:
        return
    if defence_value(s) > rage:
        emit(s, DEFENCE_HOLDS, defence_value(s), rage)
    else:
        emit(s, ATTACK_TAKES_EFFECT)
        ATTACK_TEXT.carry_out(s, hunt.attack, hunt.hunter, hunt.monster)


@rules.step
def the_defence_is_discarded(s: State) -> None:
    """LR-18.10: whether it helped or not."""
    for card in s.played.take_all(s.hunt.hunter):
        s.decks.combat.discard(card)
        emit(s, CARD_DISCARDED, s.hunt.hunter, card)


@rules.step
def the_hunter_draws(s: State) -> None:
    """LR-18.11 to LR-18.13, LR-18.25, steps 5 and 6: one card, and another for the Weak Point. T32."""
    if s.hunt.over:
        return
    hunter = s.hunt.hunter
    wisdom = WEAK_POINT_WISDOM.of(s, hunter, attribute(s, hunter, WISDOM))
    draw_cards(s, hunter, 1)
    if not s.hunt.cancelled and wisdom + defence_value(s) >= WEAK_POINT[s.hunt.attack]:
        emit(s, WEAK_POINT_FOUND, hunter)
        draw_cards(s, hunter, 1)


@rules.step
def the_monster_side_draws(s: State) -> None:
    """LR-18.14, LR-18.15, LR-18.25, step 7: then the attack card is discarded. T33."""
    if s.hunt.over:
        return
    card, s.hunt.attack = s.hunt.attack, NO_CARD
    draw_attack_cards(s, MONSTER_DRAWS.of(s, s.hunt.side, DRAWS[card] + s.hunt.more))
    s.decks.attack.discard(card)


def draw_attack_cards(s: State, amount: int) -> None:
    """LR-18.14: at most what is left in the deck; it is not reshuffled during a Hunt."""
    drawn = empty()
    for _ in range(min(amount, s.decks.attack.size())):
        card = s.decks.attack.draw(s.flow.chance)
        s.attack_hand.add(HERE, card)
        drawn = append(drawn, card)
    if len(drawn):
        emit_list(s, only(s.hunt.side), ATTACK_CARDS_DRAWN, s.hunt.side, [len(drawn), *drawn])
