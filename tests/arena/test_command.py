"""`drakkar arena` as people type it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from drakkar.cli import main
from tests.arena.fake_results import enrol
from tests.terminal.running import drakkar, environment, hear_ctrl_c

SHORT = ("--players", "2", "--ruling", "first_game_no_draft=true")


def told(*arguments: str, home: Path) -> dict[str, Any]:
    done = drakkar("arena", *arguments, "--json", home=home)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def totals(found: dict[str, Any]) -> object:
    """The parts that do not depend on the clock."""
    places = [found[name] for name in ("games", "deals", "choices", "seats", "turn_order", "cards", "ahead")]
    return places, [
        (bot["wins"], bot["score"], bot["rating"], bot["sources"], bot["decisions"]) for bot in found["bots"]
    ]


def test_the_report_is_a_table_and_says_that_games_were_rounded_up(tmp_path: Path) -> None:
    done = drakkar("arena", "random", "random", *SHORT, "--games", "3", "--jobs", "1", home=tmp_path)
    assert done.returncode == 0
    assert "4 games instead of 3" in done.stderr
    assert "Blood Rage, 2 players, seed 0: 4 games of 2 deals" in done.stdout
    for words in ("random (2)", "wins by seat", "wins by turn order", "Wilson", "openskill", "50.0 %"):
        assert words in done.stdout


def test_alone_the_first_bot_has_every_seat_among_copies_of_the_second(tmp_path: Path) -> None:
    found = told("random", "random", "--alone", "--players", "3", "--games", "3", "--jobs", "1", home=tmp_path)
    assert [bot["wins"]["of"] for bot in found["bots"]] == [3, 6]
    assert [seat["wins"]["of"] for seat in found["bots"][0]["seats"]] == [1, 1, 1]
    assert found["chance"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "name at least one bot"),
        (["nobody"], "there is no bot 'nobody'; there are: "),
        (["random", "--games", "0"], "at least 1 is needed"),
        (["random", "--games", "-1"], "not a whole number"),
        (["random", "--players", "9"], "is for 2 to 5 seats, not 9"),
        (["random", "--alone"], "--alone needs two bots"),
        (["random", "--resume"], "name it with --out"),
        (["random", "--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_wrong_usage_is_told_and_ends_with_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("arena", *words) == 2
    heard = capsys.readouterr()
    assert (heard.out, complaint in heard.err) == ("", True), heard.err


def exit_code(*words: str) -> int:
    """The same without a separate process."""
    try:
        return main(list(words))
    except SystemExit as left:
        return int(left.code or 0)


def test_a_folder_that_does_not_fit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "random", *SHORT, "--jobs", "1", "--games", "1", "--out", str(tmp_path / "run")]
    assert exit_code(*words) == 0
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [
        "games.jsonl",
        "plan.json",
        "records",
        "report.html",
        "summary.json",
    ]
    capsys.readouterr()
    for more, complaint in (([], "already holds a run"), (["--seed", "5", "--resume"], "seed: 0 there, 5 here")):
        assert exit_code(*words, *more) == 1
        heard = capsys.readouterr()
        assert (heard.out, complaint in heard.err) == ("", True), heard.err
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert exit_code("arena", "random", *SHORT, "--games", "1", "--out", str(tmp_path / "file")) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_games_that_fail_are_told_and_end_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fall(*_: object) -> Any:
        raise ZeroDivisionError("the sky has fallen")

    enrol(monkeypatch, "broken", fall)
    words = ["arena", "broken", "random", "random", "--game", "treasure", "--players", "2", "--jobs", "1"]
    assert exit_code(*words, "--games", "1", "--out", str(tmp_path / "run"), "--markdown", str(tmp_path / "a.md")) == 1
    heard = capsys.readouterr()
    assert "the sky has fallen" in heard.out
    assert "4 games did not finish" in heard.err
    assert "2 games of 1 deal" in heard.out
    assert "ZeroDivisionError" in (tmp_path / "run" / "report.html").read_text("utf-8")
    assert (tmp_path / "a.md").read_text("utf-8").startswith("# Treasure in numbers")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_ctrl_c_reports_what_there_is_and_resume_goes_on_to_the_same_end(tmp_path: Path) -> None:
    words = ["random", "random", *SHORT, "--games", "150", "--jobs", "2"]
    folder = tmp_path / "run"
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", "arena", *words, "--json", "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(tmp_path),
        start_new_session=True,
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no threads here
    ) as process:
        games, patience = folder / "games.jsonl", time.monotonic() + 60
        while not (games.exists() and games.read_bytes().count(b"\n") >= 3) and time.monotonic() < patience:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        said, complaints = process.communicate(timeout=300)
    cut_short = json.loads(said)
    assert (process.returncode, complaints, cut_short["interrupted"]) == (130, "", True)
    # The interrupt may come between the line of a game and its count.
    assert 2 <= cut_short["games"] < 150
    resumed = told(*words, "--out", str(folder), "--resume", home=tmp_path)
    assert (resumed["games"], resumed["interrupted"]) == (150, False)
    assert totals(resumed) == totals(told(*words, home=tmp_path))
