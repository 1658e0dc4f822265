"""At a terminal, what happens for the first time is explained once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from drakkar.lessons.first_times import notes_of
from drakkar.terminal import first_times
from tests.terminal.running import drakkar, environment, read_until, terminal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder."""
    monkeypatch.setenv("DRAKKAR_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("home")
def test_a_note_is_new_once() -> None:
    assert [note.name for note in first_times.new("blood_rage", ["dealt", "rage_set"])] == ["draft", "action"]
    assert [note.name for note in first_times.new("blood_rage", ["dealt", "upgraded"])] == ["upgrade"]


@pytest.mark.usefixtures("home")
def test_explanations_can_be_turned_off_and_on() -> None:
    first_times.new("blood_rage", ["dealt"])
    first_times.switch(wanted=False)
    assert first_times.new("blood_rage", ["rage_set"]) == []
    first_times.switch(wanted=True)
    assert [note.name for note in first_times.new("blood_rage", ["dealt", "rage_set"])] == ["action"]


def test_a_file_that_cannot_be_read_or_written_stops_nothing(home: Path) -> None:
    (home / "explained").mkdir()
    assert [note.name for note in first_times.new("blood_rage", ["dealt"])] == ["draft"]


def at_a_terminal(home: Path, typed: bytes) -> str:
    ours, theirs = terminal()
    with subprocess.Popen(
        [sys.executable, "-m", "drakkar", "play", "--seed", "1", "--bot", "thrall", "--plain"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(home) | {"TERM": "xterm", "COLUMNS": "400"},
    ) as process:
        os.close(theirs)
        os.write(ours, typed)
        shown = read_until(ours, None)
    os.close(ours)
    assert process.returncode == 0
    return shown


def test_a_person_reads_it_once_and_a_program_never(tmp_path: Path) -> None:
    draft = notes_of("blood_rage")[0].sentence.text("en")
    assert draft not in drakkar("play", "--seed", "1", typed="quit\n", home=tmp_path).stdout
    assert draft in at_a_terminal(tmp_path, b"explain maybe\nexplain off\nquit\n")
    assert draft not in at_a_terminal(tmp_path, b"quit\n")
