"""Stage 3: one Rune action (section 12).

Each Rune action is registered with `rune_action`: its cost, whether it has an effect, and the step that carries it out.
"""

from collections.abc import Callable
from typing import Final

from drakkar.core.flow import Menu, Step, emit, then
from drakkar.core.vectors import Vec, row
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import REALM_RUNE, REALMS, RUNES
from drakkar.games.lords_of_ragnarok.choices import (
    ALLY,
    DONE,
    PAY,
    PAY_CHANGED,
    PAYMENT_NAMES,
    PLACE_HERO,
    RAISE,
    RUNE_ACTION,
    RUNE_ACTION_NAMES,
)
from drakkar.games.lords_of_ragnarok.events import ALLIED, RUNE_ACTION_CHOSEN
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    armies_gain_value,
    has_army_to_strengthen,
    on_board,
    place_hero,
)
from drakkar.games.lords_of_ragnarok.pieces.heroes import field, raise_attribute
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute, draw_cards, runes_held, spend_rune
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, HIGHEST, State, rules
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import NO_SUCH_REGION
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.windows import ALLIANCE_DRAWS, PAYMENTS, RUNE_HAS_BEEN_CHANGED, RUNES_CHANGED

# The Rune actions, in the order of RUNE_ACTION_NAMES.
TAKE_MONSTER: Final = 0
BOSS_ABILITY: Final = 1
ALLIANCE: Final = 2
STRENGTHEN: Final = 3
ACTIVATE: Final = 4
TRAVEL: Final = 5
DRAW: Final = 6
RAISE_LOWEST: Final = 7
DRAW_TWO: Final = 8

# The payments, in the order of PAYMENT_NAMES: the number of Runes of each kind. Sets of payments are bits.
ONE_RUNE: Final = 0b0_000_000_111
TWO_DIFFERENT: Final = 0b0_000_111_000
TWO_ALIKE: Final = 0b0_111_000_000
THREE_DIFFERENT: Final = 0b1_000_000_000
TAKES: Final[tuple[tuple[int, ...], ...]] = (
    (1, 0, 0),
    (0, 1, 0),
    (0, 0, 1),
    (1, 1, 0),
    (1, 0, 1),
    (0, 1, 1),
    (2, 0, 0),
    (0, 2, 0),
    (0, 0, 2),
    (1, 1, 1),
    (2, 1, 0),
    (2, 0, 1),
    (1, 2, 0),
    (0, 2, 1),
    (1, 0, 2),
    (0, 1, 2),
)
assert len(TAKES) == len(PAYMENT_NAMES)
# No payment takes more than this many Runes of one kind. PAYABLE: the payments possible with a, b and c Runes, as bits.
MOST_OF_A_KIND: Final = 2
PAYABLE: Final[Vec] = row(
    sum(1 << at for at, takes in enumerate(TAKES) if takes[0] <= a and takes[1] <= b and takes[2] <= c)
    for a in range(MOST_OF_A_KIND + 1)
    for b in range(MOST_OF_A_KIND + 1)
    for c in range(MOST_OF_A_KIND + 1)
)
# Added to a payment in which one Rune counts as another kind.
CHANGED: Final = 32

RUNE_STAGE: Final = rules.question("rune_stage", "LR-12.1", "take one Rune action, or go on")
PAYING: Final = rules.question("paying", "LR-12.1", "pay for the Rune action {about:rune_action}")
CANNOT_PAY: Final = rules.why("cannot_pay", "LR-12.1", "you lack the Runes for the Rune action {rune_action}")
NOT_A_PAYMENT: Final = rules.why("not_a_payment", "LR-12.1", "this cannot be paid with {payment}")
NO_CHANGE: Final = rules.why("no_change", "LR-28.3", "this cannot be paid with {payment} by changing one Rune")


class RuneAction:
    """One Rune action: its payments for a seat (as bits), why it would change nothing (0 if it would), and its step."""

    def __init__(
        self, cost: Callable[[State, int], int], why_not: Callable[[State, int], int], step: Step[State]
    ) -> None:
        self.cost = cost
        self.why_not = why_not
        self.step = step


RUNE_ACTIONS: Final[dict[int, RuneAction]] = {}


def rune_action(
    action: int, cost: Callable[[State, int], int], why_not: Callable[[State, int], int], step: Step[State]
) -> None:
    """Register a Rune action; its step receives the seat and the payment, see `counts_as`."""
    RUNE_ACTIONS[action] = RuneAction(cost, why_not, step)


@rules.step
def rune_stage(s: State) -> None:
    """LR-12.1: one, or none."""
    RUNE_STAGE.ask(s, s.turn)


def payable(s: State, seat: int) -> int:
    """The payments that a player has the Runes for, as bits."""
    at: int = 0
    for rune in range(RUNES):
        at = at * (MOST_OF_A_KIND + 1) + min(s.runes[seat * RUNES + rune], MOST_OF_A_KIND)
    return PAYABLE[at]


def can_pay(s: State, seat: int, payment: int) -> bool:
    """Whether a player has these Runes."""
    return bool(payable(s, seat) >> payment & 1)


def price(s: State, seat: int, action: int) -> int:
    """The payments accepted for a Rune action, as bits. T08."""
    return PAYMENTS.of(s, seat, RUNE_ACTIONS[action].cost(s, seat), action)


def why_not_rune_action(s: State, seat: int, action: int, _: int) -> int:
    """LR-12.1, LR-12.10."""
    idle = RUNE_ACTIONS[action].why_not(s, seat)
    if idle:
        return idle
    asked = price(s, seat, action)
    fits = payable(s, seat) & (asked | changeable(s, seat, asked))
    return 0 if fits else CANNOT_PAY.given(action)


def rune_action_menu(s: State, seat: int, menu: Menu) -> None:
    """Without Runes there is nothing to offer."""
    if runes_held(s, seat):
        for action in range(len(RUNE_ACTION_NAMES)):
            if not why_not_rune_action(s, seat, action, 0):
                menu.add(RUNE_ACTION, action)


def do_rune_action(s: State, seat: int, action: int, _: int) -> None:
    """LR-12.1: payment comes next."""
    emit(s, RUNE_ACTION_CHOSEN, seat, action)
    PAYING.ask(s, seat, action)


def why_not_pay(s: State, seat: int, payment: int, _: int) -> int:
    """LR-27.2: in full."""
    fits = price(s, seat, s.flow.about[seat]) >> payment & 1 and can_pay(s, seat, payment)
    return 0 if fits else NOT_A_PAYMENT.given(payment)


def pay_menu(s: State, seat: int, menu: Menu) -> None:
    """The accepted payments that the player can make."""
    menu.add_all(PAY, 0, price(s, seat, s.flow.about[seat]) & payable(s, seat))


def do_pay(s: State, seat: int, payment: int, _: int) -> None:
    """LR-12.1: to the supply; then carry out the action. T08."""
    pay(s, seat, payment)
    then(s, RUNE_ACTIONS[s.flow.about[seat]].step, seat, payment)


def pay(s: State, seat: int, payment: int) -> None:
    """LR-12.1: to the supply."""
    for rune in range(RUNES):
        for _each in range(TAKES[payment][rune]):
            spend_rune(s, seat, rune)


RUNE_STAGE.offer(RUNE_ACTION, do_rune_action, why_not_rune_action, rune_action_menu)
RUNE_STAGE.offer(DONE, do_go_on)
PAYING.offer(PAY, do_pay, why_not_pay, pay_menu)

# Cards that let a Rune count as another kind


def one_apart(payment: int, other: int) -> bool:
    """Whether changing one Rune turns the first payment into the second."""
    more = sum(max(0, TAKES[payment][rune] - TAKES[other][rune]) for rune in range(RUNES))
    return more == 1 and sum(TAKES[payment]) == sum(TAKES[other])


def changeable(s: State, seat: int, asked: int) -> int:
    """LR-28.3: the payments that become an accepted one by changing one Rune, as bits."""
    found: int = 0
    if RUNES_CHANGED.of(s, seat, 0):
        for payment in range(len(TAKES)):
            fits = (asked & ~ONE_RUNE) >> payment & 1
            if not fits and any(asked >> other & 1 and one_apart(payment, other) for other in range(len(TAKES))):
                found |= 1 << payment
    return found


def why_not_pay_changed(s: State, seat: int, payment: int, _: int) -> int:
    """LR-27.2, LR-28.3."""
    if not can_pay(s, seat, payment):
        return NOT_A_PAYMENT.given(payment)
    fits = changeable(s, seat, price(s, seat, s.flow.about[seat])) >> payment & 1
    return 0 if fits else NO_CHANGE.given(payment)


def pay_changed_menu(s: State, seat: int, menu: Menu) -> None:
    """The changeable payments that the player can make."""
    asked = price(s, seat, s.flow.about[seat])
    menu.add_all(PAY_CHANGED, 0, changeable(s, seat, asked) & payable(s, seat))


def do_pay_changed(s: State, seat: int, payment: int, _: int) -> None:
    """LR-12.1. T08."""
    action = s.flow.about[seat]
    pay(s, seat, payment)
    then(s, RUNE_ACTIONS[action].step, seat, payment + CHANGED)
    RUNE_HAS_BEEN_CHANGED.announce(s, [seat], action)


def counts_as(paid: int, rune: int) -> bool:
    """Whether the single Rune paid counts as this kind; a changed Rune counts as every other kind."""
    return paid == rune if paid < CHANGED else paid - CHANGED != rune


PAYING.offer(PAY_CHANGED, do_pay_changed, why_not_pay_changed, pay_changed_menu)


def two_different(_s: State, _seat: int) -> int:
    """LR-12.5."""
    return TWO_DIFFERENT


def three_different(_s: State, _seat: int) -> int:
    """LR-12.6."""
    return THREE_DIFFERENT


def always(_s: State, _seat: int) -> int:
    """LR-12.10: the action always has an effect."""
    return 0


# Alliances

CHOOSE_REALM: Final = rules.question("realm", "LR-12.4", "ally with a Realm bordering your Hero's Region")
ALLIED_ALREADY: Final = rules.why("allied_already", "LR-12.8", "you are already allied with {realm}")
NOT_PAID_FOR: Final = rules.why("not_paid_for", "LR-12.4", "you have not paid the Rune of {realm}")
NO_OPEN_REALM: Final = rules.why(
    "no_open_realm", "LR-12.4", "no Realm borders your Hero's Region that you are not allied with already"
)
REALM_FAR: Final = rules.why("realm_far", "LR-12.4", "{realm} does not border your Hero's Region")


def open_realms(s: State, seat: int) -> list[int]:
    """The Realms that border the Hero's Region and are not allied yet."""
    near = s.board.realms[s.hero_places[seat]]
    return [realm for realm in range(REALMS) if near >> realm & 1 and not s.alliances[realm] >> seat & 1]


def realm_runes(s: State, seat: int) -> int:
    """LR-12.4: a Rune of the Realm's kind."""
    found: int = 0
    for realm in open_realms(s, seat):
        found |= 1 << REALM_RUNE[realm]
    return found


def why_not_ally_at_all(s: State, seat: int) -> int:
    """LR-12.4, LR-12.8, LR-12.10."""
    return 0 if open_realms(s, seat) else NO_OPEN_REALM.given()


@rules.step_about
def a_realm_is_chosen(s: State, seat: int, paid: int) -> None:
    """LR-12.4: a Realm whose Rune was paid."""
    CHOOSE_REALM.ask(s, seat, paid)


def why_not_ally(s: State, seat: int, realm: int, _: int) -> int:
    """LR-12.4, LR-12.8."""
    if s.alliances[realm] >> seat & 1:
        return ALLIED_ALREADY.given(realm)
    if realm not in open_realms(s, seat):
        return REALM_FAR.given(realm)
    return 0 if counts_as(s.flow.about[seat], REALM_RUNE[realm]) else NOT_PAID_FOR.given(realm)


def do_ally(s: State, seat: int, realm: int, _: int) -> None:
    """LR-12.8."""
    ally(s, seat, realm, draws=True)


def ally(s: State, seat: int, realm: int, draws: bool) -> None:
    """LR-12.8, LR-12.9: place a marker; the first on a Realm brings a Combat card, except through a Story. T23."""
    first = not s.alliances[realm]
    s.alliances[realm] |= 1 << seat
    emit(s, ALLIED, seat, realm)
    if draws:
        draw_cards(s, seat, ALLIANCE_DRAWS.of(s, seat, 1 if first else 0, realm))


CHOOSE_REALM.offer(ALLY, do_ally, why_not_ally)
rune_action(ALLIANCE, realm_runes, why_not_ally_at_all, a_realm_is_chosen)

# Two different Runes


@rules.step_for
def an_army_gains_one(s: State, seat: int) -> None:
    """LR-12.5 (d)."""
    then(s, armies_gain_value, seat, 1)


@rules.step_for
def a_card_is_drawn(s: State, seat: int) -> None:
    """LR-12.5 (g)."""
    draw_cards(s, seat, 1)


NONE_TO_STRENGTHEN: Final = rules.why(
    "none_to_strengthen", "LR-12.10", "you have no Army on the board whose value is below 6"
)


def why_not_gain_value(s: State, seat: int) -> int:
    """LR-2.7, LR-12.10."""
    return 0 if has_army_to_strengthen(s, seat) else NONE_TO_STRENGTHEN.given()


HERO_TRAVELS: Final = rules.question("hero_travels", "LR-12.5", "place your Hero in any Region")


@rules.step_for
def the_hero_travels(s: State, seat: int) -> None:
    """LR-12.5 (f)."""
    HERO_TRAVELS.ask(s, seat)


def why_not_place_hero(s: State, _seat: int, region: int, _: int) -> int:
    """LR-3.1: any Region on this side of the board."""
    return 0 if on_board(s, region) else NO_SUCH_REGION.given(region)


def place_hero_menu(s: State, _seat: int, menu: Menu) -> None:
    """All Regions."""
    menu.add_all(PLACE_HERO, 0, s.board.all)


def do_place_hero(s: State, seat: int, region: int, _: int) -> None:
    """LR-2.10."""
    place_hero(s, seat, region)


HERO_TRAVELS.offer(PLACE_HERO, do_place_hero, why_not_place_hero, place_hero_menu)
rune_action(STRENGTHEN, two_different, why_not_gain_value, an_army_gains_one)
rune_action(TRAVEL, two_different, always, the_hero_travels)
rune_action(DRAW, two_different, always, a_card_is_drawn)

# Three different Runes

CHOOSE_LOWEST: Final = rules.question("lowest", "LR-12.6", "raise your lowest Attribute")
NOT_LOWEST: Final = rules.why("not_lowest", "LR-12.7", "{attribute} is not your lowest Attribute")
ON_SIX: Final = rules.why("on_six", "LR-12.7", "{attribute} is already on 6")
ALL_ON_SIX: Final = rules.why("all_on_six", "LR-12.7", "all your Attributes are on 6")


def why_not_raise_lowest(s: State, seat: int, which: int, _: int) -> int:
    """LR-12.7: by current values, by ruling (LR-29.14) by fields; one on 6 cannot be chosen."""
    if field(s, seat, which) == HIGHEST:
        return ON_SIX.given(which)
    others = [height(s, seat, other) for other in range(ATTRIBUTES) if field(s, seat, other) < HIGHEST]
    return 0 if height(s, seat, which) == min(others) else NOT_LOWEST.given(which)


def height(s: State, seat: int, which: int) -> int:
    """LR-12.7, LR-29.14: the number that is compared."""
    return field(s, seat, which) if s.rulings.lowest_by_field else attribute(s, seat, which)


def why_not_raise_any(s: State, seat: int) -> int:
    """LR-12.7, LR-12.10."""
    return 0 if any(field(s, seat, which) < HIGHEST for which in range(ATTRIBUTES)) else ALL_ON_SIX.given()


@rules.step_for
def the_lowest_rises(s: State, seat: int) -> None:
    """LR-12.6 (h)."""
    CHOOSE_LOWEST.ask(s, seat)


def do_raise_lowest(s: State, seat: int, which: int, _: int) -> None:
    """LR-12.6 (h)."""
    raise_attribute(s, seat, which)


@rules.step_for
def two_cards_are_drawn(s: State, seat: int) -> None:
    """LR-12.6 (i)."""
    draw_cards(s, seat, 2)


CHOOSE_LOWEST.offer(RAISE, do_raise_lowest, why_not_raise_lowest)
rune_action(RAISE_LOWEST, three_different, why_not_raise_any, the_lowest_rises)
rune_action(DRAW_TWO, three_different, always, two_cards_are_drawn)
