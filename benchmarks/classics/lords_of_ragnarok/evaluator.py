"""Who is ahead: the total value of each player's Regions, victories, Armies, Hero and pool."""

from typing import Final

from benchmarks.classics.base import Evaluator
from benchmarks.classics.lords_of_ragnarok.priors import priors
from benchmarks.classics.lords_of_ragnarok.worth import (
    armies_worth,
    hero_worth,
    pool_worth,
    regions_worth,
    victories_worth,
)
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.state import CHOOSING, State
from drakkar.games.lords_of_ragnarok.turn.hero_stage import HERO_ACTION
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import MANOEUVRE
from drakkar.games.lords_of_ragnarok.turn.prayer import PRAYING
from drakkar.games.lords_of_ragnarok.turn.rune_action import RUNE_STAGE
from drakkar.games.lords_of_ragnarok.turn.special_action import CHOOSE_ACTION

# The value of a win: more than any position before it.
A_WIN: Final = 100.0
# A lead of this size decides little.
SPREAD: Final = 5.0
# The questions at the beginning of each stage, when nothing is under way.
QUIET: Final = tuple(question.number for question in (PRAYING, HERO_ACTION, RUNE_STAGE, MANOEUVRE, CHOOSE_ACTION))


class LordsOfRagnarokEvaluator(Evaluator[State]):
    """An experienced player."""

    def expected_scores(self, s: State) -> list[float]:
        """The value of each player's position; the winner's is the highest."""
        if s.flow.over:
            return [A_WIN if s.winners >> seat & 1 else 0.0 for seat in range(s.seats)]
        return [self.standing(s, seat) for seat in range(s.seats)]

    def standing(self, s: State, seat: int) -> float:
        """The value of one player's position."""
        if s.stage == CHOOSING:
            return pool_worth(s, seat)
        return (
            regions_worth(s, seat)
            + victories_worth(s, seat)
            + armies_worth(s, seat)
            + hero_worth(s, seat)
            + pool_worth(s, seat)
        )

    def scale(self, s: State) -> float:  # noqa: ARG002 - constant
        """A lead of this size may still be lost."""
        return SPREAD

    def priors(self, s: State, seat: int, menu: list[int]) -> list[float]:
        """Estimates without looking ahead."""
        return priors(s, seat, menu)

    def is_quiescent(self, s: State) -> bool:
        """A stage begins, or no question is open."""
        return all(s.flow.asked[seat] == 0 or s.flow.asked[seat] in QUIET for seat in range(s.seats))

    def horizon(self, s: State) -> int:
        """The active player."""
        return s.turn
