"""The arena at the command line: games on all cores with a progress bar, kept as they come."""

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Final

from drakkar.arena import markdown, page
from drakkar.arena.folder import Folder, write_whole
from drakkar.arena.plan import Plan
from drakkar.arena.play import play
from drakkar.arena.schedule import Fixture
from drakkar.arena.summary import Summary, summary
from drakkar.arena.tally import Tally
from drakkar.terminal.workers import spread

WIDTH: Final = 30


class Run:
    """A plan on its way."""

    def __init__(self, plan: Plan, folder: Folder | None) -> None:
        self.plan = plan
        self.folder = folder
        self.tally = Tally(plan.names, plan.seats)
        self.missing = plan.fixtures()
        self.planned = len(self.missing)
        self.interrupted = False
        # Why it ended before its end, if nobody wanted that.
        self.complaint = ""
        self.started = time.monotonic()

    def begin(self, resume: bool) -> None:
        """Take in what has been played before, or make room for what will be."""
        if self.folder is None:
            return
        if not resume:
            self.folder.begin()
            return
        done = set()
        for line in self.folder.resume():
            if line["game"] not in done:
                done.add(line["game"])
                self.tally.add(line)
        self.missing = [fixture for fixture in self.missing if fixture.number not in done]

    def play(self, jobs: int) -> None:
        """All games that are missing, until they are done or somebody has enough."""
        at_start = self.planned - len(self.missing)
        jobs = max(1, min(jobs, len(self.missing)))
        results = spread(play, self._portions(self.missing), jobs)
        try:
            for done, result in enumerate(results, at_start + 1):
                if self.folder is not None:
                    self.folder.add(result)
                self.tally.add(result.line)
                self._show(done, at_start)
        except KeyboardInterrupt:
            self.interrupted = True
        except BrokenProcessPool:
            self.complaint = "a process that played died: what it played is lost, the games before it are not"
        except OSError as error:
            self.complaint = f"{error.filename or 'a file'}: {error.strerror}"
        finally:
            results.close()
            if sys.stderr.isatty():
                print(file=sys.stderr)

    def _portions(self, fixtures: list[Fixture]) -> Iterator[tuple[Plan, Fixture]]:
        return ((self.plan, fixture) for fixture in fixtures)

    def _show(self, done: int, at_start: int) -> None:
        if not sys.stderr.isatty():
            return
        seconds = time.monotonic() - self.started
        left = seconds / (done - at_start) * (self.planned - done)
        bar = "█" * (WIDTH * done // self.planned)
        wrong = f", {len(self.tally.errors)} failed" if self.tally.errors else ""
        text = f"{bar:░<{WIDTH}} {done}/{self.planned} games{wrong}, {_time(left)} left"
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)

    def summary(self) -> Summary:
        """What there is to say now."""
        cut_short = self.interrupted or bool(self.complaint)
        return summary(self.plan, self.tally, cut_short, time.monotonic() - self.started)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes >= 60 else f"{minutes}:{rest:02d}"


def write_reports(found: Summary, folder: Path) -> None:
    """What a run leaves beside its games."""
    write_whole(folder / "summary.json", json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    write_whole(folder / "report.html", page.page(found))


def write_markdown(found: Summary, path: Path) -> None:
    """The statistics as a page of documentation."""
    write_whole(path, markdown.page(found))
