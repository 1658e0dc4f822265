"""A position: one moment of a match as a short text (TOML) that a person can read and write.

The readable part is each game's own; what it does not say is filled in by the game. The text of a running match is
exact: what the readable part cannot say follows in a section `[machine]`, field by field, as far as it differs from
what the readable part alone sets up. A view has no such section.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from drakkar.core.errors import BadPosition
from drakkar.core.flow import DEEPEST, FRAME, Book, S
from drakkar.core.notation import plain
from drakkar.core.vectors import is_vector, lay, row

MACHINE: Final = "machine"
MOST: Final = 1_000_000
# What grows in any game.
GROWING: Final = ("frames", "chance.fed")
Path = tuple[str, ...]


class Document:
    """A position taken apart. Whoever asks for something that is wrong there gets BadPosition with its line."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column \d+\)", str(error))
            line = int(found[1]) if found else len(self.lines)
            reason = re.sub(r" \(at .*", "", str(error))
            raise BadPosition(f"this is not TOML: {reason}", max(1, line)) from error
        self._asked: set[Path] = set()

    def wrong(self, reason: str, *path: str, word: str = "") -> BadPosition:
        """What is wrong at a place of the document, or with a word there."""
        return BadPosition(reason, self.line_of(path, word))

    def line_of(self, path: Path, word: str = "") -> int:
        """The line where something stands: that of its key in its section, or of a word in its value."""
        first, end = 0, len(self.lines)
        headers = [at for at, line in enumerate(self.lines) if re.match(r"\s*\[", line)]
        if path:
            header = re.compile(rf"""\s*\[\s*["']?{re.escape(path[0])}["']?\s*[\].]""", re.IGNORECASE)
            section = next((at for at in headers if header.match(self.lines[at])), None)
            if section is None:
                first = self._key_line(path[0], 0, headers[0] if headers else end, 0)
            else:
                first, end = section, next((at for at in headers if at > section), end)
        for key in path[1:]:
            first = self._key_line(key, first, end, first)
        if word:
            first = next((at for at in range(first, end) if word in self.lines[at]), first)
        return first + 1

    def _key_line(self, key: str, first: int, end: int, otherwise: int) -> int:
        """The line between two others where a key is given its value."""
        # At the beginning of a line rather than within a table that stands on one.
        for place in (r"^\s*", r"[{,.]\s*"):
            named = re.compile(rf"""{place}["']?{re.escape(key)}["']?\s*[=.]""", re.IGNORECASE)
            found = [at for at in range(first, end) if named.search(self.lines[at])]
            if found:
                return found[0]
        return otherwise

    def has(self, *path: str) -> bool:
        """Whether anything stands there."""
        here: Any = self.data
        for key in path:
            here = here.get(key) if isinstance(here, dict) else None
        return here is not None

    def get(self, *path: str) -> Any:
        """What stands there, or None."""
        self._asked.add(path)
        here: Any = self.data
        for at, key in enumerate(path):
            if not isinstance(here, dict):
                raise self.wrong(f"{path[at - 1]} must be a section or a table", *path[:at])
            here = here.get(key)
            if here is None:
                return None
        return here

    def number(self, default: int, low: int, high: int, *path: str) -> int:
        """A number within limits."""
        found = self.get(*path)
        if found is None:
            return default
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise self.wrong(f"{path[-1]} is {found!r}, and must be a number from {low} to {high}", *path)
        return found

    def name(self, names: Iterable[str], *path: str) -> int:
        """Which of the names stands there, by its place; -1 if none does."""
        found = self.get(*path)
        return -1 if found is None else self.known(found, names, *path)

    def known(self, word: Any, names: Iterable[str], *path: str) -> int:
        """Which of the names a word is."""
        known = list(names)
        meant = [at for at, name in enumerate(known) if isinstance(word, str) and plain(word) == plain(name)]
        if not meant:
            raise self.wrong(f"{word!r} is none of: {', '.join(known)}", *path, word=str(word))
        return meant[0]

    def names(self, *path: str) -> list[str]:
        """The words that stand there."""
        found = self.get(*path)
        words = [found] if isinstance(found, str) else [] if found is None else found
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise self.wrong(f"{path[-1]} must be a list of names", *path)
        return words

    def table(self, *path: str) -> dict[str, Any]:
        """The keys and values that stand there."""
        found = self.get(*path)
        if found is not None and not isinstance(found, dict):
            raise self.wrong(f"{path[-1]} must be a section or a table", *path)
        return {} if found is None else found

    def check_all_read(self) -> None:
        """Complain about what nobody has asked for."""
        for path in self._leaves(self.data, ()):
            is_known = any(path[: len(asked)] == asked or asked[: len(path)] == path for asked in self._asked)
            if not is_known:
                # A section that nobody knows is what is wrong, not what stands in it.
                known = [asked[0] for asked in self._asked]
                depth = len(path) if path[0] in known else 1
                beside = sorted({asked[depth - 1] for asked in self._asked if asked[: depth - 1] == path[: depth - 1]})
                reason = f"nobody understands {path[depth - 1]!r}; known here: {', '.join(beside)}"
                raise self.wrong(reason, *path[:depth])

    def _leaves(self, table: dict[str, Any], path: Path) -> Iterator[Path]:
        for key, value in table.items():
            if value and isinstance(value, dict) and (*path, key) not in self._asked:
                yield from self._leaves(value, (*path, key))
            else:
                yield (*path, key)


# Writing


def write(sections: dict[str, Any]) -> str:
    """The text of a document: plain values first, then each section with its values; nothing that is empty."""
    lines = [f"{_key(key)} = {_value(value)}" for key, value in sections.items() if not isinstance(value, dict)]
    for name, section in sections.items():
        if isinstance(section, dict) and section:
            lines += ["", f"[{_key(name)}]", *(f"{_key(key)} = {_value(value)}" for key, value in section.items())]
    return "\n".join([*lines, ""])


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# The machine's part


def fields(thing: Any) -> list[str]:
    """The names of all that an object holds, compiled or not."""
    names: Any = getattr(thing, "__dict__", None) or getattr(thing, "__mypyc_attrs__", ())
    return sorted(names)


def flatten(thing: Any, path: str = "", without: tuple[str, ...] = ()) -> dict[str, Any]:
    """All that an object holds as plain values by their paths, without some of its parts."""
    flat: dict[str, Any] = {}
    for name in fields(thing):
        if name in without:
            continue
        value, here = getattr(thing, name), f"{path}{name}"
        if type(value) in (bool, int):  # not isinstance: compiled, that would make 0 of False
            flat[here] = value
        elif isinstance(value, list) or is_vector(value):
            flat[here] = list(value)
        elif isinstance(value, bytes):
            flat[here] = value.hex()
        elif isinstance(value, tuple) and all(isinstance(item, int) for item in value):
            flat[here] = list(value)
        elif isinstance(value, tuple):
            for at, item in enumerate(value):
                flat.update(flatten(item, f"{here}.{at}."))
        else:
            flat.update(flatten(value, f"{here}."))
    return flat


def snapshot(book: Book[S], s: S) -> dict[str, Any]:
    """Everything: the fields of the state, where chance stands, what remains to be done, and who is asked what."""
    flow = s.flow
    frames = [flow.stack[at * FRAME : (at + 1) * FRAME] for at in range(flow.depth)]
    asked = [book.questions[number] for number in flow.asked]
    return {
        **flatten(flow.chance, "chance."),
        "frames": [f"{book.steps[step].name}: {seat} {about}" for step, seat, about in frames],
        "asked": [question.code if question is not None else "" for question in asked],
        "about": list(flow.about),
        "over": flow.over,
        **flatten(s, without=("flow", *s.constant_parts())),
    }


def difference(book: Book[S], real: S, default: S) -> dict[str, Any]:
    """What must be said beside the readable part, which sets up `default`, so that the real state comes out."""
    said, known = snapshot(book, real), snapshot(book, default)
    different = {key: value for key, value in said.items() if known.get(key) != value}
    return {"version": version(book, real), **different} if different else {}


def version(book: Book[S], s: S) -> str:
    """Which numbers mean what: the words of the game, and the fields of its state."""
    words = [word for verb in book.notation.verbs for vocabulary in verb.words for word in vocabulary.full]
    told = "\n".join([*dict.fromkeys(words), *fields(s)])
    return hashlib.blake2s(told.encode(), digest_size=6).hexdigest()


def restore(book: Book[S], s: S, document: Document) -> None:
    """Put what the machine's part says into a state that the readable part has set up."""
    said = dict(document.table(MACHINE))
    if said.pop("version", "") != version(book, s):
        raise document.wrong(
            "this section was written by another version of Drakkar; without it the rest may still do", MACHINE
        )
    known = snapshot(book, s)
    for key, value in said.items():
        grows = key in GROWING or key.partition(".")[0] in s.growing_parts()
        if key not in known and not grows:
            raise document.wrong(f"nobody understands {key!r}", MACHINE, key)
        if not _fits(key, value, known.get(key, value), grows):
            raise document.wrong(f"{key} cannot be {value!r}", MACHINE, key)
        try:
            _put(book, s, key, value)
        except (ValueError, TypeError, AttributeError, LookupError, StopIteration) as error:
            raise document.wrong(f"{key} cannot be {value!r}", MACHINE, key) from error


def _fits(key: str, value: Any, known: Any, grows: bool) -> bool:
    """Whether a value has the type, and a vector that does not grow the length, of what stands there."""
    if isinstance(value, list) and isinstance(known, list):
        return (grows or len(value) == len(known)) and all(_is_small(item) for item in value)
    return type(value) is type(known) and (_is_small(value) or key == "chance.used")


def _is_small(value: Any) -> bool:
    """Nothing that a state holds is a large number."""
    return not isinstance(value, int) or abs(value) < MOST


def _put(book: Book[S], s: S, key: str, value: Any) -> None:
    flow = s.flow
    if key == "frames":
        flow.depth = len(value)
        for at, frame in enumerate(value):
            name, _, rest = frame.rpartition(": ")
            step = next(step for step in book.steps if step.name == name)
            seat, about = (int(number) for number in rest.split())
            if not 0 <= seat < len(flow.asked) or at >= DEEPEST:
                raise ValueError(frame)
            lay(flow.stack, at * FRAME, (step.number, seat, about))
    elif key == "asked":
        codes = ["", *(question.code for question in book.questions if question is not None)]
        flow.asked = row(codes.index(code) for code in value)
        flow.owing = sum(map(bool, flow.asked))
    elif key == "about":
        flow.about = row(int(number) for number in value)
    elif key == "over":
        flow.over = value
    elif key.startswith("chance."):
        _set(flow.chance, key.removeprefix("chance."), value)
    else:
        _set(s, key, value)


def _set(thing: Any, path: str, value: Any) -> None:
    first, _, rest = path.partition(".")
    if rest:
        _set(thing[int(first)] if first.isdecimal() else getattr(thing, first), rest, value)
        return
    if first not in fields(thing):
        raise AttributeError(path)
    old = getattr(thing, first)
    if isinstance(old, bytes):
        value = bytes.fromhex(value)
    elif isinstance(old, tuple):
        value = tuple(int(number) for number in value)
    elif (isinstance(old, list) or is_vector(old)) and not all(isinstance(number, int) for number in value):
        raise TypeError(f"{path} is a list of numbers")
    setattr(thing, first, row(value) if is_vector(old) else value)
