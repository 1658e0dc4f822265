"""Drakkar as people start it: a separate process, with input from a pipe."""

import os
import signal
import subprocess
import sys
from pathlib import Path

# Numbers small enough to be valid choices most of the time; an invalid number is refused and prompted again.
MANY_NUMBERS = "\n".join(str(1 + at * at % 7) for at in range(4000)) + "\n"

# The same where the lines of a menu have letters.
MANY_LETTERS = "\n".join("abcdefg"[at * at % 7] for at in range(4000)) + "\n"


def drakkar(*arguments: str, typed: str = "", home: Path) -> "subprocess.CompletedProcess[str]":
    """Run one command; where bots play and none is named, use fast ones."""
    if arguments[:1] == ("play",) and "--bot" not in arguments:
        arguments = (*arguments, "--bot", "random")
    return subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        timeout=60,
        check=False,
    )


def hear_ctrl_c() -> None:
    """Restore Ctrl-C in a process about to start: background jobs inherit that it is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return kept | {"DRAKKAR_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
