"""The bot that samples from the priors, without search."""

from drakkar.bots.bot import Advice, Budget
from drakkar.bots.rollout import evaluator_for, likelihoods, seeded_rng
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class PolicyBot:
    """Better priors are likelier: `temperature` more points make a choice about three times as likely."""

    def __init__(self, seed: int, temperature: float, style: str) -> None:
        self.seed = seed
        self.temperature = temperature
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """A choice sampled from the priors."""
        shares = self.choice_shares(view, decision)
        return seeded_rng(self.seed, view, decision.seat).choices(decision.choices, shares)[0]

    def choice_shares(self, view: View, decision: Decision) -> list[float]:
        """How likely each choice is."""
        codes = [choice.code for choice in decision.choices]
        priors = evaluator_for(view, self.style).priors(view.known, decision.seat, codes)
        weights = likelihoods(priors, self.temperature)
        total = sum(weights)
        return [weight / total for weight in weights]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates."""
        return []
