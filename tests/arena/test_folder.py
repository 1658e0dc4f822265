"""A run on disk: finished games are kept, incomplete lines dropped, and foreign folders refused."""

import errno
import json
import multiprocessing
import os
from pathlib import Path
from typing import Any

import pytest

import drakkar
from drakkar.arena.folder import BadFolder, Folder
from drakkar.arena.play import play
from drakkar.cluster.local import Local
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View
from drakkar.terminal.arena import Run
from tests.arena.fake_results import enrol, treasure


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    bots = [
        {name: value for name, value in bot.items() if "_ms" not in name and name != "per_second"}
        for bot in found["bots"]
    ]
    return {**found, "seconds": 0, "bots": bots}


def run_through(path: Path | None, resume: bool = False, games: int = 8, jobs: int = 1) -> dict[str, Any]:
    plan = treasure("random", "random", games=games)
    run = Run(plan, None if path is None else Folder(path, plan, True))
    run.begin(resume)
    run.play(Local(jobs))
    assert (run.interrupted, run.complaint) == (False, "")
    return untimed(run.summary())


def test_a_run_leaves_its_plan_a_line_for_each_game_and_the_records(tmp_path: Path) -> None:
    run_through(tmp_path)
    assert json.loads((tmp_path / "plan.json").read_text("utf-8"))["bots"] == ["random", "random"]
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert [line["game"] for line in lines] == list(range(8))
    for line in lines:
        match = drakkar.load((tmp_path / "records" / f"{line['game']:05d}.record").read_text("utf-8"))
        assert match.outcome is not None
        assert list(match.outcome.scores) == line["scores"]


def test_the_number_of_processes_changes_nothing() -> None:
    assert run_through(None, jobs=1) == run_through(None, jobs=2)


@pytest.mark.parametrize("cut", [1, 40, 10**6])
def test_a_torn_line_is_dropped_and_its_game_played_again(tmp_path: Path, cut: int) -> None:
    whole = run_through(tmp_path)
    path = tmp_path / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][: min(cut, len(lines[3]) - 1)])
    assert run_through(tmp_path, resume=True) == whole
    assert [json.loads(line)["game"] for line in path.read_text("utf-8").splitlines()] == list(range(8))


def test_a_complete_run_resumes_to_its_report(tmp_path: Path) -> None:
    assert run_through(tmp_path) == run_through(tmp_path, resume=True)


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    run_through(tmp_path)
    with pytest.raises(BadFolder, match="already holds a run"):
        run_through(tmp_path)


def test_another_plan_is_refused_with_what_differs(tmp_path: Path) -> None:
    run_through(tmp_path)
    with pytest.raises(BadFolder, match="games: 8 there, 10 here"):
        run_through(tmp_path, resume=True, games=10)


def test_where_there_is_no_run_none_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="holds no run"):
        run_through(tmp_path, resume=True)
    for plan in ("{", "7", "null"):
        (tmp_path / "plan.json").write_text(plan, encoding="utf-8")
        with pytest.raises(BadFolder, match="cannot be read"):
            run_through(tmp_path, resume=True)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("nonsense", "line 1 is not a game"),
        ("[]", "line 1 is not a game"),
        ('{"game": "one"}', "line 1 is not a game"),
        ("7", "line 1 is not a game"),
        ('{"game": 0}', "game 0 of this folder cannot be read"),
        ('{"game": 0, "bots": ["ghost"], "choices": 1}', "game 0 of this folder cannot be read"),
    ],
)
def test_a_line_that_tells_no_game_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    run_through(tmp_path)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n{path.read_text('utf-8')}", encoding="utf-8")
    with pytest.raises(BadFolder, match=complaint):
        run_through(tmp_path, resume=True)


def test_a_full_disk_ends_the_run_and_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = treasure("random", "random")
    place = Folder(tmp_path, plan, False)
    place.begin()
    results = [play(plan, fixture) for fixture in plan.fixtures()]
    place.add(results[0])
    kept = (tmp_path / "games.jsonl").read_bytes()

    class Full:
        """A file on a disk that has room for ten bytes."""

        def __init__(self, file: Any) -> None:
            self.file, self.room = file, 10

        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> int:
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device", "games.jsonl")
            self.room = 0
            return int(self.file.write(data[:10]))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda path, *how, **more: Full(opened(path, *how, **more)))
    with pytest.raises(OSError, match="No space left"):
        place.add(results[1])
    monkeypatch.undo()
    assert (tmp_path / "games.jsonl").read_bytes() == kept


def test_no_records_are_kept_but_of_games_that_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: object) -> Any:
        raise ZeroDivisionError("the sky has fallen")

    enrol(monkeypatch, "broken", fall)
    plan = treasure("random", "broken", "random", games=3)
    run = Run(plan, Folder(tmp_path, plan, False))
    run.begin(False)
    run.play(Local(1))
    broken = [error["game"] for error in run.summary()["errors"]]
    assert broken
    assert len(broken) + run.tally.games == run.planned
    assert run.tally.games > 0
    assert sorted(path.name for path in (tmp_path / "records").iterdir()) == [f"{game:05d}.record" for game in broken]


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the bot would not be known there")
def test_a_bot_that_kills_its_process_spoils_its_own_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(view: View, decision: Decision) -> Choice:
        if view.version > 3 and decision.seat == 1:
            os._exit(3)
        return decision.choices[0]

    enrol(monkeypatch, "deadly", die)
    plan = treasure("random", "deadly", games=6)
    run = Run(plan, None)
    run.play(Local(2))
    assert (run.complaint, run.missing) == ("", {})
    assert sorted(error["game"] for error in run.tally.errors) == [0, 2, 4]
    assert {error["error"] for error in run.tally.errors} == {"the process that played it died"}
    assert sorted(run.tally.finishes) == [1, 3, 5]
