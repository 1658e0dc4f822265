"""The puzzles of each game, from the file in its package; by name, day, theme and difficulty."""

from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from drakkar.core.chance import seed_from
from drakkar.core.errors import BadArgument
from drakkar.core.excerpt import quoted
from drakkar.core.game import find
from drakkar.puzzles.puzzle import BadPuzzles, Puzzle
from drakkar.puzzles.puzzle_file import unpack

FILE: Final = "puzzles.drakkar"


def folder_of(title: str) -> Path | None:
    """The folder of a game's package with its puzzles; None if it has none."""
    package = type(find(title)).__module__.rpartition(".")[0]
    folder = Path(str(files(package))) / "puzzles" if package else None
    return folder if folder is not None and folder.is_dir() else None


@cache
def puzzles_of(title: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game; BadPuzzles if its file cannot be used."""
    folder = folder_of(title)
    return read_file(folder / FILE, title) if folder is not None and (folder / FILE).exists() else ()


def read_file(path: Path, title: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file of this game."""
    try:
        return unpack(title, path.read_bytes())
    except BadPuzzles as error:
        raise BadPuzzles(f"{path.name}: {error}") from error


def puzzle_of(title: str, name: str) -> Puzzle | None:
    """The puzzle of this name; None if there is none."""
    return next((puzzle for puzzle in puzzles_of(title) if puzzle.name == name), None)


def find_puzzle(title: str, name: str) -> Puzzle:
    """The puzzle of this name; BadArgument if there is none."""
    found = puzzle_of(title, name)
    if found is None:
        raise BadArgument(f"there is no puzzle {quoted(name)} of {title}; `drakkar puzzle {title} --list` lists them")
    return found


def chosen(title: str, theme: str = "", difficulty: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a theme and a difficulty; empty: of any."""
    return tuple(
        puzzle for puzzle in puzzles_of(title) if theme in ("", puzzle.theme) and difficulty in ("", puzzle.difficulty)
    )


def daily(title: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everyone; each comes once before one is repeated. None without puzzles."""
    puzzles = puzzles_of(title)
    if not puzzles:
        return None
    round_, at = divmod(day.toordinal(), len(puzzles))
    return sorted(puzzles, key=lambda puzzle: seed_from(f"{title} {round_} {puzzle.name}"))[at]
