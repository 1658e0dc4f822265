"""A match as readable text: headers, then one line per choice.

    drakkar record 2
    game blood_rage
    rules 1
    sides wolf raven
    ruling first_game_no_draft true
    seed 7

    #= laid: gold 4
    1. wolf: pick Troll
    2. raven: pick Tyr's Smash   # text after a # is a comment
    end 2 choices, check 5d0f6a31 # Drakkar 0.2.0

A match that starts from a position has its text, each line after a `|`, in place of sides, rulings and seed. A match
with corrected printed facts has each in a line `fact PATH = VALUE`. `#=` lines
are outcomes of chance, as codes and names: the replay does not need them but verifies them. The checksum covers
everything except comments, so it detects cut or edited records. The comment of the last line names the Drakkar that
wrote the record.
"""

import hashlib
import re
from typing import Final

from drakkar.core.errors import CorruptRecord, WrongVersion
from drakkar.core.excerpt import QUOTED, excerpt
from drakkar.core.limits import LONGEST_RECORD, unfit
from drakkar.core.version import VERSION, other_version

RECORD: Final = "drakkar record "
FORMAT: Final = 2
# The Drakkar of formats whose records do not name it.
WRITERS: Final = {"1": "0.1"}
CHANCE: Final = "#="
ORIGIN: Final = "|"


class Headers:
    """The setup of a match."""

    def __init__(
        self,
        title: str,
        rules: str,
        sides: list[str],
        rulings: dict[str, bool | int | str],
        seed: int,
        origin: str,
        facts: tuple[str, ...] = (),
    ) -> None:
        self.title = title
        self.rules = rules
        self.sides = sides
        self.rulings = rulings
        self.seed = seed
        self.origin = origin
        self.facts = list(facts)

    def lines(self) -> list[str]:
        """The header lines of the text."""
        head = [f"{RECORD}{FORMAT}", f"game {self.title}", f"rules {self.rules}"]
        head += [f"fact {line}" for line in self.facts]
        if self.origin:
            return head + [f"{ORIGIN} {line}".rstrip() for line in self.origin.rstrip("\n").split("\n")]
        rulings = [f"ruling {name} {_value_text(value)}" for name, value in self.rulings.items()]
        return [
            *head,
            f"sides {' '.join(self.sides)}",
            *rulings,
            f"seed {self.seed}",
        ]


class Line:
    """One line of a record: its number in the file, its text, and the number of choices before it."""

    def __init__(self, number: int, text: str, position: int) -> None:
        self.number = number
        self.text = text
        self.position = position


class Script:
    """A parsed record, not yet replayed."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.choices: list[Line] = []
        self.chance: list[Line] = []
        self.origin: list[str] = []
        self.origin_lines: list[int] = []
        self.result: Line | None = None
        self.headers = Headers("", "", [], {}, 0, "")
        # The Drakkar that wrote the record; empty if it does not say.
        self.writer = ""

    def line_of(self, word: str) -> int:
        """The number of the line that starts with a word."""
        return next((line.number for line in self.lines if line.text.startswith(word + " ")), 1)


def write_record(headers: Headers, chance: list[list[str]], choices: list[str], result: str) -> str:
    """The text of a record; `chance` lists the outcomes before the first choice, after it, and so on."""
    numbered = [f"{number}. {choice}" for number, choice in enumerate(choices, 1)]
    ends = [f"result {result}"] if result else []
    body = [f"{CHANCE} {said}" for said in chance[0]]
    for choice, decided in zip(numbered, chance[1:], strict=True):
        body += [choice, *(f"{CHANCE} {said}" for said in decided)]
    check = _check([*headers.lines(), *numbered, *ends])
    end = f"end {len(choices)} choices, check {check} # Drakkar {VERSION}"
    return "\n".join([*headers.lines(), "", *body, *ends, end, ""])


def read_record(text: str) -> Script:
    """Parse a record; errors name the line at fault."""
    reason, line_number = unfit(text, LONGEST_RECORD)
    if reason:
        raise CorruptRecord(reason, line_number)
    script = Script(_lines(text))
    if not script.lines or not script.lines[0].text.startswith(RECORD):
        raise CorruptRecord("this is not a Drakkar record", 1)
    first = script.lines[0]
    number, script.writer = first.text.removeprefix(RECORD), _writer(text)
    if number != str(FORMAT):
        writer = script.writer or WRITERS.get(number, "")
        raise WrongVersion(other_version("this record is format", number, writer, f"format {FORMAT}"), first.number)
    meaning: list[str] = []
    for line in script.lines:
        line.position = len(script.choices)
        if _take(script, line):
            meaning.append(line.text)
        elif line.text.startswith("end "):
            _check_end(line, script, meaning)
            script.headers.origin = "".join(script.origin)
            return script
    raise CorruptRecord("the record is cut off: its end line is missing", len(text.splitlines()))


def _writer(text: str) -> str:
    """The Drakkar that wrote a record, from the comment in its last line; empty if it does not say."""
    last = text.rstrip().rpartition("\n")[2]
    writer = last.rpartition("# Drakkar ")[2]
    return writer if re.fullmatch(r"[0-9A-Za-z.+-]{1,40}", writer) else ""


def _lines(text: str) -> list[Line]:
    """The lines with content; comments are left out, except outcomes of chance."""
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        said = raw.strip() if raw.lstrip().startswith((CHANCE, ORIGIN)) else raw.split("#", 1)[0].strip()
        if said:
            lines.append(Line(number, said, 0))
    return lines


def _take(script: Script, line: Line) -> bool:
    """Store a parsed line; True if the checksum covers it."""
    word, _, rest = line.text.partition(" ")
    if word == CHANCE:
        script.chance.append(Line(line.number, rest, line.position))
        return False
    if word == "end":
        return False
    if word == ORIGIN:
        script.origin.append(f"{rest}\n")
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
    elif word == "fact":
        headers.facts.append(rest)
    elif word == "sides":
        headers.sides = rest.split()
    elif word == "seed" and re.fullmatch(r"-?\d{1,100}", rest):
        headers.seed = int(rest)
    elif word == "ruling" and len(rest.split()) == 2:
        name, value = rest.split()
        headers.rulings[name] = _value(value)
    elif word != "drakkar":
        raise CorruptRecord(f"a record has no line like {excerpt(f'{word} {rest}', QUOTED)}", number)


def _check_end(line: Line, script: Script, meaning: list[str]) -> None:
    end = f"end {len(script.choices)} choices, check {_check(meaning)}"
    if line.text != end:
        raise CorruptRecord("the record was cut or edited: its last line does not fit the rest", line.number)
    if line is not script.lines[-1]:
        raise CorruptRecord("there is text after the end", script.lines[-1].number)


def _check(meaning: list[str]) -> str:
    return hashlib.blake2s("\n".join(meaning).encode(), digest_size=4).hexdigest()


def _value_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
