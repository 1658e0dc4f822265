"""Printed facts: maps, cards, tracks and pieces, read from `data/`. A different printing needs only different files.

Every fact there has a status (certain, found, inferred, reconstructed), shown in docs/lords_of_ragnarok_provenance.md.
"""

import json
from importlib.resources import files
from typing import Any, Final


def read(name: str) -> Any:
    """One of the files as plain data."""
    return json.loads((files("drakkar.games.lords_of_ragnarok") / "data" / f"{name}.json").read_text("utf-8"))


CARD_DATA: Final[dict[str, Any]] = read("cards")
PIECES: Final[dict[str, Any]] = read("components")
# The two sides of the board (LR-3.1).
MAP_OF_TWO: Final[dict[str, Any]] = read("map_2p")
MAP_OF_FOUR: Final[dict[str, Any]] = read("map_4p")
GLOSSARY: Final[dict[str, Any]] = read("glossary")


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
