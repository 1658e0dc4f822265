"""Three wheel actions: Reinforce, Mobilize, Prepare (LR-15.1 to LR-15.5)."""

from typing import Final

from drakkar.core.flow import Menu, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec
from drakkar.games.lords_of_ragnarok.board import NOWHERE, REGIONS, RUNES
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE, DONE, MOVE, PREPARE, RECRUIT, STRENGTHEN
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.pieces.figures import army_like, can_gain, recruit, strengthen, why_not_strengthen
from drakkar.games.lords_of_ragnarok.pieces.heroes import an_injury_is_healed, injuries
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, gain_runes_of_choice, supply
from drakkar.games.lords_of_ragnarok.state import MOBILIZE, NO_ARMY, REINFORCE, State, rules
from drakkar.games.lords_of_ragnarok.state import PREPARE as PREPARE_ACTION
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import (
    activate_menu,
    do_activate,
    do_move,
    move_menu,
    own_settlements,
    recruit_menu,
    recruit_value,
    recruits,
    why_not_activate,
    why_not_move,
    why_not_recruit,
    why_not_recruit_at_all,
)
from drakkar.games.lords_of_ragnarok.turn.special_action import special
from drakkar.games.lords_of_ragnarok.windows import LONG_MARCHES, PREPARE_DRAWS, REINFORCE_VALUE

# Reinforce

REINFORCE_WHERE: Final = rules.question("reinforce", "LR-15.1", "recruit an Army")
NO_GROUND: Final = rules.why("no_ground", "LR-15.1", "there is no Region in which you can recruit")


def why_not_reinforce(s: State, seat: int) -> int:
    """LR-15.1: needs an Army in the pool and a Region for it."""
    if why_not_recruit_at_all(s, seat):
        return why_not_recruit_at_all(s, seat)
    return 0 if recruits(s, seat) else NO_GROUND.given()


@rules.step_for
def reinforce(s: State, seat: int) -> None:
    """LR-15.1."""
    REINFORCE_WHERE.ask(s, seat)


def do_reinforce(s: State, seat: int, region: int, _: int) -> None:
    """LR-13.3. T13."""
    recruit(s, seat, region, REINFORCE_VALUE.of(s, seat, recruit_value(s, seat)))


REINFORCE_WHERE.offer(RECRUIT, do_reinforce, why_not_recruit, recruit_menu)
special(REINFORCE, why_not_reinforce, reinforce)

# Mobilize

MOBILIZING: Final = rules.question("mobilize", "LR-15.2", "activate your Armies one by one, then done")
NOTHING_TO_MOBILIZE: Final = rules.why("nothing_to_mobilize", "LR-15.2", "you have no Army to activate")
ONE_MUST_MOVE: Final = rules.why("one_must_move", "LR-15.2", "at least one Army must be activated")
ALL_MUST_MOVE: Final = rules.why("all_must_move", "LR-29.8", "every Army that can be activated must be")


def why_not_mobilize(s: State, seat: int) -> int:
    """LR-15.2: at least one."""
    return 0 if can_activate(s, seat) else NOTHING_TO_MOBILIZE.given()


def can_activate(s: State, seat: int) -> bool:
    """Whether an Army can still be activated."""
    return any(
        s.armies[army] and not why_not_activate(s, seat, s.values[army], s.armies[army])
        for army in range(seat * ARMIES, seat * ARMIES + ARMIES)
    )


@rules.step_for
def mobilize(s: State, seat: int) -> None:
    """LR-15.2: any number, each once."""
    s.activated = vec(s.seats * ARMIES)
    s.steps = 0
    MOBILIZING.ask(s, seat)


@rules.step_for
def mobilize_goes_on(s: State, seat: int) -> None:
    """LR-15.2, LR-15.3: control and battles wait until the last Army is done."""
    s.steps += 1
    if can_activate(s, seat):
        MOBILIZING.ask(s, seat)
    else:
        do_end_mobilize(s, seat, 0, 0)


def do_mobilize(s: State, seat: int, value: int, region: int) -> None:
    """One Army, then go on to the next."""
    then(s, mobilize_goes_on, seat)
    do_activate(s, seat, value, region)
    then(s, the_army_may_go_on, seat, s.lifted * REGIONS + region)


def why_not_end_mobilize(s: State, seat: int, _a: int, _b: int) -> int:
    """LR-15.2; LR-29.8: by ruling only when no Army is left to activate."""
    if s.rulings.mobilize_all and can_activate(s, seat):
        return ALL_MUST_MOVE.given()
    return 0 if s.steps else ONE_MUST_MOVE.given()


def do_end_mobilize(s: State, _seat: int, _a: int, _b: int) -> None:
    """LR-15.3: the stage ends."""
    s.activated = vec(s.seats * ARMIES)


MOBILIZING.offer(ACTIVATE, do_mobilize, why_not_activate, activate_menu)
MOBILIZING.offer(DONE, do_end_mobilize, why_not_end_mobilize)

MARCH_ON: Final = rules.question("march_on", "LR-15.2", "the Army in {about:region} may move one more Region")
WENT_TWICE: Final = 2


@rules.step_about
def the_army_may_go_on(s: State, seat: int, army_and_origin: int) -> None:
    """T13: an Army that has moved may move again, as often as cards allow in one Mobilize."""
    army, origin = army_and_origin // REGIONS, army_and_origin % REGIONS
    moved = s.armies[army] != NOWHERE and s.armies[army] != origin
    if moved and sum(times == WENT_TWICE for times in s.activated) < LONG_MARCHES.of(s, seat, 0):
        s.lifted = army
        MARCH_ON.ask(s, seat, s.armies[army])


def do_march_on(s: State, seat: int, region: int, _: int) -> None:
    """T13: an ordinary second move."""
    s.activated[s.lifted] = WENT_TWICE
    do_move(s, seat, region, 0)


def do_halt(s: State, _seat: int, _a: int, _b: int) -> None:
    """LR-27.3: the Army stays."""
    s.lifted = NO_ARMY


MARCH_ON.offer(MOVE, do_march_on, why_not_move, move_menu)
MARCH_ON.offer(DONE, do_halt)
special(MOBILIZE, why_not_mobilize, mobilize)

# Prepare

HEAL_ONE: Final = 0
DRAW_ONE: Final = 1
TAKE_RUNE: Final = 2
TRAIN_ONE: Final = 3
TWICE: Final = 2

PREPARING: Final = rules.question("prepare", "LR-15.4", "heal, draw, take a Rune or strengthen ({about} left)")
TRAINING: Final = rules.question("training", "LR-15.4", "+1 value to an Army in a Settlement Region you control")
NOT_SETTLED: Final = rules.why("not_settled", "LR-15.4", "{region} is not a Settlement you control")
CHANGES_NOTHING: Final = rules.why("changes_nothing", "LR-15.5", "Prepare: {preparation} would change nothing")


def why_not_prepare_at_all(_s: State, _seat: int) -> int:
    """LR-14.9: a card can always be drawn."""
    return 0


@rules.step_for
def prepare(s: State, seat: int) -> None:
    """LR-15.4: two of four."""
    s.steps = 0
    then(s, a_preparation, seat, 1)
    then(s, a_preparation, seat, TWICE)


@rules.step_about
def a_preparation(s: State, seat: int, left: int) -> None:
    """LR-15.4: finished before the next one is chosen."""
    PREPARING.ask(s, seat, left)


def why_not_prepare(s: State, seat: int, what: int, _: int) -> int:
    """LR-15.5."""
    useful = (
        bool(injuries(s, seat))
        if what == HEAL_ONE
        else any(supply(s, rune) for rune in range(RUNES))
        if what == TAKE_RUNE
        else bool(trainable(s, seat))
        if what == TRAIN_ONE
        else True
    )
    return 0 if useful else CHANGES_NOTHING.given(what)


def trainable(s: State, seat: int) -> list[int]:
    """The Armies below 6 in the player's Settlements."""
    places = own_settlements(s, seat)
    first = seat * ARMIES
    return [army for army in range(first, first + ARMIES) if can_gain(s, army) and places >> s.armies[army] & 1]


def do_prepare(s: State, seat: int, what: int, _: int) -> None:
    """LR-15.4. T13."""
    if what == HEAL_ONE:
        then(s, an_injury_is_healed, seat)
    elif what == DRAW_ONE:
        draw_cards(s, seat, PREPARE_DRAWS.of(s, seat, 1, s.steps))
        s.steps += 1
    elif what == TAKE_RUNE:
        gain_runes_of_choice(s, seat, 1)
    else:
        TRAINING.ask(s, seat)


def why_not_training(s: State, seat: int, value: int, region: int) -> int:
    """LR-15.4."""
    reason = why_not_strengthen(s, seat, value, region)
    if reason:
        return reason
    return 0 if own_settlements(s, seat) >> region & 1 else NOT_SETTLED.given(region)


def training_menu(s: State, seat: int, menu: Menu) -> None:
    """Equal Armies are one choice."""
    for army in trainable(s, seat):
        if army_like(s, seat, s.values[army], s.armies[army]) == army:
            menu.add(STRENGTHEN, s.values[army], s.armies[army])


def do_training(s: State, seat: int, value: int, region: int) -> None:
    """LR-15.4."""
    strengthen(s, army_like(s, seat, value, region), 1)


PREPARING.offer(PREPARE, do_prepare, why_not_prepare)
TRAINING.offer(STRENGTHEN, do_training, why_not_training, training_menu)
special(PREPARE_ACTION, why_not_prepare_at_all, prepare)
