"""A review as text for a terminal."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from drakkar.analysis import Judged
from drakkar.report.words import Passage, ReviewWords

# Rows of the table of chances.
ROWS: Final = 13
# Choices of a decision that are shown with their chances.
SHOWN: Final = 3
# Below the number of a choice.
INDENT: Final = " " * 6


class ReviewText:
    """A review in lines of a width, about some of its seats."""

    def __init__(self, told: ReviewWords, seats: Sequence[int], width: int) -> None:
        self.told = told
        self.seats = seats
        self.width = width

    def chances(self) -> Iterator[str]:
        """Each seat's own chance over the match, as far as it is known."""
        told, moments = self.told, self.told.review.moments
        yield told.say("chances")
        yield f"  {told.say('chances_own')}."
        last = len(moments) - 1
        numbers = sorted({last * row // (ROWS - 1) for row in range(ROWS)}) if moments else []
        seats = range(told.review.seats)
        rows = [[str(number), *(told.own_chance(number, seat) for seat in seats)] for number in numbers]
        yield from _table([[told.say("after"), *map(told.side, seats)], *rows])
        yield from self._note(told.say("assumed"))

    def luck(self) -> Iterator[str]:
        """Luck and skill of each seat."""
        told = self.told
        yield told.say("luck")
        if not told.review.knows_luck:
            yield f"  {told.say('luck_not_yet')}"
            yield ""
            return
        balances = [told.balance(seat) for seat in self.seats]
        rows = [[name, *(balance[name] for balance in balances)] for name in balances[0]]
        yield from _table([["", *map(told.side, self.seats)], *rows])
        yield from self._note(told.say("luck_how"))
        yield ""

    def in_words(self) -> Iterator[str]:
        """The costliest decisions of each seat, its good choices with bad luck, and who was made king."""
        told = self.told
        for seat in self.seats:
            yield f"{told.side(seat)}: {told.say('costly')}"
            costly = told.costly(seat)
            if costly:
                yield from self._note(told.say("known"))
            yield from self._passages(costly)
            if not costly and told.review.done:
                yield f"  {told.say('no_costly')}"
            yield ""
            yield from self._section(f"{told.side(seat)}: {told.say('unlucky')}", told.unlucky(seat))
        yield from self._section(told.say("kings"), [one for one in told.kings() if one.seat in self.seats])

    def turns(self) -> Iterator[str]:
        """Where the match turned."""
        yield from self._section(self.told.say("turns"), self.told.turns())

    def decisions(self) -> Iterator[str]:
        """All decisions, each with its grade and its best choices."""
        told = self.told
        yield told.say("decisions")
        yield from self._note(told.say("decisions_how"))
        for one in told.review.decisions:
            if one.seat in self.seats:
                yield from self._decision(one)
        yield ""

    def how_complete(self) -> Iterator[str]:
        """How much is done, if that is not all."""
        if not self.told.review.done:
            yield self.told.say("incomplete", share=self.told.percent(self.told.review.progress))

    def whole(self) -> Iterator[str]:
        """Everything but the chances, which are known earlier."""
        for part in (self.luck, self.turns, self.in_words, self.decisions, self.how_complete):
            yield from part()

    def _section(self, title: str, found: list[Passage]) -> Iterator[str]:
        if found:
            yield title
            yield from self._passages(found)
            yield ""

    def _passages(self, found: list[Passage]) -> Iterator[str]:
        for one in found:
            graded = f" · {self.told.grade(one.word)}" if one.word else ""
            yield from self._wrapped(f"{one.number:>4}. {one.side} ({one.asked}): {one.choice}{graded}", "")
            yield from self._wrapped(" ".join(one.sentences), INDENT)

    def _decision(self, one: Judged) -> Iterator[str]:
        told = self.told
        cost = f" (−{told.tenths(round(1000 * one.loss))})" if one.loss > 0 else ""
        named = f"{one.number + 1:>4}. {told.side(one.seat)}: {told.label(one.chosen)}"
        yield from self._wrapped(f"{named} · {told.grade(one.word)}{cost}", "")
        shown = ", ".join(f"{told.percent(option.chance)} {told.label(option.choice)}" for option in one.tried[:SHOWN])
        yield from self._wrapped(shown, INDENT)

    def _note(self, text: str) -> Iterator[str]:
        yield from self._wrapped(text, "  ")

    def _wrapped(self, text: str, indent: str) -> list[str]:
        return textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=indent or INDENT)


def _table(rows: list[list[str]]) -> Iterator[str]:
    """Rows of equal length: the first column on the left, the others on the right."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        told = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, others, strict=True))
        yield f"  {name:<{first}}{told}"
