"""One game between bots, and everything that is kept of it."""

import math
import time
import traceback
from collections import Counter
from typing import Any, Final, NamedTuple

from drakkar.arena.deeds import Deeds
from drakkar.arena.plan import Plan
from drakkar.arena.schedule import Fixture
from drakkar.bots import Bot, make
from drakkar.core.game import find
from drakkar.core.match import Match, begin
from drakkar.core.moment import Decision

# Times are counted in steps of a ninth: eight to each doubling of a microsecond.
STEPS: Final = 8


class NotAnOption(ValueError):
    """A bot answered with something that it was not offered."""


class Result(NamedTuple):
    """A line for the book of games, as plain data, and the record of the match."""

    line: dict[str, Any]
    record: str


class Clock:
    """The CPU time that one seat thinks."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.steps: Counter[int] = Counter()

    def take(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.steps[step_of(seconds)] += 1

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "slowest": round(self.slowest, 6),
            "steps": {str(step): times for step, times in sorted(self.steps.items())},
        }


def step_of(seconds: float) -> int:
    """The step that a time falls into."""
    return int(STEPS * math.log2(max(1.0, seconds * 1e6)))


def step_end(step: int) -> float:
    """The longest time of a step, in seconds."""
    return float(2 ** ((step + 1) / STEPS) / 1e6)


class Table:
    """A match, the bots around it, their clocks, and what became of the cards."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self.match = begin(find(plan.title), plan.clans, plan.settings, plan.deal_seed(fixture.deal))
        self.bots: list[Bot] = [
            make(plan.bots[bot], plan.bot_seed(fixture.number, seat)) for seat, bot in enumerate(fixture.seating)
        ]
        self.clocks = [Clock() for _ in range(plan.seats)]
        self.deeds = Deeds(self.match)
        # Who is to blame if something breaks now; None while the rules run.
        self.thinking: int | None = None

    def play(self) -> None:
        """To the end. Whoever has no choice is not asked."""
        match = self.match
        while not match.over:
            seat, question = next(iter(match.asked().items()))
            decision = Decision(seat, match.prompt(seat, question), match.options(seat), question.secret)
            self.deeds.follow(match.log)
            self.deeds.offer(decision)
            match.play(seat, self._choice(decision) if len(decision.options) > 1 else decision.options[0])
        self.deeds.follow(match.log)

    def _choice(self, decision: Decision) -> Any:
        view = self.match.view(decision.seat)
        self.thinking = decision.seat
        started = time.process_time()
        choice = self.bots[decision.seat].choose(view, decision)
        self.clocks[decision.seat].take(time.process_time() - started)
        if choice not in decision.options:
            raise NotAnOption(f"{choice!r} is none of the {len(decision.options)} options of: {decision.prompt}")
        self.thinking = None
        return choice


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one game; a bot that breaks it is part of the result."""
    head, table = _head(plan, fixture), None
    try:
        table = Table(plan, fixture)
        table.play()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever breaks a game must not break the others
        seat, record = (None, "") if table is None else (table.thinking, _record(head, table.match))
        told = {"seat": seat, "error": f"{type(error).__name__}: {error}", "traceback": traceback.format_exc()}
        return Result({**head, **told}, record)
    return Result({**head, **_told(table)}, _record(head, table.match))


def lost(plan: Plan, fixture: Fixture, why: str) -> Result:
    """A game of which nothing is left."""
    return Result({**_head(plan, fixture), "seat": None, "error": why, "traceback": ""}, "")


def _head(plan: Plan, fixture: Fixture) -> dict[str, Any]:
    return {
        "game": fixture.number,
        "deal": fixture.deal,
        "seed": plan.deal_seed(fixture.deal),
        "bots": [plan.names[bot] for bot in fixture.seating],
    }


def _told(table: Table) -> dict[str, Any]:
    outcome = table.match.outcome
    assert outcome is not None, "the match has been played to its end"
    return {
        "glory": list(outcome.glory),
        "winners": list(outcome.winners),
        "victory": outcome.victory,
        "first": table.deeds.first,
        "sources": outcome.by_source_and_age,
        "choices": len(table.match.history),
        "clocks": [clock.to_json() for clock in table.clocks],
        "deeds": table.deeds.found,
        "events": dict(sorted(table.deeds.events.items())),
    }


def _record(head: dict[str, Any], match: Match) -> str:
    """The record says in a comment who played."""
    seats = ", ".join(f"{clan} {bot}" for clan, bot in zip(match.clans, head["bots"], strict=True))
    return f"# game {head['game']} of an arena: {seats}\n{match.record()}"
