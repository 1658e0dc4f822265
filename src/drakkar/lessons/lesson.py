"""One lesson, as its TOML file describes it. `docs/lessons.md` explains the keys."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from drakkar.core.errors import DrakkarError
from drakkar.text.catalogue import ENGLISH, LANGUAGES

# The parts of a table that a sentence can point at, besides places and other named things of the game.
PARTS: Final = ("board", "hand", "sheet", "rivals", "prompt", "log", "undo")
# About how long a lesson takes that does not say it.
USUAL_MINUTES: Final = 2
# In a pattern, for any text.
ANYTHING: Final = "*"


class BadLesson(DrakkarError):
    """A lesson file that cannot be used; the message names the key."""


class Sentence(NamedTuple):
    """A sentence in every language, and what it points at."""

    texts: dict[str, str]
    at: tuple[str, ...] = ()

    def text(self, language: str) -> str:
        """The sentence in a language; English if that is missing, as in a pseudo-language."""
        return self.texts.get(language, self.texts[ENGLISH])


class Answer(NamedTuple):
    """The answer to one kind of wrong choice."""

    choices: tuple[str, ...]
    sentence: Sentence


class Step(NamedTuple):
    """One task: what the guide says, the choices that fulfil it, and answers to the others.

    With `until` the choices are only allowed, and the step lasts until an event of that kind.
    """

    say: tuple[Sentence, ...]
    choose: tuple[str, ...]
    until: str
    wrong: tuple[Answer, ...]

    def allows(self, choice: str) -> bool:
        """Whether the step has room for this choice."""
        return matches(self.choose, choice)

    @property
    def is_free(self) -> bool:
        """Whether the step allows every choice until its event."""
        return bool(self.until) and self.choose == (ANYTHING,)

    def answer(self, choice: str) -> Sentence | None:
        """The answer to a wrong choice; None if there is none."""
        return next((one.sentence for one in self.wrong if matches(one.choices, choice)), None)


class Lesson(NamedTuple):
    """A lesson: it begins at a position, and the learner plays one side."""

    name: str
    game: str
    side: str
    position: str
    title: Sentence
    minutes: int
    steps: tuple[Step, ...]
    end: tuple[Sentence, ...]
    # By side: patterns of choices; its first one that is legal is played, else that of a gentle bot.
    replies: dict[str, tuple[str, ...]]


def matches(patterns: Iterable[str], choice: str) -> bool:
    """Whether a choice has the spelling of one of these patterns, in which `*` is any text."""
    return any(re.fullmatch(re.escape(one).replace(r"\*", ".*"), choice) for one in patterns)


def read_lesson(name: str, text: str) -> Lesson:
    """The lesson of a TOML text; BadLesson if a key is missing, unknown or of the wrong kind."""
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{name}: {error}") from error
    keys = Keys(name, whole)
    position = keys.text("position")
    lesson = Lesson(
        name,
        _game_of(name, position),
        keys.text("side"),
        position,
        sentence_of(keys.inside("title")),
        keys.number("minutes") if keys.has("minutes") else USUAL_MINUTES,
        tuple(_step(one) for one in keys.each("step")),
        tuple(sentence_of(one) for one in keys.each("end")),
        _replies(keys),
    )
    keys.finish()
    return lesson


def _game_of(name: str, position: str) -> str:
    try:
        return str(tomllib.loads(position)["game"])
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise BadLesson(f"{name}: position: {error}") from error


def _replies(keys: "Keys") -> dict[str, tuple[str, ...]]:
    if not keys.has("replies"):
        return {}
    inside = keys.inside("replies")
    found = {side: inside.texts(side) for side in list(inside.left)}
    inside.finish()
    return found


def _step(keys: "Keys") -> Step:
    until = keys.text("until") if keys.has("until") else ""
    step = Step(
        tuple(sentence_of(one) for one in keys.each("say")),
        keys.texts("choose"),
        until,
        tuple(_answer(one) for one in keys.each("wrong")) if keys.has("wrong") else (),
    )
    keys.finish()
    return step


def _answer(keys: "Keys") -> Answer:
    return Answer(keys.texts("choices"), sentence_of(keys))


def sentence_of(keys: "Keys") -> Sentence:
    """A sentence in every language; BadLesson if one is missing."""
    at = keys.texts("at") if keys.has("at") else ()
    sentence = Sentence({language: keys.text(language) for language in LANGUAGES}, at)
    keys.finish()
    return sentence


class Keys:
    """A table of the file; its getters raise BadLesson, and `finish` does for a key that nobody has read."""

    def __init__(self, path: str, table: object) -> None:
        self.path = path
        if not isinstance(table, dict):
            raise BadLesson(f"{path}: a table is needed")
        self.left: dict[str, Any] = dict(table)

    def has(self, key: str) -> bool:
        return key in self.left

    def _take(self, key: str) -> Any:
        if key not in self.left:
            raise BadLesson(f"{self.path}: {key} is missing")
        return self.left.pop(key)

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            raise BadLesson(f"{self.path}: {key} needs a text")
        return value

    def number(self, key: str) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise BadLesson(f"{self.path}: {key} needs a number from 1")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._take(key)
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
            raise BadLesson(f"{self.path}: {key} needs a text, or a list of texts")
        return tuple(words)

    def inside(self, key: str) -> "Keys":
        return Keys(f"{self.path}: {key}", self._take(key))

    def each(self, key: str) -> "list[Keys]":
        value = self._take(key)
        if not isinstance(value, list) or not value:
            raise BadLesson(f"{self.path}: {key} needs a list of tables")
        return [Keys(f"{self.path}: {key} {number}", one) for number, one in enumerate(value, 1)]

    def finish(self) -> None:
        if self.left:
            raise BadLesson(f"{self.path}: unknown: {', '.join(self.left)}")
