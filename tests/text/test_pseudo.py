"""The pseudo-language: text that still reads as English is not translated."""

import re
from pathlib import Path
from random import Random

import pytest

import drakkar
from drakkar.bots import Bot
from drakkar.bots.random_bot import RandomBot
from drakkar.core.game import find
from drakkar.core.hosting import game_of
from drakkar.terminal import play
from drakkar.terminal.cards import card_text, seen
from drakkar.terminal.console import Console
from drakkar.terminal.score import ranking, sheet
from drakkar.terminal.session import Session
from drakkar.text import PSEUDO, translator
from drakkar.text.pseudo import pseudo

TITLE = "blood_rage"
# The same in every language: rule ids, typed commands, and the name of the game.
ALIKE = re.compile(r"BR-[\d.]+|`[^`]*`|Blood Rage")
ENGLISH = re.compile(r"[A-Za-z]{2,}")


def english_in(text: str) -> list[str]:
    return ENGLISH.findall(ALIKE.sub("", text))


def test_pseudo_changes_every_letter_and_no_hole() -> None:
    assert not ENGLISH.search(pseudo("The quick brown fox jumps over the lazy Dog."))
    assert pseudo("a {figure:a_figure} b") == "á {figure:a_figure} ƀ"


def test_nothing_that_the_engine_says_stays_english() -> None:
    told, rng = translator(PSEUDO, TITLE), Random(5)
    notation = find(TITLE).book.notation
    match = drakkar.new(TITLE, seats=4, seed=5)
    while not match.over:
        decision = rng.choice(match.pending)
        assert not english_in(told.prompt(decision.prompt))
        for choice in decision.choices:
            assert not english_in(told.choice(choice))
        code = rng.randrange(notation.size)
        reason = match.why_not(decision.seat, notation.choice(code))
        assert reason is None or not english_in(told.reason(reason))
        choice = rng.choice(decision.choices)
        assert not english_in(told.preview(match.view(decision.seat).preview(choice)))
        match.play(decision.seat, choice)
    for event in [*match.events(0), *match.events(None)]:
        assert not english_in(told.event(event))
    assert match.outcome is not None
    for line in ranking(match.outcome, match.sides, told) + sheet(match.outcome, match.sides, told):
        assert not english_in(line)


def test_no_board_stays_english() -> None:
    told, rng = translator(PSEUDO, TITLE), Random(6)
    match = drakkar.new(TITLE, seats=5, seed=6)
    while not match.over:
        table = match.view(0).to_json()["table"]
        for text in game_of(match).text_board(table, False, 100, told).values():
            assert not english_in(text)
        for face in seen(table, told):
            assert not english_in(" ".join(card_text(face, 100, told)))
        for _ in range(9):
            if not match.over:
                decision = rng.choice(match.pending)
                match.play(decision.seat, rng.choice(decision.choices))


def test_no_session_at_the_terminal_stays_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DRAKKAR_HOME", str(tmp_path))
    lines = [
        "help",
        "1",
        "99",
        "why 1",
        "why",
        "preview 1",
        "preview",
        "log",
        "log x",
        "cards",
        "read 12",
        "undo",
        "12x",
    ]
    lines += ["1", "2"] * 30 + ["why 2", "preview 2", "language", "choices", "quit"]
    answers = iter(lines)
    monkeypatch.setattr(Console, "ask", lambda *_: next(answers, None))
    match = drakkar.new(TITLE, seats=3, seed=9)
    bots: dict[int, Bot] = {1: RandomBot(1), 2: RandomBot(2)}
    play.play(Session(match, bots, Console(plain=True), None, (), PSEUDO))
    out = capsys.readouterr().out
    typed = [
        "why",
        "preview",
        "hint",
        "choices",
        "log",
        "cards",
        "read",
        "save",
        "help",
        "undo",
        "quit",
        "language",
        "review",
        "explain",
        "on",
        "off",
    ]
    typed += ["board", "pack", "hand", "pl", "en", "es", "cs"]
    commands = rf"\b({'|'.join(typed)})\b"
    left = [word for line in out.splitlines() for word in english_in(re.sub(commands, "", line)) if "/" not in line]
    assert not left
