"""March: figures move from one province to any other (section 8)."""

from typing import Final

from drakkar.core.flow import Menu, emit
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.board import NOWHERE, PROVINCES, is_fjord, villages
from drakkar.games.blood_rage.choices import DONE, FIGURE, MARCH
from drakkar.games.blood_rage.clans import spend_rage
from drakkar.games.blood_rage.events import MARCHED, MARCHES
from drakkar.games.blood_rage.figures import (
    count,
    has_empty_village,
    is_ship,
    is_there,
    kinds_at,
    move,
    open_provinces,
    places_of,
)
from drakkar.games.blood_rage.invade import PLACE_DESTROYED
from drakkar.games.blood_rage.state import State, rules

MARCH_PRICE: Final = 1

MARCH_NEEDS_RAGE: Final = rules.why("march_needs_rage", "BR-8.1", "needs {need} Rage; you have {have}")
NO_FJORD_MARCH: Final = rules.why("no_fjord_march", "BR-8.5", "{place} is a fjord: no march starts or ends there")
SAME_PROVINCE: Final = rules.why("same_province", "BR-8.1", "a march must leave {place}")
NOBODY_TO_MARCH: Final = rules.why("nobody_to_march", "BR-8.1", "you have no figure in {place}")
TARGET_FULL: Final = rules.why("target_full", "BR-8.3", "{place} has no empty village: {have} of {most} are taken")
NOT_AT_ORIGIN: Final = rules.why("not_at_origin", "BR-8.4", "you have no {figure} in {place}, where this march begins")
SHIPS_STAY: Final = rules.why("ships_stay", "BR-8.5", "{figure:the_figure} does not march")
ONE_MARCH_AT_A_TIME: Final = rules.why(
    "one_march_at_a_time", "BR-8.4", "a march has one origin and one target: choose done first"
)
ONE_MUST_MARCH: Final = rules.why("one_must_march", "BR-8.1", "at least one figure must march")

MARCHING: Final = rules.question("marching", "BR-8.1", "choose figures to march to {about:place} one by one, then done")


def why_not_march(s: State, seat: int, origin: int, target: int) -> int:
    """BR-8.1, BR-8.3, BR-8.5."""
    return (
        why_not_leave(s, seat, origin)
        or why_not_enter(s, target)
        or (SAME_PROVINCE.given(target) if origin == target else 0)
    )


def why_not_leave(s: State, seat: int, origin: int) -> int:
    """BR-8.1, BR-8.5: needs Rage for the march and a figure of the clan in a province."""
    if is_fjord(origin):
        return NO_FJORD_MARCH.given(origin)
    if not is_there(s, seat, origin):
        return NOBODY_TO_MARCH.given(origin)
    if s.rage[seat] < MARCH_PRICE:
        return MARCH_NEEDS_RAGE.given(MARCH_PRICE, s.rage[seat])
    return 0


def why_not_enter(s: State, target: int) -> int:
    """BR-8.1, BR-8.3: needs a surviving province with an empty village; Yggdrasil always has room."""
    if is_fjord(target):
        return NO_FJORD_MARCH.given(target)
    if s.destroyed[target]:
        return PLACE_DESTROYED.given(target)
    if not has_empty_village(s, target):
        return TARGET_FULL.given(target, s.standing[target], villages(target))
    return 0


def march_menu(s: State, seat: int, menu: Menu) -> None:
    """Every province to leave, with every other one to enter."""
    if s.rage[seat] < MARCH_PRICE or not s.on_board[seat]:
        return
    origins, targets = places_of(s, seat), open_provinces(s)
    for origin in range(PROVINCES):
        if origins >> origin & 1:
            menu.add_all(MARCH, origin, targets & ~(1 << origin))


def do_march(s: State, seat: int, origin: int, target: int) -> None:
    """BR-8.1: pay, then name the figures one by one."""
    spend_rage(s, seat, MARCH_PRICE)
    emit(s, MARCHES, seat, origin, target)
    s.march_origin, s.march_target, s.marched = origin, target, 0
    MARCHING.ask(s, seat, target)


def why_not_march_figure(s: State, seat: int, figure: int, _: int) -> int:
    """BR-8.3, BR-8.4, BR-8.5."""
    if is_ship(figure):
        return SHIPS_STAY.given(figure)
    if not count(s, seat, figure, s.march_origin):
        return NOT_AT_ORIGIN.given(figure, s.march_origin)
    if not has_empty_village(s, s.march_target):
        return TARGET_FULL.given(s.march_target, s.standing[s.march_target], villages(s.march_target))
    return 0


def march_figure_menu(s: State, seat: int, menu: Menu) -> None:
    """The kinds of figure still in the origin."""
    for figure in kinds_at(s, seat, s.march_origin):
        if not why_not_march_figure(s, seat, figure, 0):
            menu.add(FIGURE, figure)


def do_march_figure(s: State, seat: int, figure: int, _: int) -> None:
    """BR-8.1: one or more figures."""
    move(s, seat, figure, s.march_origin, s.march_target)
    s.marched += 1
    emit(s, MARCHED, seat, figure, s.march_origin, s.march_target)
    MARCHING.ask(s, seat, s.march_target)


def why_not_end_march(s: State, _seat: int, _a: int, _b: int) -> int:
    """BR-8.1: one or more."""
    return 0 if s.marched else ONE_MUST_MARCH.given()


def do_end_march(s: State, _seat: int, _a: int, _b: int) -> None:
    """End the march."""
    s.march_origin, s.march_target, s.marched = NOWHERE, NOWHERE, 0


def why_not_another_march(_s: State, _seat: int, _origin: int, _target: int) -> int:
    """BR-8.4: one march never has two origins or two targets."""
    return ONE_MARCH_AT_A_TIME.given()


def no_menu(_s: State, _seat: int, _menu: Menu) -> None:
    """Offers nothing."""


TURN.offer(MARCH, do_march, why_not_march, march_menu)
MARCHING.offer(FIGURE, do_march_figure, why_not_march_figure, march_figure_menu)
MARCHING.offer(DONE, do_end_march, why_not_end_march)
MARCHING.offer(MARCH, do_march, why_not_another_march, no_menu)
