"""A match played to its end at the prompt, once for all tests that use it."""

import subprocess
from pathlib import Path

import pytest

from tests.terminal.running import MANY_NUMBERS, drakkar


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def whole_match(home: Path) -> "subprocess.CompletedProcess[str]":
    return drakkar("play", "--players", "3", "--seed", "11", "--side", "raven", typed=MANY_NUMBERS, home=home)


@pytest.fixture(scope="session")
def record(whole_match: "subprocess.CompletedProcess[str]", home: Path) -> Path:
    assert whole_match.returncode == 0, whole_match.stderr
    (saved,) = home.glob("blood_rage-*.record")
    return saved
