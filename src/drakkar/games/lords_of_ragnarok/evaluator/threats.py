"""How near a player is to a victory: a step away is far more than two steps away (section 1)."""

from typing import Final

from drakkar.core.flow import NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.victory.control import LANDS_OF_A_JARL, temples_controlled, temples_of_a_gothi
from drakkar.games.lords_of_ragnarok.victory.victory_progress import leader_at_yggdrasil

# One step from a victory, and two.
ONE_STEP: Final = 6.0
TWO_STEPS: Final = 2.0
# The lead at Yggdrasil when Ragnarok begins, and what every turn until the count adds.
LEADING: Final = 4.0
A_TURN_LESS: Final = 2.5


def threat(s: State, seat: int) -> float:
    """What the nearest victories are worth beyond the Regions and Temples themselves."""
    temples = temples_of_a_gothi(s) - temples_controlled(s, seat)
    return _steps(regions_to_a_jarl(s, seat)) + _steps(temples) + _lead(s, seat)


def _steps(missing: int) -> float:
    return ONE_STEP if missing <= 1 else TWO_STEPS if missing == 2 else 0.0


def regions_to_a_jarl(s: State, seat: int) -> int:
    """LR-1.2: how many Regions are missing for the nearest three Lands."""
    mine = controlled(s, seat)
    missing = []
    for land in s.board.lands:
        left = land & ~mine
        number: int = 0
        while left:
            left &= left - 1
            number += 1
        missing.append(number)
    missing.sort()
    return sum(missing[:LANDS_OF_A_JARL])


def _lead(s: State, seat: int) -> float:
    """LR-23.3: the fewer turns are left, the safer the lead."""
    if s.ragnarok.last_turns == NOBODY or leader_at_yggdrasil(s) != seat:
        return 0.0
    return LEADING + A_TURN_LESS * float(s.seats + 1 - s.ragnarok.last_turns)
