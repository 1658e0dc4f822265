"""Structured bombs for each entry point: positions, records, choices, messages, entries, forms and cookies.

A bomb is generated from a seed and its number alone.
"""

import json
from collections.abc import Callable
from random import Random
from urllib.parse import quote_plus, urlencode

from drakkar.core.hosting import game_of
from drakkar.core.match import Match
from tests.bombs.corpus import exact_positions, fields, moments, positions, records
from tests.bombs.spoiling import ODD_LETTERS, ODD_NUMBERS, long_word, size, spoilt
from tests.core.forgeries import sealed

HEADS = (
    'game = "blood_rage"\nsides = ["wolf", "raven"]\n',
    'game = "lords_of_ragnarok"\nsides = ["green", "red"]\n',
    "",
)
SECTIONS = ("wolf", "green", "board", "figures", "battle", "rulings", "machine", "cards", "a", '""')
KEYS = ("hand", "seed", "age", "upgrades", "armies", "tokens", "wheel", "wounds", "region", "stage", "phase", "frames")
MESSAGES = (
    '{"do": "choose", "decision": 3, "choice": "pass"}',
    '{"do": "say", "text": "hello", "id": 7}',
    '{"do": "mute", "seat": 1, "muted": true}',
    '{"do": "sync", "since": 4}',
    (
        '{"seats": [{"kind": "person", "name": "Ida"}, {"kind": "bot", "bot": "karl"}], "game": "blood_rage", '
        '"rulings": {"first_player": "wolf"}, "clock": {"bank": 600, "increment": 5}, "origin": "game = 1"}'
    ),
    '{"name": "Ida", "seat": 1}',
    '{"secret": "0123456789abcdef"}',
    '{"type": "chose", "at": 1, "seat": 0, "choice": "pass"}',
    (
        '{"type": "founded", "at": 1, "game": "blood_rage", "rules": "1", "sides": [], "rulings": {}, "seed": "1", '
        '"seats": []}'
    ),
)
FORM = {
    "game": "blood_rage",
    "seat-wolf": "you",
    "seat-raven": "bot",
    "clock": "600+5",
    "name": "Ida",
    "do": "choose",
    "decision": "3",
    "choice": "pass",
    "whom": "1",
    "origin": "",
}
COOKIES = (
    "drakkar_session=" + "s" * 43,
    "__Host-drakkar_session=" + "s" * 43,
    "drakkar_table_0=" + "s" * 43,
    "shown=0.3",
    "language=pl",
)


class Bomb:
    """One input: its entry point, its text, and the match for a choice."""

    def __init__(self, door: str, text: str, at: int = 0) -> None:
        self.door = door
        self.text = text
        self.at = at


# Positions


def deep(rng: Random) -> str:
    """Tables in tables, lists in lists, keys of many parts."""
    levels = size(rng, 30_000)
    part = rng.choice(("a", '"a"', "'a'", " a ", "a-b"))
    bodies = (
        lambda: f"[{'.'.join([part] * levels)}]\nb = 1",
        lambda: f"[[{'.'.join([part] * levels)}]]\nb = 1",
        lambda: f"{'.'.join([part] * levels)} = 1",
        lambda: f"seed = {'[' * levels}{']' * rng.choice((0, levels))}",
        lambda: f"wolf = {'{a=' * levels}1{'}' * rng.choice((0, levels))}",
        lambda: "wolf = " + "{a.b=[" * levels + "1" + "]}" * levels,
        lambda: "\n".join("[" + ".".join(["a"] * depth) + "]" for depth in range(1, min(levels, 400))),
        lambda: 'x = ["""y"""", ' + "[" * levels,
        lambda: "x = ['''y'''', " + "[" * levels,
        lambda: 'x = "\\"[[["\ny = ' + "[" * levels,
    )
    return rng.choice(HEADS) + rng.choice(bodies)()


def wide(rng: Random) -> str:
    """Very many keys, sections, items or lines."""
    number = size(rng, 40_000)
    word = rng.choice(('"Troll"', "1", '"x"', "[]", "{}", "1.5", '"2 warriors"'))
    key, section = rng.choice(KEYS), rng.choice(SECTIONS)
    bodies = (
        lambda: f"[{section}]\n" + "\n".join(f"k{at} = {word}" for at in range(number)),
        lambda: f"[{section}]\n" + "k = 1\n" * number,
        lambda: "".join(f"[s{at}]\n" for at in range(number)),
        lambda: f"[[{section}]]\n" * number,
        lambda: f"[{section}]\n{key} = [" + f"{word}, " * number + "]",
        lambda: f"[{section}]\n{key} = {{" + ", ".join(f"k{at} = {word}" for at in range(number)) + "}",
        lambda: f"{key} = [" + f"{word}," * number + "]",
        lambda: "\n" * number,
        lambda: "#" * number + "\n" + "# x\n" * number,
        lambda: f'{key} = """' + rng.choice(('\\"""', "\\", '""\\n', "\n")) * number,
        lambda: f"{key} = '" + "x, " * number + "'",
        lambda: "".join(f"{section}.k{at} = 1\n" for at in range(number)),
        lambda: f"[{section}]\n" + "".join(f'"{"k" * at}" = 1\n' for at in range(min(number, 300))),
    )
    return rng.choice(HEADS) + rng.choice(bodies)()


def odd(rng: Random) -> str:
    """Numbers, words and characters of the wrong kind."""
    value = rng.choice((rng.choice(ODD_NUMBERS), json.dumps(long_word(rng)), '"' + rng.choice(ODD_LETTERS) + '"'))
    key = rng.choice((rng.choice(KEYS), json.dumps(long_word(rng)), json.dumps(rng.choice(KEYS).upper()), "a" * 5000))
    header = rng.choice(("", f"[{rng.choice(SECTIONS)}]\n", f"[{json.dumps(long_word(rng))}]\n"))
    return rng.choice(HEADS) + header + f"{key} = {value}\n"


def forged(rng: Random) -> str:
    """A [machine] part in which some fields have another value of the same or another type."""
    text = rng.choice(exact_positions())
    readable, _, machine = text.partition("[machine]\n")
    known = fields()[text]
    lines = dict(line.split(" = ", 1) for line in machine.splitlines() if " = " in line)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        name = rng.choice((rng.choice(list(known)), rng.choice(["frames", "asked", "about", "chance.used"])))
        lines[json.dumps(name)] = altered(rng, known[name])
        lines.pop(name, None)
    return readable + "[machine]\n" + "".join(f"{name} = {value}\n" for name, value in lines.items())


def altered(rng: Random, value: object) -> str:
    """A changed value."""
    if rng.random() < 0.1:
        return rng.choice(ODD_NUMBERS)
    if isinstance(value, bool):
        return str(rng.random() < 0.5).lower()
    if isinstance(value, int):
        return str(rng.choice((-2, -1, 0, 1, 2, 3, value + 1, value - 1, rng.randrange(130), 9_999, -9_999, 999_999)))
    if isinstance(value, list):
        items = [json.dumps(item) for item in value]
        for _ in range(rng.choice((1, 1, 3))):
            at = rng.randrange(len(items) + 1)
            new = altered(rng, value[at % len(value)]) if value else str(rng.randrange(-1, 9))
            items[at : at + rng.choice((0, 1, 1, 1, 1, 1, 1, 2))] = [new]
        return "[" + ", ".join(items) + "]"
    words = ["", str(value), long_word(rng)[:300], *(word for match in moments()[::9] for word in steps(match))]
    return json.dumps(rng.choice(words))


def steps(match: Match) -> list[str]:
    """Names of steps with a seat and a number, and codes of questions."""
    book = game_of(match).book
    about = ("0 0", "1 3", "9 1", "0 9999", "0 99999", "-1 -1")
    frames = [f"{step.name}: {numbers}" for step in book.steps for numbers in about]
    return [*frames, *(question.code for question in book.questions if question is not None)]


# Records


def record(rng: Random) -> str:
    """A damaged record, usually with a corrected checksum, so that the checksum does not catch it."""
    text = rng.choice(records())
    extra = rng.choice(("#= x", "#", "ruling a b", "| a = 1", "1. x: y"))
    origin = "".join(f"| {line}\n" for line in position(rng).split("\n"))
    ways = (
        lambda: spoilt(rng, text),
        lambda: text.replace("\n\n", "\n\n" + f"{extra}\n" * size(rng, 20_000), 1),
        lambda: text.replace("\nseed ", f"\nseed {rng.choice(ODD_NUMBERS)}", 1),
        lambda: f"drakkar record 2\ngame blood_rage\nrules 1\n{origin}\nend 0",
        lambda: text.replace(": ", ": " + long_word(rng), 1),
        lambda: re_numbered(rng, text),
        # Only choices, refused at the very end: the most expensive record possible.
        lambda: "\n".join(line for line in text.split("\n") if line[:2] != "#=").replace("\nend ", "\nresult x\nend "),
    )
    said = rng.choice(ways)()
    return sealed(said) if "\nend " in said and rng.random() < 0.8 and encodes(said) else said


def re_numbered(rng: Random, text: str) -> str:
    """A record with a choice repeated or replaced, and its lines renumbered."""
    lines = text.split("\n")
    chosen = [at for at, line in enumerate(lines) if line.partition(".")[0].isdecimal()]
    if not chosen:
        return text
    at = rng.choice(chosen)
    lines[at] = lines[rng.choice(chosen)]
    if rng.random() < 0.5:
        lines[at:at] = [lines[at]] * size(rng, 3000)
    number = 0
    for place, line in enumerate(lines):
        if line.partition(".")[0].isdecimal():
            number += 1
            lines[place] = f"{number}.{line.partition('.')[2]}"
    return "\n".join(lines)


def encodes(text: str) -> bool:
    """Whether the text can be encoded, so that its checksum can be computed."""
    return not any(0xD800 <= ord(letter) < 0xE000 for letter in text)


def position(rng: Random) -> str:
    """A position of any of these kinds."""
    return rng.choice((deep, wide, odd, forged, forged, forged, lambda rng: spoilt(rng, rng.choice(positions()))))(rng)


# Choices, messages, entries, forms, cookies


def words(rng: Random) -> str:
    """A text in place of a choice."""
    spellings = [str(choice) for match in moments()[::7] for decision in match.pending for choice in decision.choices]
    said = rng.choice(spellings)
    return rng.choice(
        (
            lambda: spoilt(rng, said),
            lambda: long_word(rng),
            lambda: said * size(rng, 2000),
            lambda: " ".join(rng.sample(said.split(), len(said.split()))) + rng.choice(ODD_LETTERS),
            lambda: "".join(rng.choice(said) for _ in range(size(rng, 300))),
            lambda: said,
        )
    )()


def message(rng: Random) -> str:
    """JSON for the server, or something like it."""
    said = rng.choice(MESSAGES)
    plain: dict[str, object] = json.loads(said)
    levels = size(rng)
    return rng.choice(
        (
            lambda: spoilt(rng, said),
            lambda: said[:-1] + ', "x": ' + "[" * levels + "]" * levels + "}",
            lambda: '{"x": ' + '{"a":' * levels + "1" + "}" * levels + "," + said[1:],
            lambda: said[:-1] + "".join(f', "k{at}": {at}' for at in range(size(rng, 20_000))) + "}",
            lambda: json.dumps({**plain, rng.choice(list(plain)): long_word(rng)}),
            lambda: json.dumps({**plain, long_word(rng): 1}),
            lambda: said.replace("1", rng.choice(ODD_NUMBERS)),
            lambda: said[:-1] + f", {said[1:-1]}" * size(rng, 2000) + "}",
            lambda: said.replace('"', '"\\ud800', 1 + rng.randrange(6)),
        )
    )()


def form(rng: Random) -> str:
    """The body of a form."""
    plain = dict(FORM)
    strange = (rng.choice(ODD_NUMBERS), long_word(rng), "9" * 5000 + "+1", rng.choice(ODD_LETTERS[3:]), position(rng))
    plain[rng.choice(list(plain))] = rng.choice(strange)
    body = urlencode(plain, errors="replace")
    return rng.choice(
        (
            lambda: body,
            lambda: body + "".join(f"&k{at}={at}" for at in range(size(rng, 20_000))),
            lambda: body + "&" * size(rng) + "=" * size(rng),
            lambda: body + "&" + quote_plus(long_word(rng), errors="replace") + "=1",
            lambda: body.replace("a", "%ff") + "%" * size(rng),
            lambda: body.replace("=", "=%ed%a0%80"),
        )
    )()


def cookies(rng: Random) -> str:
    """A Cookie header; characters that no header can have are replaced."""
    one = rng.choice(COOKIES)
    name, _, value = one.partition("=")
    line = rng.choice(
        (
            lambda: spoilt(rng, "; ".join(rng.sample(COOKIES, 4))),
            lambda: f"{name}={long_word(rng)}",
            lambda: f"{long_word(rng)}={value}",
            lambda: f"{one}; " * size(rng, 20_000),
            lambda: f"{name};" * size(rng, 20_000) + one,
            lambda: "; ".join(f"drakkar_{number}_0={value}" for number in range(size(rng, 2000))),
            lambda: "; ".join(f"k{number}={number}" for number in range(size(rng, 20_000))),
            lambda: rng.choice(";=, \t") * size(rng),
            lambda: f'{name}="' + rng.choice(('\\"', "\\", "\\377", ";", "%00")) * size(rng, 20_000) + '"',
            lambda: f"{name}={rng.choice(ODD_NUMBERS)}.{rng.choice(ODD_NUMBERS)}",
        )
    )()
    return line.encode("latin-1", "replace").decode("latin-1")


DOORS: tuple[tuple[str, Callable[[Random], str]], ...] = (
    ("position", deep),
    ("position", wide),
    ("position", odd),
    ("position", forged),
    ("position", forged),
    ("position", forged),
    ("position", lambda rng: spoilt(rng, rng.choice(positions()))),
    ("position", lambda rng: spoilt(rng, rng.choice(positions()))),
    ("record", record),
    ("record", record),
    ("choice", words),
    ("choice", words),
    ("message", message),
    ("form", form),
    ("cookies", cookies),
)


def bomb(seed: int, number: int) -> Bomb:
    """The bomb with this number."""
    rng = Random(f"{seed} {number}")
    door, make = DOORS[number % len(DOORS)]
    return Bomb(door, make(rng), rng.randrange(len(moments())))
