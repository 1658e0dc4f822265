"""The evaluator for Drakkar's bots: each remaining round is worth about one gold."""

from drakkar.core.evaluator import Evaluator
from treasure.rules import ROUNDS
from treasure.state import State


class TreasureEvaluator(Evaluator[State]):
    """The expected final gold of each seat."""

    def expected_scores(self, s: State) -> list[float]:
        """The current gold, and a share of what is still to come."""
        to_come = 0.0 if s.flow.over else (ROUNDS - s.rounds) * 3.5 / float(len(s.gold))
        return [float(gold) + to_come for gold in s.gold]

    def scale(self, s: State) -> float:
        """A lead is safer in later rounds."""
        return 1.0 + ROUNDS - s.rounds
