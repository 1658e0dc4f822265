"""A match as text a person can read: headers, then one line per choice.

    drakkar record 1
    game blood_rage
    rules 1
    clans wolf raven
    option first_game_no_draft false
    seed 7

    #= the first player is Wolf
    1. wolf: pick Troll
    2. raven: pick Tyr's Smash   # lines and ends of lines behind a # are comments
    end 2 choices, check 5d0f6a31

A match that begins with a position has its text, each line behind a `|`, in place of clans, options and seed.
What stands behind `#=` is what chance decided: it is not needed for the replay, but verified by it.
The check is over everything else but comments, so that a cut or an edit is noticed.
"""

import hashlib
import re
from typing import Final

from drakkar.core.errors import CorruptRecord, WrongVersion

FORMAT: Final = "drakkar record 1"
CHANCE: Final = "#="
ORIGIN: Final = "|"


class Headers:
    """What a match begins with."""

    def __init__(
        self, title: str, rules: str, clans: list[str], settings: dict[str, bool | int | str], seed: int, origin: str
    ) -> None:
        self.title = title
        self.rules = rules
        self.clans = clans
        self.settings = settings
        self.seed = seed
        self.origin = origin

    def lines(self) -> list[str]:
        """As they stand in the text."""
        head = [FORMAT, f"game {self.title}", f"rules {self.rules}"]
        if self.origin:
            return head + [f"{ORIGIN} {line}".rstrip() for line in self.origin.rstrip("\n").split("\n")]
        options = [f"option {name} {_value_text(value)}" for name, value in self.settings.items()]
        return [
            *head,
            f"clans {' '.join(self.clans)}",
            *options,
            f"seed {self.seed}",
        ]


class Line:
    """One line of a record: its number in the file, its text, and how many choices stand before it."""

    def __init__(self, number: int, text: str, position: int) -> None:
        self.number = number
        self.text = text
        self.position = position


class Script:
    """A record taken apart, not yet replayed."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.choices: list[Line] = []
        self.chance: list[Line] = []
        self.origin_lines: list[int] = []
        self.result: Line | None = None
        self.headers = Headers("", "", [], {}, 0, "")

    def line_of(self, word: str) -> int:
        """The number of the line that begins with a word."""
        return next((line.number for line in self.lines if line.text.startswith(word + " ")), 1)


def write_record(headers: Headers, chance: list[list[str]], choices: list[str], result: str) -> str:
    """The text of a record; `chance` tells what was decided before the first choice, after it, and so on."""
    numbered = [f"{number}. {choice}" for number, choice in enumerate(choices, 1)]
    ends = [f"result {result}"] if result else []
    body = [f"{CHANCE} {said}" for said in chance[0]]
    for choice, decided in zip(numbered, chance[1:], strict=True):
        body += [choice, *(f"{CHANCE} {said}" for said in decided)]
    check = _check([*headers.lines(), *numbered, *ends])
    return "\n".join([*headers.lines(), "", *body, *ends, f"end {len(choices)} choices, check {check}", ""])


def read_record(text: str) -> Script:
    """A record taken apart; what is wrong with it is told with its line."""
    script = Script(_lines(text))
    if not script.lines or not script.lines[0].text.startswith("drakkar record "):
        raise CorruptRecord("this is not a Drakkar record", 1)
    first = script.lines[0]
    if first.text != FORMAT:
        raise WrongVersion(f"this is {first.text!r}; this Drakkar reads {FORMAT!r}", first.number)
    meaning: list[str] = []
    for line in script.lines:
        line.position = len(script.choices)
        if _take(script, line):
            meaning.append(line.text)
        elif line.text.startswith("end "):
            _check_end(line, script, meaning)
            return script
    raise CorruptRecord("the record is cut off: its end line is missing", len(text.splitlines()))


def _lines(text: str) -> list[Line]:
    """The lines that say something; comments are left out, but for what chance decided."""
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        said = raw.strip() if raw.lstrip().startswith((CHANCE, ORIGIN)) else raw.split("#", 1)[0].strip()
        if said:
            lines.append(Line(number, said, 0))
    return lines


def _take(script: Script, line: Line) -> bool:
    """Put a line where it belongs; True if it counts for the check."""
    word, _, rest = line.text.partition(" ")
    if word == CHANCE:
        script.chance.append(Line(line.number, rest, line.position))
        return False
    if word == "end":
        return False
    if word == ORIGIN:
        script.headers.origin += f"{rest}\n"
        script.origin_lines.append(line.number)
    elif word == "result":
        script.result = Line(line.number, rest, line.position)
    elif word.rstrip(".").isdecimal():
        if word != f"{len(script.choices) + 1}.":
            raise CorruptRecord(f"choice {len(script.choices) + 1} is missing", line.number)
        script.choices.append(Line(line.number, rest, line.position))
    else:
        _take_header(script.headers, word, rest, line.number)
    return True


def _take_header(headers: Headers, word: str, rest: str, number: int) -> None:
    if word == "game":
        headers.title = rest
    elif word == "rules":
        headers.rules = rest
    elif word == "clans":
        headers.clans = rest.split()
    elif word == "seed" and re.fullmatch(r"-?\d{1,100}", rest):
        headers.seed = int(rest)
    elif word == "option" and len(rest.split()) == 2:
        name, value = rest.split()
        headers.settings[name] = _value(value)
    elif word != "drakkar":
        raise CorruptRecord(f"a record has no line like {word} {rest}", number)


def _check_end(line: Line, script: Script, meaning: list[str]) -> None:
    end = f"end {len(script.choices)} choices, check {_check(meaning)}"
    if line.text != end:
        raise CorruptRecord("the record was cut or edited: its last line does not fit the rest", line.number)
    if line is not script.lines[-1]:
        raise CorruptRecord("something stands behind the end", script.lines[-1].number)


def _check(meaning: list[str]) -> str:
    return hashlib.blake2s("\n".join(meaning).encode(), digest_size=4).hexdigest()


def _value_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
