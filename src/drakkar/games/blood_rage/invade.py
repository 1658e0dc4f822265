"""Invade: a figure comes from the reserve onto the board, as an action or for free (section 7)."""

from typing import Final

from drakkar.core.flow import emit
from drakkar.games.blood_rage.actions import TURN, may_always
from drakkar.games.blood_rage.board import BOARD_PLACES, RESERVE, YGGDRASIL, is_fjord, villages
from drakkar.games.blood_rage.choices import DECLINE, INVADE, INVADE_FROM_VALHALLA
from drakkar.games.blood_rage.clans import invade_price, spend_rage, stat
from drakkar.games.blood_rage.events import INVADE_DECLINED, INVADED
from drakkar.games.blood_rage.figures import count, has_empty_village, is_open_fjord, is_ship, kinds_at, move
from drakkar.games.blood_rage.state import HORNS, State, rules

FREE: Final = 0

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
NOT_FROM_VALHALLA: Final = rules.why("not_from_valhalla", "BR-7.10", "no card lets you invade from Valhalla")
NOT_THIS_FIGURE: Final = rules.why(
    "not_this_figure", "BR-9.8", "this free invade is for {asked:the_figure}, not for {figure:a_figure}"
)


def why_not_send(s: State, seat: int, figure: int, price: int) -> int:
    """BR-7.1, BR-7.5: what a figure needs to invade, wherever it goes."""
    if not count(s, seat, figure, RESERVE):
        return NOT_IN_RESERVE.given(figure)
    if s.on_board[seat] >= stat(s, seat, HORNS):
        return HORNS_FULL.given(s.on_board[seat], stat(s, seat, HORNS))
    if s.rage[seat] < price:
        return INVADE_NEEDS_RAGE.given(price, s.rage[seat])
    return 0


def why_not_land(s: State, figure: int, place: int) -> int:
    """BR-7.1, BR-7.3, BR-7.4, BR-7.6: what a place needs to be invaded by such a figure."""
    if is_fjord(place):
        if not is_ship(figure):
            return ONLY_SHIPS_SAIL.given(figure)
        return 0 if is_open_fjord(s, place) else FJORD_CLOSED.given(place)
    if is_ship(figure):
        return SHIPS_SAIL.given(figure)
    if place == YGGDRASIL:
        return YGGDRASIL_CLOSED.given()
    if s.destroyed[place]:
        return PLACE_DESTROYED.given(place)
    if not has_empty_village(s, place):
        return NO_EMPTY_VILLAGE.given(place, s.standing[place], villages(place))
    return 0


def why_not_invade(s: State, seat: int, figure: int, place: int) -> int:
    """BR-7.1."""
    return why_not_land(s, figure, place) or why_not_send(s, seat, figure, invade_price(s, seat, figure))


def invade_menu(s: State, seat: int, menu: list[int]) -> None:
    """Every figure of the reserve that may go, and every place that takes it."""
    for figure in kinds_at(s, seat, RESERVE):
        if not why_not_send(s, seat, figure, invade_price(s, seat, figure)):
            for place in range(BOARD_PLACES):
                if not why_not_land(s, figure, place):
                    menu.append(INVADE.code(figure, place))


def do_invade(s: State, seat: int, figure: int, place: int) -> None:
    """BR-7.1."""
    spend_rage(s, seat, invade_price(s, seat, figure))
    invade(s, seat, figure, place)


def invade(s: State, seat: int, figure: int, place: int) -> None:
    """BR-19.4: the figure comes from the reserve onto the board."""
    move(s, seat, figure, RESERVE, place)
    emit(s, INVADED, seat, place, figure)


def why_not_from_valhalla(_s: State, _seat: int, _figure: int, _place: int) -> int:
    """BR-7.1: a figure invades from the reserve, unless a card allows another start."""
    return NOT_FROM_VALHALLA.given()


def no_menu(_s: State, _seat: int, _menu: list[int]) -> None:
    """Never on offer."""


TURN.offer(INVADE, do_invade, why_not_invade, invade_menu)
TURN.offer(INVADE_FROM_VALHALLA, do_invade, why_not_from_valhalla, no_menu)

# The free invade of an upgrade

FREE_INVADE: Final = rules.question(
    "free_invade", "BR-9.8", "let {about:the_figure} invade at once for no further Rage, or decline"
)


def why_not_free_invade(s: State, seat: int, figure: int, place: int) -> int:
    """BR-9.8, BR-19.5: free means without Rage; it lifts no other limit."""
    asked = s.flow.about[seat]
    if figure != asked:
        return NOT_THIS_FIGURE.given(asked, figure)
    return why_not_land(s, figure, place) or why_not_send(s, seat, figure, FREE)


def do_free_invade(s: State, seat: int, figure: int, place: int) -> None:
    """BR-9.8."""
    invade(s, seat, figure, place)


def do_decline_invade(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-9.8: the upgrade allows the invade, it does not ask for it."""
    emit(s, INVADE_DECLINED, seat, s.flow.about[seat])


@rules.step_about
def offer_free_invade(s: State, seat: int, figure: int) -> None:
    """BR-9.8: with none in the reserve there is no free invade."""
    if count(s, seat, figure, RESERVE):
        FREE_INVADE.ask(s, seat, figure)


FREE_INVADE.offer(INVADE, do_free_invade, why_not_free_invade)
FREE_INVADE.offer(DECLINE, do_decline_invade, may_always)
