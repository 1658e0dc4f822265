"""The turn: five stages, each with its end (section 8)."""

from typing import Final

from drakkar.core.flow import NOBODY, Menu, emit, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec
from drakkar.games.lords_of_ragnarok.battle import battle_is_fought
from drakkar.games.lords_of_ragnarok.board import REGIONS
from drakkar.games.lords_of_ragnarok.choices import FIGHT
from drakkar.games.lords_of_ragnarok.events import STAGE_BEGINS, TURN_BEGINS
from drakkar.games.lords_of_ragnarok.pieces.figures import contested
from drakkar.games.lords_of_ragnarok.state import (
    HERO_STAGE,
    MANOEUVRES,
    NO_ACTION,
    PRAYER,
    RUNE_STAGE,
    SPECIAL,
    State,
    rules,
)
from drakkar.games.lords_of_ragnarok.turn.hero_stage import hero_stage
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import manoeuvres
from drakkar.games.lords_of_ragnarok.turn.prayer import prayer
from drakkar.games.lords_of_ragnarok.turn.rune_action import rune_stage
from drakkar.games.lords_of_ragnarok.turn.special_action import special_action
from drakkar.games.lords_of_ragnarok.victory.control import control_is_checked, is_settled
from drakkar.games.lords_of_ragnarok.victory.ragnarok import the_turn_was_the_last
from drakkar.games.lords_of_ragnarok.windows import TURN_ENDS, TURN_STARTS

STAGES: Final = (
    (PRAYER, prayer),
    (HERO_STAGE, hero_stage),
    (RUNE_STAGE, rune_stage),
    (MANOEUVRES, manoeuvres),
    (SPECIAL, special_action),
)


@rules.step_for
def turn_begins(s: State, seat: int) -> None:
    """LR-8.1, LR-8.3: effects at the start of the turn belong to stage 1."""
    s.turn = seat
    emit(s, TURN_BEGINS, seat)
    then(s, turn_is_over, seat)
    for stage, content in reversed(STAGES):
        then(s, stage_ends)
        then(s, content)
        then(s, stage_begins, seat, stage)
    then(s, start_of_turn)


@rules.step
def start_of_turn(s: State) -> None:
    """T02."""
    s.stage = PRAYER
    TURN_STARTS.announce(s, [s.turn])


@rules.step_about
def stage_begins(s: State, _seat: int, stage: int) -> None:
    """LR-8.1; resets what is recorded for one stage."""
    s.stage = stage
    s.prayed = s.forged = False
    s.steps = 0
    s.action = NO_ACTION
    emit(s, STAGE_BEGINS, s.turn, stage)


@rules.step_for
def turn_is_over(s: State, seat: int) -> None:
    """LR-8.5: end of turn effects, then the next player. T18."""
    then(s, next_turn, seat)
    TURN_ENDS.announce(s, [seat])


@rules.step_for
def next_turn(s: State, seat: int) -> None:
    """LR-8.5, LR-23.1: clockwise, while turns are left."""
    if not the_turn_was_the_last(s):
        then(s, turn_begins, (seat + 1) % s.seats)


# The end of a stage


@rules.step
def stage_ends(s: State) -> None:
    """LR-8.4, LR-8.6: control, battles, control. Most stages have none of them."""
    if is_settled(s):
        then(s, arrivals_are_forgotten)
    else:
        follow(s, (control_is_checked, battles_are_fought, control_is_checked, arrivals_are_forgotten))


@rules.step
def arrivals_are_forgotten(s: State) -> None:
    """LR-19.2: the attacker is the player whose Armies arrived in this stage."""
    s.regions.arrived = vec(REGIONS, NOBODY)


NEXT_BATTLE: Final = rules.question("next_battle", "LR-8.7", "choose which battle comes next")
NO_BATTLE_THERE: Final = rules.why("no_battle_there", "LR-19.1", "{region} does not have Armies of two players")


@rules.step
def battles_are_fought(s: State) -> None:
    """LR-8.6, LR-8.7: one after the other, in the active player's order."""
    if contested(s):
        then(s, battles_are_fought)
        NEXT_BATTLE.ask(s, s.turn)


def why_not_fight(s: State, _seat: int, region: int, _: int) -> int:
    """LR-19.1."""
    return 0 if contested(s) >> region & 1 else NO_BATTLE_THERE.given(region)


def fight_menu(s: State, _seat: int, menu: Menu) -> None:
    """The Regions with Armies of two players."""
    menu.add_all(FIGHT, 0, contested(s))


def do_fight(s: State, seat: int, region: int, _: int) -> None:
    """LR-19.1."""
    then(s, battle_is_fought, seat, region)


NEXT_BATTLE.offer(FIGHT, do_fight, why_not_fight, fight_menu)
