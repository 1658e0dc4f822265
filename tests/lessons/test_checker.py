"""The checker visits every state of a lesson, and finds each kind of fault."""

import re
from pathlib import Path
from typing import Final

import pytest

from drakkar.core.game import titles
from drakkar.lessons.checker import check
from drakkar.lessons.lesson import BadLesson, Lesson, read_lesson
from drakkar.lessons.library import lessons_of
from tests.lessons.small import WORDS, small

PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "lessons.md"


@pytest.mark.parametrize("lesson", [one for title in titles() for one in lessons_of(title)], ids=lambda one: one.name)
def test_every_lesson_can_be_done_and_answers_every_wrong_choice(lesson: Lesson) -> None:
    proof = check(lesson)
    assert not proof.faults
    assert proof.ends


def test_the_lesson_of_the_page_about_lessons_can_be_done() -> None:
    (text,) = re.findall(r"```toml-lesson\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert not check(read_lesson("page", text)).faults


def test_every_allowed_choice_is_a_state() -> None:
    proof = check(small())
    assert not proof.faults
    # The Leader can go to five provinces; from each the learner passes or sends the Ship.
    assert (proof.states, proof.ends) == (1 + 5 + 10, 10)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"invade *", "pass"', '"invade *"', "step 1: no answer to the wrong choice 'pass'"),
        ('"pass", "invade ship F1"', '"quest *"', "step 2 cannot be done"),
        ('choices = "*"', 'choices = ["upgrade *"]', "step 2: no answer to the wrong choice"),
        ('"invade *", "pass"', '"*"]\n' + WORDS + '[[step.wrong]]\nchoices = ["pass"', "step 1: no wrong choice gets"),
        ('at = "board"', 'at = "Atlantis"', "'Atlantis' is nothing to point at"),
        ('side = "wolf"', 'side = "bear"', "nobody plays bear"),
        ('choose = "invade leader *"', 'choose = "invade leader *"\nuntil = "sunset"', "there is no event 'sunset'"),
        ("wolf.hand = []", "wolf.hand = ['Sunset']", "the position: line 4"),
    ],
)
def test_a_fault_is_found(old: str, new: str, fault: str) -> None:
    assert fault in str(check(small((old, new))))


def test_a_step_that_does_not_end_is_found() -> None:
    endless = small(('choose = ["pass", "invade ship F1"]', 'choose = "*"\nuntil = "ages_end"'))
    assert "there is no event 'ages_end'" in str(check(endless))
    endless = small(('choose = ["pass", "invade ship F1"]', 'choose = "*"\nuntil = "throne_taken"'))
    assert check(endless).faults


def test_random_players_follow_a_step_that_allows_everything() -> None:
    until = 'choose = "*"\nuntil = "phase_begins"'
    wrong = '[[step.wrong]]\nchoices = "*"\n' + WORDS
    proof = check(small(('choose = ["pass", "invade ship F1"]', until), (wrong, "")))
    assert not proof.faults
    assert proof.players
    assert proof.ends == proof.players


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pl = 'Patrz.'", "", "small: title: pl is missing"),
        ('at = "board"', "at = 3", "step 1: say 1: at needs a text"),
        ("[[end]]", "[[finish]]", "end is missing"),
        ('choose = "invade leader *"', 'choose = "invade leader *"\ntries = 3', "step 1: unknown: tries"),
        ("[title]", "minutes = 0\n[title]", "small: minutes needs a number from 1"),
        ("[title]", "[title", "small: Expected"),
        ('game = "blood_rage"', "", "position: 'game'"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_key(old: str, new: str, said: str) -> None:
    with pytest.raises(BadLesson, match=said):
        small((old, new))
