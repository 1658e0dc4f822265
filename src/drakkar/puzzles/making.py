"""Making the puzzle file of a game: matches are mined on an engine, one task each, and the file is what they gave.

The folder of a run has a line for each match that was mined, so a run can be interrupted and go on. The file is made of
the lines in the order of their numbers: the same matches give the same file, on one core or a cluster.
"""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from drakkar.cluster.engine import Engine, TaskLost
from drakkar.core.errors import BadArgument
from drakkar.puzzles.library import FILE
from drakkar.puzzles.mining import mine
from drakkar.puzzles.puzzle import Puzzle, read_puzzle
from drakkar.puzzles.puzzle_file import pack

MINED: Final = "mined.jsonl"

Lines = dict[int, dict[str, Any]]


def make(
    engine: Engine, title: str, folder: Path, first: int, matches: int, report: Callable[[str], None]
) -> tuple[Puzzle, ...]:
    """Mine matches that are not in the folder yet, and write the file; the puzzles in it.

    An interrupt also writes the file, of the matches that were mined so far.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = _mined(folder / MINED, title)
    left = [number for number in range(first, first + matches) if number not in lines]
    try:
        _mine(engine, title, folder / MINED, left, lines, report)
    finally:
        puzzles = gathered(lines)
        (folder / FILE).write_bytes(pack(title, puzzles))
    return puzzles


def gathered(lines: Lines) -> tuple[Puzzle, ...]:
    """The puzzles of the file, ordered by match; no two of them have the same position."""
    kept: dict[str, Puzzle] = {}
    for _, line in sorted(lines.items()):
        for one in line["puzzles"]:
            puzzle = read_puzzle(one)
            kept.setdefault(puzzle.position, puzzle)
    return tuple(kept.values())


def _mine(engine: Engine, title: str, path: Path, left: list[int], lines: Lines, report: Callable[[str], None]) -> None:
    """Mine these matches; each gets its line in the file as it is done."""
    with (
        path.open("a", encoding="utf-8") as file,
        closing(engine.run(mine, ((title, number) for number in left))) as outcomes,
    ):
        for done, outcome in enumerate(outcomes, 1):
            number = left[outcome.index]
            puzzles = [] if isinstance(outcome.error, TaskLost) else outcome.result()
            lines[number] = {"game": title, "match": number, "puzzles": puzzles}
            file.write(json.dumps(lines[number]) + "\n")
            file.flush()
            total = sum(len(line["puzzles"]) for line in lines.values())
            report(f"match {number}: {len(puzzles)} puzzles ({done} of {len(left)} matches; {total} puzzles in all)")


def _mined(path: Path, title: str) -> Lines:
    """The lines of an earlier run, by match; an incomplete last one is dropped."""
    if not path.exists():
        return {}
    whole = path.read_text("utf-8").rpartition("\n")[0]
    path.write_text(f"{whole}\n" if whole else "", "utf-8")
    lines = [json.loads(line) for line in whole.splitlines()]
    if any(line["game"] != title for line in lines):
        raise BadArgument(f"{path} holds matches of another game; choose another folder")
    return {line["match"]: line for line in lines}
