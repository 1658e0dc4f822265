"""The package has types: a program that uses an installed wheel passes `mypy --strict` and finds no Any."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tools.environment import python_of

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.thorough

PROGRAM = """\
import drakkar

match = drakkar.new("blood_rage", seats=2, seed=7)
while not match.over:
    decision = match.pending[0]
    choice = decision.choices[0]
    match.play(decision.seat, choice)
outcome = match.outcome
assert outcome is not None
print(drakkar.titles(), outcome.winners)
"""

# The type that mypy must find for each expression.
REVEALED = {
    "match": "drakkar.core.match.Match",
    "match.pending": "tuple[drakkar.core.moment.Decision, ...]",
    "decision.choices": "tuple[drakkar.core.notation.Choice, ...]",
    "choice.text": "str",
    "outcome": "drakkar.core.game.Outcome",
    "outcome.scores": "tuple[int, ...]",
    "match.view(0)": "drakkar.core.view.View",
    "match.view(0).preview(choice)": "drakkar.core.game.Preview",
    "match.events(None)": "list[drakkar.core.events.Event]",
    "match.why_not(0, choice)": "drakkar.core.reasons.Reason | None",
    "drakkar.load(match.record())": "drakkar.core.match.Match",
    "drakkar.fast_state('blood_rage', 2)": "drakkar.core.fast_state.FastState",
    "drakkar.titles()": "tuple[str, ...]",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with only drakkar, from its wheel; the path of its Python."""
    folder = tmp_path_factory.mktemp("wheel")
    python = python_of(folder / "venv")
    run(sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), at=ROOT)
    venv.create(folder / "venv", symlinks=os.name != "nt")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:  # a pure wheel only needs unpacking
        archive.extractall(run(str(python), "-I", "-c", where, at=folder).strip())
    return python


def run(*command: str, at: Path, code: int = 0) -> str:
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(  # noqa: S603 - our own words
        command, cwd=at, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def strictly_checked(python: Path, folder: Path, program: str, code: int) -> str:
    (folder / "program.py").write_text(program, "utf-8")
    cache = f"--cache-dir={python.parent.parent.parent / 'mypy'}"
    mypy = [sys.executable, "-P", "-m", "mypy", "--strict", "--no-pretty", cache, "--python-executable", str(python)]
    return run(*mypy, "program.py", at=folder, code=code)


def test_a_program_against_the_wheel_passes_strict_checks_and_runs(installed: Path, tmp_path: Path) -> None:
    assert strictly_checked(installed, tmp_path, PROGRAM, code=0).startswith("Success")
    assert run(str(installed), "-I", "program.py", at=tmp_path).startswith("('blood_rage', 'lords_of_ragnarok') (")


def test_a_type_checker_finds_real_types_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = PROGRAM + "".join(f"reveal_type({expression})\n" for expression in REVEALED)
    said = strictly_checked(installed, tmp_path, program, code=0)
    found = re.findall(r'Revealed type is "(.*)"', said)
    assert dict(zip(REVEALED, found, strict=True)) == REVEALED


def test_a_type_checker_finds_a_mistake(installed: Path, tmp_path: Path) -> None:
    said = strictly_checked(installed, tmp_path, PROGRAM + "match.play('wolf', choice)\nmatch.shuffle()\n", code=1)
    assert 'Argument 1 to "play" of "Match" has incompatible type "str"; expected "int"' in said
    assert '"Match" has no attribute "shuffle"' in said
