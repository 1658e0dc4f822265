"""Attributes and Injuries (LR-5.1 to LR-5.9)."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.choices import HEAL, INJURE
from drakkar.games.lords_of_ragnarok.events import (
    ATTRIBUTE_AT_TOP,
    ATTRIBUTE_LOWERED,
    ATTRIBUTE_RAISED,
    HEALED,
    INJURED,
    INJURY_IGNORED,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import limits_are_applied
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, HIGHEST, LOWEST, WISDOM, State, rules
from drakkar.games.lords_of_ragnarok.windows import INJURY_COMES, INJURY_DEALT


def field(s: State, seat: int, which: int) -> int:
    """The field of an Attribute's token, injured or not."""
    return s.fields[seat * ATTRIBUTES + which]


def is_injured(s: State, seat: int, which: int) -> bool:
    """LR-5.6."""
    return bool(s.injured[seat * ATTRIBUTES + which])


def injuries(s: State, seat: int) -> int:
    """The number of injured tokens."""
    return sum(s.injured[seat * ATTRIBUTES + which] for which in range(ATTRIBUTES))


def raise_attribute(s: State, seat: int, which: int) -> None:
    """LR-5.1, LR-5.7: an injured token rises too; on 6 it stays."""
    if field(s, seat, which) == HIGHEST:
        emit(s, ATTRIBUTE_AT_TOP, seat, which)
        return
    s.fields[seat * ATTRIBUTES + which] += 1
    emit(s, ATTRIBUTE_RAISED, seat, which, field(s, seat, which))


def lower_attribute(s: State, seat: int, which: int) -> None:
    """LR-5.2, LR-5.12: never below 2; when Wisdom falls, the limits are applied, by ruling at the next gain."""
    if field(s, seat, which) == LOWEST:
        return
    s.fields[seat * ATTRIBUTES + which] -= 1
    emit(s, ATTRIBUTE_LOWERED, seat, which, field(s, seat, which))
    if not s.rulings.limits_wait_for_a_gain:
        then(s, limits_are_applied, seat)


# Injuries

CHOOSE_INJURY: Final = rules.question("injury", "LR-5.6", "choose the Attribute to injure")
ALREADY_INJURED: Final = rules.why("already_injured", "LR-5.6", "{attribute} is already injured")
NOT_INJURED: Final = rules.why("not_injured", "LR-5.9", "{attribute} is not injured")


def deal_injury(s: State, seat: int) -> None:
    """LR-5.6, T25: first effects that ignore it, then the token, then effects that it triggers."""
    then(s, the_injury_turns_a_token, seat)
    then(s, an_injury_comes, seat)


def deal_injury_to(s: State, seat: int, which: int) -> None:
    """LR-18.26, T25: an Injury to this token."""
    then(s, the_injury_turns, seat, which)
    then(s, an_injury_comes, seat)


@rules.step_for
def an_injury_comes(s: State, seat: int) -> None:
    """LR-28.5."""
    INJURY_COMES.announce(s, [seat])


@rules.step_for
def the_injury_turns_a_token(s: State, seat: int) -> None:
    """LR-5.8: with three injured tokens it is ignored, and the player's own Hunt fails (LR-18.24)."""
    if is_warded(s, seat):
        return
    if injuries(s, seat) == ATTRIBUTES:
        emit(s, INJURY_IGNORED, seat)
        s.hunt.over = s.hunt.over or s.hunt.hunter == seat
    else:
        CHOOSE_INJURY.ask(s, seat)


@rules.step_about
def the_injury_turns(s: State, seat: int, which: int) -> None:
    """LR-18.26: if the token is still healthy."""
    if not is_warded(s, seat) and not is_injured(s, seat, which):
        injure(s, seat, which)


def is_warded(s: State, seat: int) -> bool:
    """LR-28.5: an ignored Injury does not count as dealt; the ward is used up."""
    if not s.hunt.warded:
        return False
    s.hunt.warded = False
    emit(s, INJURY_IGNORED, seat)
    return True


def why_not_injure(s: State, seat: int, which: int, _: int) -> int:
    """LR-5.6: a healthy token."""
    return ALREADY_INJURED.given(which) if is_injured(s, seat, which) else 0


def do_injure(s: State, seat: int, which: int, _: int) -> None:
    """The owner's choice."""
    injure(s, seat, which)


def injure(s: State, seat: int, which: int) -> None:
    """LR-5.6, LR-5.12, T25: turn the token."""
    s.injured[seat * ATTRIBUTES + which] = 1
    emit(s, INJURED, seat, which)
    if which == WISDOM and not s.rulings.limits_wait_for_a_gain:
        then(s, limits_are_applied, seat)
    INJURY_DEALT.announce(s, [seat], which)


CHOOSE_INJURY.offer(INJURE, do_injure, why_not_injure)

# Healing

CHOOSE_HEALING: Final = rules.question("healing", "LR-5.9", "heal one Injury")


@rules.step_for
def an_injury_is_healed(s: State, seat: int) -> None:
    """LR-5.9: if there is one."""
    if injuries(s, seat):
        CHOOSE_HEALING.ask(s, seat)


def why_not_heal(s: State, seat: int, which: int, _: int) -> int:
    """LR-5.9."""
    return 0 if is_injured(s, seat, which) else NOT_INJURED.given(which)


def do_heal(s: State, seat: int, which: int, _: int) -> None:
    """LR-5.9: the token stays on its field."""
    heal(s, seat, which)


def heal(s: State, seat: int, which: int) -> None:
    """LR-5.9."""
    s.injured[seat * ATTRIBUTES + which] = 0
    emit(s, HEALED, seat, which)


CHOOSE_HEALING.offer(HEAL, do_heal, why_not_heal)
