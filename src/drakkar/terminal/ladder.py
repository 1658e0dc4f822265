"""`drakkar ladder`: plays until all games are done or the time is up, and goes on where it stopped."""

import argparse
import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from drakkar.arena import ladder
from drakkar.arena.folder import BadFolder, write_whole
from drakkar.arena.plan import Plan
from drakkar.arena.play import Result, lost, play
from drakkar.arena.schedule import Fixture
from drakkar.cluster import choice
from drakkar.cluster.engine import Engine, TaskLost
from drakkar.core.errors import BadArgument
from drakkar.core.game import find

PLANS: Final = "plans.json"
GAMES: Final = "games.jsonl"
REPORT: Final = "ladder.md"
KEPT: Final = ("game", "deal", "bots", "winners", "scores", "error")


def play_one(number: int, plan: Plan, fixture: Fixture) -> dict[str, Any]:
    """One game; of its line what a ladder needs."""
    return _kept(number, play(plan, fixture))


def _kept(number: int, result: Result) -> dict[str, Any]:
    return {"plan": number, **{name: result.line[name] for name in KEPT if name in result.line}}


def run(asked: argparse.Namespace) -> bool:
    """Play and report; whether all games were played without an error."""
    folder, title = Path(asked.folder), asked.game
    game = find(title)
    players = asked.players or [seats for seats in range(2, 6) if game.fewest_seats <= seats <= game.most_seats]
    if len(set(asked.bots)) < max(2, len(asked.bots)):
        raise BadArgument("name two bots or more, from weak to strong, each once")
    plans = ladder.plans(title, asked.bots, players, asked.games, tuple(asked.module))
    for plan in plans:
        plan.check()
    interrupted = False
    with choice.engine(asked.on, asked.jobs, title) as engine:
        lines = begin(folder, plans)
        try:
            play_on(engine, folder, plans, lines, asked.minutes)
        except KeyboardInterrupt:
            interrupted = True
        choice.report_repeats(engine)
    report = ladder.page(plans, asked.bots, [ladder.table_of(line) for line in lines if "error" not in line])
    write_whole(folder / REPORT, report)
    print(report, end="")
    for line in lines:
        if "error" in line:
            print(f"game {line['game']} of {plans[line['plan']].command()}: {line['error']}")
    if interrupted:
        raise KeyboardInterrupt
    return not any("error" in line for line in lines)


def begin(folder: Path, plans: list[Plan]) -> list[dict[str, Any]]:
    """The games played so far; BadFolder if the folder has another ladder."""
    folder.mkdir(parents=True, exist_ok=True)
    told = json.dumps([plan.to_json() for plan in plans], indent=1) + "\n"
    path = folder / PLANS
    if path.exists() and path.read_text("utf-8") != told:
        raise BadFolder(f"{folder} holds another ladder: repeat its arguments, or choose another folder")
    write_whole(path, told)
    games = folder / GAMES
    whole = games.read_text("utf-8").rpartition("\n")[0] if games.exists() else ""
    write_whole(games, f"{whole}\n" if whole else "")
    return [json.loads(line) for line in whole.splitlines()]


def play_on(engine: Engine, folder: Path, plans: list[Plan], lines: list[dict[str, Any]], minutes: int | None) -> None:
    """Play the games that are left; the lines get theirs as they end."""
    until = time.monotonic() + minutes * 60 if minutes else 0.0
    left = list(ladder.in_turn(plans, {(line["plan"], line["game"]) for line in lines}))
    tasks = ((at, plans[at], fixture) for at, fixture in left)
    with (
        (folder / GAMES).open("a", encoding="utf-8") as file,
        closing(engine.run(play_one, tasks)) as outcomes,
    ):
        for outcome in outcomes:
            at, fixture = left[outcome.index]
            is_lost = isinstance(outcome.error, TaskLost)
            line = _kept(at, lost(plans[at], fixture, str(outcome.error))) if is_lost else outcome.result()
            file.write(json.dumps(line) + "\n")
            file.flush()
            lines.append(line)
            if until and time.monotonic() >= until:
                return
