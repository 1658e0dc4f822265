"""The guide of a table that teaches a lesson: its sentences, its answers to wrong choices, and the others' replies.

The log has only the name of the lesson. The guide follows from the choices, also after a restart or an undo.
"""

from typing import Any

from drakkar.core.hosting import game_of
from drakkar.lessons.lesson import Lesson, Sentence
from drakkar.lessons.library import lessons_of
from drakkar.lessons.progress import done, learner, wrong
from drakkar.lessons.replies import scripted
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import Table
from drakkar.text.catalogue import ENGLISH


def lesson_for(table: Table, seat: int | None) -> Lesson | None:
    """The lesson of a table, if it is this seat that learns."""
    lesson = table.lesson
    return lesson if lesson is not None and table.started and seat == learner(lesson, table.match) else None


def check_wrong(table: Table, seat: int, choices: tuple[str, ...]) -> None:
    """Refused with the lesson's answer, if one of the learner's choices is wrong."""
    lesson = lesson_for(table, seat)
    answer = wrong(lesson, table.match, choices) if lesson is not None else None
    if answer is not None:
        raise Refused("lesson", answer.text(ENGLISH), texts=answer.texts)


def reply(table: Table, seat: int) -> str:
    """What the lesson lets another seat choose now, in full; empty if the seat's bot chooses itself."""
    lesson, match = table.lesson, table.match
    found = scripted(lesson, match.sides[seat], match.choices(seat)) if lesson is not None else None
    return "" if found is None else game_of(match).book.notation.spell(found.code, in_full=True)


def said(lesson: Lesson, step: int) -> tuple[Sentence, ...]:
    """What the guide says at a step, or at the end."""
    return lesson.steps[step].say if step < len(lesson.steps) else lesson.end


def document(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The guide in the document of the learner's seat."""
    lesson = lesson_for(table, seat)
    if lesson is None:
        return None
    lessons, step = lessons_of(lesson.game), done(lesson, table.match)
    number = lessons.index(lesson) + 1
    return {
        "title": lesson.title.text(ENGLISH),
        "number": number,
        "lessons": len(lessons),
        "step": step,
        "steps": len(lesson.steps),
        "say": [{"text": one.text(ENGLISH), "at": list(one.at)} for one in said(lesson, step)],
        "next": lessons[number].name if number < len(lessons) else None,
    }
