"""Corrected printed facts: what a process plays a game with, in place of facts in the game's package.

An owner of the box may know a number that the package has wrong. A file of facts is TOML that holds only those:

    [map_4p.regions.20]
    population = 4

Its facts are lines, `map_4p.regions.20.population = 4`, with the value as JSON. They belong to one game and hold for
the whole process and the processes that it starts; the records of its matches contain them.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from drakkar.core.errors import BadArgument

VARIABLE: Final = "DRAKKAR_FACTS"
LONGEST: Final = 100_000
HASH: Final = 12
BETWEEN: Final = " = "
# Between the rules revision and the hash of the facts.
HASHED: Final = "+"


class BadFacts(BadArgument):
    """A fact that the game does not have, or a value that it cannot play with."""


def read_file(path: Path) -> list[str]:
    """The facts of a file, one line each, in the order of their paths."""
    text = path.read_text("utf-8")
    if len(text) > LONGEST:
        raise BadFacts(f"{path}: a file of facts has at most {LONGEST} characters")
    try:
        return sorted(_lines(tomllib.loads(text), ""))
    except tomllib.TOMLDecodeError as syntax:
        raise BadFacts(f"{path}: this is not TOML: {syntax}") from syntax
    except BadFacts as error:
        raise BadFacts(f"{path}: {error}") from error


def _lines(table: dict[str, Any], above: str) -> Iterator[str]:
    for key, value in table.items():
        path = f"{above}{key}"
        if isinstance(value, dict):
            yield from _lines(value, f"{path}.")
            continue
        try:
            line = f"{path}{BETWEEN}{json.dumps(value, sort_keys=True)}"
        except TypeError as error:
            raise BadFacts(f"{path}: a fact is a number, a word, true or false, or a list of these") from error
        if "#" in line or "\n" in line:
            raise BadFacts(f"{path}: a fact has no # and no line break")
        yield line


def use(title: str, lines: list[str]) -> None:
    """Let this process, and those that it starts, play a game with these facts; before the game is imported."""
    os.environ[VARIABLE] = "\n".join([title, *lines])


def in_use(title: str) -> list[str]:
    """The facts of this process for a game."""
    game, *lines = os.environ.get(VARIABLE, "").split("\n")
    return lines if game == title else []


def revision(rules: str, lines: tuple[str, ...]) -> str:
    """The rules revision of matches with these facts: it has their hash."""
    return f"{rules}{HASHED}{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:HASH]}" if lines else rules


def split(line: str) -> tuple[list[str], Any]:
    """The path and the value of a line."""
    path, _, value = line.partition(BETWEEN)
    try:
        return path.split("."), json.loads(value)
    except ValueError as error:
        raise BadFacts(f"{path}: {value} is no value") from error


def label(item: dict[str, Any]) -> str:
    """The key of an item in a list."""
    return str(item["id"]) if "id" in item else f"{item.get('players')}, {item.get('side')}"


def inside(data: Any, path: list[str]) -> Any:
    """The part of the data at a path; items of a list go by their id."""
    for at, key in enumerate(path):
        items = {label(one): one for one in data if isinstance(one, dict)} if isinstance(data, list) else data
        if not isinstance(items, dict) or key not in items:
            known = ", ".join(list(items)[:40]) if isinstance(items, dict) else "nothing"
            raise BadFacts(f"{'.'.join(path)}: there is no {key!r}; {'.'.join(path[:at]) or 'the data'} has: {known}")
        data = items[key]
    return data


def record_of(text: str) -> tuple[str, list[str]]:
    """The game and the facts of a record, found without reading the rest."""
    lines = text.splitlines()
    title = next((line.removeprefix("game ").strip() for line in lines if line.startswith("game ")), "")
    return title, [line.removeprefix("fact ").strip() for line in lines if line.startswith("fact ")]
