"""The CPU time of fixed games on the installed drakkar: one window of `benchmarks/versions.py`.

It runs under other versions of drakkar, so it imports only the package and also knows the names of 0.1.
"""

import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import drakkar

TITLES = {"blood_rage": 4, "lords_of_ragnarok": 3}
# 0.1 called it `state`.
fast_state: Any = getattr(drakkar, "fast_state", None) or getattr(drakkar, "state", None)


def by_fast_state(title: str, seed: int) -> int:
    """A game through a fast state."""
    state, rng, decisions = fast_state(title, TITLES[title], seed), Random(seed), 0
    while not state.over:
        choices = state.legal()
        state.apply(choices[int(rng.random() * len(choices))])
        decisions += 1
    return decisions


def by_match(title: str, seed: int) -> int:
    """A game through Match, with history, events and words."""
    match, rng = drakkar.new(title, TITLES[title], seed), Random(seed)
    while match.outcome is None:
        decision = match.pending[0]
        # 0.1 called them `options`.
        choices: Any = getattr(decision, "choices", None) or getattr(decision, "options", None)
        match.play(decision.seat, choices[int(rng.random() * len(choices))])
    return len(match.history)


def by_playout(title: str, seed: int) -> int:
    """A playout inside the engine."""
    return int(fast_state(title, TITLES[title], seed).playout(Random(seed)))


# Games of each kind in a window, chosen to take about the same time.
KINDS: dict[str, tuple[Callable[[str, int], int], int]] = {
    "fast_state": (by_fast_state, 60),
    "match": (by_match, 12),
    "playout": (by_playout, 200),
}


def main() -> None:
    """Print microseconds of CPU time per decision, by kind and title."""
    figures: dict[str, float] = {}
    for kind, (play, games) in KINDS.items():
        for title in TITLES:
            play(title, 0)  # warm up: the first game loads modules
            began, decisions = time.process_time(), 0
            for seed in range(games):
                decisions += play(title, seed)
            figures[f"{kind} {title}"] = (time.process_time() - began) / decisions * 1e6
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
