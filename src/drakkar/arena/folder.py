"""A run on disk: its plan, a line for each game, and the records. A crash loses at most the running games.

plan.json       the settings of the run; another plan is another run
games.jsonl     a line of JSON for each game, in the order in which they ended
records/        the records, one file each
summary.json    report.html
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from drakkar.arena.plan import Plan
from drakkar.arena.play import Result
from drakkar.core.errors import DrakkarError

PLAN: Final = "plan.json"
GAMES: Final = "games.jsonl"
RECORDS: Final = "records"
SUFFIX: Final = ".record"


class BadFolder(DrakkarError):
    """A folder that contains another run, no run, or an unreadable one."""


class Folder:
    """The folder of a run."""

    def __init__(self, path: Path, plan: Plan, with_records: bool) -> None:
        self.path = path
        self.plan = plan.to_json()
        self.with_records = with_records

    def begin(self) -> None:
        """Start a new run."""
        if (self.path / PLAN).exists() or (self.path / GAMES).exists():
            raise BadFolder(f"{self.path} already holds a run: continue it with --resume, or choose another folder")
        self.path.mkdir(parents=True, exist_ok=True)
        write_whole(self.path / PLAN, json.dumps(self.plan, indent=2) + "\n")

    def resume(self) -> Iterator[dict[str, Any]]:
        """The games played so far; an incomplete last line is removed."""
        self._check_plan()
        path = self.path / GAMES
        if not path.exists():
            return
        good = 0
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                good += len(line)
                yield _game(line, path, number)
        os.truncate(path, good)

    def _check_plan(self) -> None:
        path = self.path / PLAN
        if not path.exists():
            raise BadFolder(f"{self.path} holds no run to resume: there is no {PLAN}")
        try:
            kept = dict(json.loads(path.read_text("utf-8")))
        except (ValueError, TypeError) as error:
            raise BadFolder(f"{path} cannot be read: {error}") from error
        told = [
            f"  {name}: {json.dumps(kept.get(name))} there, {json.dumps(self.plan.get(name))} here"
            for name in dict.fromkeys([*self.plan, *kept])
            if kept.get(name) != self.plan.get(name)
        ]
        if told:
            raise BadFolder("\n".join([f"{self.path} holds another run; repeat its arguments to resume it:", *told]))

    def add(self, result: Result) -> None:
        """Add a game. Its record is written first, so a game that has a line is complete."""
        if result.record and (self.with_records or "error" in result.line):
            self.record_path(result.line["game"]).parent.mkdir(exist_ok=True)
            write_whole(self.record_path(result.line["game"]), result.record)
        _append(self.path / GAMES, json.dumps(result.line, ensure_ascii=False, separators=(",", ":")) + "\n")

    def record_path(self, game: int) -> Path:
        """The path of a game's record."""
        return self.path / RECORDS / f"{game:05d}{SUFFIX}"


def _game(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        game = dict(json.loads(line))
        int(game["game"])
    except (ValueError, TypeError, LookupError) as error:
        raise BadFolder(f"{path}: line {number} is not a game: {error}") from error
    return game


def _append(path: Path, text: str) -> None:
    """Append all of the text or nothing: a full disk must not leave half a line."""
    left = text.encode()
    with path.open("ab", buffering=0) as file:
        end = file.tell()
        try:
            while left:
                left = left[file.write(left) :]
        except OSError:
            file.truncate(end)
            raise


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
