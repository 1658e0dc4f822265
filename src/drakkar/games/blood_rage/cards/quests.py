"""Quests: committed face down, judged in the Quest phase (BR-15.5 to BR-15.9). Later Ages pay more for the same."""

from typing import Final

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.board import PROVINCES, REGIONS, VALHALLA, YGGDRASIL
from drakkar.games.blood_rage.card import Test, quest
from drakkar.games.blood_rage.clans import has_most_strength
from drakkar.games.blood_rage.figures import count_at
from drakkar.games.blood_rage.state import State

DEATHS_WANTED: Final = 4
PROVINCES_WANTED: Final = 2


def most_strength_in(region: str) -> Test:
    """BR-15.8: one surviving province of the region is enough."""
    provinces = REGIONS[region]

    def fulfilled(s: State, seat: int) -> bool:
        return any(has_most_strength(s, seat, province) for province in provinces)

    return fulfilled


def most_strength_in_yggdrasil(s: State, seat: int) -> bool:
    """BR-15.5."""
    return has_most_strength(s, seat, YGGDRASIL)


def most_strength_in_two(s: State, seat: int) -> bool:
    """BR-15.8: two different provinces; Yggdrasil may be one of them."""
    won = sum(has_most_strength(s, seat, province) for province in range(PROVINCES))
    return won >= PROVINCES_WANTED


def four_in_valhalla(s: State, seat: int) -> bool:
    """BR-15.9: counted now, before Ragnarök."""
    return count_at(s, seat, VALHALLA) >= DEATHS_WANTED


for _age, _glory in ((1, 5), (2, 7), (3, 9)):
    for _region in ("Alfheim", "Jotunheim", "Manheim"):
        quest(
            f"{_region}!",
            age=_age,
            glory=_glory,
            copies=(1, 0, 1, 0),
            text=f"In at least one province of {_region} your STR is greater than that of every other clan.",
            fulfilled=most_strength_in(_region),
        )

for _age, _glory in ((1, 6), (2, 8), (3, 11)):
    quest(
        "Glorious Death!",
        age=_age,
        glory=_glory,
        copies=(1, 0, 1, 1),
        text="At least four of your figures are in Valhalla.",
        fulfilled=four_in_valhalla,
    )
    quest(
        "Yggdrasil!",
        age=_age,
        glory=_glory,
        copies=(0, 1, 0, 0),
        text="In Yggdrasil your STR is greater than that of every other clan.",
        fulfilled=most_strength_in_yggdrasil,
    )

for _age, _glory in ((1, 7), (2, 10), (3, 15)):
    quest(
        "Widespread!",
        age=_age,
        glory=_glory,
        copies=(0, 0, 0, 1),
        text="In at least two different provinces your STR is greater than that of every other clan.",
        fulfilled=most_strength_in_two,
    )
