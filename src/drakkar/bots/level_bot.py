"""A level whose game is not known yet."""

from collections.abc import Callable

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class LevelBot:
    """Becomes the bot behind its level in the game that it is asked about."""

    def __init__(self, make: Callable[[str], Bot]) -> None:
        self.make = make
        self.bots: dict[str, Bot] = {}

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """The choice of the bot for this game."""
        return self.bot_for(view).choose(view, decision, budget)

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The advice of the bot for this game."""
        return self.bot_for(view).explain(view, decision, budget)

    def bot_for(self, view: View) -> Bot:
        """The bot for the game of a view."""
        if view.title not in self.bots:
            self.bots[view.title] = self.make(view.title)
        return self.bots[view.title]
