"""At a real terminal: colours, unless they are turned off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.running import environment, read_until, terminal


def at_a_terminal(home: Path, *arguments: str, **variables: str) -> str:
    ours, theirs = terminal()
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", "play", "--seed", "1", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(home) | {"TERM": "xterm", "COLUMNS": "100"} | variables,
    ) as process:
        os.close(theirs)
        os.write(ours, b"1\nquit\n")
        shown = read_until(ours, None)
    os.close(ours)
    assert process.returncode == 0
    return shown


def test_colours_are_shown(tmp_path: Path) -> None:
    shown = at_a_terminal(tmp_path)
    assert "\033[91mWolf\033[0m" in shown
    assert "Continue with" in shown


@pytest.mark.parametrize("refusal", [("--plain", ""), ("", "1")], ids=["plain", "NO_COLOR"])
def test_colours_can_be_refused(tmp_path: Path, refusal: tuple[str, str]) -> None:
    option, variable = refusal
    shown = at_a_terminal(tmp_path, *filter(None, [option]), NO_COLOR=variable)
    assert "\033[9" not in shown
    assert "\033[1m" not in shown
