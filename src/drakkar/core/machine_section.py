"""The section `[machine]` of a position: the values that turn the state of the readable part into the real one.

Steps, questions and fields have names in it, but cards and places are numbers. So the section says which words the
numbers stand for. A section with the `version` of this Drakkar must be exactly as this Drakkar writes it. A section of
another version is read if all its names exist here and its numbers stand for the same words; fields that it does not
have keep the values of the readable part. Otherwise WrongVersion names both versions.
"""

import hashlib
import re
from typing import Any, Final

from drakkar.core.errors import FAULTS, DrakkarError, WrongVersion
from drakkar.core.excerpt import QUOTED, excerpt, quoted
from drakkar.core.flow import Book, S
from drakkar.core.notation import Vocabulary
from drakkar.core.position import MACHINE, SEEN_BY, Document
from drakkar.core.position_format import writer_of
from drakkar.core.state_fields import ASKED, FRAMES, fits, flatten, grows, put, snapshot
from drakkar.core.version import VERSION

STAMP: Final = "version"
WORDS: Final = "words"
# Raise it if a position has other values in its readable part or in the section, with the same fields and steps.
WRITING: Final = 1
# Fields that never change during a match: no section has them, and all vectors are sized by them.
FIXED: Final = ("seats", "sides")


def difference(book: Book[S], real: S, default: S) -> dict[str, Any]:
    """The values that turn `default`, the state of the readable part alone, into the real state."""
    said, known = snapshot(book, real), snapshot(book, default)
    different = {key: value for key, value in said.items() if known.get(key) != value}
    return {**stamp(book, real), **different} if different else {}


def stamp(book: Book[S], s: S) -> dict[str, Any]:
    """The keys that say how a section was written."""
    entries = [word_entry(vocabulary.full) for vocabulary in _vocabularies(book)]
    return {STAMP: _version(book, s), WORDS: " ".join(dict.fromkeys(entries))}


def word_entry(words: list[str]) -> str:
    """The number of words of one sort, and their hash."""
    return f"{len(words)}:{_hash(words)}"


def _version(book: Book[S], s: S) -> str:
    """A hash of everything that a section can name: words, fields, steps and questions."""
    paths = dict.fromkeys(path.partition(".")[0] if grows(s, path) else path for path in flatten(s, without=_unsaid(s)))
    steps = [step.name for step in book.steps]
    questions = [question.code for question in book.questions if question is not None]
    words = [word for vocabulary in _vocabularies(book) for word in vocabulary.full]
    return _hash([str(WRITING), *paths, *steps, *questions, *words])


def _unsaid(s: S) -> tuple[str, ...]:
    return ("flow", *s.constant_parts())


def _vocabularies(book: Book[S]) -> list[Vocabulary]:
    """All lists of words that numbers stand for; digits stand for themselves."""
    found = {id(vocabulary): vocabulary for verb in book.notation.verbs for vocabulary in verb.words}
    return [vocabulary for vocabulary in found.values() if not all(word.isdecimal() for word in vocabulary.full)]


def _hash(words: list[str]) -> str:
    return hashlib.blake2s("\n".join(words).encode(), digest_size=6).hexdigest()


def is_foreign(book: Book[S], s: S, document: Document) -> bool:
    """Whether another version wrote the section; BadPosition if it does not have the version that each writes."""
    written = document.table(MACHINE).get(STAMP)
    if not isinstance(written, str) or not re.fullmatch("[0-9a-f]{12}", written):
        raise document.wrong("this section must have the version that its writer gave it", MACHINE, STAMP)
    return written != _version(book, s)


def restore(book: Book[S], s: S, document: Document) -> None:
    """Write the values of the section into the state that the readable part has set up."""
    said = {key: value for key, value in document.table(MACHINE).items() if key not in (STAMP, WORDS, SEEN_BY)}
    foreign = is_foreign(book, s, document)
    grown: set[tuple[int, int]] = set()
    if foreign:
        grown = _grown_words(book, document)
        _check_names(book, said, document)
    known = snapshot(book, s)
    for key, value in said.items():
        if key.rpartition(".")[2] in FIXED or (key not in known and not grows(s, key)):
            raise _refusal(document, foreign, f"unknown key {quoted(key)}", key)
        here = _padded(value, known.get(key), grown) if foreign else value
        reason = f"{excerpt(key, QUOTED)} cannot be {quoted(value)}"
        if not fits(key, here, known.get(key, here), grows(s, key)):
            raise _refusal(document, foreign, reason, key)
        try:
            put(book, s, key, here)
        except FAULTS as error:
            raise _refusal(document, foreign, reason, key) from error
    if not s.flow.chance.is_sound():
        raise _refusal(document, foreign, "chance cannot be at that point", "chance.used")


def _grown_words(book: Book[S], document: Document) -> set[tuple[int, int]]:
    """The lengths of the writer's lists of words, with the lengths here; WrongVersion if a list is not the same."""
    grown: set[tuple[int, int]] = set()
    written = document.table(MACHINE).get(WORDS)
    if not isinstance(written, str) or not written:
        raise other_version(document, "it does not say which words its numbers stand for")
    own = _vocabularies(book)
    for entry in written.split():
        count = entry.partition(":")[0]
        number = int(count) if re.fullmatch("[0-9]{1,4}", count) else 0
        ends = [(words.full, number if words.is_open else len(words.full)) for words in own]
        same = [words for words, end in ends if 0 < end <= len(words) and word_entry(words[:end]) == entry]
        if not same:
            raise other_version(document, "its numbers stand for other cards, places or figures")
        grown |= {(number, len(words)) for words in same}
    return grown


def _padded(value: Any, known: Any, grown: set[tuple[int, int]]) -> Any:
    """A vector with a number for each word; words that the writer did not know keep the number of the readable part."""
    if not isinstance(value, list) or not isinstance(known, list) or (len(value), len(known)) not in grown:
        return value
    return [*value, *known[len(value) :]]


def _check_names(book: Book[S], said: dict[str, Any], document: Document) -> None:
    """WrongVersion for a step or a question that this Drakkar does not have."""
    steps = {step.name for step in book.steps}
    codes = {"", *(question.code for question in book.questions if question is not None)}
    for frame in said.get(FRAMES, []) if isinstance(said.get(FRAMES), list) else []:
        name = str(frame).rpartition(": ")[0]
        if name not in steps:
            raise other_version(document, f"there is no step {quoted(name)}", FRAMES)
    for code in said.get(ASKED, []) if isinstance(said.get(ASKED), list) else []:
        if str(code) not in codes:
            raise other_version(document, f"there is no question {quoted(str(code))}", ASKED)


def _refusal(document: Document, foreign: bool, reason: str, key: str) -> DrakkarError:
    return other_version(document, reason, key) if foreign else document.wrong(reason, MACHINE, key)


def other_version(document: Document, reason: str, *path: str) -> WrongVersion:
    """The refusal of a section that another version wrote."""
    writer = writer_of(document)
    by = f"Drakkar {excerpt(writer, QUOTED)}" if writer else "another version of Drakkar"
    return WrongVersion(
        f"this section was written by {by}, and this Drakkar {VERSION} cannot read it: {reason};"
        " without the section the rest may still load",
        document.line_of((MACHINE, *path)),
    )
