"""A match played to its end by pure chance, on the rules alone: no words, no views, as fast as the rules go."""

from collections.abc import Callable
from random import Random

from drakkar.core.flow import NOBODY, Book, S
from drakkar.core.vectors import Vec, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


def play_out(book: Book[S], s: S, rng: Random) -> int:
    """Whoever is asked chooses at random, in random order, until the match is over; how many choices that took."""
    flow = s.flow
    random: Callable[[], float] = rng.random
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
        seat = one_of(asked, waiting, random)
        menu = book.last_menu(s, seat)
        book.answer(s, seat, one_of(menu.codes, menu.size, random))
        choices += 1
    return choices


def one_of(items: Vec, size: int, random: Callable[[], float]) -> int:
    """One of the first so many; a single one costs no draw."""
    return items[0] if size == 1 else items[int(random() * float(size))]


def pick(items: list[int], rng: Random) -> int:
    """One of them; a single one costs no draw."""
    return items[0] if len(items) == 1 else items[int(rng.random() * len(items))]
