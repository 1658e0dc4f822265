"""The bot that follows its first impression, more or less."""

from drakkar.bots.bot import Advice, Budget
from drakkar.bots.thought import dice, judge_for, likelihoods
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class InstinctBot:
    """The better an option looks, the likelier; `calm` is how many Glory more make it about three times as likely."""

    def __init__(self, seed: int, calm: float, style: str) -> None:
        self.seed = seed
        self.calm = calm
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """It takes no time."""
        codes = [choice.code for choice in decision.options]
        weights = likelihoods(judge_for(view, self.style).instinct(view.known, decision.seat, codes), self.calm)
        return dice(self.seed, view, decision.seat).choices(decision.options, weights)[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """A first impression has no reasons."""
        return []
