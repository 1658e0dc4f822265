"""Records and positions on disk."""

import os
import sys
import time
from pathlib import Path

from drakkar.core.loading import load
from drakkar.core.match import Match, set_up

SUFFIX = ".record"


def read(name: str) -> Match:
    """The match of a record, or a match that starts from a position; `-` is standard input."""
    text = read_text(name)
    return set_up(text) if is_position(text) else load(text)


def read_text(name: str) -> str:
    """The text of a file; `-` is standard input."""
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def is_position(text: str) -> bool:
    """Whether the text is a position, which names its game in TOML, and not a record, which starts with its format."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return any(line.replace(" ", "").startswith("game=") for line in lines) and not lines[0].startswith("drakkar ")


def folder() -> Path:
    """The default folder for matches: $DRAKKAR_HOME, or the user's state folder."""
    if home := os.environ.get("DRAKKAR_HOME"):
        return Path(home)
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "drakkar"


def fresh_name(match: Match) -> Path:
    """An unused name in the default folder."""
    stem = f"{match.title}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (folder() / f"{stem}{f'-{number}' if number else ''}{SUFFIX}" for number in range(1000))
    return next(name for name in names if not name.exists())


def write(match: Match, path: Path) -> None:
    """Write the record atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, match.record())


def write_text(path: Path, text: str) -> None:
    """Write a file atomically."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
