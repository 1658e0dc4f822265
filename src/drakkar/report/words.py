"""A review in words: sentences in the reader's language, each from one number of the review.

No sentence says more than its number. What was hidden from a player, and what was drawn after a choice, is called luck
and told apart from the choice. A forced decision is not in a review, so nothing is said of it.
"""

from math import floor
from typing import Final, NamedTuple

from drakkar.analysis import Judged, Review
from drakkar.core.errors import BadArgument
from drakkar.core.game import find
from drakkar.core.hosting import at_choice
from drakkar.core.match import Match
from drakkar.text import CatalogueTranslator
from drakkar.text.chances import percent

# Luck after a choice, and a turn of the match, are told if they moved a chance by this much: a smaller change may be an
# error of the network.
WORTH_TELLING: Final = 0.10
MOST_COSTLY: Final = 5
MOST_UNLUCKY: Final = 3
# A chance as it is stored is right to this; a smaller one is stored as 0.
LEAST: Final = 1e-5
# A choice that seems to cost less is as good as the best one.
LITTLE: Final = 0.02
# The words of a grade that blame nobody.
FINE: Final = ("best", "good")

# The parts of luck and skill that are chances, and those that are changes with a cause.
ENDS: Final = ("start", "result")
EXPLAINED: Final = ("own", "others", "chance", "hidden")


class Passage(NamedTuple):
    """What is said about one choice.

    Attributes:
        number: the number of the choice in the record; the first one is 1.
        seat: the seat that chose.
        side: the name of its side.
        asked: what the seat was asked.
        choice: the label of what it chose.
        word: the code of its grade; empty if the passage is about something else.
        sentences: what is said.
    """

    number: int
    seat: int
    side: str
    asked: str
    choice: str
    word: str
    sentences: tuple[str, ...]


class ReviewWords:
    """What a review says in one language. The match is needed for what its players could foresee."""

    def __init__(self, review: Review, match: Match, words: CatalogueTranslator) -> None:
        if (review.title, review.choices) != (match.title, len(match.history)):
            raise BadArgument("this review is of another match")
        self.review = review
        self.match = match
        self.words = words
        self._notation = find(match.title).book.notation

    def side(self, seat: int) -> str:
        """The short name of a seat's side."""
        return self.words.name("side", self.match.sides[seat], "short")

    def label(self, text: str) -> str:
        """The label of a choice, from its spelling."""
        return self.words.choice(self._notation.choice(self._notation.read(text)[0], text))

    def grade(self, word: str) -> str:
        """The word for a choice."""
        return self.words.page(f"review.word.{word}" if word else "review.not_yet")

    def say(self, code: str, /, **values: object) -> str:
        """A sentence about reviews."""
        return self.words.page(f"review.{code}", **values)

    def percent(self, chance: float) -> str:
        """A chance in percent."""
        return percent(chance, self.words)

    def own_chance(self, number: int, seat: int) -> str:
        """A seat's own chance after so many choices; neither 0 nor 100 % before the end."""
        return self._open(self.review.moments[number].own[seat], number)

    def full_chance(self, number: int, seat: int) -> str:
        """A seat's chance by all hands after so many choices; neither 0 nor 100 % before the end."""
        return self._open(self.review.moments[number].full[seat], number)

    def _open(self, chance: float, number: int) -> str:
        return self.percent(chance if number == self.review.choices else min(max(chance, LEAST), 1 - LEAST))

    def tenths(self, tenths: int) -> str:
        """A size in percentage points, from tenths of them."""
        whole, tenth = divmod(abs(tenths), 10)
        return self.say("tenths", whole=whole, tenth=tenth)

    def balance(self, seat: int) -> dict[str, str]:
        """Luck and skill of a seat, by the names of the parts; the printed numbers add up to the result exactly.

        What rounding left over is in the unexplained part.
        """
        parts = {name: round(1000 * part) for name, part in self.review.balance(seat)._asdict().items()}
        explained = sum(parts[name] for name in EXPLAINED)
        parts["unexplained"] = parts["result"] - parts["start"] - explained
        return {
            self.say(name): self.tenths(part) if name in ENDS else f"{_sign(part)}{self.tenths(part)}"
            for name, part in parts.items()
        }

    def costly(self, seat: int) -> list[Passage]:
        """The decisions of a seat that certainly cost something, the costliest first."""
        return [
            self._passage(one.number, self._better(one), one.word) for one in self.review.costliest(seat, MOST_COSTLY)
        ]

    def unlucky(self, seat: int) -> list[Passage]:
        """Good choices of a seat that what it could not know made bad, the unluckiest first."""
        found = []
        for one in self.review.decisions:
            if one.seat == seat and one.word in FINE and one.loss < LITTLE:
                swing = self.review.swings[one.number]
                lost = min(swing.hidden[seat], swing.chance[seat])
                if lost <= -WORTH_TELLING:
                    found.append((lost, one))
        return [
            self._passage(one.number, [self.say("stays_good"), *self._luck(one)], one.word)
            for _, one in sorted(found, key=lambda pair: pair[0])[:MOST_UNLUCKY]
        ]

    def turns(self) -> list[Passage]:
        """Where the match turned: the choices that changed the chances by all hands most, once all are known."""
        review, found = self.review, list[Passage]()
        if len(review.moments) <= review.choices:
            return found
        for number in review.turns():
            before, after = review.moments[number].full, review.moments[number + 1].full
            seat = max(range(review.seats), key=lambda seat: abs(after[seat] - before[seat]))
            if abs(after[seat] - before[seat]) >= WORTH_TELLING:
                told = self.say(
                    "turned",
                    side=self.side(seat),
                    before=self.full_chance(number, seat),
                    after=self.full_chance(number + 1, seat),
                )
                found.append(self._passage(number, [told]))
        return found

    def kings(self) -> list[Passage]:
        """The choices that decided between two other seats."""
        found = []
        for one in self.review.decisions:
            if one.kings is not None:
                told = self.say(
                    "decided",
                    gained=self.side(one.kings.gained),
                    lost=self.side(one.kings.lost),
                    instead=self.label(one.kings.instead),
                    points=_points(one.kings.moved),
                )
                found.append(self._passage(one.number, [told]))
        return found

    def _passage(self, number: int, sentences: list[str], word: str = "") -> Passage:
        made = self.match.history[number]
        asked = self.words.prompt(at_choice(self.match, number).view(made.seat).owed[made.seat])
        return Passage(
            number + 1, made.seat, self.side(made.seat), asked, self.label(made.text), word, tuple(sentences)
        )

    def _better(self, one: Judged) -> list[str]:
        """What was better, what it would have brought, and what the player could know."""
        certain = floor(100 * one.certain_loss)
        left = next(option.chance for option in one.options if option.choice == one.chosen)
        return [
            self.say(
                "better",
                choice=self.label(one.best.choice),
                points=max(_points(one.loss), certain + 1),
                certain=certain,
                left=self.percent(left),
            ),
            self._foreseen(one),
            *self._luck(one),
        ]

    def _foreseen(self, one: Judged) -> str:
        """What the previews of the better choice and of the one made showed."""
        view = at_choice(self.match, one.number).view(one.seat)
        better, chosen = (self.words.preview(view.preview(text)) for text in (one.best.choice, one.chosen))
        if better == chosen:
            return self.say("foreseen_same")
        return self.say("foreseen", better=better, chosen=chosen)

    def _luck(self, one: Judged) -> list[str]:
        """What the player could not know, as far as it mattered."""
        swing, told = self.review.swings[one.number], []
        for kind, change in (("hidden", swing.hidden[one.seat]), ("drawn", swing.chance[one.seat])):
            if abs(change) >= WORTH_TELLING:
                told.append(self.say(f"{kind}_gave" if change > 0 else f"{kind}_cost", points=_points(abs(change))))
        return told


def _sign(number: int) -> str:
    """The sign of a change."""
    return "+" if number > 0 else "−" if number else ""


def _points(share: float) -> int:
    """A share as percentage points."""
    return round(100 * share)
