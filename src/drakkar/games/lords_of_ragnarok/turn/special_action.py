"""Stage 5: choose the Special action, place a marker, give bonuses (section 14).

Each wheel action has its own module, which registers it with `special`.
"""

from collections.abc import Callable
from typing import Final

from drakkar.core.flow import NOBODY, Step, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import REALMS
from drakkar.games.lords_of_ragnarok.card import FIRST_OF, REALM
from drakkar.games.lords_of_ragnarok.choices import ACTION
from drakkar.games.lords_of_ragnarok.events import ACTION_CHOSEN, ACTION_SKIPPED, MARKER_COVERED
from drakkar.games.lords_of_ragnarok.pieces.figures import in_order
from drakkar.games.lords_of_ragnarok.pieces.player_pools import gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import BUILD_STATUE, WHEEL, State, rules
from drakkar.games.lords_of_ragnarok.windows import (
    REALM_BONUS,
    REALMS_ALLIED,
    RUNES_FOR_COVERED,
    SPECIAL_ACTION_OVER,
)

CHOOSE_ACTION: Final = rules.question("action", "LR-14.1", "choose a Special action")
OWN_MARKER: Final = rules.why("own_marker", "LR-14.2", "your marker is already on {action}")


class SpecialAction:
    """One action: why a seat cannot take it now (0 if it can), and the step that carries it out."""

    def __init__(self, why_not: Callable[[State, int], int], step: Step[State]) -> None:
        self.why_not = why_not
        self.step = step


SPECIAL_ACTIONS: Final[dict[int, SpecialAction]] = {}


def special(action: int, why_not: Callable[[State, int], int], step: Step[State]) -> None:
    """Register an action; its step receives the seat."""
    SPECIAL_ACTIONS[action] = SpecialAction(why_not, step)


@rules.step
def special_action(s: State) -> None:
    """LR-14.1: one must be chosen."""
    CHOOSE_ACTION.ask(s, s.turn)


def has_marker(s: State, seat: int, action: int) -> bool:
    """Whether a player has a marker on a wheel action."""
    start = action * s.seats
    return any(s.wheel[at] == seat for at in range(start, start + s.wheel_sizes[action]))


def markers_of(s: State, seat: int) -> int:
    """LR-16.1: the number of a player's markers on the wheel."""
    return sum(has_marker(s, seat, action) for action in range(WHEEL))


def why_not_act(s: State, seat: int, action: int, _: int) -> int:
    """LR-14.2, LR-16.1."""
    if action < WHEEL and has_marker(s, seat, action):
        return OWN_MARKER.given(action)
    return SPECIAL_ACTIONS[action].why_not(s, seat)


def do_act(s: State, seat: int, action: int, _: int) -> None:
    """LR-14.3 to LR-14.6: the marker, then bonuses, then the action."""
    s.action = action
    emit(s, ACTION_CHOSEN, seat, action)
    then(s, special_action_is_over, seat)
    then(s, special_action_is_carried_out, seat)
    if action != BUILD_STATUE:
        put_on_wheel(s, seat, action)


def put_on_wheel(s: State, seat: int, action: int) -> None:
    """LR-14.3 to LR-14.5: the first marker gives the Realm's bonus, any other gives the covered player a Rune."""
    size = s.wheel_sizes[action]
    covered = s.wheel[action * s.seats + size - 1] if size else NOBODY
    s.wheel[action * s.seats + size] = seat
    s.wheel_sizes[action] += 1
    if covered == NOBODY:
        for ally in reversed(in_order(s, (seat + 1) % s.seats)):
            then(s, realm_gives_its_bonus, ally, action)
    else:
        emit(s, MARKER_COVERED, covered, action)
        gain_runes_of_choice(s, covered, RUNES_FOR_COVERED.of(s, covered, 1))


def realms_of(s: State, seat: int) -> int:
    """The Realms that a player is actually allied with, as bits."""
    found: int = 0
    for realm in range(REALMS):
        if s.alliances[realm] >> seat & 1:
            found |= 1 << realm
    return found


@rules.step_about
def realm_gives_its_bonus(s: State, seat: int, realm: int) -> None:
    """LR-14.4, LR-27.12: for players who are allied or count as allied. T11."""
    if REALMS_ALLIED.of(s, seat, realms_of(s, seat)) >> realm & 1:
        REALM_BONUS.carry_out(s, FIRST_OF[REALM] + realm, seat, realm)


@rules.step_for
def special_action_is_carried_out(s: State, seat: int) -> None:
    """LR-14.6: unless a bonus has made it impossible."""
    action = SPECIAL_ACTIONS[s.action]
    if action.why_not(s, seat):
        emit(s, ACTION_SKIPPED, s.action)
    else:
        then(s, action.step, seat)


@rules.step_for
def special_action_is_over(s: State, seat: int) -> None:
    """T14: before the stage ends."""
    SPECIAL_ACTION_OVER.announce(s, [seat], s.action)


CHOOSE_ACTION.offer(ACTION, do_act, why_not_act)
