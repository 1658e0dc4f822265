"""What a game knows about playing it well: bots of every kind think with it, and it lives with the game.

Everything is told in Glory, so that what different things are worth can be added and compared.
"""

from abc import ABC, abstractmethod
from math import exp
from typing import Generic

from drakkar.core.build import mypyc_attr
from drakkar.core.flow import S
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC, Generic[S]):
    """The opinion of a player; one who does not know the game finds all options alike."""

    @abstractmethod
    def expected_glory(self, s: S) -> list[float]:
        """How much Glory each seat will have in the end, at a guess."""

    def spread(self, s: S) -> float:  # noqa: ARG002 - for a game that knows better
        """How many Glory decide little: what separates two seats by that much may still turn."""
        return 1.0

    def instinct(self, s: S, seat: int, menu: list[int]) -> list[float]:  # noqa: ARG002 - for a game that knows better
        """What each option seems to bring at first sight, in Glory; only the differences count."""
        return [0.0] * len(menu)

    def is_quiet(self, s: S) -> bool:  # noqa: ARG002 - for a game that knows better
        """Whether nothing is under way, so that the expectation can be trusted."""
        return True

    def chapter(self, s: S) -> int:  # noqa: ARG002 - for a game that is one
        """A number that changes when a large part of the game is over: how far ahead it pays to look."""
        return 0

    def win_chances(self, s: S, glory: list[float]) -> list[float]:
        """How likely each seat is to win that expects so much; one is certain once the match is over."""
        best = max(glory)
        if s.flow.over:
            winners = glory.count(best)
            return [1.0 / winners if mine == best else 0.0 for mine in glory]
        spread = self.spread(s)
        weights = [exp((mine - best) / spread) for mine in glory]
        total = sum(weights)
        return [weight / total for weight in weights]
