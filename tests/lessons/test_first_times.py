"""What is explained the first time it happens: the files, and the order."""

from typing import Final

import pytest

from drakkar.core.game import titles
from drakkar.core.hosting import game_of
from drakkar.core.match import new
from drakkar.lessons.first_times import happened, notes_of, read_notes
from drakkar.lessons.lesson import BadLesson
from tests.lessons.small import WORDS

# As long as fits a phone in three or four lines.
LONGEST: Final = 160
TITLES: Final = [title for title in titles() if notes_of(title)]


def test_both_games_explain_what_is_new() -> None:
    assert TITLES == ["blood_rage", "lords_of_ragnarok"]


@pytest.mark.parametrize("title", TITLES)
def test_every_note_is_on_events_that_exist_and_is_short(title: str) -> None:
    notes, kinds = notes_of(title), {kind.code for kind in game_of(new(title, seats=2, seed=1)).book.kinds}
    assert len({note.name for note in notes}) == len(notes)
    assert {kind for note in notes for kind in note.kinds} <= kinds
    assert [text for note in notes for text in note.sentence.texts.values() if len(text) > LONGEST] == []


def test_the_note_on_the_latest_event_comes_last() -> None:
    kinds = ["battle_begins", "dealt", "quest_committed", "battle_begins", "sunset"]
    assert [note.name for note in happened("blood_rage", kinds)] == ["draft", "quest", "battle"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[note]", "Expected"),
        (f"[[note]]\nname = 'sun'\n{WORDS}", "events is missing"),
        (f"[[note]]\nname = 'sun'\nevents = 'sunset'\nat = 'board'\n{WORDS}moon = 1", "unknown: moon"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadLesson, match=said):
        read_notes(text)
