"""The map as SVG paths, from the shapes in the data: ring sectors around Yggdrasil, fitted to the size of a screen.

Every point goes through one continuous function, so shared borders stay shared.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, hypot, radians, sin
from typing import Any, Final, NamedTuple

from drakkar.games.lords_of_ragnarok.board import REALM_NAMES
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES
from drakkar.games.lords_of_ragnarok.game_data import MAP_OF_FOUR, MAP_OF_TWO

WHOLE_TURN: Final = 360
# Curves have a point every this many degrees.
FINE: Final = 4
# Radii in the data, and their distances from the centre on a screen, with the coast at 1. The type has no fixed length,
# because mypyc would take such a tuple for an unset value.
RINGS: Final[tuple[float, ...]] = (0.0, 2.5, 4.6, 6.2, 8.4, 10.3, 12.0)
SHARES: Final[tuple[float, ...]] = (0.0, 0.40, 0.585, 0.69, 0.845, 1.0, 1.13)
COAST: Final = 10.3
TREE: Final = 2.5
# Exponents of a superellipse: the middle is an ellipse, the coast nearly a rectangle.
ROUND: Final = 2.0
SQUARE: Final = 3.2
# Step of the search for the best spot in a Region, and the aspect ratio of the pieces there.
GRAIN: Final = 5
WIDER: Final = 1.6
# Candidate offsets of a choice's number from the pieces of a Region, and its size.
BESIDE: Final = (
    *((-38, -28), (38, -28), (0, -38), (-46, -8), (46, -8), (-40, 16), (40, 16), (0, 34), (-28, 26), (28, 26)),
    *((-64, 0), (64, 0), (-78, 0), (78, 0), (-64, 12), (64, 12), (-64, -12), (64, -12)),
)
KEY: Final = 8
# Radii of ships and of Realms that reach into the sea; the angle between a ship and a choice's number.
OFFSHORE: Final = 11.3
ASIDE: Final = 8
GATE: Final = 11.1
# Icons of the wheel's fields where words do not fit.
ICONS: Final = {
    "mobilize": "i-army",
    "reinforce": "i-up",
    "build temple": "g-temple",
    "monsters": "i-claws",
    "usurp": "a-strength",
    "prepare": "i-heal",
}
# Inner radius of the wheel's fields, the angle of each, and the middle of the first.
HUB: Final = 0.95
FIELD: Final = 60
FIRST_FIELD: Final = 90


class Box(NamedTuple):
    """The space for the map on a screen, and how rough its borders are."""

    width: int
    height: int
    across: float
    up: float
    rough: float


BOXES: Final = {"wide": Box(826, 456, 354, 190, 0.007), "narrow": Box(390, 318, 176, 140, 0.004)}

Point = tuple[float, float]
# A corner in the data: a radius, and an angle counter-clockwise from the east.
Corner = tuple[float, float]


def share(radius: float) -> float:
    """The distance from the centre for a radius in the data."""
    for at in range(1, len(RINGS)):
        if radius <= RINGS[at]:
            inner, outer = RINGS[at - 1], RINGS[at]
            return SHARES[at - 1] + (SHARES[at] - SHARES[at - 1]) * (radius - inner) / (outer - inner)
    return SHARES[-1]


def bent(box: Box, radius: float, angle: float) -> Point:
    """A point of the data in screen coordinates, with y pointing down."""
    out, turn = share(radius), radians(angle)
    if radius > TREE:
        out += box.rough * (sin(9 * turn + radius) + sin(17 * turn - 2 * radius))
    power = ROUND + (SQUARE - ROUND) * max(0.0, min(1.0, (out - 0.4) / 0.6))
    x, y = cos(turn), sin(turn)
    out *= (abs(x) ** power + abs(y) ** power) ** (-1 / power)
    return round(box.width / 2 + box.across * out * x, 1), round(box.height / 2 - box.up * out * y, 1)


# --- Outlines


def cells(shapes: list[list[float]], radii: list[float], angles: list[int]) -> set[tuple[int, int]]:
    """The grid cells, between all corners, that these sectors cover."""
    return {
        (ring, slot)
        for inner, outer, start, end in shapes
        for ring in range(len(radii) - 1)
        if inner <= radii[ring] < outer
        for slot, angle in enumerate(angles)
        if (angle - start) % WHOLE_TURN < end - start
    }


def edges(
    covered: set[tuple[int, int]], radii: list[float], angles: list[int]
) -> dict[Corner, list[tuple[Corner, Corner]]]:
    """The outer sides of a set of cells, by their first corner; together they run around the set."""
    found: dict[Corner, list[tuple[Corner, Corner]]] = {}
    count = len(angles)
    for ring, slot in covered:
        inner, outer, start, end = radii[ring], radii[ring + 1], angles[slot], angles[(slot + 1) % count]
        sides = (
            ((ring, (slot - 1) % count), (inner, start), (outer, start)),
            ((ring + 1, slot), (outer, start), (outer, end)),
            ((ring, (slot + 1) % count), (outer, end), (inner, end)),
            ((ring - 1, slot), (inner, end), (inner, start)),
        )
        for beyond, one, other in sides:
            if beyond not in covered:
                found.setdefault(one, []).append((one, other))
    return found


def between(one: Corner, other: Corner) -> Iterator[Corner]:
    """Points from one corner to another, along a ring or a radius, without the last point."""
    turn = (other[1] - one[1] + WHOLE_TURN / 2) % WHOLE_TURN - WHOLE_TURN / 2
    steps = max(1, round(abs(turn) / FINE), round(abs(other[0] - one[0]) / 0.8))
    for at in range(steps):
        yield one[0] + (other[0] - one[0]) * at / steps, one[1] + turn * at / steps


def outline(covered: set[tuple[int, int]], radii: list[float], angles: list[int], box: Box) -> list[list[Point]]:
    """The closed lines around a set of cells."""
    left, found = edges(covered, radii, angles), []
    while left:
        here = first = next(iter(left))
        points: list[Point] = []
        while True:
            one, here = left[here].pop()
            if not left[one]:
                del left[one]
            points += [bent(box, *corner) for corner in between(one, here)]
            if here == first:
                break
        found.append(points)
    return found


def joined(points: Iterable[Point]) -> str:
    """The SVG path of a closed line."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


# --- Room


def spots(box: Box, line: list[Point]) -> dict[str, Point]:
    """Positions of a Region's pieces and of a choice's number, beside them and inside the border."""
    x, y = at = roomiest(line)
    scale = box.width / BOXES["wide"].width
    beside = [(round(x + across * scale, 1), round(y + down * scale, 1)) for across, down in BESIDE]
    return {"at": at, "key": next((spot for spot in beside if is_well_inside(spot, line, KEY * scale)), at)}


def is_well_inside(point: Point, line: list[Point], room: float) -> bool:
    """Whether a point with `room` around it is inside a line."""
    x, y = point
    corners = ((x - room, y), (x + room, y), (x, y - room), (x, y + room))
    return all(is_inside(corner, line) for corner in corners)


def is_inside(point: Point, line: list[Point]) -> bool:
    """Whether a point is inside a closed line: a ray to the east crosses an odd number of sides."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(line, [*line[1:], line[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def roomiest(line: list[Point]) -> Point:
    """The point with the most room around it; pieces stand side by side, so width counts less than height."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    spots = [
        (x, y)
        for x in range(int(min(xs)), int(max(xs)), GRAIN)
        for y in range(int(min(ys)), int(max(ys)), GRAIN)
        if is_inside((x, y), line)
    ]
    return max(spots, key=lambda spot: min(hypot((x - spot[0]) / WIDER, y - spot[1]) for x, y in line))


# --- The board


@cache
def geometry(seats: int) -> dict[str, dict[str, Any]]:
    """Everything printed on one side of the board, by screen size."""
    return {size: drawn(MAP_OF_TWO if seats == 2 else MAP_OF_FOUR, box) for size, box in BOXES.items()}


def drawn(printed: dict[str, Any], box: Box) -> dict[str, Any]:
    """Regions, Lands, Seas, Realms and the wheel on Yggdrasil."""
    shaped = [*printed["regions"], *printed["realms"], *printed["seas"], printed["yggdrasil"]]
    sectors = [sector for one in shaped for sector in one["shape"]]
    radii = sorted({GATE, *(float(radius) for sector in sectors for radius in sector[:2])})
    angles = sorted({int(angle) % WHOLE_TURN for sector in sectors for angle in sector[2:]})

    def lines(shapes: list[list[float]]) -> list[list[Point]]:
        return outline(cells(shapes, radii, angles), radii, angles, box)

    def around(shapes: list[list[float]]) -> str:
        return "".join(joined(line) for line in lines(shapes))

    regions, gates = printed["regions"], [gate(realm["shape"][0]) for realm in printed["realms"]]
    lands = {
        land["id"]: [sector for one in regions if one["land"] == land["id"] for sector in one["shape"]]
        for land in printed["lands"]
    }
    inland = [sector for sectors in lands.values() for sector in sectors]
    return {
        "width": box.width,
        "height": box.height,
        "regions": {
            one["id"]: {"path": around(one["shape"]), "land": one["land"], **spots(box, lines(one["shape"])[0])}
            for one in regions
        },
        "lands": {land: around(shapes) for land, shapes in lands.items()},
        "coast": around([*inland, *gates, *printed["yggdrasil"]["shape"]]),
        "realms": {
            realm["id"]: {"path": around([shape]), "rune": realm["rune"], **gateway(box, shape, lines([shape])[0])}
            for realm, shape in zip(printed["realms"], gates, strict=True)
        },
        "seas": {
            str(sea["name"]).removesuffix(" field"): {
                "path": around(sea["shape"]),
                **offshore(box, sea["shape"][0], printed["realms"]),
            }
            for sea in printed["seas"]
        },
        "tree": joined(bent(box, TREE, angle) for angle in range(0, WHOLE_TURN, 6)),
        "wheel": wheel(box),
    }


def gateway(box: Box, shape: list[float], line: list[Point]) -> dict[str, Point]:
    """The middle of a Realm, and the position of a choice's number: below, clear of the name."""
    x, y = at = middle(box, shape)
    below = [(x + across, y + 10) for across in (-22, 22, -12, 12)]
    return {"at": at, "key": next((spot for spot in below if is_inside(spot, line)), at)}


def gate(sector: list[float]) -> list[float]:
    """The sector of a Realm, extended beyond the coast if it lies there."""
    inner, outer, start, end = sector
    return [inner, GATE if outer == COAST else outer, start, end]


def wheel(box: Box) -> dict[str, dict[str, Any]]:
    """LR-6.2: the six fields, clockwise from the top, each facing the Realm of its action."""
    found = {}
    for number, action in enumerate(ACTION_NAMES[: len(REALM_NAMES)]):
        start = FIRST_FIELD - FIELD * number - FIELD // 2
        inner = [bent(box, HUB, angle) for angle in range(start, start + FIELD + 1, 6)]
        outer = [bent(box, TREE, angle) for angle in range(start + FIELD, start - 1, -6)]
        at = bent(box, 1.8, start + FIELD // 2)
        found[action] = {"path": joined([*inner, *outer]), "at": at, "icon": ICONS[action]}
    return found


def offshore(box: Box, sector: list[float], realms: list[dict[str, Any]]) -> dict[str, Point]:
    """The roomiest place on a Sea, away from its ends and from Realms, with a choice's number beside it."""
    _, _, start, end = sector
    gates: list[list[float]] = [realm["shape"][0] for realm in realms]
    crowded = [start, end, *((gate[2] + gate[3]) / 2 for gate in gates)]

    def room(angle: int) -> float:
        return min(abs((angle - other + WHOLE_TURN / 2) % WHOLE_TURN - WHOLE_TURN / 2) for other in crowded)

    angle = max(range(int(start), int(end)), key=room)
    return {"at": bent(box, OFFSHORE, angle), "key": bent(box, OFFSHORE, angle - ASIDE)}


def middle(box: Box, sector: list[float]) -> Point:
    """The middle of a sector."""
    inner, outer, start, end = sector
    return bent(box, (inner + outer) / 2, (start + end) / 2)
