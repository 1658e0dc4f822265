"""Lessons in the terminal."""

from pathlib import Path

import pytest

from drakkar.games import TITLES
from drakkar.lessons.library import lessons_of
from tests.lessons.small import SMALL
from tests.terminal.running import drakkar

FIRST = "pass\ninvade leader Gimle\ninvade ship F4\n"


def test_the_lessons_of_a_game_are_listed(tmp_path: Path) -> None:
    said = drakkar("learn", "blood_rage", home=tmp_path).stdout
    for lesson in lessons_of("blood_rage"):
        assert lesson.title.text("en") in said
    assert "drakkar learn blood_rage" in said


def test_a_wrong_choice_is_answered_and_not_played(tmp_path: Path) -> None:
    said = drakkar("learn", "blood_rage", "board", typed=FIRST, home=tmp_path).stdout
    assert "A clan that passes loses all its Rage" in said
    assert "Wolf passes" not in said


def test_a_lesson_ends_with_its_last_sentence_and_the_next_lesson(tmp_path: Path) -> None:
    ran = drakkar("learn", "blood_rage", "1", typed=FIRST, home=tmp_path)
    assert ran.returncode == 0
    assert "You have two figures on the board" in ran.stdout
    assert "drakkar learn blood_rage" in ran.stdout.splitlines()[-1]


def test_a_lesson_that_is_left_can_be_repeated(tmp_path: Path) -> None:
    said = drakkar("learn", "blood_rage", "board", typed="quit\n", home=tmp_path).stdout
    assert said.splitlines()[-1] == "Repeat the lesson: drakkar learn blood_rage board"


@pytest.mark.parametrize(("language", "title"), [("pl", "Plansza i twój klan"), ("cs", "Herní plán a tvůj klan")])
def test_a_lesson_speaks_the_language_of_the_learner(tmp_path: Path, language: str, title: str) -> None:
    assert title in drakkar("learn", "blood_rage", "1", "--language", language, home=tmp_path).stdout


def test_the_command_checks_lessons(tmp_path: Path) -> None:
    good, bad = tmp_path / "01_good.toml", tmp_path / "02_bad.toml"
    good.write_text(SMALL, "utf-8")
    bad.write_text(SMALL.replace('"invade *", "pass"', '"invade *"'), "utf-8")
    ran = drakkar("learn", "--check", str(good), str(bad), home=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "good: 16 states, 80 wrong choices answered, 10 ends",
        "bad: step 1: no answer to the wrong choice 'pass'",
    ]


def test_an_unknown_lesson_is_refused_with_those_there_are(tmp_path: Path) -> None:
    ran = drakkar("learn", "blood_rage", "flying", home=tmp_path)
    assert ran.returncode == 2
    assert "'flying'" in ran.stderr
    assert "board" in ran.stderr


@pytest.mark.parametrize("title", TITLES)
def test_every_game_can_be_asked_for_lessons(tmp_path: Path, title: str) -> None:
    assert drakkar("learn", title, home=tmp_path).returncode == 0
