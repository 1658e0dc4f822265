"""How fast the engine is: decisions a second by each of its faces, measured in the CPU time of this process.

A decision is: list the legal choices, pick one at random, make it. Those with a single option are counted too, but
apart. Each number is the median of several windows, so that a busy machine disturbs it less.
"""

import platform
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from drakkar.core.build import build
from drakkar.core.game import find
from drakkar.core.lean import state
from drakkar.core.match import new
from drakkar.core.playout import Picker, pick
from drakkar.core.position import fields

WINDOWS: Final = 5
CLONES: Final = 2000
# So many different games are played out inside the engine, again and again: each is counted once, off the clock.
INSIDE_SEEDS: Final = 16

# How the engine can be driven: from Python through the lean face and through Match, and whole playouts inside it.
FACES: Final = ("lean", "match", "inside")

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


def inside_counts(title: str, seats: int, seed: int) -> Counts:
    """What a playout inside the engine decides: it tells how much, not how much of it has two or more options."""
    s, picker = state(title, seats, seed), Picker(Random(seed))
    decisions = real = 0
    while not s.over:
        asked = [seat for seat, question in enumerate(s.state.flow.asked) if question]
        seat = asked[picker.below(len(asked))]
        options = s.game.book.legal(s.state, seat)
        decisions += 1
        real += len(options) > 1
        s.game.book.answer(s.state, seat, options[picker.below(len(options))])
    return decisions, real


def inside_games(title: str, seats: int) -> Callable[[int], Counts]:
    """Games played out inside the engine; what has two or more options is counted now, before any clock runs."""
    known = [inside_counts(title, seats, seed) for seed in range(INSIDE_SEEDS)]

    def inside_game(number: int) -> Counts:
        seed = number % INSIDE_SEEDS
        decisions = state(title, seats, seed).playout(Random(seed))
        assert decisions == known[seed][0], "the game that was counted is the game that is played"
        return known[seed]

    return inside_game


def window(game: Callable[[int], tuple[float, float]], seconds: float, first: int) -> tuple[float, float, int]:
    """Decisions a second, all and those with a real choice, of whole games from that seed on; the seed that is next."""
    decisions = real = 0.0
    seed, started = first, time.process_time()
    while (spent := time.process_time() - started) < seconds or not decisions:
        more = game(seed)
        seed, decisions, real = seed + 1, decisions + more[0], real + more[1]
    return decisions / spent, real / spent, seed


def per_second(game: Callable[[int], Counts], seconds: float) -> dict[str, int]:
    """Decisions a second, all of them and those with a real choice: the median of several windows."""
    rates, real_rates, seed = [], [], 1
    for _ in range(WINDOWS):
        rate, real_rate, seed = window(game, seconds / WINDOWS, seed)
        rates.append(rate)
        real_rates.append(real_rate)
    return {"all": round(statistics.median(rates)), "two_or_more": round(statistics.median(real_rates))}


def clone_microseconds(copy: Callable[[], object]) -> float:
    """What a copy of a state costs."""
    times = []
    for _ in range(WINDOWS):
        started = time.process_time()
        for _ in range(CLONES):
            copy()
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
        tables[seats] = {
            "lean": per_second(partial(lean_game, title, seats), seconds),
            "match": per_second(partial(match_game, title, seats), seconds),
            "inside": per_second(inside_games(title, seats), seconds),
            "clone_us": clone_microseconds(s.copy),
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
    titles = "".join(f"{face + ' (2+ options)':>22}" for face in FACES)
    lines = [head, "", f"decisions/s{titles}   clone µs   state KB"]
    for seats, row in result["players"].items():
        rates = "".join(f"{row[face]['all']:>11} ({row[face]['two_or_more']:>8})" for face in FACES)
        lines.append(f"{seats} players   {rates}   {row['clone_us']:>8}   {row['state_bytes'] / 1024:>8.1f}")
    return lines
