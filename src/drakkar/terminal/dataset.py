"""`drakkar dataset`: matches between bots as data, on all cores, with a progress bar."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from drakkar.cluster import choice
from drakkar.cluster.engine import Engine
from drakkar.research import dataset
from drakkar.research.dataset import FORMATS, Plan
from drakkar.terminal import seating

WIDTH: Final = 30


def make(asked: argparse.Namespace) -> bool:
    """Play the missing parts and print the totals; return whether Ctrl-C interrupted it."""
    game, sides, rulings = seating.table_of(asked)
    formats = list(FORMATS) if asked.format == "both" else [asked.format]
    plan = Plan(game.title, sides, rulings, asked.bots, asked.seed or 0, asked.games, asked.part, formats)
    plan.check()
    folder, decisions, interrupted = Path(asked.out), 0, False
    with choice.engine(asked.on, asked.jobs, plan.title) as engine:
        dataset.begin_folder(folder, plan)
        missing = dataset.missing(folder, plan)
        there = sum(len(plan.games_of(part)) for part in plan.parts() if part not in missing)
        try:
            for part in play_parts(engine, plan, missing):
                dataset.write_part(folder, part)
                there, decisions = there + len(plan.games_of(part.number)), decisions + part.decisions
                _show(there, plan.games)
        except KeyboardInterrupt:
            interrupted = True
        choice.report_repeats(engine)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    told = {"folder": str(folder), "games": there, "of": plan.games, "new_decisions": decisions}
    print(json.dumps({**told, "interrupted": interrupted}))
    return interrupted


def play_parts(engine: Engine, plan: Plan, missing: list[int]) -> Iterator[dataset.Part]:
    """The missing parts as they end."""
    with closing(engine.run(dataset.play_part, ((plan, part) for part in missing))) as outcomes:
        yield from (outcome.result() for outcome in outcomes)


def _show(games: int, of: int) -> None:
    if sys.stderr.isatty():
        bar = "█" * (WIDTH * games // of)
        print(f"\r{bar:░<{WIDTH}} {games}/{of} games", end="", file=sys.stderr, flush=True)
