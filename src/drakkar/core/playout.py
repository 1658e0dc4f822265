"""A match played to its end by pure chance, on the rules alone: no words, no views, as fast as the rules go."""

from random import Random

from drakkar.core.flow import Book, S


def play_out(book: Book[S], s: S, rng: Random) -> int:
    """Whoever is asked chooses at random, in random order, until the match is over; how many choices that took."""
    flow = s.flow
    choices = 0
    while not flow.over:
        asked = [seat for seat in range(len(flow.asked)) if flow.asked[seat]]
        assert asked, "a match that is not over asks somebody"
        seat = pick(asked, rng)
        book.answer(s, seat, pick(book.legal(s, seat), rng))
        choices += 1
    return choices


def pick(items: list[int], rng: Random) -> int:
    """One of them; a single one costs no draw."""
    return items[0] if len(items) == 1 else items[int(rng.random() * len(items))]
