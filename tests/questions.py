"""Moments for every question of a game, and every way to answer it: the first ones that random play meets."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.hosting import game_of, state_of
from drakkar.core.match import begin

# The starts that meet them all are tried first; after a change of the rules others may be needed too.
FIRST = {
    "blood_rage": (7, 13, 17, 26, 94, 555),
    "lords_of_ragnarok": (0, 3, 8, 9, 10, 11, 15, 16, 19, 23, 24, 28, 47, 77, 144, 531, 580, 752),
}
# What random play does not meet: which of two effects of one kind comes first (others of the same form are met), and a
# march that follows another at once, which is not listed (BR-8.1: the page ends the first one by itself).
UNMET = {
    "blood_rage": {"marching: march {origin} {target}"},
    "lords_of_ragnarok": {f"t{number}_order: first {{card}}" for number in ("03", "09", "14", "18", "22", "28", "37")},
}
MOST_STARTS = 600
MOST_CHOICES = 2000

# A question by its code, and a verb that answers it, by its pattern.
Answer = str


class Moment(NamedTuple):
    """A seat owes an answer to a question, and can choose; the `position` is exact."""

    code: str
    seat: int
    position: str


def answers(title: str) -> set[Answer]:
    """Every question with every verb that answers it without a card, except those that random play does not meet."""
    questions = [question for question in find(title).book.questions if question is not None]
    return {
        f"{question.code}: {offer.verb.pattern}" for question in questions for offer in question.without_cards
    } - UNMET.get(title, set())


@cache
def moments(title: str) -> tuple[Moment, ...]:
    """Moments with all questions and their answers."""
    wanted, found = answers(title), list[Moment]()
    for number in (*FIRST.get(title, ()), *range(MOST_STARTS)):
        match = start(title, number) if wanted else None
        if match is not None:
            found += _met(match, number, wanted)
    assert not wanted, f"random play does not meet {sorted(wanted)}"
    return tuple(sorted(found))


def start(title: str, number: int) -> drakkar.Match | None:
    """A match from a random position, every fourth one from its beginning; None if the position is impossible."""
    rng, game = Random(number), find(title)
    sides = rng.sample(range(len(game.sides)), rng.randint(2, min(4, len(game.sides))))
    match = begin(game, sides, game.random_rulings(chance_from(number), sides), number)
    if number % 4 == 0:
        return match
    try:
        return drakkar.set_up(game.random_position(rng, list(match.sides), match.rulings))
    except drakkar.BadPosition:
        return None


def _met(match: drakkar.Match, number: int, wanted: set[Answer]) -> list[Moment]:
    """The moments of a random match with wanted answers, which are wanted no more."""
    made, when = list[tuple[int, int]](), dict[int, list[tuple[int, str]]]()
    for seat, code, asked in _play(match, Random(number)):
        for who, offered in asked.items():
            if offered & wanted:
                wanted -= offered
                when.setdefault(len(made), []).append((who, next(iter(offered)).partition(":")[0]))
        made.append((seat, code))
    found: list[Moment] = []
    for count, (seat, code) in enumerate(made[: max(when, default=-1) + 1]):
        found += [Moment(asked, who, match.position()) for who, asked in when.get(count, ())]
        match.play(seat, game_of(match).book.notation.choice(code))
    return found


def _play(match: drakkar.Match, rng: Random) -> Iterator[tuple[int, int, dict[int, set[Answer]]]]:
    """Every choice of a random match by its seat, and what the seats that could choose before it were offered.

    It plays on a copy of the state, which costs far less than the match.
    """
    game = game_of(match)
    book, s = game.book, game.copy(state_of(match))
    pattern_of = [verb.pattern for verb in book.notation.verbs]
    for _ in range(MOST_CHOICES):
        if s.flow.over:
            return
        menus = {seat: book.legal(s, seat) for seat in range(match.seats) if s.flow.asked[seat]}
        asked = {
            seat: {f"{question.code}: {pattern_of[book.notation.verb_of[code]]}" for code in menu}
            for seat, menu in menus.items()
            if len(menu) > 1 and (question := book.asked(s, seat)) is not None
        }
        seat = rng.choice(list(menus))
        code = rng.choice(menus[seat])
        yield seat, code, asked
        book.answer(s, seat, code)
