"""The Ragnarok conditions (LR-16.3)."""

from drakkar.core.flow import NOBODY
from drakkar.games.lords_of_ragnarok.board import REALMS
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.control import lands_controlled, temples_controlled
from drakkar.games.lords_of_ragnarok.state import LAST_LEVEL, State


@card("condition", "r1").asks
@card("condition", "r6").asks
def a_statue_is_complete(s: State) -> bool:
    """Any Statue at level 3."""
    return any(level == LAST_LEVEL for level in s.levels)


@card("condition", "r2").asks
@card("condition", "r7").asks
def a_land_is_controlled(s: State) -> bool:
    """Some player controls every Region of a Land."""
    return any(lands_controlled(s, seat) for seat in range(s.seats))


def defeated(s: State) -> int:
    """LR-29.19: Monsters defeated, by all players together."""
    return sum(slayer != NOBODY for slayer in s.monsters.slain_by)


@card("condition", "r3").asks
def two_monsters_are_defeated(s: State) -> bool:
    """By whomever."""
    return defeated(s) >= 2


@card("condition", "r8").asks
def a_monster_is_defeated(s: State) -> bool:
    """By whomever."""
    return defeated(s) >= 1


@card("condition", "r4").asks
@card("condition", "r9").asks
def three_temples_are_controlled(s: State) -> bool:
    """Of one player."""
    return any(temples_controlled(s, seat) >= 3 for seat in range(s.seats))


def realms_with_allies(s: State) -> int:
    """Realms on which a marker lies."""
    return sum(bool(allies) for allies in s.alliances)


@card("condition", "r5").asks
def every_realm_has_an_ally(s: State) -> bool:
    """All six."""
    return realms_with_allies(s) == REALMS


@card("condition", "r10").asks
def four_realms_have_an_ally(s: State) -> bool:
    """Four of the six."""
    return realms_with_allies(s) >= 4
