"""A match played to its end by pure chance, on the rules alone: no words, no views, as fast as the rules go."""

from collections.abc import Callable
from random import Random
from typing import Final

from drakkar.core.flow import NOBODY, Book, S
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import vec

DRAWN_BITS: Final = 62
# With less than this left a pick would no longer be fair to within a billionth.
ENOUGH: Final = 1 << 40


class Picker:
    """Picks at random, many with each draw: what a pick leaves of the number drawn serves the next one."""

    def __init__(self, rng: Random) -> None:
        self.draw: Callable[[int], int] = rng.getrandbits
        self.left: int = 0

    def below(self, limit: int) -> int:
        """One of 0 … limit-1; a single one costs nothing."""
        if limit == 1:
            return 0
        if self.left < ENOUGH:
            self.left = self.draw(DRAWN_BITS)
        picked = self.left % limit
        self.left //= limit
        return picked


def play_out(book: Book[S], s: S, rng: Random) -> int:
    """Whoever is asked chooses at random, in random order, until the match is over; how many choices that took."""
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
    """One of them; a single one costs no draw."""
    return items[0] if len(items) == 1 else items[int(rng.random() * len(items))]
