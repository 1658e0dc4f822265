"""Grades: what each choice of a decision is worth, in worlds that the deciding seat could be in.

Every choice is tried in the same worlds, with the same random numbers. All seats then play on like the assumed player,
each by what it sees itself, until the deciding seat has its next real decision and nothing is under way; what that seat
can see then tells its chance to win. A word for a choice takes a second sample of worlds: the first one says which
choice is best, and an estimate that was picked because it is high is too high. The second sample also looks further, so
that a misjudgement of the network must hold against what follows from it.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from drakkar.analysis.calibration import SEAT, correct, correction_for
from drakkar.analysis.player import Player, assumed
from drakkar.core.chance import chance_from
from drakkar.core.errors import BadArgument
from drakkar.core.flow import next_seat
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View, redeal

# Worlds of a sample; a second sample has as many.
WORLDS: Final = 16
# The smallest sample that has a meaningful error.
FEWEST_WORLDS: Final = 4
# The 97.5 % quantile of Student's t distribution for 16 worlds; more than enough for more, too small for fewer.
SURE: Final = 2.13
# The second sample reads chances after this many more decisions of the seat than the first one.
FURTHER: Final = 2
# How far the network may misjudge the difference between two choices, besides what chance does.
TRUST: Final = 0.01
# The words, worst first, each with the loss that is certain to be exceeded.
WORDS: Final = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}
GOOD: Final = "good"
BEST: Final = "best"
# A continuation stops after this many choices per decision, more than any action takes.
LONGEST: Final = 60

# Each seat's chance to win.
Row = list[float]


class Estimate(NamedTuple):
    """A number with its standard error."""

    value: float
    error: float


class Rated(NamedTuple):
    """A choice, and the deciding seat's chance to win after it."""

    choice: Choice
    chance: float
    error: float


class Grade:
    """What the choices of a decision are worth. `grade` makes it.

    Attributes:
        seat: the seat that decides.
        rated: all choices, the best first.
    """

    def __init__(self, trial: "Trial", decision: Decision, worlds: int) -> None:
        self.seat = decision.seat
        self._trial = trial
        self._worlds = worlds
        rows = trial.sample("first", [choice.code for choice in decision.choices], worlds)
        rated = [
            Rated(choice, *estimate(of_seat(tried, self.seat)))
            for choice, tried in zip(decision.choices, rows, strict=True)
        ]
        self.rated = sorted(rated, key=lambda one: -one.chance)
        self._losses: dict[int, Estimate] = {}

    @property
    def best(self) -> Choice:
        """The choice with the highest chance."""
        return self.rated[0].choice

    def loss(self, choice: Choice) -> Estimate:
        """How much less likely the seat is to win than after the best choice, by a sample that chose neither."""
        if choice.code not in self._losses:
            codes = [self.best.code, choice.code]
            best, other = self._trial.further().sample("second", codes, self._worlds)
            self._losses[choice.code] = difference(best, other, self.seat)
        return self._losses[choice.code]

    def word(self, choice: Choice) -> str:
        """`best`, `good`, or one of WORDS, by the lower end of the interval of its loss."""
        return BEST if choice.code == self.best.code else word_for(self.loss(choice))


class Trial:
    """Tries choices in the worlds that a seat could be in.

    What was tried is told as rows: by choice and world, each seat's chance to win, as the deciding seat sees it.
    """

    def __init__(self, player: Player, view: View, seat: int, seed: int, decisions: int = 1) -> None:
        self.player = player
        self.view = view
        self.seat = seat
        self.seed = seed
        self.decisions = decisions
        # One correction for all choices: at the border of two stages, a longer continuation is no better.
        seats = len(view.known.flow.asked)
        self.correction = correction_for(view.title, seats, SEAT, view.version)

    def further(self) -> "Trial":
        """The same with longer continuations."""
        longer = self.decisions + FURTHER if self.decisions else 0
        return Trial(self.player, self.view, self.seat, self.seed, longer)

    def sample(self, name: str, codes: Sequence[int], worlds: int) -> list[list[Row]]:
        """The rows at the ends of the continuations, in the worlds of a sample."""
        found: list[list[Row]] = [[] for _ in codes]
        for states, luck in self.answered(name, codes, worlds):
            for rows, s in zip(found, states, strict=True):
                self.play_on(s, Random(luck))
                rows.append(self.told(s, self.player.reading(s, self.seat)))
        return found

    def glance(self, name: str, codes: Sequence[int], worlds: int) -> list[list[Row]]:
        """The rows right after the choices: much faster, and less certain while something is under way."""
        found: list[list[Row]] = [[] for _ in codes]
        for states, _ in self.answered(name, codes, worlds):
            readings = self.player.readings([(s, self.seat) for s in states])
            for rows, s, reading in zip(found, states, readings, strict=True):
                rows.append(self.told(s, reading))
        return found

    def answered(self, name: str, codes: Sequence[int], worlds: int) -> Iterator[tuple[list[Any], int]]:
        """For each world of a sample the state after each choice, and the seed of what follows."""
        game = self.player.net.game
        for number in range(worlds):
            rng = Random(f"{self.seed} {name} {self.seat} {self.view.version} {number}")
            world, luck = redeal(self.view, rng), rng.getrandbits(64)
            states = []
            for code in codes:
                s = game.copy(world)
                s.flow.chance = chance_from(luck)
                game.book.answer(s, self.seat, code)
                states.append(s)
            yield states, luck

    def told(self, s: Any, reading: Row) -> Row:
        """A reading of the deciding seat, corrected; the result at the end."""
        return reading if s.flow.over else correct(reading, self.correction, self.seat)

    def play_on(self, s: Any, rng: Random) -> None:
        """Play to the seat's next decision after so many, with nothing under way; with 0, to the end of the match."""
        game, left = self.player.net.game, self.decisions
        evaluator, steps = game.evaluator(""), 0
        while not s.flow.over and (not self.decisions or steps < LONGEST * self.decisions):
            if self.decisions and next_seat(s.flow) == self.seat and evaluator.is_quiescent(s):
                if len(game.book.legal(s, self.seat)) > 1:
                    left -= 1
                if left <= 0:
                    return
            self.player.step(s, rng)
            steps += 1


def grade(view: View, decision: Decision, worlds: int = WORLDS, seed: int = 0, decisions: int = 1) -> Grade | None:
    """What each choice of a decision is worth: the deciding seat's chance to win after it, with its standard error.

    Args:
        view: the view of the deciding seat. Only what it shows has a part in the grade.
        decision: the decision.
        worlds: how many possible worlds each choice is tried in, the same for all choices.
        seed: the seed of the worlds; the same seed, view and decision give the same grade.
        decisions: after how many of its next decisions the seat's chance is read; 0 plays every match to its end, which
            takes long and needs hundreds of worlds.

    Returns:
        None for a forced decision: where there is no choice, there is nothing to grade.

    Raises:
        BadArgument: the view is not that of the deciding seat, there are fewer than four worlds, or Drakkar has no
            network for the game.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> found = analysis.grade(match.view(0), match.pending[0], worlds=4)
    >>> len(found.rated) == len(match.pending[0].choices)
    True
    >>> found.word(found.best)
    'best'
    """
    if view.seat != decision.seat:
        raise BadArgument(f"a decision of seat {decision.seat} is graded by the view of that seat")
    if worlds < FEWEST_WORLDS:
        raise BadArgument(f"a grade needs at least {FEWEST_WORLDS} worlds, not {worlds}")
    if len(decision.choices) < 2:
        return None
    return Grade(Trial(assumed(view.title), view, decision.seat, seed, decisions), decision, worlds)


def of_seat(rows: list[Row], seat: int) -> list[float]:
    """A seat's chance in each world."""
    return [row[seat] for row in rows]


def difference(rows: list[Row], others: list[Row], seat: int) -> Estimate:
    """How much likelier a seat is to win by the first rows than by the others, world by world."""
    return estimate([row[seat] - other[seat] for row, other in zip(rows, others, strict=True)])


def at_least(found: Estimate) -> float:
    """What a difference certainly exceeds: the lower end of its interval, which has room for the network's errors."""
    return found.value - SURE * sqrt(found.error**2 + TRUST**2)


def word_for(loss: Estimate) -> str:
    """The word for a choice that is not the best one."""
    surely = at_least(loss)
    return next((word for word, least in WORDS.items() if surely > least), GOOD)


def estimate(numbers: Sequence[float]) -> Estimate:
    """The mean, and its standard error."""
    count = len(numbers)
    mean = sum(numbers) / count
    return Estimate(mean, sqrt(sum((number - mean) ** 2 for number in numbers) / (count - 1) / count))
