"""What happens for the first time is explained in the terminal too; a file of the user keeps what was read."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from drakkar.lessons.first_times import Note, happened
from drakkar.terminal import files

FILE: Final = "explained"
# A line that stands for everything: the user wants no explanations.
OFF: Final = "off"


def path() -> Path:
    """The file with a line for each explanation that was read."""
    return files.folder() / FILE


def read() -> list[str]:
    """The lines of the file; none if there is no such file."""
    with suppress(OSError, UnicodeDecodeError):
        return path().read_text("utf-8").splitlines()
    return []


def write(lines: Iterable[str]) -> None:
    """Keep these lines. Where nothing can be kept, an explanation comes again another time."""
    with suppress(OSError):
        path().parent.mkdir(parents=True, exist_ok=True)
        files.write_text(path(), "".join(f"{line}\n" for line in lines))


def new(title: str, kinds: Iterable[str]) -> list[Note]:
    """The notes on events of these kinds that the user has not read yet; from now on they are read."""
    known = read()
    found = [] if OFF in known else [note for note in happened(title, kinds) if f"{title}/{note.name}" not in known]
    if found:
        write([*known, *(f"{title}/{note.name}" for note in found)])
    return found


def switch(wanted: bool) -> None:
    """Turn the explanations on or off; what was read stays read."""
    lines = [line for line in read() if line != OFF]
    write(lines if wanted else [*lines, OFF])
