"""Many random matches on several processes, summed up; the numbers do not depend on the number of processes."""

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from drakkar.cluster.engine import Engine
from drakkar.core.chance import chance_from, seed_from
from drakkar.core.events import Log
from drakkar.core.game import Outcome, Value, find
from drakkar.core.loading import load
from drakkar.core.match import begin
from drakkar.core.playout import Picker, play_out

# How often a game is also played through a Match, with its record loaded back.
IN_WORDS_EVERY: Final = 50
LARGEST_PORTION: Final = 25


class Disagreement(AssertionError):
    """A Match, or its record, gave another result than the bare rules."""


@dataclass(frozen=True)
class Plan:
    """The settings of a run."""

    title: str
    sides: list[int]
    rulings: dict[str, Value]
    random_rulings: bool
    seed: int
    first: int
    games: int

    def rulings_for(self, seed: int) -> dict[str, Value]:
        """The rulings of one game."""
        return find(self.title).random_rulings(chance_from(seed), self.sides) if self.random_rulings else self.rulings


@dataclass
class Tally:
    """The totals of some games."""

    games: int = 0
    choices: int = 0
    in_words: int = 0
    shared_wins: int = 0
    scores: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    victories: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    cpu: float = 0.0
    errors: list[dict[str, Any]] = field(default_factory=list)

    def take(self, outcome: Outcome, choices: int) -> None:
        """Add one finished game."""
        seats = range(len(outcome.by_source))
        self.games += 1
        self.choices += choices
        self.shared_wins += len(outcome.winners) > 1
        self.scores = _added(self.scores, list(outcome.scores))
        self.wins = _added(self.wins, [int(seat in outcome.winners) for seat in seats])
        if outcome.victory:
            self.victories[outcome.victory] = self.victories.get(outcome.victory, 0) + 1
        for by_source in outcome.by_source:
            for source, points in by_source.items():
                self.sources[source] = self.sources.get(source, 0) + points

    def add(self, other: "Tally") -> None:
        """Add the totals of another portion."""
        self.games += other.games
        self.choices += other.choices
        self.in_words += other.in_words
        self.shared_wins += other.shared_wins
        self.scores = _added(self.scores, other.scores)
        self.wins = _added(self.wins, other.wins)
        for name, times in other.victories.items():
            self.victories[name] = self.victories.get(name, 0) + times
        self.sources = {
            name: self.sources.get(name, 0) + points for name, points in other.sources.items()
        } or self.sources
        self.cpu += other.cpu
        self.errors += other.errors


def _added(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


def seed_of(seed: int, number: int) -> int:
    """The seed of one game, independent of the process."""
    return seed_from(f"drakkar sim {seed} {number}")


def play_portion(plan: Plan, first: int, games: int) -> Tally:
    """Play some of the games; an error is part of the result."""
    tally = Tally()
    started = time.process_time()
    for number in range(first, first + games):
        seed = seed_of(plan.seed, number)
        try:
            outcome, choices = _play(plan, seed)
            tally.take(outcome, choices)
            if number % IN_WORDS_EVERY == 0:
                _play_in_words(plan, seed, outcome)
                tally.in_words += 1
        except Exception:  # noqa: BLE001 - any error is the result we look for
            tally.errors.append({"game": number, "seed": seed, "traceback": traceback.format_exc()})
    tally.cpu = time.process_time() - started
    return tally


def _play(plan: Plan, seed: int) -> tuple[Outcome, int]:
    game = find(plan.title)
    log = Log([])
    s = game.set_up(plan.sides, plan.rulings_for(seed), chance_from(seed), log)
    game.book.settle(s)
    choices = play_out(game.book, s, Random(seed))
    return game.outcome(s, log), choices


def _play_in_words(plan: Plan, seed: int, outcome: Outcome) -> None:
    """Make the same choices through a Match, by their spellings; then load its record and write it again."""
    match = begin(find(plan.title), plan.sides, plan.rulings_for(seed), seed)
    picker = Picker(Random(seed))
    while pending := match.pending:
        decision = pending[picker.below(len(pending))]
        choices = decision.choices
        match.play(decision.seat, str(choices[picker.below(len(choices))]))
    record = match.record()
    if match.outcome != outcome:
        raise Disagreement("the match in words ended differently from the rules alone")
    if load(record).record() != record:
        raise Disagreement("the record loads, but is written differently")


def run(plan: Plan, engine: Engine) -> Iterator[Tally]:
    """The portions as they finish."""
    size = max(1, min(LARGEST_PORTION, plan.games // (4 * max(1, engine.cores))))
    end = plan.first + plan.games
    portions = ((plan, start, min(size, end - start)) for start in range(plan.first, end, size))
    with closing(engine.run(play_portion, portions)) as outcomes:
        yield from (outcome.result() for outcome in outcomes)


def simulate(plan: Plan, engine: Engine) -> tuple[dict[str, Any], bool]:
    """Play all games; return the summary, and whether Ctrl-C interrupted it."""
    total, cut_short, started = Tally(), False, time.monotonic()
    try:
        for portion in run(plan, engine):
            total.add(portion)
            _show_progress(total, plan.games)
    except KeyboardInterrupt:
        cut_short = True
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return _summary(plan, total, time.monotonic() - started), cut_short


def _show_progress(total: Tally, games: int) -> None:
    if not sys.stderr.isatty():
        return
    done = total.games + len(total.errors)
    bar = "█" * (30 * done // games)
    print(f"\r{bar:░<30} {done}/{games} games", end="", file=sys.stderr, flush=True)


def _summary(plan: Plan, total: Tally, seconds: float) -> dict[str, Any]:
    games = max(1, total.games)
    names = find(plan.title).sides
    return {
        "game": plan.title,
        "players": len(plan.sides),
        "sides": [names[side] for side in plan.sides],
        "rulings": "random" if plan.random_rulings else plan.rulings,
        "seed": plan.seed,
        "first": plan.first,
        "games": total.games,
        "choices": total.choices,
        "choices_per_game": round(total.choices / games, 2),
        "mean_scores": [round(score / games, 3) for score in total.scores],
        "wins": total.wins,
        "shared_wins": total.shared_wins,
        **({"victories": dict(sorted(total.victories.items()))} if total.victories else {}),
        "points_by_source": {name: round(points / games, 3) for name, points in total.sources.items()},
        "also_in_words": total.in_words,
        "cpu_seconds": round(total.cpu, 2),
        "seconds": round(seconds, 2),
        "errors": sorted(total.errors, key=lambda error: int(error["game"])),
    }
