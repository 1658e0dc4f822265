"""The map: places with the clans in them, figures on their spots, and the places that can be chosen."""

import json
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any, Final

from drakkar.games.blood_rage.board import FJORD_NAMES, PLACE_NAMES
from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.page import figure_tracking, notes, sheets
from drakkar.games.blood_rage.page.drawings import OF_EVERY_CLAN, drawing
from drakkar.page.game_page import Document, Events
from drakkar.page.steps import Step, following, path_of
from drakkar.page.translator import PageTranslator

SIZES: Final = ("wide", "narrow")
# From this many figures on, the figures in a fjord are drawn smaller, side by side.
CROWD: Final = 3
TOKEN_ICONS: Final = {
    "Rage": "rage",
    "Axes": "axes",
    "Horns": "horns",
    "five Glory": "glory",
    "all three stats": "all",
}
# Default values for fields that only provinces have.
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
    """The coordinates of everything, for wide and narrow screens; read once."""
    text = files("drakkar.games.blood_rage.page").joinpath("geometry.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def place_of(document: Document, place: dict[str, Any], words: PageTranslator) -> dict[str, Any]:
    """A province or fjord: the clans there, their strength, and its reward."""
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
    """Every figure with its spot on both maps; Monsters also with their strength."""
    sheet = document["view"]["clans"]
    clans = [clan["name"] for clan in sheet]
    here = [
        (one, FIGURE_WORDS.full[one.kind], PLACE_NAMES[one.place]) for one in figure_tracking.standing(document, events)
    ]
    at_sea = Counter(place for one, _, place in here if not one.fallen and place in FJORD_NAMES)
    figures = [
        {
            "id": one.id,
            "clan": clans[one.seat],
            "draw": drawing(kind, clans[one.seat]),
            "kind": kind,
            "strength": 0 if kind in OF_EVERY_CLAN else sheets.strength_of(sheet[one.seat], kind),
            "place": place,
            "fallen": one.fallen,
            "crowded": at_sea[place] >= CROWD,
            **{size: spot_of(size, place, one.spot) for size in SIZES},
        }
        for one, kind, place in here
    ]
    return {"geometry": geometry(), "figures": figures, "free": free(document, figures)}


def free(document: Document, figures: list[dict[str, Any]]) -> dict[str, dict[str, list[Any]]]:
    """BR-2.5: the empty villages, by map size and province."""
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
    """The position of a figure's feet."""
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
    """Every place on the map; legal targets are numbered, and the province of the battle is marked."""
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
