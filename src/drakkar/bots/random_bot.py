"""The bot that takes any option: the yardstick for all others."""

from drakkar.bots.bot import Advice, Budget
from drakkar.bots.thought import dice
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class RandomBot:
    """The same seed in the same seat at the same point chooses the same, so a loaded match goes on as it would have."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """Any of the options, each alike."""
        return dice(self.seed, view, decision.seat).choice(decision.options)

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """Chance has no reasons."""
        return []
