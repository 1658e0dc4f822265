"""Players that are programs: each sees what a person in its seat would see, and nothing else."""

from typing import Protocol

from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View


class Bot(Protocol):
    """Anything that can sit in a seat."""

    def choose(self, view: View, decision: Decision, budget: float) -> Choice:
        """One of the decision's options, found within so many seconds."""
