"""Stage 4, Manoeuvres: activating and recruiting Armies (section 13)."""

from typing import Final

from drakkar.core.flow import Menu, emit
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NO_SEA, NOWHERE, numbers_of
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE, DONE, MOVE, RECRUIT, TRAIN
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.events import ARMY_ACTIVATED
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    BARRED,
    MOST_VALUE,
    armies_in,
    army_like,
    barred,
    controlled,
    is_barred,
    move_army,
    on_board,
    owner_of,
    reach,
    recruit,
    strengthen,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute
from drakkar.games.lords_of_ragnarok.state import AUTHORITY, NO_ARMY, State, rules
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.windows import LEVY_VALUE

MANOEUVRE: Final = rules.question("manoeuvre", "LR-13.1", "activate one Army, or go on")
ACTIVATED: Final = rules.question("activated", "LR-13.2", "move the Army from {about:region}, or train it there")

NO_SUCH_REGION: Final = rules.why("no_such_region", "LR-3.1", "there is no {region} on this side of the board")
NOT_BY_DRAKKAR: Final = rules.why(
    "not_by_drakkar", "LR-13.3", "{region} neither borders your Drakkar's Sea nor is a Settlement you control"
)
NO_ARMY_LEFT: Final = rules.why("no_army_left", "LR-13.5", "all your Armies are on the board")
ARMIES_ON_BOARD: Final = rules.why("armies_on_board", "LR-13.1", "you have Armies on the board to activate")
NO_ARMY_TO_ACTIVATE: Final = rules.why(
    "no_army_to_activate", "LR-13.2", "you have no Army of value {value} in {region}"
)
CANNOT_ACT: Final = rules.why("cannot_act", "LR-13.2", "this Army can neither move nor gain value")
NO_MARCH: Final = rules.why("no_march", "LR-11.2", "{region} is not adjacent to {origin:region}")
CANNOT_TRAIN: Final = rules.why("cannot_train", "LR-13.2", "{region} is not a Settlement you control")
FULLY_TRAINED: Final = rules.why("fully_trained", "LR-2.7", "this Army already has value 6")
HAS_ACTED: Final = rules.why("has_acted", "LR-15.2", "each Army is activated only once")
NOT_CONTROLLED: Final = rules.why("not_controlled", "LR-13.6", "you do not control {region}")


@rules.step
def manoeuvres(s: State) -> None:
    """LR-13.1: one Army, or none."""
    MANOEUVRE.ask(s, s.turn)


# Activating


def own_settlements(s: State, seat: int) -> int:
    """The Settlement Regions that a player controls, as bits."""
    return controlled(s, seat) & s.board.settlements


def is_own_settlement(s: State, seat: int, region: int) -> bool:
    """Whether a Region is a Settlement that a player controls."""
    return s.regions.control[region] == seat and bool(s.board.settlements >> region & 1)


def fresh_army(s: State, seat: int, value: int, region: int) -> int:
    """One of these Armies that has not been activated in this action, or NO_ARMY."""
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        if s.armies[army] == region and s.values[army] == value and not s.activated[army]:
            return army
    return NO_ARMY


def targets(s: State, army: int) -> int:
    """LR-11.2: the Regions that an Army can move to, as bits."""
    return reach(s, owner_of(army), s.armies[army]) & ~barred(s)


def why_not_train(s: State, seat: int, _a: int, _b: int) -> int:
    """LR-13.2."""
    region = s.armies[s.lifted]
    if not is_own_settlement(s, seat, region):
        return CANNOT_TRAIN.given(region)
    return FULLY_TRAINED.given() if s.values[s.lifted] == MOST_VALUE else 0


def why_not_activate(s: State, seat: int, value: int, region: int) -> int:
    """LR-13.2, LR-15.2: needs an own Army that can act and has not been activated yet."""
    if region == NOWHERE or army_like(s, seat, value, region) == NO_ARMY:
        return NO_ARMY_TO_ACTIVATE.given(value, region)
    army = fresh_army(s, seat, value, region)
    if army == NO_ARMY:
        return HAS_ACTED.given()
    trains = value < MOST_VALUE and is_own_settlement(s, seat, region)
    return 0 if trains or targets(s, army) else CANNOT_ACT.given()


def activate_menu(s: State, seat: int, menu: Menu) -> None:
    """Every Army that can be activated; equal Armies are one choice."""
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        value, region = s.values[army], s.armies[army]
        if fresh_army(s, seat, value, region) == army and not why_not_activate(s, seat, value, region):
            menu.add(ACTIVATE, value, region)


def do_activate(s: State, seat: int, value: int, region: int) -> None:
    """LR-13.2: then choose what it does."""
    s.lifted = fresh_army(s, seat, value, region)
    s.activated[s.lifted] = 1
    emit(s, ARMY_ACTIVATED, seat, value, region)
    ACTIVATED.ask(s, seat, region)


def why_not_move(s: State, seat: int, region: int, _: int) -> int:
    """LR-11.2, LR-17.12."""
    origin = s.armies[s.lifted]
    if not reach(s, seat, origin) >> region & 1:
        return NO_MARCH.given(region, origin)
    return BARRED.given(region) if is_barred(s, region) else 0


def move_menu(s: State, _seat: int, menu: Menu) -> None:
    """The Regions the Army can move to."""
    menu.add_all(MOVE, 0, targets(s, s.lifted))


def do_move(s: State, _seat: int, region: int, _: int) -> None:
    """LR-13.2."""
    army, s.lifted = s.lifted, NO_ARMY
    move_army(s, army, region)


def do_train(s: State, _seat: int, _a: int, _b: int) -> None:
    """LR-13.2."""
    army, s.lifted = s.lifted, NO_ARMY
    strengthen(s, army, 1)


def do_activate_one(s: State, seat: int, value: int, region: int) -> None:
    """LR-13.1: only one Army in this stage, so it is not marked as activated."""
    do_activate(s, seat, value, region)
    s.activated[s.lifted] = 0


ACTIVATED.offer(MOVE, do_move, why_not_move, move_menu)
ACTIVATED.offer(TRAIN, do_train, why_not_train)

# Recruiting


def recruit_value(s: State, seat: int) -> int:
    """LR-5.3, LR-13.3."""
    return attribute(s, seat, AUTHORITY)


def why_not_recruit_at_all(s: State, seat: int) -> int:
    """LR-13.5."""
    return 0 if armies_in(s, seat, NOWHERE) else NO_ARMY_LEFT.given()


def recruiting_grounds(s: State, seat: int) -> int:
    """LR-13.3: Regions on the Sea of the player's Drakkar, and own Settlements, as bits."""
    sea = s.drakkars[seat]
    return own_settlements(s, seat) | (s.board.coast[sea] if sea != NO_SEA else 0)


def why_not_recruit(s: State, seat: int, region: int, _: int) -> int:
    """LR-13.3 to LR-13.5."""
    if not on_board(s, region):
        return NO_SUCH_REGION.given(region)
    if why_not_recruit_at_all(s, seat):
        return NO_ARMY_LEFT.given()
    if is_barred(s, region):
        return BARRED.given(region)
    return 0 if recruiting_grounds(s, seat) >> region & 1 else NOT_BY_DRAKKAR.given(region)


def recruit_menu(s: State, seat: int, menu: Menu) -> None:
    """LR-13.3 to LR-13.5."""
    menu.add_all(RECRUIT, 0, recruits(s, seat))


def recruits(s: State, seat: int) -> int:
    """The Regions in which a player can recruit, as bits."""
    return 0 if why_not_recruit_at_all(s, seat) else recruiting_grounds(s, seat) & ~barred(s)


def why_not_manoeuvre_recruit(s: State, seat: int, region: int, _: int) -> int:
    """LR-13.1: only without an Army on the board; a card may allow a levy instead. T10."""
    if not has_armies_on_board(s, seat) and not why_not_recruit(s, seat, region, 0):
        return 0
    if LEVY_VALUE.of(s, seat, 0):
        return why_not_levy(s, seat, region)
    return ARMIES_ON_BOARD.given() if has_armies_on_board(s, seat) else why_not_recruit(s, seat, region, 0)


def has_armies_on_board(s: State, seat: int) -> bool:
    """LR-13.1: whether the player has an Army that could be activated."""
    return len(armies_in(s, seat, NOWHERE)) < ARMIES


def why_not_levy(s: State, seat: int, region: int) -> int:
    """LR-13.6: needs a Region that the player controls."""
    if why_not_recruit_at_all(s, seat):
        return NO_ARMY_LEFT.given()
    if is_barred(s, region):
        return BARRED.given(region)
    return 0 if controlled(s, seat) >> region & 1 else NOT_CONTROLLED.given(region)


def manoeuvre_recruit_menu(s: State, seat: int, menu: Menu) -> None:
    """Only where recruiting is possible."""
    if has_armies_on_board(s, seat) and not LEVY_VALUE.of(s, seat, 0):
        return
    for region in numbers_of(recruiting_grounds(s, seat) | controlled(s, seat)):
        if not why_not_manoeuvre_recruit(s, seat, region, 0):
            menu.add(RECRUIT, region)


def do_manoeuvre_recruit(s: State, seat: int, region: int, _: int) -> None:
    """LR-13.1, LR-13.3, LR-13.6; T10."""
    levied = has_armies_on_board(s, seat) or why_not_recruit(s, seat, region, 0)
    recruit(s, seat, region, LEVY_VALUE.of(s, seat, 0) if levied else recruit_value(s, seat))


MANOEUVRE.offer(ACTIVATE, do_activate_one, why_not_activate, activate_menu)
MANOEUVRE.offer(RECRUIT, do_manoeuvre_recruit, why_not_manoeuvre_recruit, manoeuvre_recruit_menu)
MANOEUVRE.offer(DONE, do_go_on)
