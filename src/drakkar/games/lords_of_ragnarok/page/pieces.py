"""Pieces on the map and their positions: a plate for each Region, with its pieces below."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page.notes import rune_of

# Widths on a plate: its number, each sign after it, and the margin.
NUMBER: Final = 20
SIGN: Final = 18
END: Final = 5
# Widths of the pieces below a plate.
WIDTHS: Final = {"army": 25, "hero": 27, "monster": 32, "statue": 25}
# Wider rows of pieces are scaled down; much wider ones become two rows, this far apart.
CROWDED: Final = 92
TOO_WIDE: Final = 112
APART: Final = 28
# The names of neighbouring Monsters stand on two lines, this far apart.
LINE: Final = 10


def count(pile: Any) -> int:
    """The number of cards in a pile, visible or hidden."""
    return len(pile) if isinstance(pile, list) else int(pile["hidden"])


def listed(pile: Any) -> list[str]:
    """The cards of a pile, if visible."""
    return pile if isinstance(pile, list) else []


def drawing(monster: str) -> str:
    """The name of a Monster's drawing."""
    return monster.split(maxsplit=1)[0].lower()


def card_id(monster: dict[str, Any]) -> str:
    """The id of a Monster's card among all cards."""
    return f"mon-{MONSTER_NAMES.index(monster['name'])}"


def there(view: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The Heroes (by seat) and Monsters in each Region."""
    return {
        region["number"]: {
            "heroes": [
                seat for seat, player in enumerate(view["players"]) if player["hero_region"] == region["number"]
            ],
            "monsters": [
                {**one, "card": card_id(one)} for one in view["monsters"] if one["region"] == region["number"]
            ],
        }
        for region in view["regions"]
    }


def spots(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Every Region with its plate and pieces, each with its position."""
    found, inside = [], there(view)
    for region in view["regions"]:
        rows = in_rows(standing(view, region, inside[region["number"]]))
        width = max((width_of(row) for row in rows), default=1)
        scale = round(min(1.0, CROWDED / max(width, 1)), 2)
        for down, row in enumerate(rows):
            x = -width_of(row) / 2
            for piece in row:
                piece["x"], piece["y"] = round(x + WIDTHS[piece["draw"]] / 2, 1), APART * down
                x += WIDTHS[piece["draw"]]
            for at, monster in enumerate(piece for piece in row if piece["draw"] == "monster"):
                monster["down"] = LINE * (at % 2)
        pieces = [piece for row in rows for piece in row]
        found.append({"number": region["number"], **plate(region), "pieces": pieces, "scale": scale, "rows": len(rows)})
    return found


def width_of(row: list[dict[str, Any]]) -> int:
    """The width of pieces side by side."""
    return sum(WIDTHS[piece["draw"]] for piece in row)


def in_rows(pieces: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Pieces in one row, or in two if there are many: Monsters, whose names stand below, in the lower one."""
    if width_of(pieces) <= TOO_WIDE:
        return [pieces] if pieces else []
    monsters = [piece for piece in pieces if piece["draw"] == "monster"]
    others = [piece for piece in pieces if piece["draw"] != "monster"]
    if monsters and width_of(others) <= TOO_WIDE:
        return [others, monsters]
    half = (len(pieces) + 1) // 2
    return [pieces[:half], pieces[half:]]


def plate(region: dict[str, Any]) -> dict[str, Any]:
    """The number of a Region, its controller or population, and its buildings (LR-2)."""
    signs = [{"sign": "held", "clan": region["control"]}]
    if region["control"] is None:
        signs = [{"sign": "pop", "number": region["population"]}]
    signs += [{"sign": "settlement"}] if region["settlement"] else []
    signs += [{"sign": "temple"}] if region["temple"] else [{"sign": "shrine"}] if region["shrine"] else []
    signs += [{"sign": "forge", "rune": region["forge"], "full": region["forge_full"]}] if region["forge"] else []
    width = NUMBER + SIGN * len(signs) + END
    for at, sign in enumerate(signs):
        sign["x"] = round(-width / 2 + NUMBER + SIGN * (at + 0.5), 1)
    return {"width": width, "x": round(-width / 2 + NUMBER / 2 + 1, 1), "signs": signs}


def standing(view: dict[str, Any], region: dict[str, Any], inside: dict[str, Any]) -> list[dict[str, Any]]:
    """The Statue, Armies, Heroes and Monsters of a Region."""
    pieces: list[dict[str, Any]] = []
    if region["statue"]:
        statue = view["statues"][region["statue"]]
        priests = [seat for seat, number in enumerate(statue["priests"]) for _ in range(number)]
        pieces.append({"draw": "statue", "level": statue["level"], "priests": priests})
    pieces += [
        {"draw": "army", "clan": int(seat), "value": value}
        for seat, values in region["armies"].items()
        for value in reversed(values)
    ]
    pieces += [{"draw": "hero", "clan": seat} for seat in inside["heroes"]]
    pieces += [
        {
            "draw": "monster",
            "clan": one["ring"],
            "name": one["name"],
            "of": drawing(one["name"]),
            "card": one["card"],
            "rune": rune_of(one["name"]),
            **wounds(one),
        }
        for one in inside["monsters"]
    ]
    return pieces


def wounds(monster: dict[str, Any]) -> dict[str, int]:
    """How many Wound spaces of a Monster are covered, and how many it has."""
    return {"covered": sum(seat is not None for seat in monster["wounds"]), "spaces": len(monster["wounds"])}


def ships(view: dict[str, Any]) -> dict[str, list[int]]:
    """The Drakkars on each Sea, by seat."""
    found: dict[str, list[int]] = {}
    for seat, player in enumerate(view["players"]):
        if player["drakkar"]:
            found.setdefault(player["drakkar"], []).append(seat)
    return found
