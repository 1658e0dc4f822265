"""The map as drawings, from the shapes in the data: each is a few ring sectors around Yggdrasil."""

from functools import cache
from math import cos, radians, sin
from typing import Any, Final

from drakkar.games.lords_of_ragnarok.facts import MAP_OF_FOUR, MAP_OF_TWO

# The outermost ring, with room around it.
EDGE: Final = 12.6
HALF_A_TURN: Final = 180.0
WHOLE_TURN: Final = 360.0


def point(radius: float, angle: float) -> str:
    """Angles go counter-clockwise from the east, as in the data; on a screen y goes down."""
    return f"{radius * cos(radians(angle)):.2f} {-radius * sin(radians(angle)):.2f}"


def sector(shape: list[float]) -> str:
    """One ring sector, from an inner to an outer radius and from one angle to another."""
    inner, outer, start, end = shape
    if end - start >= WHOLE_TURN:
        left, right = f"{-outer:.2f} 0", f"{outer:.2f} 0"
        return f"M{right}A{outer} {outer} 0 1 0 {left}A{outer} {outer} 0 1 0 {right}Z"
    large = int(end - start > HALF_A_TURN)
    return (
        f"M{point(inner, start)}L{point(outer, start)}A{outer} {outer} 0 {large} 0 {point(outer, end)}"
        f"L{point(inner, end)}A{inner} {inner} 0 {large} 1 {point(inner, start)}Z"
    )


def path(shapes: list[list[float]]) -> str:
    """Several of them together."""
    return "".join(sector(shape) for shape in shapes)


@cache
def geometry(seats: int) -> dict[str, Any]:
    """Regions, Seas and Yggdrasil of one side of the board."""
    printed = MAP_OF_TWO if seats == 2 else MAP_OF_FOUR
    colours = {land["id"]: land["colour"] for land in printed["lands"]}
    return {
        "box": f"{-EDGE} {-EDGE} {2 * EDGE} {2 * EDGE}",
        "regions": [
            {
                "number": region["id"],
                "colour": colours[region["land"]],
                "path": path(region["shape"]),
                "x": region["label"][0],
                "y": -region["label"][1],
            }
            for region in printed["regions"]
        ],
        "seas": [
            {"name": str(sea["name"]).removesuffix(" field"), "path": path(sea["shape"]), **middle(sea["shape"][0])}
            for sea in printed["seas"]
        ],
        "yggdrasil": path(printed["yggdrasil"]["shape"]),
    }


def middle(shape: list[float]) -> dict[str, float]:
    """The middle of a sector."""
    inner, outer, start, end = shape
    radius, angle = (inner + outer) / 2, radians((start + end) / 2)
    return {"x": round(radius * cos(angle), 2), "y": round(-radius * sin(angle), 2)}
