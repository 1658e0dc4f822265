"""What a bot is: it gets a view and a decision, never the state."""

from typing import Final, Protocol

from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

TOP: Final = 3


class Budget:
    """How long to search: so many iterations or so many seconds, whichever is used up first; 0 is no limit."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations = iterations
        self.seconds = seconds

    def is_limited(self) -> bool:
        """Whether it ever ends."""
        return self.iterations > 0 or self.seconds > 0.0

    def __repr__(self) -> str:
        return f"Budget(iterations={self.iterations}, seconds={self.seconds})"


class Advice:
    """What a bot makes of one option: the score it expects to end with, and its chance to win; `str()` tells it.

    `glory` is None in a game that is not won by points.
    """

    def __init__(self, choice: Choice, glory: float | None, win: float, tries: int) -> None:
        self.choice = choice
        self.glory = glory
        self.win = win
        self.tries = tries

    def __str__(self) -> str:
        tried = f", tried {self.tries} time{'' if self.tries == 1 else 's'}"
        score = "" if self.glory is None else f"about {self.glory:.0f} Glory in the end, "
        return f"{self.choice}: {score}{self.win:.0%} to win{tried}"

    def __repr__(self) -> str:
        return f"<Advice {self}>"


class Bot(Protocol):
    """Anything that can sit in a seat. The same seed, seat and view give the same answer."""

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """One of the decision's options; without a budget the bot takes its own.

        A budget is for bots that search: greedy tries each option at least once, others need no time.
        """

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The best options, the one it would choose first; a bot that has no opinion says nothing."""
