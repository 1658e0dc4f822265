"""The board: nine provinces, four fjords, and two places off the board, reserve and Valhalla (BR-2.2 to BR-2.11).

A place is an integer: provinces 0 to 8 (Yggdrasil last), fjords 9 to 12, then reserve and Valhalla.
"""

from typing import Final

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import row

PROVINCE_NAMES: Final = (
    "Elvagar",
    "Angerboda",
    "Muspelheim",
    "Horgr",
    "Utgard",
    "Andlang",
    "Gimle",
    "Myrkulor",
    "Yggdrasil",
)
FJORD_NAMES: Final = ("F1", "F2", "F3", "F4")
PLACE_NAMES: Final = (*PROVINCE_NAMES, *FJORD_NAMES)

OUTER_PROVINCES: Final[int] = 8
YGGDRASIL: Final = 8
PROVINCES: Final[int] = 9
FIRST_FJORD: Final[int] = 9
BOARD_PLACES: Final[int] = 13
RESERVE: Final = 13
VALHALLA: Final = 14
PLACES: Final = 15
NOWHERE: Final = -1

# More than all figures of a match, so Yggdrasil and the fjords never fill up.
NO_LIMIT: Final = 99
VILLAGES: Final = row((4, 5, 5, 4, 3, 3, 5, 3, *[NO_LIMIT] * (BOARD_PLACES - OUTER_PROVINCES)))

FJORD_OF: Final = row((9, 9, 10, 10, 11, 11, 12, 12, NOWHERE))
SUPPORTED_BY: Final[tuple[tuple[int, int], ...]] = ((0, 1), (2, 3), (4, 5), (6, 7))

REGIONS: Final = {"Manheim": (7, 0, 1), "Jotunheim": (2, 3, 4), "Alfheim": (5, 6)}


def is_province(place: int) -> bool:
    """BR-2.8, BR-19.11: a fjord is not a province."""
    return place < PROVINCES


def is_fjord(place: int) -> bool:
    """BR-2.7."""
    return FIRST_FJORD <= place < BOARD_PLACES


def villages(place: int) -> int:
    """BR-2.5, BR-2.6, BR-2.8: how many figures a place can hold."""
    return VILLAGES[place]


def are_adjacent(one: int, other: int) -> bool:
    """BR-2.4: neighbours on the ring; Yggdrasil is adjacent to every other province."""
    if one == other or not is_province(one) or not is_province(other):
        return False
    if YGGDRASIL in (one, other):
        return True
    return (one - other) % OUTER_PROVINCES in (1, OUTER_PROVINCES - 1)


def region_of(province: int) -> str:
    """BR-2.2: the region of a province; Yggdrasil has none."""
    return next((name for name, provinces in REGIONS.items() if province in provinces), "")
