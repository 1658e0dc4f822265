"""A bot: the Miser never bids more than a treasure is worth."""

from typing import ClassVar

from drakkar.bots import Advice, Budget
from drakkar.bots.roster import Settings
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class Miser:
    """Shouts for a large treasure, bids 1 for a medium one, and steals whenever possible."""

    # The titles that it plays; a bot without `games` plays all.
    games: ClassVar[tuple[str, ...]] = ("treasure",)

    def __init__(self, settings: Settings, seed: int) -> None:  # noqa: ARG002 - it uses no randomness
        # `miser:large=4` sets another value.
        self.large = settings.count("large", 5)

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:  # noqa: ARG002 - it is fast
        """One of the decision's choices, from what its seat may know."""
        treasure = view.table["treasure"]
        shout, bid = treasure >= self.large, treasure > 2
        wishes = ["yes", "take Horn (age 2)", "shout" if shout else "", "bid 1" if bid else ""]
        by_text = {str(choice): choice for choice in decision.choices}
        return next((by_text[wish] for wish in wishes if wish in by_text), decision.choices[0])

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:  # noqa: ARG002
        """No estimates."""
        return []
