"""The levels that people play against: *thrall*, *karl*, *jarl* and *konung*, from gentle to as strong as a second allows."""

from random import Random

from drakkar.bots.bot import TOP, Advice, Budget
from drakkar.bots.thought import likelihoods
from drakkar.core.game import find
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class InstinctBot:
    """Follows its first impression, more or less: the higher `calm`, the less."""

    def __init__(self, seed: int, calm: float, style: str = "") -> None:
        self.seed = seed
        self.calm = calm
        self.style = style

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """The better it looks, the likelier."""
        rng = Random(f"{self.seed} {decision.seat} {view.version}")
        return rng.choices(decision.options, self.weights(view, decision))[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """A first impression has no reasons."""
        return []
