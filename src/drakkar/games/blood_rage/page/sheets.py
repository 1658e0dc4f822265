"""Clan sheets, and a clan's strength in a province, figure by figure."""

from typing import Any, Final

from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.drawings import card_drawing
from drakkar.page.game_page import Document
from drakkar.page.translator import PageTranslator

LAST_STEP: Final = 6
LEGENDARY: Final = 4
MOST_RAGE: Final = 12
# The slots of a sheet (BR-3.17): the kind of upgrade, and the icon of an empty slot.
SLOTS: Final = (
    ("leader", "crown"),
    ("warrior", "helm"),
    ("ship", "ship"),
    ("monster", "beast"),
    ("monster", "beast"),
    ("clan", "clan"),
    ("clan", "clan"),
    ("clan", "clan"),
)
PRINTED_STRENGTH: Final = {"warrior": 1, "leader": 3, "ship": 2}


def how_many(zone: Any) -> int:
    """The number of cards in a zone, visible or hidden."""
    return int(zone["hidden"]) if isinstance(zone, dict) else len(zone)


def sheets(document: Document, words: PageTranslator) -> list[dict[str, Any]]:
    """All clan sheets, by seat."""
    view = document["view"]
    asked = {one["seat"]: one["prompt"]["code"] for one in document["owed"]}
    fight = view["battle"]
    return [
        {
            "seat": seat,
            "who": document["seats"][seat],
            "clan": clan["name"],
            "letter": words.letter(clan["name"]),
            "asked": seat in asked,
            "turn": view["turn"] == seat,
            "first": view["first_player"] == seat,
            "fights": fight is not None and seat in fight["participants"],
            "rage": clan["rage"],
            "glory": clan["glory"],
            "passed": clan["passed"],
            "spent": view["phase"] == "Action" and not clan["rage"] and not clan["passed"],
            "track": [_mark(number, clan["rage"], clan["stats"]["rage"]["value"]) for number in range(MOST_RAGE)],
            "stats": clan["stats"],
            "steps": {name: _steps(stat["step"]) for name, stat in clan["stats"].items()},
            "on_board": clan["on_board"],
            "hand": how_many(clan["hand"]) + how_many(clan["aside"]),
            "known": [shown(face) for face in clan["known"]],
            "quests": how_many(clan["quests"]),
            "reserve": clan["reserve"],
            "valhalla": clan["valhalla"],
            "slots": _slots(clan),
            "clock": document["clocks"][seat] if document["clocks"] else None,
        }
        for seat, clan in enumerate(view["clans"])
    ]


def _mark(number: int, rage: int, stat: int) -> str:
    if number < rage:
        return "full"
    return "spent" if number < stat else "off"


def _steps(step: int) -> tuple[str, ...]:
    """BR-18.1: six steps, the last three of them legendary."""
    return tuple(
        f"{'on' if number <= step else 'off'}{'' if number < LEGENDARY else ' leg'}"
        for number in range(1, LAST_STEP + 1)
    )


def _slots(clan: dict[str, Any]) -> list[dict[str, Any]]:
    """Every slot with the upgrade in it."""
    found: list[dict[str, Any]] = []
    for kind, icon in SLOTS:
        number = 1 + len([slot for slot in found if slot["kind"] == kind])
        cards = [up["card"] for up in clan["upgrades"] if up["slot"] == kind and up["number"] == number]
        draw = card_drawing(cards[0]["name"]) if cards else ""
        found.append({"kind": kind, "icon": icon, "draw": draw, "number": number, "card": cards[0] if cards else None})
    return found


def strength_of(clan: dict[str, Any], figure: str) -> int:
    """BR-3.9, BR-3.13: the printed strength, the upgrade's strength, or the strength on a Monster's card."""
    for up in clan["upgrades"]:
        if up["card"]["name"] == figure or (up["slot"] == figure and figure in PRINTED_STRENGTH):
            return int(up["card"]["strength"])
    return PRINTED_STRENGTH.get(figure, 0)


def force(
    clan: dict[str, Any], seat: int, here: dict[str, int], beside: dict[str, int], strength: int
) -> dict[str, Any]:
    """A clan in a province: its figures one by one, the fjord's last, and the difference that cards make."""
    parts: list[dict[str, Any]] = [
        {"figure": figure, "strength": strength_of(clan, figure), "fjord": fjord}
        for figures, fjord in ((here, False), (beside, True))
        for figure, number in sorted(figures.items(), key=lambda kind: FIGURE_WORDS.full.index(kind[0]))
        for _ in range(number)
    ]
    counted = sum(int(part["strength"]) for part in parts)
    return {
        "clan": clan["name"],
        "seat": seat,
        "strength": strength,
        "parts": parts,
        "here": here,
        "beside": beside,
        "more": strength - counted if strength else 0,
    }
