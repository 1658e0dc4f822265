"""At a real terminal: colours, unless they are turned off."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.running import environment

pty = pytest.importorskip("pty", reason="no such terminals here")


def at_a_terminal(home: Path, *arguments: str, **variables: str) -> str:
    try:
        ours, theirs = pty.openpty()
    except OSError as error:  # a bare chroot has no terminals
        pytest.skip(f"no terminal to be had: {error}")
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", "play", "--seed", "1", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(home) | {"TERM": "xterm", "COLUMNS": "100"} | variables,
    ) as process:
        os.close(theirs)
        os.write(ours, b"1\nquit\n")
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux raises this when the other side has closed
                break
            if not piece:
                break
            shown += piece
    os.close(ours)
    assert process.returncode == 0
    return shown.decode()


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
