"""Making a file: an interrupted run goes on, and the same matches give the same file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drakkar.cluster.local import Local
from drakkar.core.errors import BadArgument
from drakkar.puzzles import making, mining
from drakkar.puzzles.library import FILE
from drakkar.puzzles.making import make
from drakkar.puzzles.mining import Moment, searched
from drakkar.puzzles.puzzle import EXHAUSTIVE, Puzzle
from drakkar.puzzles.puzzle_file import unpack
from tests.puzzles.sample import RIGHT, SAMPLE, asked, known

MATCHES = 4


def mined(_: str, number: int) -> list[dict[str, Any]]:
    """In place of a match, which takes long: every second one has a puzzle."""
    puzzle = SAMPLE._replace(name=f"{number}-1", position=f"{SAMPLE.position}\n# {number}")
    return [puzzle.to_json()] if number % 2 else []


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "mine", mined)


def made(folder: Path, report: Callable[[str], None] = lambda _: None) -> tuple[Puzzle, ...]:
    """The puzzles of some matches."""
    with Local(1) as engine:
        return make(engine, "blood_rage", folder, 0, MATCHES, report)


def test_an_interrupted_run_goes_on_and_ends_with_the_same_file(tmp_path: Path) -> None:
    told: list[str] = []

    def interrupt(line: str) -> None:
        told.append(line)
        if len(told) == 2:
            raise KeyboardInterrupt

    whole = made(tmp_path / "whole")
    assert [puzzle.name for puzzle in whole] == ["1-1", "3-1"]
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "part", interrupt)
    assert [puzzle.name for puzzle in unpack("blood_rage", (tmp_path / "part" / FILE).read_bytes())] == ["1-1"]
    with (tmp_path / "part" / making.MINED).open("a") as file:
        file.write('{"game": "blood_')  # the machine went off while it wrote
    assert made(tmp_path / "part", told.append) == whole
    assert [line.partition(":")[0] for line in told] == [f"match {number}" for number in range(MATCHES)]
    assert (tmp_path / "part" / FILE).read_bytes() == (tmp_path / "whole" / FILE).read_bytes()


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    made(tmp_path)
    with Local(1) as engine, pytest.raises(BadArgument, match="another game"):
        make(engine, "lords_of_ragnarok", tmp_path, 0, 1, lambda _: None)


def test_a_moment_that_the_level_solves_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, decision = asked(known("action_deny"))
    moment = Moment(0, decision.seat, known("action_deny"), -1, -1)
    monkeypatch.setattr(mining, "LEVELS", {"karl": "karl"})
    assert searched("1-1", moment) is None, "karl finds it"


def test_a_moment_that_the_level_misses_is_a_puzzle_with_what_it_overlooks(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, decision = asked(known("action_deny"))
    codes = {choice.text: choice.code for choice in decision.choices}
    monkeypatch.setattr(mining, "LEVELS", {"karl": "karl"})
    monkeypatch.setattr(mining, "_karl", lambda *_: codes["pass"])
    puzzle = searched("1-1", Moment(0, decision.seat, known("action_deny"), -1, -1))
    assert puzzle is not None
    assert (puzzle.right, puzzle.tempting, puzzle.theme, puzzle.proof.kind) == ((RIGHT,), "pass", "timing", EXHAUSTIVE)
    assert puzzle.reply is not None
    assert (puzzle.reply.side, puzzle.reply.cost) == ("raven", 1.0)
    assert puzzle.solved == {"karl": (len(mining.SEEDS), len(mining.SEEDS))}
