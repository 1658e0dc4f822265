"""The bot that chooses at random: the baseline for all others."""

from drakkar.bots.bot import Advice, Budget
from drakkar.bots.rollout import seeded_rng
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class RandomBot:
    """Uniform random choices; the same in the same seat at the same point, so a loaded match continues as before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """A uniform random choice."""
        return seeded_rng(self.seed, view, decision.seat).choice(decision.choices)

    def choice_shares(self, view: View, decision: Decision) -> list[float]:  # noqa: ARG002
        """How likely each choice is."""
        return [1 / len(decision.choices)] * len(decision.choices)

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates."""
        return []
