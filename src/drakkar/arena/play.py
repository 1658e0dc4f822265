"""One game between bots, and its results."""

import math
import time
import traceback
from collections import Counter
from typing import Any, Final, NamedTuple

from drakkar.analysis.draws import luck_of_draws
from drakkar.arena.card_stats import CardTracker
from drakkar.arena.plan import Plan
from drakkar.arena.schedule import Fixture
from drakkar.bots import Bot, make
from drakkar.core.game import find
from drakkar.core.hosting import decision_of, log_of, questions
from drakkar.core.match import Match, begin
from drakkar.core.moment import Decision

# Times are counted in a logarithmic histogram: eight steps per doubling, so about 9 % each.
STEPS: Final = 8


class IllegalBotChoice(ValueError):
    """A bot returned something that is not one of its choices."""


class Result(NamedTuple):
    """A line for games.jsonl, as plain data, and the record of the match."""

    line: dict[str, Any]
    record: str


class Clock:
    """The CPU time that the bot of one seat uses."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0
        self.steps: Counter[int] = Counter()

    def take(self, seconds: float) -> None:
        """Add one decision."""
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
    """The step of the histogram that a time falls into."""
    return int(STEPS * math.log2(max(1.0, seconds * 1e6)))


def step_end(step: int) -> float:
    """The longest time of a step, in seconds."""
    return float(2 ** ((step + 1) / STEPS) / 1e6)


class Table:
    """A match with its bots, their clocks and the card statistics."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        plan.import_modules()
        game = find(plan.title)
        self.match = begin(game, plan.sides, plan.rulings, plan.deal_seed(fixture.deal))
        self.bots: list[Bot] = [
            make(plan.bots[bot], plan.bot_seed(fixture.number, seat), game) for seat, bot in enumerate(fixture.seating)
        ]
        self.clocks = [Clock() for _ in range(plan.seats)]
        self.cards = CardTracker(self.match)
        # By the number of a choice: how likely the bot was to make each choice, if it can tell and it matters.
        self.policies: dict[int, dict[int, float]] = {}
        self.adjusted = plan.adjusted
        # The seat to blame for an error; None while the rules run.
        self.thinking: int | None = None

    def play(self) -> None:
        """Play to the end. Decisions with a single choice skip the bot."""
        match = self.match
        while not match.over:
            seat, question = next(iter(questions(match).items()))
            decision = decision_of(match, seat, question)
            self.cards.follow(log_of(match))
            if question.draft:
                self.cards.offer(decision)
            match.play(seat, self._choice(decision) if len(decision.choices) > 1 else decision.choices[0])
        self.cards.follow(log_of(match))

    def _choice(self, decision: Decision) -> Any:
        view = self.match.view(decision.seat)
        self.thinking = decision.seat
        started = time.process_time()
        bot = self.bots[decision.seat]
        choice = bot.choose(view, decision)
        self.clocks[decision.seat].take(time.process_time() - started)
        shares_of = getattr(bot, "choice_shares", None)
        if self.adjusted and shares_of is not None:
            shares = zip(decision.choices, shares_of(view, decision), strict=True)
            self.policies[len(self.match.history)] = {one.code: share for one, share in shares if share > 0}
        if choice not in decision.choices:
            raise IllegalBotChoice(
                f"{choice!r} is not one of the {len(decision.choices)} choices of: {decision.prompt}"
            )
        self.thinking = None
        return choice


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one game; an error is part of the result."""
    head, table = _head(plan, fixture), None
    try:
        table = Table(plan, fixture)
        table.play()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an error in one game must not stop the others
        seat, record = (None, "") if table is None else (table.thinking, _record(head, table.match))
        told = {"seat": seat, "error": f"{type(error).__name__}: {error}", "traceback": traceback.format_exc()}
        return Result({**head, **told}, record)
    return Result({**head, **_told(table)}, _record(head, table.match))


def lost(plan: Plan, fixture: Fixture, why: str) -> Result:
    """The result of a game that was lost with its process."""
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
        "scores": list(outcome.scores),
        "winners": list(outcome.winners),
        "victory": outcome.victory,
        "first": table.cards.first,
        "breakdown": outcome.breakdown,
        "choices": len(table.match.history),
        "clocks": [clock.to_json() for clock in table.clocks],
        "cards": table.cards.uses,
        "events": dict(sorted(table.cards.events.items())),
        **({"luck": _luck(table)} if table.adjusted else {}),
    }


def _luck(table: Table) -> list[float]:
    """What draws brought each seat."""
    return [round(luck, 6) for luck in luck_of_draws(table.match, table.policies)]


def _record(head: dict[str, Any], match: Match) -> str:
    """The record, with a comment that names the bots."""
    seats = ", ".join(f"{side} {bot}" for side, bot in zip(match.sides, head["bots"], strict=True))
    return f"# game {head['game']} of an arena: {seats}\n{match.record()}"
