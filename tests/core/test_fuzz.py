"""The fuzzer finds and shrinks a planted fault in a small game, and finds nothing where nothing is wrong."""

import json
from collections import Counter
from pathlib import Path

import pytest

import drakkar
from drakkar import cli
from drakkar.core import game
from drakkar.core.fuzz import Case, Fault, check_record, shows
from treasure.game import Treasure
from treasure.state import State


class Brittle(Treasure):
    """Treasure with a false invariant: no seat ever has 7 gold or more."""

    title = "brittle"

    def check(self, s: State) -> None:
        assert max(s.gold) < 7, "too much gold"


GAME = Brittle()


@pytest.fixture(autouse=True)
def brittle_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game._modules, "brittle", __name__)


def first_fault() -> Fault:
    for number in range(200):
        try:
            Case("brittle", number, 2 + number % 2, Counter()).run()
        except Fault as fault:
            return fault
    raise AssertionError("the planted fault was not found")


def test_a_planted_fault_is_found_and_made_small() -> None:
    fault = first_fault()
    assert fault.error == "AssertionError: too much gold"
    assert fault.choices <= 2
    position = [line for line in fault.record.splitlines() if line.startswith("|")]
    assert len(position) < 20
    assert len(fault.record.splitlines()) < 30


def test_the_record_of_a_fault_shows_it_again() -> None:
    assert check_record(first_fault().record) == "AssertionError: too much gold"


def test_a_position_that_shows_a_fault_at_once_is_enough() -> None:
    text = 'game = "brittle"\nsides = ["red", "blue"]\n[red]\ngold = 6\n'
    assert shows(text, []) == ""
    with pytest.raises(drakkar.BadPosition, match="too much gold"):
        drakkar.set_up(text.replace("6", "9"))


@pytest.mark.parametrize(
    ("title", "matches"),
    [
        ("treasure", 60),
        pytest.param("blood_rage", 6, marks=pytest.mark.thorough),
        pytest.param("lords_of_ragnarok", 1, marks=pytest.mark.thorough),
        pytest.param("lords_of_ragnarok", 4, marks=pytest.mark.slow),
    ],
)
def test_a_sound_game_has_no_fault(title: str, matches: int) -> None:
    done = Counter[str]()
    for number in range(matches):
        done += Case(title, number, 2 + number % 2, Counter()).run()
    assert done["matches"] == matches
    assert done["refusals"] > 30
    assert done["thorough"] > 20


def test_the_same_number_is_the_same_case() -> None:
    def told() -> str:
        case = Case("treasure", 7, 3, Counter())
        case.run()
        return case.match.record()

    assert told() == told()


def test_the_command_reports_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "faults"
    assert cli.main(["fuzz", "--minutes", "0.05", "--players", "2", "--jobs", "1", "--out", str(out)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["faults"] == []
    assert summary["matches of 2"] == summary["matches"] > 0
    assert not out.exists()


def test_the_command_writes_each_fault_into_a_file_that_can_be_held_against_the_checks_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["fuzz", "--game", "brittle", "--minutes", "0.02", "--jobs", "1", "--out", str(tmp_path)]) == 1
    fault = json.loads(capsys.readouterr().out)["faults"][0]
    assert fault["error"] == "AssertionError: too much gold"
    assert cli.main(["fuzz", "--file", fault["file"]]) == 1
    assert "too much gold" in capsys.readouterr().out


def test_a_good_record_or_position_has_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = drakkar.new("treasure", seats=2, seed=1)
    match.play(0, "take Thief")
    for name, text in (("a.record", match.record()), ("a.toml", match.position())):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert cli.main(["fuzz", "--file", str(tmp_path / name)]) == 0
        assert "no fault" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--minutes", "0"], ["--players", "9"], ["--game", "chess"]])
def test_wrong_usage_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["fuzz", *words]) == 2
    assert "drakkar: " in capsys.readouterr().err
