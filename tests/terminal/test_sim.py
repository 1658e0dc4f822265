"""Many random matches: the same numbers with any number of processes, and failures are reported."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from drakkar.cluster.local import Local
from drakkar.core.game import find
from drakkar.core.playout import play_out
from drakkar.terminal import sim
from tests.terminal.running import drakkar, environment, hear_ctrl_c, read_until, terminal


def summary(*arguments: str, home: Path) -> dict[str, Any]:
    done = drakkar("sim", *arguments, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_summary_adds_up(tmp_path: Path) -> None:
    found = summary("--games", "12", "--players", "3", "--seed", "4", "--jobs", "2", home=tmp_path)
    assert (found["games"], found["players"], found["seed"], found["errors"]) == (12, 3, 4, [])
    assert len(found["mean_scores"]) == len(found["wins"]) == 3
    assert sum(found["wins"]) >= 12
    assert found["choices_per_game"] == pytest.approx(found["choices"] / 12, abs=0.01)
    assert sum(found["points_by_source"].values()) == pytest.approx(sum(found["mean_scores"]), abs=0.01)
    assert found["also_in_words"] == 1
    assert found["cpu_seconds"] > 0
    assert not found["interrupted"]


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    one = summary("--games", "9", "--players", "2", "--jobs", "1", home=tmp_path)
    three = summary("--games", "9", "--players", "2", "--jobs", "3", home=tmp_path)
    for timing in ("seconds", "cpu_seconds"):
        del one[timing], three[timing]
    assert one == three


def test_rulings_and_sides_are_used(tmp_path: Path) -> None:
    words = ["--games", "1", "--sides", "ram,bear", "--ruling", "first_game_no_draft=true", "--jobs", "1"]
    found = summary(*words, home=tmp_path)
    assert found["sides"] == ["ram", "bear"]
    assert found["rulings"]["first_game_no_draft"] is True


def test_the_seed_of_a_game_depends_on_its_number_alone() -> None:
    assert len({sim.seed_of(1, number) for number in range(100)}) == 100
    assert sim.seed_of(1, 5) != sim.seed_of(2, 5)


def test_a_failing_game_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("the sky has fallen")

    monkeypatch.setattr(sim, "play_out", fail)
    game = find("blood_rage")
    plan = sim.Plan("blood_rage", [0, 1], game.resolve_rulings({}), False, 7, 3, 2)
    found, cut_short = sim.simulate(plan, Local(1))
    assert not cut_short
    assert [(error["game"], error["seed"]) for error in found["errors"]] == [
        (3, sim.seed_of(7, 3)),
        (4, sim.seed_of(7, 4)),
    ]
    assert "the sky has fallen" in found["errors"][0]["traceback"]
    assert found["games"] == 0


def test_a_match_in_words_that_ends_otherwise_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_choice_apart(*arguments: Any) -> int:
        arguments[2].random()
        return play_out(*arguments)

    monkeypatch.setattr(sim, "play_out", one_choice_apart)
    plan = sim.Plan("blood_rage", [0, 1], find("blood_rage").resolve_rulings({}), False, 7, 0, 1)
    found, _ = sim.simulate(plan, Local(1))
    assert "ended differently" in found["errors"][0]["traceback"]


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_ctrl_c_reports_what_there_is(tmp_path: Path) -> None:
    ours, theirs = terminal()
    with subprocess.Popen(
        [sys.executable, "-m", "drakkar", "sim", "--games", "1000000", "--players", "2", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        env=environment(tmp_path),
        start_new_session=True,
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no threads here
    ) as process:
        os.close(theirs)
        progress = read_until(ours, "games")
        os.killpg(process.pid, signal.SIGINT)
        told = process.communicate(timeout=60)[0]
    progress += read_until(ours, None)
    os.close(ours)
    found = json.loads(told)
    assert (process.returncode, "Traceback" in progress) == (130, False)
    assert found["interrupted"]
    assert 0 < found["games"] < 1_000_000


def test_options_can_be_drawn_anew_for_each_game(tmp_path: Path) -> None:
    found = summary("--games", "6", "--players", "5", "--random-rulings", "--jobs", "1", home=tmp_path)
    assert (found["rulings"], found["games"], found["errors"]) == ("random", 6, [])
    refused = drakkar("sim", "--random-rulings", "--ruling", "two_watches=each_scores", home=tmp_path)
    assert (refused.returncode, "leave --ruling out" in refused.stderr) == (2, True)
