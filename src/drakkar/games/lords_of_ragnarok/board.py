"""The board: Regions, Lands, Seas, Realms and Yggdrasil (section 3).

A Region is its printed number, 1 to 21; NOWHERE is off the board. Seas and Realms are numbered separately. Sets of
Regions, Seas or Realms are bits of one integer.
"""

from typing import Any, Final

from drakkar.core.vectors import Vec, row, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA, MAP_OF_FOUR, MAP_OF_TWO, ids

NOWHERE: Final = 0
# One more than the highest Region number on either side.
REGIONS: Final[int] = 22

RUNE_NAMES: Final = tuple(ids("runes"))
RUNES: Final[int] = len(RUNE_NAMES)
REALM_NAMES: Final = tuple(ids("realms"))
REALMS: Final[int] = len(REALM_NAMES)
GOD_NAMES: Final = tuple(ids("gods"))
GODS: Final[int] = len(GOD_NAMES)
NO_GOD: Final = -1

SEA_IDS: Final = tuple(dict.fromkeys(str(sea["id"]) for side in (MAP_OF_FOUR, MAP_OF_TWO) for sea in side["seas"]))
SEAS: Final[int] = len(SEA_IDS)
_SEA_NAMES: Final = {
    sea["id"]: str(sea["name"]).removesuffix(" field") for side in (MAP_OF_FOUR, MAP_OF_TWO) for sea in side["seas"]
}
SEA_NAMES: Final = tuple(_SEA_NAMES[name] for name in SEA_IDS)
NO_SEA: Final = -1


def bits(numbers: list[Any]) -> int:
    """A set of numbers as the bits of one integer."""
    found: int = 0
    for number in numbers:
        found |= 1 << int(number)
    return found


def numbers_of(some: int) -> list[int]:
    """The numbers whose bits are set, in ascending order."""
    found = []
    number: int = 0
    while some >> number > 0:
        if some >> number & 1:
            found.append(number)
        number += 1
    return found


class Board:
    """One side of the board; immutable.

    By Region: `population`, `land`, `god` (of its Statue, or NO_GOD), `near` (adjacent Regions), `realms`. As bits:
    `all`, `settlements`, `shrines`, `forges`, `yggdrasil` (the Regions that border it), `seas` (those of this side).
    """

    def __init__(self, printed: dict[str, Any]) -> None:
        regions: list[dict[str, Any]] = printed["regions"]
        names = [str(land["id"]) for land in printed["lands"]]
        self.count = len(regions)
        self.population = vec(REGIONS)
        self.land = vec(REGIONS, -1)
        self.god = vec(REGIONS, NO_GOD)
        self.near = vec(REGIONS)
        self.realms = vec(REGIONS)
        for region in regions:
            number = int(region["id"])
            self.population[number] = int(region["population"])
            self.land[number] = names.index(region["land"])
            self.near[number] = bits(region["adjacent"])
            self.realms[number] = bits([REALM_NAMES.index(realm) for realm in region["realms"]])
            if region["statue"] is not None:
                self.god[number] = GOD_NAMES.index(region["statue"])
        self.all = bits([region["id"] for region in regions])
        self.settlements = bits([region["id"] for region in regions if region["settlement"]])
        self.shrines = bits([region["id"] for region in regions if region["shrine"]])
        self.forges = bits([region["id"] for region in regions if region["forge"]])
        self.yggdrasil = bits(printed["yggdrasil"]["regions"])
        self.lands = row(bits(land["regions"]) for land in printed["lands"])
        self.land_names = names
        self._lay_seas(printed["seas"])

    def _lay_seas(self, seas: list[dict[str, Any]]) -> None:
        self.seas = bits([SEA_IDS.index(sea["id"]) for sea in seas])
        self.coast = vec(SEAS)
        self.sea_near = vec(SEAS)
        for sea in seas:
            number = SEA_IDS.index(sea["id"])
            self.coast[number] = bits(sea["regions"])
            self.sea_near[number] = bits([SEA_IDS.index(other) for other in sea["adjacent"]])

    def statue_region(self, god: int) -> int:
        """LR-3.4: the Region of a god's Statue."""
        region: int = 1
        while self.god[region] != god:
            region += 1
        return region


SMALL: Final = Board(MAP_OF_TWO)
LARGE: Final = Board(MAP_OF_FOUR)


def board_for(seats: int) -> Board:
    """LR-3.1: two players use the side with sixteen Regions."""
    return SMALL if seats == 2 else LARGE


# LR-3.8: the Rune kind that each Realm shows.
REALM_RUNE: Final[Vec] = row(RUNE_NAMES.index(realm["rune"]) for realm in CARD_DATA["realms"])
