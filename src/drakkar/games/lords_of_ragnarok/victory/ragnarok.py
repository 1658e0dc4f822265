"""Ragnarok and the last count (section 23)."""

from collections.abc import Callable
from typing import Final

from drakkar.core.flow import NOBODY, emit
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.events import RAGNAROK_BEGINS, YGGDRASIL_COUNTED
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled, in_order
from drakkar.games.lords_of_ragnarok.state import YGGDRASIL, State
from drakkar.games.lords_of_ragnarok.victory.control import win
from drakkar.games.lords_of_ragnarok.windows import FINAL_COUNT

ENOUGH_CARDS: Final = 3

# Whether a condition is fulfilled now, by its card number (LR-16.3).
Condition = Callable[[State], bool]
FULFILLED: Final[dict[int, Condition]] = {}


def ragnarok_begins(s: State, builder: int) -> None:
    """LR-23.1, LR-23.2: the builder finishes this turn, then every player has one more; it begins only once."""
    if s.ragnarok.last_turns == NOBODY:
        s.ragnarok.builder = builder
        s.ragnarok.last_turns = s.seats + 1
        emit(s, RAGNAROK_BEGINS)


def the_turn_was_the_last(s: State) -> bool:
    """LR-23.1, LR-23.3: count the turns down; after the builder's last one the game is over."""
    if s.ragnarok.last_turns == NOBODY:
        return False
    s.ragnarok.last_turns -= 1
    if s.ragnarok.last_turns:
        return False
    count_yggdrasil(s)
    return True


def at_yggdrasil(s: State, seat: int) -> int:
    """LR-23.3: how many Regions bordering Yggdrasil a player controls. T46."""
    mine = controlled(s, seat) & s.board.yggdrasil
    number: int = 0
    while mine:
        number += mine & 1
        mine >>= 1
    return FINAL_COUNT.of(s, seat, number)


def count_yggdrasil(s: State) -> None:
    """LR-23.3 to LR-23.5: most Regions; ties go to the player whose last turn came first."""
    order = in_order(s, (s.ragnarok.builder + 1) % s.seats)
    for seat in order:
        emit(s, YGGDRASIL_COUNTED, seat, at_yggdrasil(s, seat))
    win(s, max(order, key=lambda seat: at_yggdrasil(s, seat)), YGGDRASIL)
