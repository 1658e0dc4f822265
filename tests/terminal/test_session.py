"""What a session at the terminal shows by itself, and what it shows on request."""

from io import StringIO
from pathlib import Path

import pytest

import drakkar
from drakkar.bots.random_bot import RandomBot
from drakkar.terminal import play
from drakkar.terminal.console import Console
from drakkar.terminal.session import Session
from tests.lords_of_ragnarok.scene import scene
from tests.report.stored import ending


def session_of(match: drakkar.Match) -> Session:
    return Session(match, {seat: RandomBot(1) for seat in range(1, match.seats)}, Console(plain=True), None)


def test_the_welcome_calls_the_game_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    session_of(scene("green red").match).welcome()
    assert capsys.readouterr().out.startswith("Lords of Ragnarok: Green, Red (a bot)\n")


def test_discards_are_shown_to_whoever_asks_and_never_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    s = scene("green red", stage="rune", hero="green: 2", runes="green: uruz othala", hands="green: Raiders, Levy")
    s.deal_next("Levy")
    s.play("green: rune action draw", "green: discard Raiders")
    session = session_of(s.match)
    session.show_table(with_board=True)
    shown = capsys.readouterr().out
    assert "How close to winning" in shown
    assert "Raiders" not in shown
    assert "Combat: Raiders" in session.parts()["discards"]


# Both hands are empty: after the call to battle nobody can add a card.
EMPTY_HANDS = """
game = "blood_rage"
sides = ["wolf", "raven"]
turn = "wolf"
wolf.rage = 3
wolf.hand = []
raven.rage = 3
raven.hand = []
[figures]
Gimle = { wolf = "leader, 2 warriors", raven = "warrior" }
"""


def test_an_answer_that_everyone_knows_is_given_and_not_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = drakkar.set_up(EMPTY_HANDS)
    monkeypatch.setattr("sys.stdin", StringIO("\npillage Gimle\n\nundo\nquit\n"))
    play.play(Session(match, {}, Console(plain=True), tmp_path / "one.record"))
    shown = capsys.readouterr().out
    assert [str(played.text) for played in match.history] == ["pillage Gimle", "decline", "decline"]
    assert "adds no card" in shown
    assert "Add a late card" not in shown
    assert "cannot undo: " in shown


def typed(lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """The output for two people at one terminal who type these lines."""
    monkeypatch.setattr("sys.stdin", StringIO(lines))
    match = scene("green red", stage="hero").match
    play.play(Session(match, {}, Console(plain=True), None))
    return capsys.readouterr().out


def test_another_language_does_not_hand_the_terminal_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("\nlanguage pl\nquit\n", monkeypatch, capsys)
    assert shown.count("Press Enter when nobody else is looking") == 1
    assert "Zielony: " in shown


def test_whoever_is_handed_the_terminal_can_leave(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("quit\n", monkeypatch, capsys)
    assert "Press Enter when nobody else is looking" in shown
    assert "How close to winning" not in shown


def at_its_end(monkeypatch: pytest.MonkeyPatch, typed: str, tmp_path: Path) -> None:
    """The end of a match at the terminal, with these lines typed after it."""
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    monkeypatch.setenv("DRAKKAR_HOME", str(tmp_path))
    match = ending("blood_rage_played_4", 3)
    Session(match, {seat: RandomBot(1) for seat in range(3)}, Console(plain=True), None).end()


def test_after_the_match_a_review_is_shown_to_those_who_ask_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    at_its_end(monkeypatch, "review\n", tmp_path)
    shown = capsys.readouterr().out
    _, asked, review = shown.partition("\n> review\n")
    assert asked
    assert review.startswith("Luck and skill\n")
    sections = [line for line in review.splitlines() if line.endswith(": The costliest decisions")]
    assert len(sections) == 1, "only that of the person"


def test_whoever_wants_no_review_gets_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for typed in ("\n", ""):
        at_its_end(monkeypatch, typed, tmp_path)
        shown = capsys.readouterr().out
        assert "Type `review`" in shown
        assert "Luck and skill" not in shown


def test_during_a_match_a_review_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("\nreview\nquit\n", monkeypatch, capsys)
    assert "possible only after the match" in shown
