"""Makes a review in three passes: chances, then a glance at every choice, then a closer look where it is worth it.

The glance reads every choice right after it, in few worlds. A closer look is a grade (grade.py) of the choices that
matter: only there a word worse than "good" can be given. It goes to the most doubtful decisions first.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from drakkar.analysis import luck
from drakkar.analysis.calibration import FULL, SEAT, correct, correction_for
from drakkar.analysis.grade import (
    BEST,
    GOOD,
    SURE,
    TRUST,
    WORDS,
    WORLDS,
    Estimate,
    Row,
    Trial,
    difference,
    estimate,
    of_seat,
    word_for,
)
from drakkar.analysis.kings import decided_between, rival_of
from drakkar.analysis.player import assumed, digest
from drakkar.analysis.review import ANALYSER, Judged, Moment, Option, Review, Shares, Swing
from drakkar.core.errors import BadArgument
from drakkar.core.hosting import at_choice, game_of, origin_of, state_of
from drakkar.core.match import Match
from drakkar.core.view import View

# Worlds of a glance.
GLANCE_WORLDS: Final = 4
# A glance settles a decision if the choice seems to cost less than this and the assumed player makes it so often.
LITTLE: Final = 0.01
OFTEN: Final = 0.05
# The most decisions that are looked at closely, and the choices that are tried there besides the chosen one: the best
# at a glance, and the likeliest.
MOST_CLOSE: Final = 60
BEST_AT_A_GLANCE: Final = 2
LIKELIEST: Final = 2
# A part of a review has this many moments, or glances.
MOMENTS_A_PART: Final = 40
GLANCES_A_PART: Final = 10


def review(match: Match, begun: Review | None = None, seed: int = 0, closely: int = MOST_CLOSE) -> Iterator[Review]:
    """Review a finished match: each item is more complete than the one before, and the last one is `done`.

    The chances of all moments come first, then a glance at every choice with luck and skill, then words for the most
    doubtful decisions. Store an item and pass it as `begun` to go on from it later; the result is the same.

    Args:
        match: the match. A review tells what was hidden, so the match must be over.
        begun: a part of a review of the same match; one by another analyser, network or seed is begun anew.
        seed: the seed of the possible worlds; the same seed gives the same review.
        closely: how many decisions are looked at closely at most; fewer take less time.

    Raises:
        BadArgument: the match is not over, `begun` is not of this match, or Drakkar has no network for the game.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> while not match.over:
    ...     decision = match.pending[0]
    ...     match.play(decision.seat, decision.choices[0])
    >>> parts = analysis.review(match)
    >>> first = next(parts)
    >>> len(first.moments), len(first.moments[0].seen), first.done
    (40, 2, False)
    >>> analysis.Review.from_json(first.to_json()) == first
    True
    """
    if not match.over:
        raise BadArgument("a match is reviewed after its end: a review tells what is hidden")
    if begun is not None and (begun.title, begun.seats, begun.choices) != (
        match.title,
        match.seats,
        len(match.history),
    ):
        raise BadArgument("this part of a review is of another match")
    reviewer = Reviewer(match, seed, closely)
    if begun is None or not begun.is_current or begun.seed != seed:
        begun = reviewer.nothing()
    return reviewer.parts(begun)


class Reviewer:
    """Reviews one match."""

    def __init__(self, match: Match, seed: int, closely: int = MOST_CLOSE) -> None:
        self.match = match
        self.seed = seed
        self.closely = closely
        self.player = assumed(match.title)
        self.game = game_of(match)
        self.seats = match.seats
        self.reader = luck.FullReader(self.player, match.seats)

    def nothing(self) -> Review:
        """The review before any work."""
        title, choices = self.match.title, len(self.match.history)
        result = luck.rounded(self.player.reading(state_of(self.match), 0))
        return Review(
            ANALYSER, digest(title), title, self.seats, choices, self.seed, result, self.start(), (), (), (), False
        )

    def start(self) -> Shares:
        """The chances before the deal; those of the first moment if the match began with a position."""
        match = self.match
        if origin_of(match):
            return luck.rounded(self.reader.read([self.first()], 0)[0])
        return luck.start(self.reader, match.title, match.sides, match.rulings, self.seed)

    def first(self) -> Any:
        """The state before the first choice."""
        return self.game.copy(state_of(at_choice(self.match, 0)))

    def states(self, since: int) -> Iterator[tuple[int, Any]]:
        """The states before the choices from number `since` on, and the last state; each is valid until the next."""
        s = self.first()
        for number, made in enumerate(self.match.history):
            if number >= since:
                yield number, s
            self.game.book.answer(s, made.seat, made.code)
        yield len(self.match.history), s

    def parts(self, begun: Review) -> Iterator[Review]:
        """All parts after this one."""
        if begun.done:
            yield begun
            return
        for part in self.moments(begun):
            begun = part
            yield part
        for part in self.glances(begun):
            begun = part
            yield part
        yield from self.close_looks(begun)

    def moments(self, part: Review) -> Iterator[Review]:
        """The chances at all moments."""
        found = list(part.moments)
        if len(found) > part.choices:
            return
        for number, s in self.states(len(found)):
            found.append(self.moment(s, number))
            if len(found) % MOMENTS_A_PART == 0 or number == part.choices:
                yield part._replace(moments=tuple(found))

    def moment(self, s: Any, number: int) -> Moment:
        """The chances before a choice."""
        rows = self.player.readings([(s, seat) for seat in range(self.seats)])
        if s.flow.over:
            return Moment(tuple([luck.rounded(row) for row in rows]), luck.rounded(rows[0]))
        seen = correction_for(self.match.title, self.seats, SEAT, number)
        full = correction_for(self.match.title, self.seats, FULL, number)
        own = [luck.rounded(correct(row, seen, seat)) for seat, row in enumerate(rows)]
        return Moment(tuple(own), luck.rounded(correct(luck.mean_row(rows), full)))

    def glances(self, part: Review) -> Iterator[Review]:
        """What every choice changed, and a glance at every real decision."""
        swings, decisions = list(part.swings), list(part.decisions)
        for number, s in self.states(len(swings)):
            if number == part.choices:
                break
            glance = Glance(self, s, number)
            after = list(part.moments[number + 1].full)
            swings.append(glance.swing(after))
            if glance.rows:
                decisions.append(glance.judged())
            if len(swings) % GLANCES_A_PART == 0 or number + 1 == part.choices:
                yield part._replace(swings=tuple(swings), decisions=tuple(decisions))

    def close_looks(self, part: Review) -> Iterator[Review]:
        """Words for the most doubtful decisions; each part has one more."""
        decisions = {one.number: one for one in part.decisions}
        swings = list(part.swings)
        open_ones = sorted((one for one in part.decisions if not one.word), key=lambda one: (-one.loss, one.number))
        close = sum(one.options[0].worlds >= WORLDS for one in part.decisions)
        wanted = {one.number for one in open_ones[: max(0, self.closely - close)]}
        for one in open_ones:
            if one.number not in wanted:
                decisions[one.number] = one._replace(word=GOOD)
        for one in open_ones:
            if one.number not in wanted:
                continue
            look = CloseLook(self, self.state_at(one.number), one)
            decisions[one.number] = look.judged()
            swings[one.number] = swings[one.number]._replace(decision=look.worth())
            yield part._replace(decisions=tuple(decisions.values()), swings=tuple(swings))
        yield part._replace(decisions=tuple(decisions.values()), swings=tuple(swings), done=True)

    def state_at(self, number: int) -> Any:
        """The state before a choice."""
        return next(self.states(number))[1]

    def trial(self, s: Any, number: int, seat: int) -> Trial:
        """Tries choices of a seat; from here on, only what it knew counts."""
        known = self.game.veil(s, seat)
        return Trial(self.player, View(self.game, seat, number, known, self.match.rulings), seat, self.seed)

    def options(self, codes: Sequence[int], rows: Sequence[list[Row]], seat: int, worlds: int) -> dict[int, Option]:
        """What was tried, the best first."""
        rated: dict[int, Option] = {}
        for code, text, tried in zip(codes, self.game.book.notation.spell_all(list(codes)), rows, strict=True):
            chance, error = luck.rounded(estimate(of_seat(tried, seat)))
            rated[code] = Option(text, chance, error, worlds)
        return dict(sorted(rated.items(), key=lambda item: -item[1].chance))


class Glance:
    """A glance at one choice of the match."""

    def __init__(self, reviewer: Reviewer, s: Any, number: int) -> None:
        made = reviewer.match.history[number]
        self.reviewer = reviewer
        self.s = s
        self.number = number
        self.seat = made.seat
        self.code = made.code
        self.codes = reviewer.game.book.legal(s, made.seat)
        self.rows: list[list[Row]] = []
        if len(self.codes) > 1:
            self.rows = reviewer.trial(s, number, made.seat).glance("glance", self.codes, GLANCE_WORLDS)
        self.means = [luck.mean_row(tried) for tried in self.rows]

    def swing(self, after: Row) -> Swing:
        """What the choice changed; `after` are the chances by all hands after it."""
        told = dict(zip(self.codes, self.means, strict=True)) if self.rows else {}
        reviewer = self.reviewer
        used = self.used_chance()
        return luck.swing(
            reviewer.reader, self.s, self.seat, self.code, used, after, self.number + 1, told, reviewer.seed
        )

    def used_chance(self) -> bool:
        """Whether chance followed the choice."""
        after = self.reviewer.game.copy(self.s)
        before = after.flow.chance.used
        self.reviewer.game.book.answer(after, self.seat, self.code)
        return bool(after.flow.chance.used != before)

    def judged(self) -> Judged:
        """The decision at a glance: without a word if it deserves a closer look."""
        options = self.reviewer.options(self.codes, self.rows, self.seat, GLANCE_WORLDS)
        best = next(iter(options))
        loss, error = difference(self.tried(best), self.tried(self.code), self.seat)
        word = ""
        if not self.is_doubtful(loss, error) and self.rival() is None:
            word = BEST if best == self.code else GOOD
        loss, error = luck.rounded((loss, error))
        chosen = options[self.code].choice
        return Judged(self.number, self.seat, chosen, tuple(options.values()), loss, error, word, None)

    def tried(self, code: int) -> list[Row]:
        """The rows of a choice."""
        return self.rows[self.codes.index(code)]

    def is_doubtful(self, loss: float, error: float) -> bool:
        """Whether a closer look could find a word worse than good."""
        if loss + error > LITTLE:
            return True
        shares = self.policy()
        return shares[self.code] < OFTEN

    def policy(self) -> dict[int, float]:
        """How often the assumed player makes each choice that is not rare."""
        return luck.policy(self.reviewer.player, self.s, self.seat, self.codes, self.code)

    def rival(self) -> int | None:
        """A choice that could show that this one decided between two other seats."""
        return rival_of(self.codes, self.means, self.code, self.seat)

    def candidates(self) -> list[int]:
        """The choices for a closer look; the chosen one is first."""
        mean = {code: row[self.seat] for code, row in zip(self.codes, self.means, strict=True)}
        shares, rival = self.policy(), self.rival()
        best = sorted(self.codes, key=lambda code: -mean[code])[:BEST_AT_A_GLANCE]
        likeliest = sorted(shares, key=lambda code: -shares[code])[:LIKELIEST]
        return list(dict.fromkeys([self.code, *best, *likeliest, *([] if rival is None else [rival])]))


class CloseLook:
    """A closer look at one decision."""

    def __init__(self, reviewer: Reviewer, s: Any, decision: Judged) -> None:
        self.glance = Glance(reviewer, s, decision.number)
        self.reviewer = reviewer
        self.s = s
        self.decision = decision
        self.seat = decision.seat
        self.trial = reviewer.trial(s, decision.number, decision.seat)
        self.codes = self.glance.candidates()
        self.rows = self.trial.sample("first", self.codes, WORLDS)
        self.options = reviewer.options(self.codes, self.rows, self.seat, WORLDS)

    def worth(self) -> Shares:
        """What the choice was worth to each seat, against what the assumed player does on average."""
        told = {code: luck.mean_row(tried) for code, tried in zip(self.codes, self.rows, strict=True)}
        shares = luck.policy(self.reviewer.player, self.s, self.seat, self.codes, self.codes[0])
        return luck.rounded(luck.advantage(told, shares, self.codes[0]))

    def judged(self) -> Judged:
        """The decision with its word, by a second sample."""
        chosen, best = self.codes[0], next(iter(self.options))
        rival = self.glance.rival()
        loss = Estimate(0.0, 0.0)
        if best != chosen:
            loss = difference(self.rows[self.codes.index(best)], self.rows[0], self.seat)
        may_be_bad = loss.value + SURE * (loss.error**2 + TRUST**2) ** 0.5 > min(WORDS.values())
        wanted = [chosen, *([best] if best != chosen and may_be_bad else []), *([] if rival is None else [rival])]
        word, kings = BEST if best == chosen else GOOD, None
        if len(wanted) > 1:
            rows = dict(zip(wanted, self.trial.further().sample("second", wanted, WORLDS), strict=True))
            if best in rows and best != chosen:
                loss = difference(rows[best], rows[chosen], self.seat)
                word = word_for(loss)
            if rival is not None:
                kings = decided_between(rows[chosen], rows[rival], self.seat, self.options[rival].choice)
        rest = [option for option in self.decision.options if option.choice not in self.texts()]
        return self.decision._replace(
            options=(*self.options.values(), *rest),
            loss=round(loss.value, luck.DECIMALS),
            error=round(loss.error, luck.DECIMALS),
            word=word,
            kings=kings,
        )

    def texts(self) -> set[str]:
        """The spellings of the choices tried."""
        return {option.choice for option in self.options.values()}
