"""The arena on the command line: games on all cores with a progress bar, saved as they finish."""

import argparse
import json
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from drakkar.arena import markdown, page
from drakkar.arena.folder import BadFolder, Folder, write_whole
from drakkar.arena.plan import Plan
from drakkar.arena.play import Result, lost, play
from drakkar.arena.summary import Summary, summary
from drakkar.arena.tally import Line, Tally
from drakkar.arena.text import report
from drakkar.cluster import choice
from drakkar.cluster.engine import Engine, EngineError, TaskLost
from drakkar.core.errors import BadArgument
from drakkar.terminal import seating

WIDTH: Final = 30


class Run:
    """A plan while it runs."""

    def __init__(self, plan: Plan, folder: Folder | None) -> None:
        self.plan = plan
        self.folder = folder
        self.tally = Tally(plan.names, plan.seats)
        self.missing = {fixture.number: fixture for fixture in plan.fixtures()}
        self.planned = len(self.missing)
        self.at_start = 0
        self.interrupted = False
        # Why the run ended early, if not by Ctrl-C.
        self.complaint = ""
        self.started = time.monotonic()

    def begin(self, resume: bool) -> None:
        """Read the games played before, or create the folder."""
        if self.folder is None:
            return
        if not resume:
            self.folder.begin()
            return
        for line in self.folder.resume():
            if self.missing.pop(line["game"], None) is not None:
                self._take_in(line)
        self.at_start = self.planned - len(self.missing)

    def _take_in(self, line: Line) -> None:
        try:
            self.tally.add(line)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadFolder(f"game {line['game']} of this folder cannot be read: {error!r}") from error

    def play(self, engine: Engine) -> None:
        """Play all missing games, until they are done or Ctrl-C is pressed."""
        try:
            self._play_all(engine)
        except KeyboardInterrupt:
            self.interrupted = True
        except EngineError as error:
            self.complaint = str(error)
        except OSError as error:
            self.complaint = f"{error.filename or 'a file'}: {error.strerror}"
        finally:
            if sys.stderr.isatty():
                print(file=sys.stderr)

    def _play_all(self, engine: Engine) -> None:
        fixtures = list(self.missing.values())
        with closing(engine.run(play, ((self.plan, fixture) for fixture in fixtures))) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome.error, TaskLost):
                    self._take(lost(self.plan, fixtures[outcome.index], str(outcome.error)))
                else:
                    self._take(outcome.result())

    def _take(self, result: Result) -> None:
        if self.folder is not None:
            self.folder.add(result)
        self.tally.add(result.line)
        del self.missing[result.line["game"]]
        self._show(self.planned - len(self.missing))

    def _show(self, done: int) -> None:
        if not sys.stderr.isatty():
            return
        seconds = time.monotonic() - self.started
        left = seconds / (done - self.at_start) * (self.planned - done)
        bar = "█" * (WIDTH * done // self.planned)
        wrong = f", {len(self.tally.errors)} failed" if self.tally.errors else ""
        text = f"{bar:░<{WIDTH}} {done}/{self.planned} games{wrong}, {_time(left)} left"
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    def summary(self) -> Summary:
        """The summary so far."""
        cut_short = self.interrupted or bool(self.complaint)
        return summary(self.plan, self.tally, cut_short, time.monotonic() - self.started)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes >= 60 else f"{minutes}:{rest:02d}"


def arena(asked: argparse.Namespace) -> Run:
    """Play, write the files and print the report, as the arguments say."""
    plan = plan_of(asked)
    if not asked.out and (asked.resume or asked.no_records):
        raise BadArgument("--resume and --no-records are about a folder: name it with --out")
    if asked.markdown and not Path(asked.markdown).absolute().parent.is_dir():
        raise BadArgument(f"--markdown: there is no folder for {asked.markdown}")
    folder = Folder(Path(asked.out), plan, not asked.no_records) if asked.out else None
    run = Run(plan, folder)
    with choice.engine(asked.on, asked.jobs, plan.title) as engine:
        run.begin(asked.resume)
        if run.planned > plan.asked:
            print(f"drakkar: {run.planned} games instead of {plan.asked}, to make whole deals", file=sys.stderr)
        run.play(engine)
        choice.report_repeats(engine)
    found = run.summary()
    if folder is not None:
        write_whole(folder.path / "summary.json", json.dumps(found, indent=1, ensure_ascii=False) + "\n")
        write_whole(folder.path / "report.html", page.page(found))
    if asked.markdown:
        write_whole(Path(asked.markdown), markdown.page(found))
    print(json.dumps(found, indent=2) if asked.json else "\n".join(report(found)))
    if run.tally.errors:
        where = f"what is left of them is in {folder.path}" if folder else "with --out they would have been kept"
        print(f"drakkar: {len(run.tally.errors)} games did not finish; {where}", file=sys.stderr)
    return run


def plan_of(asked: argparse.Namespace) -> Plan:
    """The plan for the arguments."""
    game, sides, rulings = seating.table_of(asked)
    modules = tuple(asked.module)
    seed = asked.seed or 0
    plan = Plan(game.title, sides, rulings, asked.bots, asked.alone, seed, asked.games, modules, asked.adjusted)
    plan.check()
    return plan
