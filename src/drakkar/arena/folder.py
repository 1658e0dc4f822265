"""A run on disk: its plan, a line for each game, the records. Whatever kills us costs the game in hand at most.

plan.json       what is played; another plan is another run
games.jsonl     a line of JSON for each game, in the order in which they ended
records/        the matches, one text each
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
    """A folder that holds another run, or none, or one that cannot be read."""


class Folder:
    """Where a run is kept."""

    def __init__(self, path: Path, plan: Plan, with_records: bool) -> None:
        self.path = path
        self.plan = plan.to_json()
        self.with_records = with_records

    def begin(self) -> None:
        """A run from its first game."""
        if (self.path / PLAN).exists() or (self.path / GAMES).exists():
            raise BadFolder(f"{self.path} holds a run already: go on with it by --resume, or choose another folder")
        self.path.mkdir(parents=True, exist_ok=True)
        write_whole(self.path / PLAN, json.dumps(self.plan, indent=2) + "\n")

    def resume(self) -> Iterator[dict[str, Any]]:
        """The games that have been played; a last line that was cut off is taken away."""
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
            raise BadFolder(f"{self.path} holds no run to go on with: there is no {PLAN}")
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
            raise BadFolder("\n".join([f"{self.path} holds another run; say the same words to go on with it:", *told]))

    def add(self, result: Result) -> None:
        """One more game. Its record goes first: a game that has a line is complete."""
        if result.record and (self.with_records or "error" in result.line):
            self.record_path(result.line["game"]).parent.mkdir(exist_ok=True)
            write_whole(self.record_path(result.line["game"]), result.record)
        _append(self.path / GAMES, json.dumps(result.line, ensure_ascii=False, separators=(",", ":")) + "\n")

    def record_path(self, game: int) -> Path:
        """Where the record of a game lies."""
        return self.path / RECORDS / f"{game:05d}{SUFFIX}"


def _game(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        game = dict(json.loads(line))
        int(game["game"])
    except (ValueError, TypeError, LookupError) as error:
        raise BadFolder(f"{path}: line {number} is not a game: {error}") from error
    return game


def _append(path: Path, text: str) -> None:
    """All of it, or nothing: a full disk leaves no half line behind."""
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
    """A file that is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
