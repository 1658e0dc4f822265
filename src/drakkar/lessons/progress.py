"""Where a learner is: a pure function of the choices that were made, so that an undo goes back in the lesson too."""

from drakkar.core.hosting import game_of, log_of, setup_end
from drakkar.core.match import Match
from drakkar.lessons.lesson import Lesson, Sentence, Step


def learner(lesson: Lesson, match: Match) -> int:
    """The seat of the learner."""
    return match.sides.index(lesson.side)


def done(lesson: Lesson, match: Match) -> int:
    """How many steps of the lesson are done."""
    seat, number, begun = learner(lesson, match), 0, setup_end(match)
    for played in match.history:
        if number == len(lesson.steps):
            break
        step = lesson.steps[number]
        ends = _happened(match, step.until, begun, played.log_end) if step.until else step.allows(played.text)
        if ends and (step.until or played.seat == seat):
            number, begun = number + 1, played.log_end
    return number


def _happened(match: Match, kind: str, first: int, end: int) -> bool:
    """Whether an event of this kind is among these events."""
    kinds = game_of(match).book.kinds
    return any(kinds[number].code == kind for number, _, _ in log_of(match).entries[first:end])


def current(lesson: Lesson, match: Match) -> Step | None:
    """The step that the learner is at; None if the lesson is done."""
    number = done(lesson, match)
    return lesson.steps[number] if number < len(lesson.steps) else None


def wrong(lesson: Lesson, match: Match, choices: tuple[str, ...]) -> Sentence | None:
    """The answer to the learner's choices, one after the other; None if none of them is wrong.

    After the lesson nothing is wrong, and neither is the only choice that there is.
    """
    number = done(lesson, match)
    if len(match.choices(learner(lesson, match))) == 1:
        return None
    for choice in choices:
        if number == len(lesson.steps):
            return None
        step = lesson.steps[number]
        if not step.allows(choice):
            return step.answer(choice) or step.say[-1]
        number += not step.until
    return None
