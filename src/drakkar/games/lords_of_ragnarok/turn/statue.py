"""Build Statue, in its six steps (section 16)."""

from typing import Final

from drakkar.core.flow import NOBODY, emit, follow
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec
from drakkar.games.lords_of_ragnarok.board import GODS, numbers_of
from drakkar.games.lords_of_ragnarok.choices import STATUE
from drakkar.games.lords_of_ragnarok.events import (
    CONDITION_TURNED,
    FORGE_FILLED,
    PRIESTS_RETURN,
    STATUE_BUILT,
    WHEEL_CLEARED,
)
from drakkar.games.lords_of_ragnarok.monsters.event_cards import an_event_happens
from drakkar.games.lords_of_ragnarok.pieces.artifacts import charge_all
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled, turn_order
from drakkar.games.lords_of_ragnarok.pieces.player_pools import gain_priests, supply
from drakkar.games.lords_of_ragnarok.state import BUILD_STATUE, LAST_LEVEL, WHEEL, State, rules
from drakkar.games.lords_of_ragnarok.turn.prayer import take_from_forge
from drakkar.games.lords_of_ragnarok.turn.special_action import markers_of, special
from drakkar.games.lords_of_ragnarok.victory.control import temples_controlled
from drakkar.games.lords_of_ragnarok.victory.ragnarok import ENOUGH_CARDS, FULFILLED, ragnarok_begins
from drakkar.games.lords_of_ragnarok.windows import CONDITIONS_CHECKED, REFRESHED

BUILD: Final = rules.question("statue", "LR-16.2", "add a level to a Statue")
NO_MARKER: Final = rules.why("no_marker", "LR-16.1", "you have no marker on the wheel")
ALL_BUILT: Final = rules.why("all_built", "LR-16.2", "all Statues are complete")
COMPLETE: Final = rules.why("complete", "LR-16.2", "the Statue of {god} is complete")


def all_built(s: State) -> bool:
    """LR-16.14: all nine levels are built."""
    return all(level == LAST_LEVEL for level in s.levels)


def why_not_build(s: State, seat: int) -> int:
    """LR-16.1, LR-29.6."""
    if not markers_of(s, seat):
        return NO_MARKER.given()
    return ALL_BUILT.given() if all_built(s) and not s.rulings.ninth_level_skips else 0


@rules.step_for
def build_statue(s: State, seat: int) -> None:
    """LR-16.2 to LR-16.11: step 1, then the others."""
    follow(s, (conditions_are_checked, refresh, forges_are_filled, the_builder_gains, an_event_happens))
    if not all_built(s):
        BUILD.ask(s, seat)


def why_not_level(s: State, _seat: int, god: int, _: int) -> int:
    """LR-16.2, LR-16.12."""
    return COMPLETE.given(god) if s.levels[god] == LAST_LEVEL else 0


def do_level(s: State, seat: int, god: int, _: int) -> None:
    """LR-16.2."""
    s.levels[god] += 1
    emit(s, STATUE_BUILT, seat, god, s.levels[god])


BUILD.offer(STATUE, do_level, why_not_level)
special(BUILD_STATUE, why_not_build, build_statue)


@rules.step
def conditions_are_checked(s: State) -> None:
    """LR-16.3, LR-16.5, LR-16.14, LR-29.1: step 2. T15."""
    if s.ragnarok.due:
        ragnarok_begins(s, s.turn)
    for at, number in enumerate(s.ragnarok.conditions):
        if not s.ragnarok.turned[at] and FULFILLED[number](s):
            s.ragnarok.turned[at] = 1
            emit(s, CONDITION_TURNED, number)
    if sum(s.ragnarok.turned) >= ENOUGH_CARDS:
        if s.rulings.ragnarok_waits_for_a_statue:
            s.ragnarok.due = True
        else:
            ragnarok_begins(s, s.turn)
    if all_built(s) and not s.rulings.ninth_level_skips:
        ragnarok_begins(s, s.turn)
    CONDITIONS_CHECKED.announce(s, turn_order(s))


@rules.step
def refresh(s: State) -> None:
    """LR-16.6, LR-16.13: step 3. T16."""
    s.sent = vec(GODS * s.seats)
    emit(s, PRIESTS_RETURN)
    s.wheel = vec(WHEEL * s.seats, NOBODY)
    s.wheel_sizes = vec(WHEEL)
    emit(s, WHEEL_CLEARED)
    charge_all(s)
    REFRESHED.announce(s, turn_order(s))


@rules.step
def forges_are_filled(s: State) -> None:
    """LR-16.7: step 4, as far as the supply lasts."""
    for region in numbers_of(s.board.forges):
        rune = s.regions.forge_kinds[region]
        if not s.regions.forge_runes[region] and supply(s, rune):
            s.regions.forge_runes[region] = 1
            emit(s, FORGE_FILLED, region, rune)


@rules.step
def the_builder_gains(s: State) -> None:
    """LR-16.8 to LR-16.10: step 5; all Runes are taken before the limit applies."""
    gain_priests(s, s.turn, temples_controlled(s, s.turn))
    for region in numbers_of(controlled(s, s.turn) & s.board.forges):
        if s.regions.forge_runes[region]:
            take_from_forge(s, s.turn, region)
