"""How fast the research environments are, beside a game of PettingZoo and one of OpenSpiel, in one run.

All is CPU time of this process, on one core. A decision is whatever the interface asks for: look, pick one of the legal
choices at random, step. What the peers need and is not installed is named.
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
# So many games are replayed to tell what a step costs.
REPLAYS: Final = 5
# So many steps of all tables tell what one of their decisions costs.
STEPS: Final = 300
PLAY: Final = "Match.play"
BARE: Final = "PettingZoo, bare"
WRAPPED: Final = "PettingZoo, with its usual wrappers"
IN_ONE_CALL: Final = f"{TABLES} matches in one call, each"

# Plays the game of a seed; how many decisions it had.
Game = Callable[[int], int]


def bench(title: str, seconds: float) -> dict[str, Any]:
    """Decisions a second of each interface, and what a step with a given choice costs."""
    return {
        "game": title,
        "build": build(),
        "python": platform.python_version(),
        "players": SEATS,
        "step_us": step_costs(title),
        "decisions_per_second": {name: rate(make, seconds) for name, make in interfaces(title).items()},
    }


def rate(make: Callable[[], Game], seconds: float) -> int | str:
    """The median of several windows; or what is missing."""
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
    """All that are measured."""
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
    """All tables a step further, a hundred times; observations, masks, new matches and the picking are in the time."""
    env, rng = Matches(title, SEATS, TABLES, seed=1), np.random.default_rng(1)

    def some_steps(_: int) -> int:
        for _ in range(100):
            env.step(any_choices(env, rng))
        return 100 * TABLES

    return some_steps


def any_choices(env: Matches, rng: np.random.Generator) -> Array:
    """One of the open choices at each table."""
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
    """Random games of ours through OpenSpiel."""
    spiel = import_module("drakkar.research.spiel")
    return partial(played, import_module("pyspiel").load_game(spiel.name_of(title), {"players": SEATS}))


def played(game: Any, seed: int) -> int:
    """A random game of OpenSpiel; what chance does takes its time and is no decision."""
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
    """What it costs to make a choice that is given: the same games through Match.play and through PettingZoo."""
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
    """Microseconds a decision of many matches in one call, the picking left out."""
    env, rng, spent = Matches(title, SEATS, TABLES, seed), np.random.default_rng(seed), 0.0
    for _ in range(STEPS):
        choices = any_choices(env, rng)
        spent += _cost([partial(env.step, choices)])
    return spent / STEPS / TABLES


def chosen(env: aec.BareEnv, seed: int) -> list[tuple[int, Choice]]:
    """The choices of a random game, ready to be made."""
    env.reset(seed=seed)
    rng, choices = Random(seed), []
    while not env.lean.over:
        code = rng.choice(env.lean.legal())
        choices.append((env.lean.seat, Choice(code, env.lean.spell(code))))
        env.step(code)
    return choices


def _cost(steps: list[Callable[[], Any]]) -> float:
    """Microseconds a step."""
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
