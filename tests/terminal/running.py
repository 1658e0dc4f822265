"""Drakkar as people start it: a separate process, with input from a pipe."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
        timeout=300,
        check=False,
    )


def hear_ctrl_c() -> None:
    """Restore Ctrl-C in a process about to start: background jobs inherit that it is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def terminal() -> tuple[int, int]:
    """Both ends of a new terminal: ours and the program's. The test is skipped where there are none."""
    pty = pytest.importorskip("pty", reason="no such terminals here")
    try:
        ours, theirs = pty.openpty()
    except OSError as error:  # a bare chroot has no terminals
        pytest.skip(f"no terminal to be had: {error}")
    return ours, theirs


def read_until(ours: int, wanted: str | None) -> str:
    """Read what a program shows up to these words; without any, to its end."""
    shown = b""
    while wanted is None or wanted.encode() not in shown:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux raises this when the other side has closed
            break
        if not piece:
            break
        shown += piece
    return shown.decode()


def environment(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return kept | {"DRAKKAR_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
