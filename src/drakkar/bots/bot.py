"""The interface of a bot: it gets a view and a decision, never the state."""

from typing import Final, Protocol

from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

TOP: Final = 3


class Budget:
    """A search limit in iterations or seconds, whichever is reached first; 0 is no limit."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations = iterations
        self.seconds = seconds

    def is_limited(self) -> bool:
        """Whether there is any limit."""
        return self.iterations > 0 or self.seconds > 0.0

    def __repr__(self) -> str:
        return f"Budget(iterations={self.iterations}, seconds={self.seconds})"


class Advice:
    """A bot's estimate for one choice: its expected final score and its chance to win, also as text with `str()`.

    `score` is None in a game without points.
    """

    def __init__(self, choice: Choice, score: float | None, win: float, tries: int) -> None:
        self.choice = choice
        self.score = score
        self.win = win
        self.tries = tries

    def __str__(self) -> str:
        tried = f", tried {self.tries} time{'' if self.tries == 1 else 's'}"
        points = "" if self.score is None else f"about {self.score:.0f} points at the end, "
        return f"{self.choice}: {points}{self.win:.0%} to win{tried}"

    def __repr__(self) -> str:
        return f"<Advice {self}>"


class Bot(Protocol):
    """Anything that can play a seat. The same seed, seat and view give the same answer, unless its time is limited.

    A bot that draws its choices at random may also have `choice_shares(view, decision)`: a list with the likelihood of
    each choice, with the sum 1. `drakkar arena --adjusted` then discounts the luck of the draw.
    """

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """One of the decision's choices. Without a budget, the bot uses its own.

        A budget is for bots that search: greedy tries each choice at least once, others need no time.
        """

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """The best choices, best first; empty for a bot without estimates."""
