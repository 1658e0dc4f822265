"""The map: every place with who is there, every figure on its spot, and what can be chosen."""

import json
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any, Final

from drakkar.core.page import Document, Events, Step, Words, following, path_of
from drakkar.games.blood_rage.board import FJORD_NAMES, PLACE_NAMES
from drakkar.games.blood_rage.page import notes, sheets, standing
from drakkar.games.blood_rage.page.drawings import OF_EVERY_CLAN, drawing

SIZES: Final = ("wide", "narrow")
# So many figures in a fjord are drawn smaller, side by side.
CROWD: Final = 3
TOKEN_ICONS: Final = {
    "Rage": "rage",
    "Axes": "axes",
    "Horns": "horns",
    "five Glory": "glory",
    "all three stats": "all",
}
# What a province has and a fjord has not.
IN_A_FJORD: Final[dict[str, Any]] = {
    "region": None,
    "villages": None,
    "token": "",
    "pillaged": False,
    "destroyed": False,
    "falls_in_age": None,
    "doom": False,
    "supports": (),
}


@cache
def geometry() -> dict[str, Any]:
    """Where everything lies, for wide and for narrow screens, read once."""
    text = files("drakkar.games.blood_rage.page").joinpath("geometry.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def place_of(document: Document, place: dict[str, Any], words: Words) -> dict[str, Any]:
    """A province or a fjord with who is there, how strong, and what it would bring."""
    view = document["view"]
    fjord = next((other for other in view["places"] if other["name"] == place.get("fjord")), None)
    supporting = {} if fjord is None or place["destroyed"] else fjord["figures"]
    clans = []
    for seat, clan in enumerate(view["clans"]):
        here = place["figures"].get(clan["name"], {})
        beside = supporting.get(clan["name"], {})
        if here or beside:
            strength = place.get("strength", {}).get(clan["name"], 0)
            clans.append(sheets.force(clan, seat, here, beside, strength))
    totals = sorted((clan["strength"] for clan in clans), reverse=True)
    return {
        **IN_A_FJORD,
        **place,
        "fjord_of": FJORD_NAMES.index(place["name"]) if place["name"] in FJORD_NAMES else None,
        "clans": sorted(clans, key=lambda clan: -int(clan["strength"])),
        "most": max(totals, default=0),
        "tied": len(totals) > 1 and totals[0] == totals[1] and totals[0] > 0,
        "free": notes.free_villages(place) if place.get("villages") is not None else None,
        "icon": TOKEN_ICONS.get(place.get("token", ""), ""),
        "said": words.name("place", place["name"]),
        "supported": ", ".join(words.name("place", name) for name in place.get("supports", ())),
    }


def figures_of(document: Document, events: Events) -> dict[str, Any]:
    """Every figure with its spot on both maps; a Monster with its strength."""
    sheet = document["view"]["clans"]
    clans = [clan["name"] for clan in sheet]
    here = standing.standing(document, events)
    at_sea = Counter(one.place for one in here if not one.fallen and one.place in FJORD_NAMES)
    figures = [
        {
            "id": one.ident,
            "clan": clans[one.seat],
            "draw": drawing(one.kind),
            "kind": one.kind,
            "strength": 0 if one.kind in OF_EVERY_CLAN else sheets.strength_of(sheet[one.seat], one.kind),
            "place": one.place,
            "fallen": one.fallen,
            "crowded": at_sea[one.place] >= CROWD,
            **{size: spot_of(size, one.place, one.spot) for size in SIZES},
        }
        for one in here
    ]
    return {"geometry": geometry(), "figures": figures, "free": free(document, figures)}


def free(document: Document, figures: list[dict[str, Any]]) -> dict[str, dict[str, list[Any]]]:
    """BR-2.5: the villages where nobody stands, by size of the map and province."""
    standing_at = {size: {tuple(one[size]) for one in figures if not one["fallen"]} for size in SIZES}
    whole = [one["name"] for one in document["view"]["places"] if "villages" in one and not one["destroyed"]]
    return {
        size: {
            name: [at for at in geometry()[size]["provinces"][name]["villages"] if tuple(at) not in taken]
            for name in whole
        }
        for size, taken in standing_at.items()
    }


def spot_of(size: str, place: str, spot: int) -> tuple[float, float]:
    """Where the feet of a figure stand."""
    there = geometry()[size]
    if place in there["fjords"]:
        middle, around = there["fjords"][place]["at"], there["fjord_offsets"]
        offset = around[spot % len(around)]
        return middle[0] + offset[0], middle[1] + offset[1] + round(18 * there["scale"])
    province = there["provinces"][place]
    spots = province.get("spots") or province["villages"]
    x, y = spots[spot % len(spots)]
    turn = spot // len(spots)
    return x + 9 * turn, y - 7 * turn


def targets(document: Document, ways: list[tuple[Step, ...]], made: tuple[Step, ...]) -> dict[str, Any]:
    """Every place on the map; those that can be chosen next have a number, what is fought for is marked."""
    next_steps = following(ways, made)
    legal = {
        step.word: {"number": number, "path": path_of((*made, step))}
        for number, step in enumerate(next_steps, 1)
        if step.sort == "place"
    }
    chosen = [step.word for step in made if step.sort == "place"]
    fight = document["view"]["battle"]
    if fight is not None and document["choices"]:
        chosen.append(fight["province"])
    return {"geometry": geometry(), "places": PLACE_NAMES, "legal": legal, "chosen": chosen}
