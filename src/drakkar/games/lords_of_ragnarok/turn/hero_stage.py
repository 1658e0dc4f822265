"""Stage 2, Hero: move the Hero or the Drakkar, or heal (section 10)."""

from typing import Final

from drakkar.core.flow import Menu, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.choices import DONE, HEAL, SAIL, WALK
from drakkar.games.lords_of_ragnarok.pieces.figures import move_hero, reach, sail
from drakkar.games.lords_of_ragnarok.pieces.heroes import an_injury_is_healed, heal, why_not_heal
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.windows import (
    DRAKKAR_STEPS,
    HERO_STAGE_ENDS,
    HERO_STAGE_STARTS,
    HERO_STEPS,
    INJURIES_HEALED,
)

STEPS: Final = 2

HERO_ACTION: Final = rules.question("hero_action", "LR-10.1", "move your Hero or your Drakkar, heal, or go on")
WALK_ON: Final = rules.question("walk_on", "LR-10.2", "your Hero may move on")
SAIL_ON: Final = rules.question("sail_on", "LR-10.1", "your Drakkar may sail on")
NO_STEP: Final = rules.why("no_step", "LR-10.2", "{region} is not adjacent to {origin:region}")
NO_SEA_STEP: Final = rules.why("no_sea_step", "LR-11.3", "the {sea} is not adjacent to your Drakkar's Sea")


@rules.step
def hero_stage(s: State) -> None:
    """LR-10.1, with the effects before and after it."""
    follow(s, (hero_stage_starts, the_hero_acts, hero_stage_ends))


@rules.step
def hero_stage_starts(s: State) -> None:
    """T05."""
    HERO_STAGE_STARTS.announce(s, [s.turn])


@rules.step
def the_hero_acts(s: State) -> None:
    """LR-10.1: one of three options, or none."""
    HERO_ACTION.ask(s, s.turn)


@rules.step
def hero_stage_ends(s: State) -> None:
    """T07."""
    HERO_STAGE_ENDS.announce(s, [s.turn])


def why_not_walk(s: State, seat: int, region: int, _: int) -> int:
    """LR-11.1, LR-11.5: any adjacent Region, regardless of what is in it."""
    here = s.hero_places[seat]
    return 0 if reach(s, seat, here) >> region & 1 else NO_STEP.given(region, here)


def walk_menu(s: State, seat: int, menu: Menu) -> None:
    """All Regions within one step."""
    menu.add_all(WALK, 0, reach(s, seat, s.hero_places[seat]))


def do_walk(s: State, seat: int, region: int, _: int) -> None:
    """LR-10.1, LR-10.2: step by step. T06."""
    move_hero(s, seat, region)
    s.steps += 1
    if s.steps < HERO_STEPS.of(s, seat, STEPS):
        WALK_ON.ask(s, seat)


def why_not_sail(s: State, seat: int, sea: int, _: int) -> int:
    """LR-11.3."""
    return 0 if s.board.sea_near[s.drakkars[seat]] >> sea & 1 else NO_SEA_STEP.given(sea)


def sail_menu(s: State, seat: int, menu: Menu) -> None:
    """All Seas within one step."""
    menu.add_all(SAIL, 0, s.board.sea_near[s.drakkars[seat]])


def do_sail(s: State, seat: int, sea: int, _: int) -> None:
    """LR-10.1. T06."""
    sail(s, seat, sea)
    s.steps += 1
    if s.steps < DRAKKAR_STEPS.of(s, seat, STEPS):
        SAIL_ON.ask(s, seat)


def do_heal_as_action(s: State, seat: int, which: int, _: int) -> None:
    """LR-5.9. T06."""
    heal(s, seat, which)
    for _more in range(INJURIES_HEALED.of(s, seat, 1) - 1):
        then(s, an_injury_is_healed, seat)


HERO_ACTION.offer(WALK, do_walk, why_not_walk, walk_menu)
HERO_ACTION.offer(SAIL, do_sail, why_not_sail, sail_menu)
HERO_ACTION.offer(HEAL, do_heal_as_action, why_not_heal)
HERO_ACTION.offer(DONE, do_go_on)
WALK_ON.offer(WALK, do_walk, why_not_walk, walk_menu)
WALK_ON.offer(DONE, do_go_on)
SAIL_ON.offer(SAIL, do_sail, why_not_sail, sail_menu)
SAIL_ON.offer(DONE, do_go_on)
