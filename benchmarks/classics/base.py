"""Evaluation of states and choices, used by every kind of bot. Each game brings its own.

All values are in points of the final score, so they can be added and compared. A game without a score uses a value of
its own.
"""

from abc import ABC, abstractmethod
from math import exp
from typing import Generic

from drakkar.core.build import mypyc_attr
from drakkar.core.flow import S
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator(ABC, Generic[S]):
    """Expected scores, priors and win chances. By default all choices are equally good."""

    @abstractmethod
    def expected_scores(self, s: S) -> list[float]:
        """The expected final score of each seat."""

    def scale(self, s: S) -> float:  # noqa: ARG002 - hook for games
        """The lead, in points, that can still easily be lost."""
        return 1.0

    def priors(self, s: S, seat: int, menu: list[int]) -> list[float]:  # noqa: ARG002 - hook for games
        """The estimated value of each choice before any search, in points; only differences count."""
        return [0.0] * len(menu)

    def is_quiescent(self, s: S) -> bool:  # noqa: ARG002 - hook for games
        """Whether the position is quiet, so the expected scores can be trusted."""
        return True

    def horizon(self, s: S) -> int:  # noqa: ARG002 - hook for games
        """An id of the current part of the game; it changes at the end of the horizon that a search should look to."""
        return 0

    def win_chances(self, s: S, scores: list[float]) -> list[float]:
        """Each seat's chance to win, given these expected scores; certain once the match is over."""
        best = max(scores)
        if s.flow.over:
            winners = scores.count(best)
            return [1.0 / winners if mine == best else 0.0 for mine in scores]
        scale = self.scale(s)
        weights = [exp((mine - best) / scale) for mine in scores]
        total = sum(weights)
        return [weight / total for weight in weights]
