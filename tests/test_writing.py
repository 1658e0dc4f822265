"""The pages on writing a game, a card and a bot: every block of them is run."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import drakkar
from tools.environment import python_of

ROOT = Path(__file__).parent.parent
PAGES = ("writing-a-game.md", "writing-a-card.md", "writing-a-bot.md")
BLOCK = re.compile(r'^```(\w+)(?: (file|part)="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
# The port in the pages; the test uses a free one.
PORT = "8731"

# The project's environment has no pip, and nothing is downloaded here: this builds the editable wheel with the
# package's own build system and unpacks it, as `pip install --no-deps --no-build-isolation --editable FOLDER` does.
PIP = """\
import subprocess, sys, sysconfig, tempfile, zipfile
from pathlib import Path
assert sys.argv[1:3] == ["install", "--editable"], sys.argv
with tempfile.TemporaryDirectory() as out:
    build = [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel:editable", "-d", out]
    subprocess.run(build, cwd=sys.argv[3], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for wheel in Path(out).glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(sysconfig.get_path("purelib"))
"""
DRAKKAR = "import sys; from drakkar.cli import main; sys.exit(main())"
PYTEST = "import sys, pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', *sys.argv[1:]]))"


class Block(NamedTuple):
    """A block of a page: its language, whether it is a `file` or a `part` of one, which one, its text and its line."""

    language: str
    kind: str
    path: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """All blocks of a page, in order."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return [
        Block(found[1], found[2] or "", found[3] or "", found[4], text.count("\n", 0, found.start()) + 1)
        for found in BLOCK.finditer(text)
    ]


class Newcomer:
    """Follows a page to the letter, in an empty folder, with their own environment and one shell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.python = python_of(folder / "venv")
        venv.create(folder / "venv", symlinks=os.name != "nt")
        self._see_drakkar(folder)
        for name, program in {"pip": PIP, "drakkar": DRAKKAR, "pytest": PYTEST}.items():
            script = self.python.with_name(name)
            script.write_text(f"#!{self.python}\n{program}", "utf-8")
            script.chmod(0o755)
        shutil.copytree(
            ROOT / "examples", self.folder / "drakkar" / "examples", ignore=shutil.ignore_patterns("__pycache__")
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        self.variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NO_COLOR")}
        self.variables |= {
            "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "COLUMNS": "100",
        }
        self.shell = subprocess.Popen(
            ["/bin/bash"],
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def _see_drakkar(self, folder: Path) -> None:
        """Link the packages of the test environment, with this Drakkar first."""
        where = [str(self.python), "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        site = subprocess.run(where, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
        here = Path(drakkar.__file__).parent.parent
        Path(site, "outer.pth").write_text(f"{here}\n{sysconfig.get_path('purelib')}\n", "utf-8")

    def run(self, text: str) -> str:
        """Run a block of shell commands and return its output. It must end with 0."""
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        (self.folder.parent / "block.sh").write_text(text, "utf-8")
        # In this shell, so that the folder and jobs persist; its exit code is that of the first failure.
        at_exit = "trap 'code=$?; echo; echo \"==> $code\"' EXIT"
        script = self.folder.parent / "block.sh"
        self.shell.stdin.write(f"set -e; {at_exit}; . {script}; trap - EXIT; set +e; echo; echo '==> 0'\n")
        self.shell.stdin.flush()
        said: list[str] = []
        for line in self.shell.stdout:
            if line.startswith("==> "):
                assert line == "==> 0\n", "".join(said)
                return "".join(said).removesuffix("\n")
            said.append(line)
        raise AssertionError("".join(said))

    def program(self, text: str) -> str:
        """Run a block of Python as a program in the current folder and return its output."""
        (self.folder.parent / "block.py").write_text(text, "utf-8")
        return self.run(f"{self.python} {self.folder.parent / 'block.py'}")

    def leave(self) -> None:
        """End the shell and everything it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.shell.pid, signal.SIGTERM)
        self.shell.communicate()


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[Newcomer]:
    """A developer who has a clone of Drakkar and nothing else."""
    someone = Newcomer(tmp_path)
    yield someone
    someone.leave()


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_a_page_does_what_the_page_says(page: str, newcomer: Newcomer) -> None:
    said = ""
    for block in blocks(page):
        text = block.text.replace(PORT, newcomer.port)
        if block.kind == "file":
            path = newcomer.folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif block.kind == "part":
            assert text in (ROOT / block.path).read_text("utf-8"), f"line {block.line}: {block.path} has no such part"
        elif block.language == "text":
            assert said == text, f"line {block.line}"
        else:
            said = newcomer.run(text) if block.language == "sh" else newcomer.program(text)
