"""The speed of the engine: decisions per second of each interface, in CPU time of this process.

A decision is: list the legal choices, pick one at random, make it. Decisions with a single choice are included, and
those with two or more are also counted separately. Each number is the median of several windows, so that a busy machine
disturbs it less.
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
from drakkar.core.fast_state import fast_state
from drakkar.core.game import find
from drakkar.core.match import new
from drakkar.core.playout import Picker, pick
from drakkar.core.state_fields import fields

WINDOWS: Final = 5
CLONES: Final = 2000
# The number of different games played out inside the engine; their decisions are counted once, outside the measured
# time.
INSIDE_SEEDS: Final = 16

# The interfaces: from Python as a fast state and as a Match, and whole playouts inside the engine.
FACES: Final = ("fast_state", "match", "inside")

# The decisions of a game, and those of them with two or more choices.
Counts = tuple[int, int]


def fast_game(title: str, seats: int, seed: int) -> Counts:
    """A game driven from Python, one call per step."""
    s, rng = fast_state(title, seats, seed), Random(seed)
    decisions = real = 0
    while not s.over:
        choices = s.legal()
        decisions += 1
        real += len(choices) > 1
        s.apply(pick(choices, rng))
    return decisions, real


def match_game(title: str, seats: int, seed: int) -> Counts:
    """A game through Match, with history, events and words."""
    match, rng = new(title, seats, seed), Random(seed)
    decisions = real = 0
    while not match.over:
        decision = match.pending[0]
        decisions += 1
        real += len(decision.choices) > 1
        match.play(decision.seat, decision.choices[int(rng.random() * len(decision.choices))])
    return decisions, real


def inside_counts(title: str, seats: int, seed: int) -> Counts:
    """The counts of a playout, which itself only returns the number of all decisions."""
    s, picker = fast_state(title, seats, seed), Picker(Random(seed))
    decisions = real = 0
    while not s.over:
        asked = [seat for seat, question in enumerate(s.state.flow.asked) if question]
        seat = asked[picker.below(len(asked))]
        choices = s.game.book.legal(s.state, seat)
        decisions += 1
        real += len(choices) > 1
        s.game.book.answer(s.state, seat, choices[picker.below(len(choices))])
    return decisions, real


def inside_games(title: str, seats: int) -> Callable[[int], Counts]:
    """Games played out inside the engine; their decisions are counted before the measurement starts."""
    known = [inside_counts(title, seats, seed) for seed in range(INSIDE_SEEDS)]

    def inside_game(number: int) -> Counts:
        seed = number % INSIDE_SEEDS
        decisions = fast_state(title, seats, seed).playout(Random(seed))
        assert decisions == known[seed][0], "the game that was counted is the game that is played"
        return known[seed]

    return inside_game


def window(game: Callable[[int], tuple[float, float]], seconds: float, first: int) -> tuple[float, float, int]:
    """Decisions per second of whole games from seed `first` on, all and with a real choice; and the next seed."""
    decisions = real = 0.0
    seed, started = first, time.process_time()
    while (spent := time.process_time() - started) < seconds or not decisions:
        more = game(seed)
        seed, decisions, real = seed + 1, decisions + more[0], real + more[1]
    return decisions / spent, real / spent, seed


def per_second(game: Callable[[int], Counts], seconds: float) -> dict[str, int]:
    """Decisions per second, all and those with a real choice: the median of several windows."""
    rates, real_rates, seed = [], [], 1
    for _ in range(WINDOWS):
        rate, real_rate, seed = window(game, seconds / WINDOWS, seed)
        rates.append(rate)
        real_rates.append(real_rate)
    return {"all": round(statistics.median(rates)), "two_or_more": round(statistics.median(real_rates))}


def clone_microseconds(copy: Callable[[], object]) -> float:
    """The cost of a copy of a state."""
    times = []
    for _ in range(WINDOWS):
        started = time.process_time()
        for _ in range(CLONES):
            copy()
        times.append((time.process_time() - started) / CLONES * 1e6)
    return round(statistics.median(times), 2)


def state_bytes(thing: Any) -> int:
    """The memory of a state: its objects and vectors, including parts that all states share."""
    size = sys.getsizeof(thing)
    if isinstance(thing, (list, tuple)):
        return size + sum(state_bytes(item) for item in thing if not isinstance(item, int))
    if isinstance(thing, (int, str, bytes)) or thing is None:
        return size
    return size + sum(state_bytes(getattr(thing, name)) for name in fields(thing))


def bench(title: str, seconds: float) -> dict[str, Any]:
    """All measurements, for each number of players."""
    game = find(title)
    tables = {}
    for seats in range(game.fewest_seats, game.most_seats + 1):
        s = fast_state(title, seats, seed=1)
        tables[seats] = {
            "fast_state": per_second(partial(fast_game, title, seats), seconds),
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
    titles = "".join(f"{face + ' (2+ choices)':>22}" for face in FACES)
    lines = [head, "", f"decisions/s{titles}   clone µs   state KB"]
    for seats, row in result["players"].items():
        rates = "".join(f"{row[face]['all']:>11} ({row[face]['two_or_more']:>8})" for face in FACES)
        lines.append(f"{seats} players   {rates}   {row['clone_us']:>8}   {row['state_bytes'] / 1024:>8.1f}")
    return lines
