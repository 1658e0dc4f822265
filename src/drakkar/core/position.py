"""A position: one moment of a match as a short text (TOML) that a person can read and write.

The readable part belongs to each game; the game fills in what it leaves out. The text of a running match is exact: a
section `[machine]` has the fields that differ from the state that the readable part alone sets up. In the position of a
seat that section has public information only.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from drakkar.core.errors import BadPosition
from drakkar.core.excerpt import QUOTED, excerpt, quoted
from drakkar.core.limits import LONGEST_POSITION, tangled, unfit
from drakkar.core.notation import plain

MACHINE: Final = "machine"
# A key of that section: the side whose knowledge the position has, or a spectator. The host's position has no such key.
SEEN_BY: Final = "seen_by"
SPECTATOR: Final = "spectator"
Path = tuple[str, ...]


class Document:
    """A parsed position. Its getters raise BadPosition, with the line at fault, for wrong values."""

    def __init__(self, text: str) -> None:
        reason, line = unfit(text, LONGEST_POSITION)
        if not reason:
            reason, line = tangled(text)
        if reason:
            raise BadPosition(reason, line)
        self.lines = text.split("\n")
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column \d+\)", str(error))
            line = int(found[1]) if found else len(self.lines)
            reason = excerpt(str(error).partition(" (at ")[0])
            raise BadPosition(f"this is not TOML: {reason}", max(1, line)) from error
        self._asked: set[Path] = set()

    def wrong(self, reason: str, *path: str, word: str = "") -> BadPosition:
        """The error for a path of the document, or for a word there."""
        return BadPosition(reason, self.line_of(path, word))

    def line_of(self, path: Path, word: str = "") -> int:
        """The line of a key in its section, or of a word in its value."""
        first, end = 0, len(self.lines)
        headers = [at for at, line in enumerate(self.lines) if line.lstrip().startswith("[")]
        if path:
            header = re.compile(rf"""\s*+\[\s*+{_named(path[0])}{_behind(path[0], "].")}""", re.IGNORECASE)
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
        """The line between two others that assigns this key."""
        # Prefer the start of a line to the inside of an inline table.
        for place in (r"^\s*+", r"[{,.]\s*+"):
            named = re.compile(rf"""{place}{_named(key)}{_behind(key, "=.")}""", re.IGNORECASE)
            found = next((at for at in range(first, end) if named.search(self.lines[at])), None)
            if found is not None:
                return found
        return otherwise

    def has(self, *path: str) -> bool:
        """Whether the document has this path."""
        here: Any = self.data
        for key in path:
            here = here.get(key) if isinstance(here, dict) else None
        return here is not None

    def get(self, *path: str) -> Any:
        """The value at this path, or None."""
        self._asked.add(path)
        here: Any = self.data
        for at, key in enumerate(path):
            if not isinstance(here, dict):
                raise self.wrong(f"{excerpt(path[at - 1], QUOTED)} must be a section or a table", *path[:at])
            here = here.get(key)
            if here is None:
                return None
        return here

    def number(self, default: int, low: int, high: int, *path: str) -> int:
        """The number at this path, checked against limits."""
        found = self.get(*path)
        if found is None:
            return default
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise self.wrong(
                f"{excerpt(path[-1], QUOTED)} is {quoted(found)}, and must be a number from {low} to {high}", *path
            )
        return found

    def name(self, names: Iterable[str], *path: str) -> int:
        """The index in `names` of the name at this path; -1 if there is none."""
        found = self.get(*path)
        return -1 if found is None else self.known(found, names, *path)

    def known(self, word: Any, names: Iterable[str], *path: str) -> int:
        """The index in `names` of a word."""
        known = list(names)
        meant = [at for at, name in enumerate(known) if isinstance(word, str) and plain(word) == plain(name)]
        if not meant:
            raise self.wrong(f"{quoted(word)} is not one of: {', '.join(known)}", *path, word=str(word))
        return meant[0]

    def names(self, *path: str) -> list[str]:
        """The list of words at this path."""
        found = self.get(*path)
        words = [found] if isinstance(found, str) else [] if found is None else found
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise self.wrong(f"{excerpt(path[-1], QUOTED)} must be a list of names", *path)
        return words

    def table(self, *path: str) -> dict[str, Any]:
        """The table at this path."""
        found = self.get(*path)
        if found is not None and not isinstance(found, dict):
            raise self.wrong(f"{excerpt(path[-1], QUOTED)} must be a section or a table", *path)
        return {} if found is None else found

    def check_all_read(self) -> None:
        """Raise BadPosition for the first value that was never read."""
        for path in self._leaves(self.data, ()):
            is_known = any(path[: len(asked)] == asked or asked[: len(path)] == path for asked in self._asked)
            if not is_known:
                # If the section is unknown, report the section and not its contents.
                known = [asked[0] for asked in self._asked]
                depth = len(path) if path[0] in known else 1
                beside = sorted({asked[depth - 1] for asked in self._asked if asked[: depth - 1] == path[: depth - 1]})
                reason = f"unknown key {quoted(path[depth - 1])}; known here: {', '.join(beside)}"
                raise self.wrong(reason, *path[:depth])

    def _leaves(self, table: dict[str, Any], path: Path) -> Iterator[Path]:
        for key, value in table.items():
            if value and isinstance(value, dict) and (*path, key) not in self._asked:
                yield from self._leaves(value, (*path, key))
            else:
                yield (*path, key)


# All parts are possessive: with backtracking, a long line of spaces would take quadratic time.


def _named(key: str) -> str:
    """A regular expression for a key; for an overlong key, only for its start."""
    return rf"""["']?+{re.escape(key[:QUOTED])}"""


def _behind(key: str, signs: str) -> str:
    """A regular expression for the sign after a key; anything may follow the start of an overlong key."""
    return rf"""["']?+\s*+[{re.escape(signs)}]""" if len(key) <= QUOTED else ""


# Writing


def write(sections: dict[str, Any]) -> str:
    """The text of a document: plain values first, then the sections; empty sections are left out."""
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
