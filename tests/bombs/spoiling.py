"""Ways to damage a text: odd characters, numbers and words, and lines that are moved, cut or doubled."""

import re
from collections.abc import Callable
from random import Random

ODD_LETTERS = (
    "\x00",
    "\ud800",
    "\udfff",
    "\ufeff",
    "\r",
    "\u2028",
    "\x1b",
    "\x7f",
    "é",
    "e\u0301",
    "ﷺ",
    "ß",
    "🪓",
    "٣",
)
ODD_NUMBERS = (
    "-1",
    "0",
    "1",
    "2",
    "7",
    "255",
    "256",
    "9999",
    "999999",
    "-999999",
    "1000000",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1" + "0" * 100,
    "9" * 5000,
    "0x" + "f" * 5000,
    "0b" + "1" * 300,
    "0o777",
    "1_000",
    "nan",
    "-inf",
    "1e999",
    "1.5",
    "true",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "[]",
    "{}",
    '""',
    "[[]]",
    '"1"',
    "٣",
)


def size(rng: Random, most: int = 100_000) -> int:
    """A number of things: mostly small, sometimes large enough for a bomb."""
    return min(most, int(10 ** rng.uniform(0, 5)))


def long_word(rng: Random) -> str:
    """A word of any length."""
    letters = rng.choice(("a", "aA", "troll ", "'", "\\", ".", "é", "ﷺ", "e\u0301", "ß", "0", "-", " ", "\t", "pass "))
    return letters * (size(rng, 60_000) // len(letters) + 1)


def a_letter(rng: Random, text: str) -> str:
    """Insert one odd character."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ODD_LETTERS) * rng.choice((1, 1, 3)) + text[at:]


def a_number(rng: Random, text: str) -> str:
    """Replace a number by an odd one."""
    found = list(re.finditer(r"-?\b\d+\b", text))
    if not found:
        return text + rng.choice(ODD_NUMBERS)
    at = rng.choice(found)
    return text[: at.start()] + rng.choice((*ODD_NUMBERS, str(rng.randrange(-3, 130)))) + text[at.end() :]


def a_word(rng: Random, text: str) -> str:
    """Replace a word by another word of the text, or by a very long one."""
    found = list(re.finditer(r"[A-Za-z_']+", text))
    if not found:
        return text + long_word(rng)
    at, other = rng.choice(found), rng.choice(found)
    word = other[0] if rng.random() < 0.8 else long_word(rng)
    return text[: at.start()] + word + text[at.end() :]


def a_cut(rng: Random, text: str) -> str:
    """Keep only the start or the end of the text."""
    at = rng.randrange(len(text) + 1)
    return text[:at] if rng.random() < 0.7 else text[at:]


def a_line(rng: Random, text: str) -> str:
    """Remove, double, move or repeat a line."""
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines.insert(to, lines.pop(at))
        case _:
            lines[at:at] = [lines[at]] * min(size(rng), 200_000 // (len(lines[at]) + 1))
    return "\n".join(lines)


def a_character(rng: Random, text: str) -> str:
    """Replace a character by another one of the text."""
    if not text:
        return ""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(text) + text[at + 1 :]


WAYS: tuple[Callable[[Random, str], str], ...] = (a_letter, a_number, a_number, a_word, a_cut, a_line, a_character)


def spoilt(rng: Random, text: str) -> str:
    """The text after one to four of these changes."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(WAYS)(rng, text)
    return text
