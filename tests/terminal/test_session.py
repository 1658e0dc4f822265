"""What a session at the terminal shows by itself, and what it shows on request."""

from io import StringIO

import pytest

import drakkar
from drakkar.bots.random_bot import RandomBot
from drakkar.terminal import play
from drakkar.terminal.console import Console
from drakkar.terminal.session import Session
from tests.lords_of_ragnarok.scene import scene


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
