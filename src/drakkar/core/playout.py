"""Random play to the end of a match, as fast as the rules run: no words, no views."""

from collections.abc import Callable
from random import Random
from typing import Final

from drakkar.core.flow import NOBODY, Book, S
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec

DRAWN_BITS: Final = 62
# With fewer values left, the bias of a pick would exceed one in a billion.
ENOUGH: Final = 1 << 40


class Picker:
    """A fast random picker: one draw serves several picks, each of which divides the number that is left."""

    def __init__(self, rng: Random) -> None:
        self.draw: Callable[[int], int] = rng.getrandbits
        self.left: int = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit-1; no draw is needed if the limit is 1."""
        if limit == 1:
            return 0
        if self.left < ENOUGH:
            self.left = self.draw(DRAWN_BITS)
        picked = self.left % limit
        self.left //= limit
        return picked


def play_out(book: Book[S], s: S, rng: Random) -> int:
    """Let random deciding seats make random choices until the match is over; return the number of choices."""
    flow = s.flow
    picker = Picker(rng)
    seats: int = len(flow.asked)
    asked = vec(seats)
    choices: int = 0
    flow.menu.seat = NOBODY
    while not flow.over:
        waiting: int = 0
        for seat in range(seats):
            if flow.asked[seat]:
                asked[waiting] = seat
                waiting += 1
        assert waiting, "a match that is not over asks somebody"
        seat = asked[picker.below(waiting)]
        menu = book.last_menu(s, seat)
        book.answer(s, seat, menu.codes[picker.below(menu.size)])
        choices += 1
    return choices


def pick(items: list[int], rng: Random) -> int:
    """A random item; no draw is needed if there is only one."""
    return items[0] if len(items) == 1 else items[int(rng.random() * len(items))]
