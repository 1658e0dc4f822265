"""The speed of the research environments, compared with games of PettingZoo and OpenSpiel in one run.

All times are CPU time of this process, on one core. A decision is one round of the interface: observe, pick a random
legal choice, step. Missing packages are named.
"""

import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final

from drakkar.core.build import build
from drakkar.core.match import new
from drakkar.core.notation import Choice
from drakkar.research import aec
from drakkar.research.encode import Array
from drakkar.research.extra import from_extra
from drakkar.research.vector import Matches

with from_extra("research"):
    import numpy as np

WINDOWS: Final = 5
SEATS: Final = 4
TABLES: Final = 64
# The number of games replayed to measure the cost of a step.
REPLAYS: Final = 5
# The number of steps of all tables to measure the cost of a decision.
STEPS: Final = 300
PLAY: Final = "Match.play"
BARE: Final = "PettingZoo, bare"
WRAPPED: Final = "PettingZoo, with its usual wrappers"
IN_ONE_CALL: Final = f"{TABLES} matches in one call, each"

# Plays the game of a seed and returns the number of decisions.
Game = Callable[[int], int]


def bench(title: str, seconds: float) -> dict[str, Any]:
    """Decisions per second of each interface, and the cost of a step with a given choice."""
    return {
        "game": title,
        "build": build(),
        "python": platform.python_version(),
        "players": SEATS,
        "step_us": step_costs(title),
        "decisions_per_second": {name: rate(make, seconds) for name, make in interfaces(title).items()},
    }


def rate(make: Callable[[], Game], seconds: float) -> int | str:
    """The median of several windows, or the name of the missing package."""
    try:
        game = make()
    except ImportError as error:
        return f"{error.name or error} is not installed"
    rates, seed = [], 0
    for _ in range(WINDOWS):
        decisions, started = 0, time.process_time()
        while (spent := time.process_time() - started) < seconds / WINDOWS or not decisions:
            seed += 1
            decisions += game(seed)
        rates.append(decisions / spent)
    return round(statistics.median(rates))


def interfaces(title: str) -> dict[str, Callable[[], Game]]:
    """All measured interfaces."""
    return {
        f"{title}: {TABLES} matches in one call": lambda: vector_game(title),
        f"{title}: {BARE}": lambda: partial(aec_game, aec.BareEnv(game=title, seats=SEATS)),
        f"{title}: {WRAPPED}": lambda: partial(aec_game, aec.env(game=title, seats=SEATS)),
        f"{title}: OpenSpiel": lambda: spiel_game(title),
        f"chess: {BARE}": lambda: partial(aec_game, _chess().raw_env()),
        f"chess: {WRAPPED}": lambda: partial(aec_game, _chess().env()),
        "backgammon: OpenSpiel, in C++": lambda: partial(played, import_module("pyspiel").load_game("backgammon")),
    }


def _chess() -> Any:
    return import_module("pettingzoo.classic.chess_v6")


def vector_game(title: str) -> Game:
    """Step all tables a hundred times; the time includes observations, masks, new matches and the random picks."""
    env, rng = Matches(title, SEATS, TABLES, seed=1), np.random.default_rng(1)

    def some_steps(_: int) -> int:
        for _ in range(100):
            env.step(any_choices(env, rng))
        return 100 * TABLES

    return some_steps


def any_choices(env: Matches, rng: np.random.Generator) -> Array:
    """A random legal choice at each table."""
    width = env.masks.shape[1]
    open_choices = np.flatnonzero(env.masks)
    starts = np.searchsorted(open_choices, np.arange(TABLES) * width)
    counts = np.diff(starts, append=len(open_choices))
    picked: Array = open_choices[starts + (rng.random(TABLES) * counts).astype(np.int64)] % width
    return picked


def aec_game(env: Any, seed: int) -> int:
    """A random game of PettingZoo."""
    env.reset(seed=seed)
    rng, decisions = Random(seed), 0
    for _ in env.agent_iter():
        seen, _, ended, cut_short, _ = env.last()
        if ended or cut_short:
            env.step(None)
            continue
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        decisions += 1
    return decisions


def spiel_game(title: str) -> Game:
    """Random games of Drakkar through OpenSpiel."""
    spiel = import_module("drakkar.research.spiel")
    return partial(played, import_module("pyspiel").load_game(spiel.name_of(title), {"players": SEATS}))


def played(game: Any, seed: int) -> int:
    """A random game of OpenSpiel; chance nodes take time but are not counted as decisions."""
    state, rng, decisions = game.new_initial_state(), Random(seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def step_costs(title: str) -> dict[str, float]:
    """The cost of a given choice: the same games through Match.play and through the environments."""
    bare, wrapped = aec.BareEnv(game=title, seats=SEATS), aec.env(game=title, seats=SEATS)
    costs: dict[str, list[float]] = {name: [] for name in (PLAY, BARE, WRAPPED, IN_ONE_CALL)}
    for seed in range(1, REPLAYS + 1):
        choices = chosen(bare, seed)
        match = new(title, SEATS, seed)
        costs[PLAY].append(_cost([partial(match.play, seat, choice) for seat, choice in choices]))
        for name, env in ((BARE, bare), (WRAPPED, wrapped)):
            env.reset(seed=seed)
            costs[name].append(_cost([partial(env.step, choice.code) for _, choice in choices]))
        costs[IN_ONE_CALL].append(vector_cost(title, seed))
    return {name: round(statistics.median(several), 2) for name, several in costs.items()}


def vector_cost(title: str, seed: int) -> float:
    """Microseconds per decision of many matches in one call, without the random picks."""
    env, rng, spent = Matches(title, SEATS, TABLES, seed), np.random.default_rng(seed), 0.0
    for _ in range(STEPS):
        choices = any_choices(env, rng)
        spent += _cost([partial(env.step, choices)])
    return spent / STEPS / TABLES


def chosen(env: aec.BareEnv, seed: int) -> list[tuple[int, Choice]]:
    """The choices of a random game."""
    env.reset(seed=seed)
    rng, choices = Random(seed), []
    while not env.match.over:
        code = rng.choice(env.match.legal())
        choices.append((env.match.seat, env.match.game.book.notation.choice(code, env.match.spell(code))))
        env.step(code)
    return choices


def _cost(steps: list[Callable[[], Any]]) -> float:
    """Microseconds per step."""
    started = time.process_time()
    for step in steps:
        step()
    return (time.process_time() - started) / len(steps) * 1e6


def as_table(result: dict[str, Any]) -> list[str]:
    """The numbers for people."""
    lines = [f"{result['game']}, {result['players']} players, {result['build']} build, Python {result['python']}", ""]
    base = result["step_us"][PLAY]
    lines.append("a step with a given choice")
    lines += [f"  {name:<50} {cost:>9.1f} µs {cost / base:>6.1f} ×" for name, cost in result["step_us"].items()]
    lines += ["", "decisions a second, chosen at random"]
    lines += [
        f"  {name:<50} {found:>9,}" if isinstance(found, int) else f"  {name:<50} {found}"
        for name, found in result["decisions_per_second"].items()
    ]
    return lines
