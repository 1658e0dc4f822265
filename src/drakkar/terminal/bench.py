"""How fast the engine is: decisions a second by each of its faces, measured in the CPU time of this process.

A decision is: list the legal choices, pick one at random, make it. Those with a single option are counted too, but
apart. Each number is the median of several windows, so that a busy machine disturbs it less.
"""

import platform
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from drakkar.core.build import build
from drakkar.core.game import find
from drakkar.core.lean import Lean, state
from drakkar.core.match import new
from drakkar.core.playout import pick
from drakkar.core.position import fields

WINDOWS: Final = 5
CLONES: Final = 2000

# How many decisions a game had, and how many of them had two or more options.
Counts = tuple[int, int]


def lean_game(title: str, seats: int, seed: int) -> Counts:
    """A game driven from Python, one call a step."""
    s, rng = state(title, seats, seed), Random(seed)
    decisions = real = 0
    while not s.over:
        options = s.legal()
        decisions += 1
        real += len(options) > 1
        s.apply(pick(options, rng))
    return decisions, real


def match_game(title: str, seats: int, seed: int) -> Counts:
    """A game through Match, with history, events and words."""
    match, rng = new(title, seats, seed), Random(seed)
    decisions = real = 0
    while not match.over:
        decision = match.pending[0]
        decisions += 1
        real += len(decision.options) > 1
        match.play(decision.seat, decision.options[int(rng.random() * len(decision.options))])
    return decisions, real


def inside_game(title: str, seats: int, seed: int) -> Counts:
    """A game played out inside the engine; it does not count apart what has one option."""
    return state(title, seats, seed).playout(Random(seed)), 0


def per_second(game: Callable[[str, int, int], Counts], title: str, seats: int, seconds: float) -> dict[str, int]:
    """Decisions a second, all of them and those with a real choice: the median of several windows."""
    rates, real_rates, seed = [], [], 0
    for _ in range(WINDOWS):
        decisions = real = 0
        started = time.process_time()
        while (spent := time.process_time() - started) < seconds / WINDOWS or not decisions:
            seed += 1
            more = game(title, seats, seed)
            decisions, real = decisions + more[0], real + more[1]
        rates.append(decisions / spent)
        real_rates.append(real / spent)
    return {"all": round(statistics.median(rates)), "two_or_more": round(statistics.median(real_rates))}


def clone_microseconds(s: Lean) -> float:
    """What a copy of a state costs."""
    times = []
    for _ in range(WINDOWS):
        started = time.process_time()
        for _ in range(CLONES):
            s.copy()
        times.append((time.process_time() - started) / CLONES * 1e6)
    return round(statistics.median(times), 2)


def state_bytes(thing: Any) -> int:
    """The memory of a state: its objects and their vectors; what all states share counts too."""
    size = sys.getsizeof(thing)
    if isinstance(thing, (list, tuple)):
        return size + sum(state_bytes(item) for item in thing if not isinstance(item, int))
    if isinstance(thing, (int, str, bytes)) or thing is None:
        return size
    return size + sum(state_bytes(getattr(thing, name)) for name in fields(thing))


def bench(title: str, seconds: float) -> dict[str, Any]:
    """All of it, for each number of players."""
    game = find(title)
    tables = {}
    for seats in range(game.fewest_seats, game.most_seats + 1):
        s = state(title, seats, seed=1)
        inside = per_second(inside_game, title, seats, seconds)["all"]
        tables[seats] = {
            "lean": per_second(lean_game, title, seats, seconds),
            "match": per_second(match_game, title, seats, seconds),
            "inside": {"all": inside},
            "clone_us": clone_microseconds(s),
            "state_bytes": state_bytes(s.state),
        }
    return {
        "game": title,
        "build": build(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "seconds_of_cpu_each": seconds,
        "players": tables,
    }


def as_table(result: dict[str, Any]) -> list[str]:
    """The numbers for people."""
    head = f"{result['game']}, {result['build']} build, Python {result['python']}, {result['machine']}"
    lines = [head, "", "decisions/s   lean (2+ options)    match (2+ options)     inside   clone µs   state KB"]
    for seats, row in result["players"].items():
        rates = "  ".join(f"{row[face]['all']:>8} ({row[face]['two_or_more']:>8})" for face in ("lean", "match"))
        rest = f"{row['inside']['all']:>8}   {row['clone_us']:>8}   {row['state_bytes'] / 1024:>8.1f}"
        lines.append(f"{seats} players  {rates}   {rest}")
    return lines
