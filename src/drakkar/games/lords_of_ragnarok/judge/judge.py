"""Who is ahead: what each player's Regions, victories, Armies, Hero and pool are worth together."""

from typing import Final

from drakkar.core.judge import Judge
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.hero_stage import HERO_ACTION
from drakkar.games.lords_of_ragnarok.judge.instinct import instinct
from drakkar.games.lords_of_ragnarok.judge.worth import (
    armies_worth,
    hero_worth,
    pool_worth,
    regions_worth,
    victories_worth,
)
from drakkar.games.lords_of_ragnarok.manoeuvres import MANOEUVRE
from drakkar.games.lords_of_ragnarok.prayer import PRAYING
from drakkar.games.lords_of_ragnarok.rune_action import RUNE_STAGE
from drakkar.games.lords_of_ragnarok.special_action import CHOOSE_ACTION
from drakkar.games.lords_of_ragnarok.state import CHOOSING, State

# What a win is worth: more than anything that can be counted before it.
A_WIN: Final = 100.0
# How much decides little.
SPREAD: Final = 5.0
# At the beginning of a stage nothing is under way.
QUIET: Final = tuple(question.number for question in (PRAYING, HERO_ACTION, RUNE_STAGE, MANOEUVRE, CHOOSE_ACTION))


class LordsOfRagnarokJudge(Judge[State]):
    """A player of experience."""

    def expected_glory(self, s: State) -> list[float]:
        """How well each stands; who has won stands best."""
        if s.flow.over:
            return [A_WIN if s.winners >> seat & 1 else 0.0 for seat in range(s.seats)]
        return [self.standing(s, seat) for seat in range(s.seats)]

    def standing(self, s: State, seat: int) -> float:
        """One player's."""
        if s.stage == CHOOSING:
            return pool_worth(s, seat)
        return (
            regions_worth(s, seat)
            + victories_worth(s, seat)
            + armies_worth(s, seat)
            + hero_worth(s, seat)
            + pool_worth(s, seat)
        )

    def spread(self, s: State) -> float:  # noqa: ARG002 - the same from the first turn to the last
        """What separates two players by that much may still turn."""
        return SPREAD

    def instinct(self, s: State, seat: int, menu: list[int]) -> list[float]:
        """At first sight."""
        return instinct(s, seat, menu)

    def is_quiet(self, s: State) -> bool:
        """A stage begins, or it is over."""
        return all(s.flow.asked[seat] == 0 or s.flow.asked[seat] in QUIET for seat in range(s.seats))

    def chapter(self, s: State) -> int:
        """Somebody's turn."""
        return s.turn
