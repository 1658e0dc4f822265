"""Invade: a figure enters the board from the reserve, as an action or for free (section 7)."""

from typing import Final

from drakkar.core.flow import Menu, Question, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.board import (
    FIRST_FJORD,
    FJORD_OF,
    NO_LIMIT,
    OUTER_PROVINCES,
    RESERVE,
    SUPPORTED_BY,
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
INVADE_NEEDS_RAGE: Final = rules.why("invade_needs_rage", "BR-7.1", "needs {need} Rage; you have {have}")
HORNS_FULL: Final = rules.why("horns_full", "BR-7.5", "you have {have} figures on the board and Horns allows {most}")
YGGDRASIL_CLOSED: Final = rules.why("yggdrasil_closed", "BR-7.4", "Yggdrasil cannot be invaded")
PLACE_DESTROYED: Final = rules.why("place_destroyed", "BR-2.12", "{place} is destroyed")
FJORD_CLOSED: Final = rules.why("fjord_closed", "BR-2.13", "both provinces beside {place} are destroyed")
SHIPS_SAIL: Final = rules.why("ships_sail", "BR-7.3", "{figure:the_figure} can only invade fjords")
ONLY_SHIPS_SAIL: Final = rules.why("only_ships_sail", "BR-2.8", "only Ships can enter a fjord, not {figure:a_figure}")
NO_EMPTY_VILLAGE: Final = rules.why(
    "no_empty_village", "BR-7.6", "{place} has no empty village: {have} of {most} are taken"
)
NOT_THIS_FIGURE: Final = rules.why(
    "not_this_figure", "BR-9.8", "this free invasion is for {asked:a_figure}, not for {figure:a_figure}"
)


def why_not_send(s: State, seat: int, figure: int) -> int:
    """BR-7.1, BR-7.5: why a figure cannot invade, wherever it goes."""
    return why_not_more(s, seat) if count(s, seat, figure, RESERVE) else NOT_IN_RESERVE.given(figure)


def why_not_more(s: State, seat: int) -> int:
    """BR-7.5: at most as many figures on the board as Horns."""
    horns = stat(s, seat, HORNS)
    return HORNS_FULL.given(s.on_board[seat], horns) if s.on_board[seat] >= horns else 0


def why_not_pay(s: State, seat: int, price: int) -> int:
    """BR-7.1, BR-6.5."""
    return INVADE_NEEDS_RAGE.given(price, s.rage[seat]) if s.rage[seat] < price else 0


def why_not_land(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.1, BR-7.3, BR-7.4, BR-7.6: why this figure cannot invade a place."""
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
    """Every figure of the reserve with every place it may invade."""
    if why_not_more(s, seat):
        return
    provinces = open_provinces(s)
    for figure in kinds_at(s, seat, RESERVE):
        landing_menu(s, seat, figure, s.rage[seat], provinces, menu)


def landing_menu(s: State, seat: int, figure: int, most: int, provinces: int, menu: Menu) -> None:
    """Every place the figure may invade for at most `most` Rage; only Yggdrasil has a price of its own."""
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
    """BR-19.4, BR-7.12: place the figure; its own text acts, then follow-ups, then the invade is over."""
    land(s, seat, figure, origin, place)
    then(s, invade_is_finished, seat, landing(figure, place))
    then(s, invade_is_followed, seat, landing(figure, place))
    FIGURE_HAS_INVADED.announce(s, [seat], landing(figure, place))


def land(s: State, seat: int, figure: int, origin: int, place: int) -> None:
    """Put the figure on the board."""
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
    "free_invade", "BR-9.8", "invade at once with {about:a_figure} for no further Rage, or decline"
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
    """BR-9.8: the invade is optional."""
    emit(s, INVADE_DECLINED, seat, s.flow.about[seat])


@rules.step_about
def offer_free_invade(s: State, seat: int, figure: int) -> None:
    """BR-9.8: no figure in the reserve, no free invade."""
    if any(counts_as(kind, figure) for kind in kinds_at(s, seat, RESERVE)):
        FREE_INVADE.ask(s, seat, figure)


def free_invade_menu(s: State, seat: int, menu: Menu) -> None:
    """Every place that the figure, or one that counts as it, may invade."""
    if not why_not_more(s, seat):
        provinces = open_provinces(s)
        for figure in kinds_at(s, seat, RESERVE):
            if counts_as(figure, s.flow.about[seat]):
                landing_menu(s, seat, figure, NO_LIMIT, provinces, menu)


FREE_INVADE.offer(INVADE, do_free_invade, why_not_free_invade, free_invade_menu)
FREE_INVADE.offer(DECLINE, do_decline_invade)


# Invading Warriors from cards


NOT_A_WARRIOR: Final = rules.why(
    "not_a_warrior", "BR-19.4", "this free invasion is for a Warrior, not for {figure:a_figure}"
)
NOT_THERE: Final = rules.why("not_there", "BR-19.4", "this free invasion goes to {asked:place}, not to {place}")


def why_not_free_warrior(s: State, seat: int, figure: int, place: int) -> int:
    """BR-19.4, BR-19.5: a Warrior into this place, which needs an empty village, within the limit of Horns.

    Only a ruling offers Yggdrasil.
    """
    asked = s.flow.about[seat]
    if figure != WARRIOR:
        return NOT_A_WARRIOR.given(figure)
    if place != asked:
        return NOT_THERE.given(asked, place)
    closed = 0 if place == YGGDRASIL else why_not_land(s, seat, figure, place)
    return closed or why_not_send(s, seat, figure)


def free_warrior_menu(s: State, seat: int, menu: Menu) -> None:
    """One Warrior into one place."""
    place = s.flow.about[seat]
    if not why_not_free_warrior(s, seat, WARRIOR, place):
        menu.add(INVADE, WARRIOR, place)


def offer_warrior(s: State, seat: int, question: Question[State], place: int, into_yggdrasil: bool) -> None:
    """Ask whether a Warrior invades, if one can; Yggdrasil only where a ruling says so."""
    closed = 0 if place == YGGDRASIL and into_yggdrasil else why_not_land(s, seat, WARRIOR, place)
    if not (closed or why_not_send(s, seat, WARRIOR)):
        question.ask(s, seat, place)


# By ruling: beside a fjord that has been invaded


NOT_BESIDE: Final = rules.why("not_beside", "BR-2.9", "{province:place} is not beside {fjord:place}")


def why_not_beside(fjord: int, province: int) -> int:
    """BR-2.9: a fjord supports the two provinces beside it."""
    return 0 if province < OUTER_PROVINCES and FJORD_OF[province] == fjord else NOT_BESIDE.given(province, fjord)


def why_not_warrior_beside(s: State, seat: int, figure: int, place: int) -> int:
    """BR-21.2: a Warrior into a province beside the fjord, under the rules of every free invade."""
    if figure != WARRIOR:
        return NOT_A_WARRIOR.given(figure)
    beside = why_not_beside(s.flow.about[seat], place)
    return beside or why_not_land(s, seat, figure, place) or why_not_send(s, seat, figure)


def warrior_beside_menu(s: State, seat: int, menu: Menu) -> None:
    """One Warrior into either province beside the fjord."""
    for province in SUPPORTED_BY[s.flow.about[seat] - FIRST_FJORD]:
        if not why_not_warrior_beside(s, seat, WARRIOR, province):
            menu.add(INVADE, WARRIOR, province)
