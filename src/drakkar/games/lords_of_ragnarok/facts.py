"""What is printed: maps, cards, tracks and pieces, read from `data/`. Another print is another set of files.

Every fact has a status there (certain, found, inferred, reconstructed); docs/lords_of_ragnarok_provenance.md shows it.
"""

import json
from importlib.resources import files
from typing import Any, Final


def read(name: str) -> Any:
    """One of the files, as plain data."""
    return json.loads((files("drakkar.games.lords_of_ragnarok") / "data" / f"{name}.json").read_text("utf-8"))


PRINTED: Final[dict[str, Any]] = read("cards")
PIECES: Final[dict[str, Any]] = read("components")
# The two sides of the board (LR-3.1).
MAP_OF_TWO: Final[dict[str, Any]] = read("map_2p")
MAP_OF_FOUR: Final[dict[str, Any]] = read("map_4p")
GLOSSARY: Final[dict[str, Any]] = read("glossary")


def ids(kind: str) -> list[str]:
    """The ids of one sort of printed things, in their order."""
    return [str(fact["id"]) for fact in PRINTED[kind]]


def track(seats: int, gifts: int) -> dict[str, Any]:
    """LR-6.3: the side of the Temple Track for so many players with so many Gifts spaces."""
    players = "2" if seats == 2 else "3-4"
    found: dict[str, Any] = next(
        side for side in PRINTED["temple_tracks"] if side["players"] == players and len(side["gift_spaces"]) == gifts
    )
    return found
