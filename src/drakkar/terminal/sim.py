"""Many random matches on several processes, added up: the same numbers whatever the number of processes."""

import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from drakkar.core.chance import chance_from, seed_from
from drakkar.core.events import Log
from drakkar.core.game import Outcome, Value, find
from drakkar.core.match import begin, load
from drakkar.core.playout import Picker, play_out
from drakkar.terminal.workers import spread

# Every so many games one is played in words as well, and its record loaded back.
IN_WORDS_EVERY: Final = 50
LARGEST_PORTION: Final = 25


class Disagreement(AssertionError):
    """The match in words, or its record, went another way than the rules alone."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    title: str
    clans: list[int]
    settings: dict[str, Value]
    random_options: bool
    seed: int
    first: int
    games: int

    def settings_for(self, seed: int) -> dict[str, Value]:
        """The options of one game."""
        return find(self.title).random_settings(chance_from(seed), self.clans) if self.random_options else self.settings


@dataclass
class Tally:
    """What came of some games."""

    games: int = 0
    choices: int = 0
    in_words: int = 0
    shared_wins: int = 0
    glory: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    victories: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    cpu: float = 0.0
    errors: list[dict[str, Any]] = field(default_factory=list)

    def take(self, outcome: Outcome, choices: int) -> None:
        """One more game that came to its end."""
        seats = range(len(outcome.by_source))
        self.games += 1
        self.choices += choices
        self.shared_wins += len(outcome.winners) > 1
        self.glory = _added(self.glory, list(outcome.glory))
        self.wins = _added(self.wins, [int(seat in outcome.winners) for seat in seats])
        if outcome.victory:
            self.victories[outcome.victory] = self.victories.get(outcome.victory, 0) + 1
        for by_source in outcome.by_source:
            for source, glory in by_source.items():
                self.sources[source] = self.sources.get(source, 0) + glory

    def add(self, other: "Tally") -> None:
        """The games of another portion."""
        self.games += other.games
        self.choices += other.choices
        self.in_words += other.in_words
        self.shared_wins += other.shared_wins
        self.glory = _added(self.glory, other.glory)
        self.wins = _added(self.wins, other.wins)
        for name, times in other.victories.items():
            self.victories[name] = self.victories.get(name, 0) + times
        self.sources = {
            name: self.sources.get(name, 0) + glory for name, glory in other.sources.items()
        } or self.sources
        self.cpu += other.cpu
        self.errors += other.errors


def _added(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)] if one and other else one or other


def seed_of(seed: int, number: int) -> int:
    """The seed of one game, whoever plays it."""
    return seed_from(f"drakkar sim {seed} {number}")


def play_portion(plan: Plan, first: int, games: int) -> Tally:
    """Some of the games; one that breaks is part of the result."""
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
        except Exception:  # noqa: BLE001 - whatever breaks a game is what we look for
            tally.errors.append({"game": number, "seed": seed, "traceback": traceback.format_exc()})
    tally.cpu = time.process_time() - started
    return tally


def _play(plan: Plan, seed: int) -> tuple[Outcome, int]:
    game = find(plan.title)
    log = Log([])
    s = game.set_up(plan.clans, plan.settings_for(seed), chance_from(seed), log)
    game.book.settle(s)
    choices = play_out(game.book, s, Random(seed))
    return game.outcome(s, log), choices


def _play_in_words(plan: Plan, seed: int, outcome: Outcome) -> None:
    """The same choices through a Match, by their spellings; then its record is loaded and written again."""
    match = begin(find(plan.title), plan.clans, plan.settings_for(seed), seed)
    picker = Picker(Random(seed))
    while pending := match.pending:
        decision = pending[picker.below(len(pending))]
        options = decision.options
        match.play(decision.seat, str(options[picker.below(len(options))]))
    record = match.record()
    if match.outcome != outcome:
        raise Disagreement("the match in words ended otherwise than on the rules alone")
    if load(record).record() != record:
        raise Disagreement("the record loads, but is written otherwise")


def run(plan: Plan, jobs: int) -> Iterator[Tally]:
    """The portions as they are done."""
    size = max(1, min(LARGEST_PORTION, plan.games // (4 * jobs)))
    end = plan.first + plan.games
    portions = ((plan, start, min(size, end - start)) for start in range(plan.first, end, size))
    return spread(play_portion, portions, jobs)


def simulate(plan: Plan, jobs: int) -> tuple[dict[str, Any], bool]:
    """Play it all; the summary, and whether Ctrl-C cut it short."""
    total, cut_short, started = Tally(), False, time.monotonic()
    try:
        for portion in run(plan, jobs):
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
    names = find(plan.title).clans
    return {
        "game": plan.title,
        "players": len(plan.clans),
        "clans": [names[clan] for clan in plan.clans],
        "options": "random" if plan.random_options else plan.settings,
        "seed": plan.seed,
        "first": plan.first,
        "games": total.games,
        "choices": total.choices,
        "choices_per_game": round(total.choices / games, 2),
        "mean_glory": [round(glory / games, 3) for glory in total.glory],
        "wins": total.wins,
        "shared_wins": total.shared_wins,
        **({"victories": dict(sorted(total.victories.items()))} if total.victories else {}),
        "glory_by_source": {name: round(glory / games, 3) for name, glory in total.sources.items()},
        "also_in_words": total.in_words,
        "cpu_seconds": round(total.cpu, 2),
        "seconds": round(seconds, 2),
        "errors": sorted(total.errors, key=lambda error: int(error["game"])),
    }
