"""`drakkar dataset`: matches between bots as data, on all cores, with a progress bar."""

import argparse
import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from drakkar.research import dataset
from drakkar.research.dataset import FORMATS, Plan
from drakkar.terminal import seating
from drakkar.terminal.workers import spread

WIDTH: Final = 30


def make(asked: argparse.Namespace) -> bool:
    """Play the missing parts and print the totals; return whether Ctrl-C interrupted it."""
    game, sides, rulings = seating.table_of(asked)
    formats = list(FORMATS) if asked.format == "both" else [asked.format]
    plan = Plan(game.title, sides, rulings, asked.bots, asked.seed or 0, asked.games, asked.part, formats)
    plan.check()
    folder = Path(asked.out)
    dataset.begin_folder(folder, plan)
    missing = dataset.missing(folder, plan)
    there = sum(len(plan.games_of(part)) for part in plan.parts() if part not in missing)
    decisions, interrupted = 0, False
    portions = ((folder, plan, part) for part in missing)
    jobs = max(1, min(asked.jobs or os.cpu_count() or 1, len(missing)))
    try:
        with closing(spread(dataset.make_part, portions, jobs)) as parts:
            for games, more in parts:
                there, decisions = there + games, decisions + more
                _show(there, plan.games)
    except KeyboardInterrupt:
        interrupted = True
    if sys.stderr.isatty():
        print(file=sys.stderr)
    told = {"folder": str(folder), "games": there, "of": plan.games, "new_decisions": decisions}
    print(json.dumps({**told, "interrupted": interrupted}))
    return interrupted


def _show(games: int, of: int) -> None:
    if sys.stderr.isatty():
        bar = "█" * (WIDTH * games // of)
        print(f"\r{bar:░<{WIDTH}} {games}/{of} games", end="", file=sys.stderr, flush=True)
