"""What lies on the map, and where it is drawn: a plate for each Region with what stands in it below."""

from typing import Any, Final

# A plate: how wide the number and each sign after it are, and the room at both ends.
NUMBER: Final = 20
SIGN: Final = 18
END: Final = 5
# How wide what stands below is, beside one another.
WIDTHS: Final = {"army": 25, "hero": 27, "monster": 32, "statue": 25}
# Where more stand than this they are drawn smaller.
CROWDED: Final = 92


def count(pile: Any) -> int:
    """How many cards lie there, seen or hidden."""
    return len(pile) if isinstance(pile, list) else int(pile["hidden"])


def listed(pile: Any) -> list[str]:
    """The cards of a pile, if they are seen."""
    return pile if isinstance(pile, list) else []


def drawing(monster: str) -> str:
    """The name of a Monster's drawing."""
    return monster.split(maxsplit=1)[0].lower()


def there(view: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Who is in each Region: Heroes by their seats, Monsters."""
    return {
        region["number"]: {
            "heroes": [
                seat for seat, player in enumerate(view["players"]) if player["hero_region"] == region["number"]
            ],
            "monsters": [one for one in view["monsters"] if one["region"] == region["number"]],
        }
        for region in view["regions"]
    }


def spots(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Every Region with its plate and what stands there, each sign and piece at its place beside the others."""
    found, inside = [], there(view)
    for region in view["regions"]:
        pieces = standing(view, region, inside[region["number"]])
        width = sum(WIDTHS[piece["draw"]] for piece in pieces)
        scale = round(min(1.0, CROWDED / max(width, 1)), 2)
        found.append({"number": region["number"], **plate(region), "pieces": pieces, "scale": scale})
    return found


def plate(region: dict[str, Any]) -> dict[str, Any]:
    """Number, then who controls the Region or how strong its people are, then what is built there (LR-2)."""
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
        {"draw": "monster", "clan": one["ring"], "name": one["name"], "of": drawing(one["name"]), **wounds(one)}
        for one in inside["monsters"]
    ]
    x = -sum(WIDTHS[piece["draw"]] for piece in pieces) / 2
    for piece in pieces:
        piece["x"] = round(x + WIDTHS[piece["draw"]] / 2, 1)
        x += WIDTHS[piece["draw"]]
    return pieces


def wounds(monster: dict[str, Any]) -> dict[str, int]:
    """How many spaces of a Monster are covered, and how many there are."""
    return {"covered": sum(seat is not None for seat in monster["wounds"]), "spaces": len(monster["wounds"])}


def ships(view: dict[str, Any]) -> dict[str, list[int]]:
    """The Drakkars on each Sea, by their owners' seats."""
    found: dict[str, list[int]] = {}
    for seat, player in enumerate(view["players"]):
        if player["drakkar"]:
            found.setdefault(player["drakkar"], []).append(seat)
    return found
