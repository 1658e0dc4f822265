"""Invade: a figure comes from the reserve onto the board, as an action or for free (section 7)."""

from typing import Final

from drakkar.core.flow import Menu, Question, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.board import (
    NO_LIMIT,
    RESERVE,
    YGGDRASIL,
    is_fjord,
    villages,
)
from drakkar.games.blood_rage.choices import DECLINE, INVADE
from drakkar.games.blood_rage.clans import invade_price, landing, spend_rage, stat
from drakkar.games.blood_rage.events import (
    FIGURE_HAS_INVADED,
    INVADE_DECLINED,
    INVADE_FINISHED,
    INVADE_FOLLOW_UP,
    INVADED,
    MAY_INVADE_YGGDRASIL,
)
from drakkar.games.blood_rage.figures import (
    WARRIOR,
    count,
    counts_as,
    has_empty_village,
    is_open_fjord,
    is_ship,
    kinds_at,
    move,
    open_fjords,
    open_provinces,
)
from drakkar.games.blood_rage.state import HORNS, State, rules

NOT_IN_RESERVE: Final = rules.why("not_in_reserve", "BR-7.1", "you have no {figure} in your reserve")
INVADE_NEEDS_RAGE: Final = rules.why("invade_needs_rage", "BR-7.1", "needs {need} Rage, you have {have}")
HORNS_FULL: Final = rules.why("horns_full", "BR-7.5", "you have {have} figures on the board and Horns allows {most}")
YGGDRASIL_CLOSED: Final = rules.why("yggdrasil_closed", "BR-7.4", "Yggdrasil cannot be invaded")
PLACE_DESTROYED: Final = rules.why("place_destroyed", "BR-2.12", "{place} is destroyed")
FJORD_CLOSED: Final = rules.why("fjord_closed", "BR-2.13", "both provinces beside {place} are destroyed")
SHIPS_SAIL: Final = rules.why("ships_sail", "BR-7.3", "{figure:the_figure} invades fjords only")
ONLY_SHIPS_SAIL: Final = rules.why("only_ships_sail", "BR-2.8", "only Ships go into a fjord, not {figure:a_figure}")
NO_EMPTY_VILLAGE: Final = rules.why(
    "no_empty_village", "BR-7.6", "{place} has no empty village: {have} of {most} are taken"
)
NOT_THIS_FIGURE: Final = rules.why(
    "not_this_figure", "BR-9.8", "this free invade is for {asked:a_figure}, not for {figure:a_figure}"
)


def why_not_send(s: State, seat: int, figure: int) -> int:
    """BR-7.1, BR-7.5: what a figure needs to invade, wherever it goes."""
    return why_not_more(s, seat) if count(s, seat, figure, RESERVE) else NOT_IN_RESERVE.given(figure)


def why_not_more(s: State, seat: int) -> int:
    """BR-7.5: room under Horns."""
    horns = stat(s, seat, HORNS)
    return HORNS_FULL.given(s.on_board[seat], horns) if s.on_board[seat] >= horns else 0


def why_not_pay(s: State, seat: int, price: int) -> int:
    """BR-7.1, BR-6.5."""
    return INVADE_NEEDS_RAGE.given(price, s.rage[seat]) if s.rage[seat] < price else 0


def why_not_land(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.1, BR-7.3, BR-7.4, BR-7.6: what a place needs to be invaded by such a figure."""
    if is_fjord(place):
        if not is_ship(figure):
            return ONLY_SHIPS_SAIL.given(figure)
        return 0 if is_open_fjord(s, place) else FJORD_CLOSED.given(place)
    if is_ship(figure):
        return SHIPS_SAIL.given(figure)
    if place == YGGDRASIL:
        return 0 if MAY_INVADE_YGGDRASIL.of(s, seat, 0, figure) else YGGDRASIL_CLOSED.given()
    if s.destroyed[place]:
        return PLACE_DESTROYED.given(place)
    if not has_empty_village(s, place):
        return NO_EMPTY_VILLAGE.given(place, s.standing[place], villages(place))
    return 0


def why_not_invade(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.1."""
    return (
        why_not_land(s, seat, figure, place)
        or why_not_send(s, seat, figure)
        or why_not_pay(s, seat, invade_price(s, seat, figure, place))
    )


def invade_menu(s: State, seat: int, menu: Menu) -> None:
    """Every figure of the reserve that may go, and every place that takes it."""
    if why_not_more(s, seat):
        return
    provinces = open_provinces(s)
    for figure in kinds_at(s, seat, RESERVE):
        landing_menu(s, seat, figure, s.rage[seat], provinces, menu)


def landing_menu(s: State, seat: int, figure: int, most: int, provinces: int, menu: Menu) -> None:
    """Every place that takes a figure of the reserve and costs no more than that; only Yggdrasil's price is its own."""
    can_pay = invade_price(s, seat, figure, 0) <= most
    if is_ship(figure):
        if can_pay:
            menu.add_all(INVADE, figure, open_fjords(s))
        return
    if can_pay:
        menu.add_all(INVADE, figure, provinces & ~(1 << YGGDRASIL))
    if MAY_INVADE_YGGDRASIL.of(s, seat, 0, figure) and invade_price(s, seat, figure, YGGDRASIL) <= most:
        menu.add(INVADE, figure, YGGDRASIL)


def do_invade(s: State, seat: int, figure: int, place: int) -> None:
    """BR-7.1."""
    spend_rage(s, seat, invade_price(s, seat, figure, place))
    invade(s, seat, figure, RESERVE, place)


def invade(s: State, seat: int, figure: int, origin: int, place: int) -> None:
    """BR-19.4, BR-7.12: the figure is placed; its own text acts; what follows it; then the invade is over."""
    land(s, seat, figure, origin, place)
    then(s, invade_is_finished, seat, landing(figure, place))
    then(s, invade_is_followed, seat, landing(figure, place))
    FIGURE_HAS_INVADED.announce(s, [seat], landing(figure, place))


def land(s: State, seat: int, figure: int, origin: int, place: int) -> None:
    """The figure comes onto the board."""
    move(s, seat, figure, origin, place)
    emit(s, INVADED, seat, place, figure)


@rules.step_about
def invade_is_followed(s: State, seat: int, where: int) -> None:
    """BR-7.12, T06."""
    INVADE_FOLLOW_UP.announce(s, [seat], where)


@rules.step_about
def invade_is_finished(s: State, seat: int, where: int) -> None:
    """BR-7.12, T07."""
    INVADE_FINISHED.announce(s, [seat], where)


TURN.offer(INVADE, do_invade, why_not_invade, invade_menu)

# The free invade of an upgrade

FREE_INVADE: Final = rules.question(
    "free_invade", "BR-9.8", "let {about:a_figure} invade at once for no further Rage, or decline"
)


def why_not_free_invade(s: State, seat: int, figure: int, place: int) -> int:
    """BR-9.8, BR-19.5: free means without Rage; it lifts no other limit."""
    asked = s.flow.about[seat]
    if not counts_as(figure, asked):
        return NOT_THIS_FIGURE.given(asked, figure)
    return why_not_land(s, seat, figure, place) or why_not_send(s, seat, figure)


def do_free_invade(s: State, seat: int, figure: int, place: int) -> None:
    """BR-9.8."""
    invade(s, seat, figure, RESERVE, place)


def do_decline_invade(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-9.8: the upgrade allows the invade, it does not ask for it."""
    emit(s, INVADE_DECLINED, seat, s.flow.about[seat])


@rules.step_about
def offer_free_invade(s: State, seat: int, figure: int) -> None:
    """BR-9.8: with none in the reserve there is no free invade."""
    if any(counts_as(kind, figure) for kind in kinds_at(s, seat, RESERVE)):
        FREE_INVADE.ask(s, seat, figure)


def free_invade_menu(s: State, seat: int, menu: Menu) -> None:
    """Every place that takes the figure, or one that counts as it."""
    if not why_not_more(s, seat):
        provinces = open_provinces(s)
        for figure in kinds_at(s, seat, RESERVE):
            if counts_as(figure, s.flow.about[seat]):
                landing_menu(s, seat, figure, NO_LIMIT, provinces, menu)


FREE_INVADE.offer(INVADE, do_free_invade, why_not_free_invade, free_invade_menu)
FREE_INVADE.offer(DECLINE, do_decline_invade)


# A Warrior that a card lets invade


NOT_A_WARRIOR: Final = rules.why(
    "not_a_warrior", "BR-19.4", "this free invade is for a Warrior, not for {figure:a_figure}"
)
NOT_THERE: Final = rules.why("not_there", "BR-19.4", "this free invade leads to {asked:place}, not to {place}")


def why_not_free_warrior(s: State, seat: int, figure: int, place: int) -> int:
    """BR-19.4, BR-19.5: a Warrior, into the place in question, with an empty village and room under Horns."""
    asked = s.flow.about[seat]
    if figure != WARRIOR:
        return NOT_A_WARRIOR.given(figure)
    if place != asked:
        return NOT_THERE.given(asked, place)
    return why_not_land(s, seat, figure, place) or why_not_send(s, seat, figure)


def free_warrior_menu(s: State, seat: int, menu: Menu) -> None:
    """The one Warrior, into the one place."""
    place = s.flow.about[seat]
    if not why_not_free_warrior(s, seat, WARRIOR, place):
        menu.add(INVADE, WARRIOR, place)


def offer_warrior(s: State, seat: int, question: Question[State], place: int) -> None:
    """Ask whether a Warrior comes, where one can."""
    if not (why_not_land(s, seat, WARRIOR, place) or why_not_send(s, seat, WARRIOR)):
        question.ask(s, seat, place)
