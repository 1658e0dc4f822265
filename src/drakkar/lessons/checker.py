"""Proves lessons: from every state that a learner can reach the end can be reached, and every wrong choice is answered.

A wrong choice is not played, so a learner reaches exactly the states that allowed choices lead to. The checker visits
all of them. A step that lasts `until` an event and allows every choice has too many; there it follows random players.
"""

import random
from typing import Final

from drakkar.core.errors import DrakkarError
from drakkar.core.game import find
from drakkar.core.hosting import at_choice, game_of
from drakkar.core.match import Match, set_up
from drakkar.lessons.lesson import PARTS, Answer, Lesson, Sentence
from drakkar.lessons.progress import current, done, learner, wrong
from drakkar.lessons.replies import let_others_choose

# States of one lesson that are visited before the checker gives up, and random players of a step that allows all.
MOST_STATES: Final = 20_000
PLAYERS: Final = 3
LONGEST: Final = 400


class Proof:
    """What the checker has seen of a lesson, and its faults, each in a sentence."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.states = 0
        self.wrong_choices = 0
        self.ends = 0
        self.players = 0
        self.faults: list[str] = []
        self._answered: set[tuple[int, int]] = set()

    def __str__(self) -> str:
        random_play = f", {self.players} random players" if self.players else ""
        seen = f"{self.states} states, {self.wrong_choices} wrong choices answered, {self.ends} ends{random_play}"
        return f"{self.lesson.name}: {'; '.join(self.faults) or seen}"

    def blame(self, fault: str) -> None:
        """Note a fault, once."""
        if fault not in self.faults:
            self.faults.append(fault)

    def answered(self, step: int, choice: str) -> None:
        """Count a wrong choice and its answer; a fault if there is none."""
        answers = self.lesson.steps[step].wrong
        sentence = self.lesson.steps[step].answer(choice)
        number = next((at for at, one in enumerate(answers) if one.sentence is sentence), -1)
        if number < 0:
            self.blame(f"step {step + 1}: no answer to the wrong choice {choice!r}")
        self._answered.add((step, number))
        self.wrong_choices += 1

    def unused(self) -> list[str]:
        """The answers that no learner can get."""
        return [
            f"step {step + 1}: no wrong choice gets the answer to {', '.join(answer.choices)}"
            for step, one in enumerate(self.lesson.steps)
            for number, answer in enumerate(one.wrong)
            if (step, number) not in self._answered
        ]


def check(lesson: Lesson) -> Proof:
    """Visit every state of a lesson."""
    proof = Proof(lesson)
    for fault in _outside_of(lesson):
        proof.blame(fault)
    if proof.faults:
        return proof
    match = set_up(lesson.position)
    let_others_choose(lesson, match)
    _visit(proof, match)
    for fault in [] if proof.faults else proof.unused():
        proof.blame(fault)
    return proof


def _outside_of(lesson: Lesson) -> list[str]:
    """Faults that show before anything is played."""
    try:
        match = set_up(lesson.position)
    except DrakkarError as error:
        return [f"the position: {error}"]
    sides = [side for side in (lesson.side, *lesson.replies) if side not in match.sides]
    if sides:
        return [f"nobody plays {side}" for side in sides]
    known, kinds = _things(match.title), {kind.code for kind in game_of(match).book.kinds}
    pointed = [sentence for step in lesson.steps for sentence in _sentences(step.say, step.wrong)]
    faults = [f"{word!r} is nothing to point at" for one in pointed for word in one.at if word not in known]
    faults += [f"there is no event {one.until!r}" for one in lesson.steps if one.until and one.until not in kinds]
    return list(dict.fromkeys(faults))


def _sentences(say: tuple[Sentence, ...], answers: tuple[Answer, ...]) -> list[Sentence]:
    return [*say, *(one.sentence for one in answers)]


def _things(title: str) -> set[str]:
    """The English names of everything in a game, and the parts of a table."""
    named = {word for forms in find(title).names().values() for words in forms.values() for word in words}
    return named | set(PARTS) | set(find(title).sides)


def _visit(proof: Proof, start: Match) -> None:
    """Visit a state and all that follow from it; a list of states, because a long lesson is deep."""
    waiting = [start]
    while waiting and not proof.faults:
        match = waiting.pop()
        proof.states += 1
        if proof.states > MOST_STATES:
            proof.blame(f"more than {MOST_STATES} states: fewer choices should be allowed")
        number = done(proof.lesson, match)
        if number == len(proof.lesson.steps):
            proof.ends += 1
        elif proof.lesson.steps[number].is_free:
            waiting += [ended for seed in range(PLAYERS) if (ended := _play_through(proof, match, seed)) is not None]
        else:
            waiting += _next(proof, match, number)


def _next(proof: Proof, match: Match, number: int) -> list[Match]:
    """The states after each allowed choice; a fault if there is none, or no answer to a wrong one."""
    seat = learner(proof.lesson, match)
    choices, found = [choice.text for choice in match.choices(seat)], []
    for choice in choices:
        if wrong(proof.lesson, match, (choice,)) is not None:
            proof.answered(number, choice)
        else:
            found.append(_after(proof.lesson, match, choice))
    if not found:
        offered = ", ".join(choices[:8]) or "the match is over"
        proof.blame(f"step {number + 1} cannot be done; the choices are: {offered}")
    return found


def _after(lesson: Lesson, match: Match, choice: str) -> Match:
    """A copy of the match after a choice of the learner and the replies to it."""
    copy = at_choice(match, len(match.history))
    copy.play(learner(lesson, copy), choice)
    if done(lesson, copy) < len(lesson.steps):
        let_others_choose(lesson, copy)
    return copy


def _play_through(proof: Proof, match: Match, seed: int) -> Match | None:
    """A random player of steps that allow every choice; None if one does not end."""
    lesson, dice, copy = proof.lesson, random.Random(seed), at_choice(match, len(match.history))
    proof.players += 1
    for _ in range(LONGEST):
        step = current(lesson, copy)
        if step is None or not step.is_free:
            return copy
        choices = copy.choices(learner(lesson, copy))
        if not choices:
            break
        copy.play(learner(lesson, copy), dice.choice(choices))
        let_others_choose(lesson, copy)
    number = done(lesson, copy)
    proof.blame(f"step {number + 1} has no end: {lesson.steps[number].until} does not happen")
    return None
