"""Limits on text from outside, checked before parsing, in linear time.

No position or record that Drakkar writes comes near these limits. Within them, the parsers cannot recurse deeply and
finish quickly.
"""

import re
from os import PathLike
from pathlib import Path
from typing import Final

# A position of a running match has 2,000 to 5,000 characters, a record 10,000 to 40,000.
LONGEST_POSITION: Final = 50_000
LONGEST_RECORD: Final = 1_000_000
# `board = { tokens = { Gimle = "gold" } }` is two levels deep, and `a.b.c` has three parts.
DEEPEST_NESTING: Final = 4
MOST_PARTS: Final = 4
# Names and numbers without quotation marks; the largest seed has 100 digits.
LONGEST_WORD: Final = 120

# How a string or comment of TOML starts, and what it can contain. Nothing follows these patterns, so a search never
# backtracks. A single pattern with possessive groups missed strings in Python 3.11.2.
_OPENING: Final = re.compile(r'"""|\'\'\'|["\'#]')
_INSIDE: Final = {
    '"""': re.compile(r'(?:[^"\\]+|\\.|"(?!""))*', re.DOTALL),
    "'''": re.compile(r"(?:[^']+|'(?!''))*"),
    '"': re.compile(r'(?:[^"\\\n]+|\\[^\n])*'),
    "'": re.compile(r"[^'\n]*"),
    "#": re.compile(r"[^\n]*"),
}
# A multi-line string may end with two quotation marks of its own before the three that close it.
_CLOSING: Final = {
    '"""': re.compile(r'"{3,5}'),
    "'''": re.compile(r"'{3,5}"),
    '"': re.compile('"'),
    "'": re.compile("'"),
}
_LONG_WORD: Final = re.compile(rf"[\w+:-]{{{LONGEST_WORD + 1}}}")
_MANY_PARTS: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")
_BRACKETS: Final = re.compile(r"[\[\]{}]")


def text_of(source: str | PathLike[str], longest: int) -> str:
    """A text as it is, or the contents of a file; from a file that is too long, only enough for `unfit` to refuse it.

    A byte that is not UTF-8 becomes a lone surrogate, which `unfit` refuses with its line.
    """
    if isinstance(source, str):
        return source
    with Path(source).open(encoding="utf-8", errors="surrogateescape") as file:
        return file.read(longest + 1)


def unfit(text: str, longest: int) -> tuple[str, int]:
    """Why a text is rejected unread, and the line at fault; an empty reason if it is accepted."""
    if len(text) > longest:
        return f"a text of {len(text):,} characters is too long; {longest:,} are the most", 1
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return "half of a character (a lone surrogate) stands here", _line(text, error.start)
    return "", 0


def tangled(text: str) -> tuple[str, int]:
    """Why a TOML text is not parsed (deep nesting or long words), and the line at fault; an empty reason if it is."""
    bare = _without_strings(text)
    if (word := _LONG_WORD.search(bare)) is not None:
        return f"a word or number of more than {LONGEST_WORD} characters", _line(bare, word.start())
    # Quoted strings can be parts of a key too.
    if (key := _MANY_PARTS.search(bare.replace('"', "q"))) is not None:
        return f"a key of more than {MOST_PARTS} parts", _line(bare, key.start())
    depth = 0
    for bracket in _BRACKETS.finditer(bare):
        depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
        if depth > DEEPEST_NESTING:
            return f"brackets more than {DEEPEST_NESTING} deep", _line(bare, bracket.start())
    return "", 0


def _without_strings(text: str) -> str:
    """The text with each string and comment replaced by a quotation mark and its newlines, so line numbers stay right.

    An unterminated string ends with its line or the text: after the first mistake, nothing else matters.
    """
    pieces: list[str] = []
    at = 0
    while (found := _OPENING.search(text, at)) is not None:
        pieces.append(text[at : found.start()])
        kind = found[0]
        inside = _INSIDE[kind].match(text, found.end())
        at = found.end() if inside is None else inside.end()
        closing = _CLOSING[kind].match(text, at) if kind in _CLOSING else None
        if closing is not None:
            at = closing.end()
        elif kind in ('"""', "'''"):
            at = len(text)
        pieces.append('"' + "\n" * text.count("\n", found.start(), at))
    return "".join(pieces) + text[at:]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
