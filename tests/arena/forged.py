"""Bots that a test makes up, and plans of short games for them."""

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
    """Let `name` be a bot that answers like this."""
    monkeypatch.setitem(roster.MAKERS, name, lambda *_: Forged(answer))


def first_option(view: View, decision: Decision) -> Choice:
    return decision.options[0]


def treasure(*bots: str, games: int = 6, alone: bool = False, seed: int = 1, seats: int = 2) -> Plan:
    """A plan for the tiny game, which takes a few milliseconds."""
    settings = find("treasure").settings({})
    return Plan("treasure", list(range(seats)), settings, list(bots), alone, seed, games)


def lords_of_ragnarok(*bots: str, games: int = 2, seed: int = 1, seats: int = 2) -> Plan:
    """A plan for the game that has no score and four ways to win."""
    settings = find("lords_of_ragnarok").settings({})
    return Plan("lords_of_ragnarok", list(range(seats)), settings, list(bots), False, seed, games)


def blood_rage(*bots: str, games: int = 2, seed: int = 1, seats: int = 2) -> Plan:
    settings = find("blood_rage").settings({})
    return Plan("blood_rage", list(range(seats)), settings, list(bots), False, seed, games)
