"""Puzzles in the terminal: one try, then the explanation; and the command that makes them."""

import io
from datetime import date

import pytest

from drakkar.cli import main
from drakkar.puzzles import library
from tests.puzzles.sample import AGREED, RIGHT, SAMPLE

WRONG = "pass"


@pytest.fixture
def _two_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "puzzles_of", lambda title: (SAMPLE, AGREED) if title == "blood_rage" else ())


def solved(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *options: str) -> str:
    """What is printed when this is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["puzzle", "blood_rage", *options]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("_two_puzzles")
@pytest.mark.parametrize(
    ("typed", "verdict"),
    [(RIGHT, "Right: “invade warrior Horgr”."), (WRONG, "“pass” is not the solution. It is “invade warrior Horgr”.")],
)
def test_the_first_choice_is_the_answer_and_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, verdict: str
) -> None:
    said = solved(monkeypatch, capsys, f"{typed}\n", "1-2")
    assert "Wolf is to choose. One choice is clearly best. You have one try." in said
    assert said.index("one try") < said.index(verdict) < said.index("whatever the others do")
    assert said.splitlines()[-1] == "Another one: drakkar puzzle blood_rage 1-3"


@pytest.mark.usefixtures("_two_puzzles")
def test_a_choice_that_the_rules_forbid_is_no_try(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = solved(monkeypatch, capsys, f"invade warrior Yggdrasil\n{RIGHT}\n", "1-2")
    assert "Right: " in said


@pytest.mark.usefixtures("_two_puzzles")
def test_the_puzzle_of_a_day_is_the_same_for_everyone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    today = library.daily("blood_rage", date(2026, 1, 31))
    assert today is not None
    said = solved(monkeypatch, capsys, "quit\n", "--day", "2026-01-31")
    assert said.splitlines()[-1] == f"Another one: drakkar puzzle blood_rage {today.name}"


@pytest.mark.usefixtures("_two_puzzles")
def test_puzzles_are_listed_by_theme_and_difficulty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = solved(monkeypatch, capsys, "", "--list", "--theme", "timing")
    assert [line.split()[0] for line in said.splitlines()[:2]] == ["1-2", "1-3"]
    assert "No puzzle has that theme" in solved(monkeypatch, capsys, "", "--theme", "draft")
    assert "No puzzle has that theme" in solved(monkeypatch, capsys, "", "--difficulty", "hard")


@pytest.mark.usefixtures("_two_puzzles")
def test_a_puzzle_speaks_the_language_of_the_solver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Správně: „Nájezd: válečník → Hörgr“." in solved(
        monkeypatch, capsys, f"{RIGHT}\n", "1-2", "--language", "cs"
    )


@pytest.mark.usefixtures("_two_puzzles")
def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "blood_rage", "--day", "tomorrow"]) == 2
    assert "--day needs a day such as 2026-01-31, not 'tomorrow'" in capsys.readouterr().err


@pytest.mark.usefixtures("_two_puzzles")
def test_an_unknown_puzzle_is_refused() -> None:
    assert main(["puzzle", "blood_rage", "nine"]) == 2
