"""Priors: an estimate of what each choice brings, without looking ahead."""

from typing import Final

from benchmarks.classics.lords_of_ragnarok.worth import can_take, can_usurp, region_worth
from drakkar.core.flow import NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok import choices as verbs
from drakkar.games.lords_of_ragnarok.battle import battle_strength
from drakkar.games.lords_of_ragnarok.board import NOWHERE, RUNES, numbers_of
from drakkar.games.lords_of_ragnarok.card import CASUALTIES, RAGE, VALUE
from drakkar.games.lords_of_ragnarok.choices import notation
from drakkar.games.lords_of_ragnarok.pieces.figures import reach
from drakkar.games.lords_of_ragnarok.state import (
    BUILD_STATUE,
    BUILD_TEMPLE,
    MOBILIZE,
    MONSTERS_ACTION,
    NO_ARMY,
    PREPARE,
    REINFORCE,
    USURP,
    WHEEL,
    State,
)

# The usual value of an action of stage 5.
ACTIONS: Final[dict[int, float]] = {
    MOBILIZE: 1.5,
    REINFORCE: 1.8,
    BUILD_TEMPLE: 4.0,
    MONSTERS_ACTION: 0.8,
    USURP: 3.0,
    PREPARE: 1.0,
    BUILD_STATUE: 0.6,
}
# The value of doing something rather than nothing.
SOMETHING: Final = 0.4
A_PRIEST: Final = 1.2
A_FORGE: Final = 1.0
A_WOUND: Final = 1.5
A_LEVEL: Final = 0.3


def priors(s: State, seat: int, menu: list[int]) -> list[float]:
    """One estimate for each choice."""
    return [_ruling(s, seat, code) for code in menu]


def _ruling(s: State, seat: int, code: int) -> float:
    verb = notation.verbs[notation.verb_of[code]]
    at = code - verb.base
    a, b = at // verb.width, at % verb.width
    if verb.closing:
        return _closing(s, seat) if verb.number == verbs.PASS.number else 0.0
    if verb.number == verbs.MOVE.number:
        return _move(s, seat, a)
    if verb.number == verbs.ACTIVATE.number:
        return _activate(s, seat, a, b)
    if verb.number == verbs.PLAY.number:
        return _play(s, seat, a)
    if verb.number == verbs.ACTION.number:
        return _action(s, seat, a)
    return _small(s, seat, verb.number, a)


def _small(s: State, seat: int, verb: int, a: int) -> float:
    """Choices with one argument."""
    if verb in (verbs.WALK.number, verbs.PLACE_HERO.number):
        return 0.4 * region_worth(s, seat, a) if can_usurp(s, seat, a) else 0.1
    if verb in (verbs.RECRUIT.number, verbs.PLACE_ARMY.number):
        return 0.6 + 0.3 * _prospects(s, seat, a, 2)
    if verb == verbs.PRAY.number:
        return A_PRIEST + A_LEVEL * float(s.levels[a])
    if verb == verbs.FORGE.number:
        return A_FORGE
    if verb in (verbs.TEMPLE.number, verbs.RETREAT.number, verbs.SETTLE.number):
        return region_worth(s, seat, a)
    if verb in (verbs.TAKE.number, verbs.DISCARD_RUNE.number):
        held = float(s.runes[seat * RUNES + a])
        return held if verb == verbs.DISCARD_RUNE.number else 1.0 - 0.3 * held
    if verb in (verbs.DISCARD.number, verbs.LOSE.number):
        return -0.3 * float(VALUE[a]) if verb == verbs.DISCARD.number else -0.1 * float(a)
    return _hunting(s, verb, a)


def _hunting(s: State, verb: int, a: int) -> float:
    """Choices of a Hunt; any other choice counts as SOMETHING."""
    if verb == verbs.STRIKE.number:
        return A_WOUND
    if verb == verbs.DEFEND.number:
        return _defend(s, a)
    return 0.3 * float(RAGE[a]) if verb == verbs.ATTACK_WITH.number else SOMETHING


def _prospects(s: State, seat: int, region: int, value: int) -> float:
    """The value of the best Region that an Army of this value could take from there."""
    best = 0.0
    for other in numbers_of(reach(s, seat, region)):
        if s.regions.control[other] != seat and can_take(s, seat, other, value):
            best = max(best, region_worth(s, seat, other))
    return best


def _move(s: State, seat: int, region: int) -> float:
    """An Army moves to Regions it can take. A Monster moves anywhere."""
    if s.lifted == NO_ARMY:
        return SOMETHING
    value, here = s.values[s.lifted], s.armies[s.lifted]
    leaves = 0.1 if s.regions.control[here] == seat else 0.0
    if s.regions.control[region] == seat:
        return 0.1 - leaves
    if not can_take(s, seat, region, value):
        return -1.5
    risk = 0.7 if s.regions.control[region] != NOBODY else 1.0
    return risk * region_worth(s, seat, region) - leaves


def _activate(s: State, seat: int, value: int, region: int) -> float:
    """The best Region the Army could take, or one more value."""
    best = _prospects(s, seat, region, value)
    return best if best > 0.0 else 0.3


def _action(s: State, seat: int, action: int) -> float:
    """LR-14.1: a Temple first, then a Region; a Statue once the wheel is full of the player's own markers."""
    worth = ACTIONS.get(action, SOMETHING)
    if action == USURP:
        return 0.5 + region_worth(s, seat, s.hero_places[seat])
    if action == BUILD_STATUE:
        used: int = 0
        for at in range(WHEEL * s.seats):
            if s.wheel[at] == seat:
                used += 1
        return worth + 0.4 * float(used)
    return worth


def _closing(s: State, seat: int) -> float:
    """Passing in a battle is good if it is already won."""
    return 0.5 if s.battle.region != NOWHERE and _margin(s, seat) > 0 else 0.0


def _margin(s: State, seat: int) -> int:
    """LR-19.8: the current lead of a fighter; a tie goes to the defender."""
    battle = s.battle
    other = battle.attacker + battle.defender - seat
    tie = 1 if seat == battle.defender else 0
    return battle_strength(s, seat) - battle_strength(s, other) + tie


def _play(s: State, seat: int, card: int) -> float:
    """A card that changes the winner, as cheap as possible; with a lead, none."""
    if s.battle.region == NOWHERE:
        return SOMETHING
    margin = _margin(s, seat)
    cost = 0.15 * float(VALUE[card]) + 0.4 * float(CASUALTIES[card])
    if margin > 0:
        return -0.2 - cost
    return 1.5 - cost if margin + VALUE[card] > 0 else 0.2 - cost


def _defend(s: State, card: int) -> float:
    """LR-18.6: enough, but not more."""
    lacking = RAGE[s.hunt.attack] - s.hunt.defence if s.hunt.attack >= 0 else 0
    return 0.8 - 0.1 * float(VALUE[card]) if 0 <= lacking <= 3 else -0.2
