"""The Ragnarok conditions (LR-16.3)."""

from drakkar.core.flow import NOBODY
from drakkar.games.lords_of_ragnarok.board import REALMS
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.state import LAST_LEVEL, State
from drakkar.games.lords_of_ragnarok.victory.control import lands_controlled, temples_controlled

r1 = card("condition", "r1", "Turned over when a Statue is built while any Statue stands at level 3.")
r6 = card("condition", "r6", "Turned over when a Statue is built while any Statue stands at level 3.")


@r1.asks
@r6.asks
def a_statue_is_complete(s: State) -> bool:
    """Any Statue at level 3."""
    return any(level == LAST_LEVEL for level in s.levels)


r2 = card("condition", "r2", "Turned over when a Statue is built while any player controls a whole Land.")
r7 = card("condition", "r7", "Turned over when a Statue is built while any player controls a whole Land.")


@r2.asks
@r7.asks
def a_land_is_controlled(s: State) -> bool:
    """One player controls every Region of a Land."""
    return any(lands_controlled(s, seat) for seat in range(s.seats))


def defeated(s: State) -> int:
    """LR-29.19: the number of Monsters defeated by all players together, by ruling by the best of them."""
    if s.rulings.one_slayer_counts:
        return max(sum(slayer == seat for slayer in s.monsters.slain_by) for seat in range(s.seats))
    return sum(slayer != NOBODY for slayer in s.monsters.slain_by)


r3 = card("condition", "r3", "Turned over when a Statue is built after at least 2 Monsters have been defeated.")


@r3.asks
def two_monsters_are_defeated(s: State) -> bool:
    """By any players."""
    return defeated(s) >= 2


r8 = card("condition", "r8", "Turned over when a Statue is built after at least 1 Monster has been defeated.")


@r8.asks
def a_monster_is_defeated(s: State) -> bool:
    """By any player."""
    return defeated(s) >= 1


r4 = card("condition", "r4", "Turned over when a Statue is built while any player controls 3 or more Temples.")
r9 = card("condition", "r9", "Turned over when a Statue is built while any player controls 3 or more Temples.")


@r4.asks
@r9.asks
def three_temples_are_controlled(s: State) -> bool:
    """By one player."""
    return any(temples_controlled(s, seat) >= 3 for seat in range(s.seats))


def realms_with_allies(s: State) -> int:
    """The number of Realms with an alliance marker."""
    return sum(bool(allies) for allies in s.alliances)


r5 = card("condition", "r5", "Turned over when a Statue is built while each of the six Realms has an ally.")


@r5.asks
def every_realm_has_an_ally(s: State) -> bool:
    """All six."""
    return realms_with_allies(s) == REALMS


r10 = card("condition", "r10", "Turned over when a Statue is built while at least four Realms have an ally.")


@r10.asks
def four_realms_have_an_ally(s: State) -> bool:
    """Four of the six."""
    return realms_with_allies(s) >= 4
