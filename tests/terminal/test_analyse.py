"""`drakkar analyse`: the review of a finished match, from its record."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import drakkar
from drakkar import cli
from tests.report.stored import GOLDEN, ending
from tests.terminal.running import drakkar as started
from tests.terminal.running import environment, hear_ctrl_c, read_until, terminal


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a short match."""
    path = tmp_path_factory.mktemp("analysed") / "short.record"
    path.write_text(ending("blood_rage_played_4", 6).record(), encoding="utf-8")
    return path


def test_a_finished_match_is_reviewed_and_the_numbers_of_text_and_data_agree(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["analyse", str(record), "--closely", "1"]
    assert cli.main([*command, "--plain"]) == 0
    text = capsys.readouterr().out
    assert cli.main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["format"] == "drakkar analysis 1"
    assert data["done"]
    assert len(data["chances"]) == len(data["choices"]) + 1
    for balance in data["luck"]:
        parts = [balance[name] for name in ("start", "own", "others", "chance", "hidden", "unexplained")]
        assert sum(parts) == pytest.approx(balance["result"], abs=1e-9)
    forced = [len(one["options"]) for one in data["decisions"] if len(one["options"]) < 2]
    assert data["decisions"]
    assert not forced
    for one in data["decisions"]:
        assert f"{one['number']:>4}. " in text
        assert one["chosen"] == data["choices"][one["number"] - 1]["choice"]
    order = ["Chances to win", "Luck and skill", "The costliest decisions", "All decisions"]
    places = [text.index(title) for title in order]
    assert places == sorted(places)


def test_the_page_is_written_beside_the_text(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "review.html"
    assert cli.main(["analyse", str(record), "--closely", "0", "--html", str(file), "--language", "es"]) == 0
    assert capsys.readouterr().out.startswith("Probabilidades de ganar\n")
    text = file.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "no está completo" not in text
    assert cli.main(["analyse", str(record), "--html", str(tmp_path / "missing" / "review.html")]) == 1
    assert "missing" in capsys.readouterr().err


def test_one_seat_and_another_language(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyse", str(record), "--closely", "0", "--seat", "2", "--json", "--language", "cs"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["language"] == "cs"
    assert {one["seat"] for one in data["decisions"]} == {2}
    assert [one["seat"] for one in data["luck"]] == [2]
    assert not [one for one in data["decisions"] if one["word"] not in ("best", "good")]


def test_a_running_match_is_refused_and_nothing_of_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = drakkar.new("blood_rage", seats=2, seed=7)
    match.play(0, match.choices(0)[0])
    position = tmp_path / "begun.toml"
    position.write_text(match.position(), encoding="utf-8")
    begun = tmp_path / "begun.record"
    begun.write_text(match.record(), encoding="utf-8")
    for file in (begun, position):
        assert cli.main(["analyse", str(file)]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"drakkar: {file}: the match is not over; only a finished match is analysed")


def test_a_broken_record_is_refused_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.record"
    text = (GOLDEN / "blood_rage_played_2.record").read_text("utf-8")
    broken.write_text(text.replace("pick Odin's Smite", "pick Odin's Spite"), encoding="utf-8")
    assert cli.main(["analyse", str(broken)]) == 1
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert said.err.startswith(f"drakkar: {broken}: ")


def test_a_game_without_a_network_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    while not match.over:
        decision = match.pending[0]
        match.play(decision.seat, decision.choices[0])
    file = tmp_path / "treasure.record"
    file.write_text(match.record(), encoding="utf-8")
    assert cli.main(["analyse", str(file)]) == 1
    assert "no network" in capsys.readouterr().err


def test_an_unknown_seat_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyse", str(record), "--seat", "9"]) == 2
    assert "no seat plays '9'" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another signal there")
def test_ctrl_c_shows_what_has_been_found_so_far(tmp_path: Path) -> None:
    file = str(GOLDEN / "blood_rage_played_2.record")
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", "analyse", file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(tmp_path),
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 - no threads here
    ) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        rest, wrong = running.communicate(timeout=60)
    assert first == "Chances to win\n"
    assert running.returncode == 130
    assert wrong == ""
    assert "Luck and skill are not known yet." in rest
    assert "The review is not complete: " in rest


def test_progress_is_shown_on_a_terminal_and_kept_out_of_the_output(record: Path, tmp_path: Path) -> None:
    ours, theirs = terminal()
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "drakkar", "analyse", str(record), "--closely", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        encoding="utf-8",
        env=environment(tmp_path),
    ) as running:
        os.close(theirs)
        said = running.communicate(timeout=60)[0]
    shown = read_until(ours, None)
    os.close(ours)
    assert json.loads(said)["done"]
    shares = [int(share) for share in re.findall(r"(\d+)%", shown)]
    assert len(shares) > 1
    assert shares == sorted(shares)
    assert shares[-1] == 100


def test_the_help_says_what_is_shown_and_how_long_it_takes(tmp_path: Path) -> None:
    shown = started("analyse", "--help", home=tmp_path).stdout
    for word in ("FILE", "--seat", "--closely", "--json", "--language", "Ctrl-C"):
        assert word in shown
