"""Fake bots for tests, and plans of short games."""

from collections.abc import Callable

import pytest

from drakkar.arena.plan import Plan
from drakkar.bots import Advice, Budget, roster
from drakkar.core.game import find
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

Answer = Callable[[View, Decision], Choice]


class Forged:
    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        return self.answer(view, decision)

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        return []


def enrol(monkeypatch: pytest.MonkeyPatch, name: str, answer: Answer) -> None:
    """Register a bot called `name` that answers like this."""
    monkeypatch.setitem(roster.MAKERS, name, lambda *_: Forged(answer))


def first_option(view: View, decision: Decision) -> Choice:
    return decision.choices[0]


def treasure(*bots: str, games: int = 6, alone: bool = False, seed: int = 1, seats: int = 2) -> Plan:
    """A plan for the tiny game, which takes a few milliseconds."""
    rulings = find("treasure").resolve_rulings({})
    return Plan("treasure", list(range(seats)), rulings, list(bots), alone, seed, games)


def lords_of_ragnarok(*bots: str, games: int = 2, seed: int = 1, seats: int = 2) -> Plan:
    """A plan for the game without a score and with four victories."""
    rulings = find("lords_of_ragnarok").resolve_rulings({})
    return Plan("lords_of_ragnarok", list(range(seats)), rulings, list(bots), False, seed, games)


def blood_rage(*bots: str, games: int = 2, seed: int = 1, seats: int = 2) -> Plan:
    rulings = find("blood_rage").resolve_rulings({})
    return Plan("blood_rage", list(range(seats)), rulings, list(bots), False, seed, games)
