"""Matches as data: both formats agree, the data matches the match, and an interrupted run can be resumed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import drakkar
from drakkar import cli
from drakkar.research import dataset
from drakkar.research.encode import Encoder
from drakkar.research.rewards import placement

WORDS = ["random", "policy", "--players", "3", "--games", "5", "--part", "2", "--seed", "4", "--jobs", "1"]


def made(folder: Path, *words: str) -> int:
    return cli.main(["dataset", *WORDS, "--out", str(folder), *words])


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob("*.parquet")) for row in parquet.read_table(path).to_pylist()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five games of three players, in three parts."""
    path: Path = tmp_path_factory.mktemp("dataset") / "games"
    assert made(path) == 0
    return path


def test_both_formats_have_the_same_rows(folder: Path) -> None:
    names = [f"part-0000{part}.{kind}" for part in range(3) for kind in ("jsonl", "parquet")]
    assert sorted(path.name for path in folder.iterdir()) == [*names, "plan.json"]
    lines = [
        json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    rows = rows_of(folder)
    assert len(rows) == len(lines) > 300
    for row, line in zip(rows, lines, strict=True):
        observation = [[at, number] for at, number in enumerate(row["observation"]) if number]
        assert {**row, "observation": observation, "reward": pytest.approx(row["reward"])} == line


def test_the_rows_are_the_match_of_their_seed(folder: Path) -> None:
    encoder = Encoder("blood_rage")
    rows = [row for row in rows_of(folder) if row["game"] == 3]
    match = drakkar.new("blood_rage", seats=3, seed=int(rows[0]["seed"]))
    for row in rows:
        while len(match.history) < row["decision"]:
            decision = match.pending[0]
            assert len(decision.choices) == 1
            match.play(decision.seat, decision.choices[0])
        decision = match.pending[0]
        assert (row["seat"], row["question"]) == (decision.seat, decision.prompt.code)
        assert row["legal"] == [choice.code for choice in decision.choices]
        seen = np.frombuffer(row["observation"], np.uint8)
        assert (seen == encoder.observation(match.view(row["seat"]).known, row["seat"])).all()
        chosen = next(choice for choice in decision.choices if choice.code == row["choice"])
        assert str(chosen) == row["words"]
        match.play(decision.seat, chosen)
    while not match.over:
        match.play(match.pending[0].seat, match.pending[0].choices[0])
    outcome = match.outcome
    assert outcome is not None
    assert [list(outcome.scores), list(outcome.winners)] == [rows[0]["scores"], rows[0]["winners"]]
    for row in rows:
        assert row["reward"] == pytest.approx(placement(outcome.scores)[row["seat"]])
    assert {row["bot"] for row in rows} == {"random", "policy"}


def test_what_is_missing_is_played_again_and_is_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
    (tmp_path / "part-00001.jsonl").unlink()
    (tmp_path / "part-00002.parquet").unlink()
    capsys.readouterr()
    assert made(tmp_path) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["of"], told["interrupted"]) == (5, 5, False)
    assert 0 < told["new_decisions"] < 600
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


@pytest.mark.thorough
def test_several_processes_write_the_same(folder: Path, tmp_path: Path) -> None:
    assert made(tmp_path, "--jobs", "2") == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in folder.iterdir()
    }


def test_who_has_enough_keeps_what_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = dataset.play_part

    def until_ctrl_c(plan: dataset.Plan, number: int) -> dataset.Part:
        if number == 1:
            raise KeyboardInterrupt
        return whole(plan, number)

    monkeypatch.setattr(dataset, "play_part", until_ctrl_c)
    assert made(tmp_path, "--format", "jsonl") == 130
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["part-00000.jsonl", "plan.json"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "2"], "holds another dataset"),
        (["--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_is_refused(
    folder: Path, words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(folder, *words) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "other", "complaint"),
    [
        ("version", 1, "holds a dataset of format 1, written by Drakkar 9.1.0; this Drakkar"),
        ("encoding", 99, "holds a dataset of encoding 99, written by Drakkar 9.1.0; this Drakkar"),
        ("rules", "99", "holds a dataset of rules 99, written by Drakkar 9.1.0; this Drakkar"),
    ],
)
def test_a_folder_of_another_version_is_refused_by_name(
    folder: Path, tmp_path: Path, key: str, other: object, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = {**json.loads((folder / "plan.json").read_text("utf-8")), key: other, "drakkar": "9.1.0"}
    (tmp_path / "plan.json").write_text(json.dumps(plan), "utf-8")
    assert made(tmp_path) == 1
    assert complaint in capsys.readouterr().err


def test_nobody_is_no_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["dataset", "nobody", "--out", str(tmp_path)]) == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
