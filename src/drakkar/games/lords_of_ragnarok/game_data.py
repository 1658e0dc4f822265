"""Printed facts: maps, cards, tracks and pieces, read from `data/`. A process can correct them (corrections.py).

Every fact there has a status (certain, found, inferred, reconstructed), shown in docs/lords_of_ragnarok_provenance.md.
"""

import json
from importlib.resources import files
from typing import Any, Final

from drakkar.core import facts
from drakkar.games.lords_of_ragnarok.corrections import correct

TITLE: Final = "lords_of_ragnarok"
PARTS: Final = ("cards", "components", "map_2p", "map_4p")


def read(name: str) -> Any:
    """One of the files as plain data."""
    return json.loads((files("drakkar.games.lords_of_ragnarok") / "data" / f"{name}.json").read_text("utf-8"))


DATA: Final[dict[str, Any]] = {part: read(part) for part in PARTS}
# The corrected facts of this process, as lines; records contain them.
FACTS: Final[tuple[str, ...]] = tuple(correct(DATA, facts.in_use(TITLE)))
CARD_DATA: Final[dict[str, Any]] = DATA["cards"]
PIECES: Final[dict[str, Any]] = DATA["components"]
# The two sides of the board (LR-3.1).
MAP_OF_TWO: Final[dict[str, Any]] = DATA["map_2p"]
MAP_OF_FOUR: Final[dict[str, Any]] = DATA["map_4p"]
GLOSSARY: Final[dict[str, Any]] = read("glossary")


def differences() -> list[tuple[str, Any, Any]]:
    """The corrected facts: path, printed value and value of this process."""
    told = []
    printed = {part: read(part) for part in PARTS}
    for line in FACTS:
        path, value = facts.split(line)
        told.append((".".join(path), facts.inside(printed, path[:-1]).get(path[-1]), value))
    return told


def restated() -> tuple[str, ...]:
    """The Event cards whose text follows from corrected facts."""
    changed = {path.split(".")[3] for path, _, _ in differences() if path.startswith("cards.event_cards.")}
    return tuple(f"Event {event}" for event in sorted(changed))


def ids(kind: str) -> list[str]:
    """The ids of one sort of printed fact, in order."""
    return [str(fact["id"]) for fact in CARD_DATA[kind]]


def track(seats: int, gifts: int) -> dict[str, Any]:
    """LR-6.3: the side of the Temple Track for this many players and Gift spaces."""
    players = "2" if seats == 2 else "3-4"
    found: dict[str, Any] = next(
        side for side in CARD_DATA["temple_tracks"] if side["players"] == players and len(side["gift_spaces"]) == gifts
    )
    return found
