"""Lords of Ragnarok in a browser: plain panels, and a map drawn from the data."""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from drakkar.core.page import Document, Events, Page, Panel, Words
from drakkar.games.lords_of_ragnarok.page import labels
from drakkar.games.lords_of_ragnarok.page.geometry import geometry

LOSSES: Final = ("control_lost", "army_destroyed", "injured", "ring_taken_off")


class LordsOfRagnarokPage(Page):
    """The title's page."""

    style = "lords_of_ragnarok.css"
    sprite = "sprite.svg"
    folder = Path(str(files("drakkar.games.lords_of_ragnarok.page")))
    labels = labels.LABELS

    def against(self, event: dict[str, Any], clan: str) -> bool:
        """What was taken from a player."""
        return event["kind"] in LOSSES and str(event["data"]["clan"]).lower() == clan

    def board(self, document: Document, words: Words) -> dict[str, Any]:  # noqa: ARG002 - Regions have numbers
        """Lands, Seas and Yggdrasil."""
        return {"geometry": geometry(len(document["seats"]))}

    def public(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:  # noqa: ARG002
        """Stages, map, Regions, victories, players, and the fight in hand."""
        view = document["view"]
        if not view:
            return {}
        asked = {one["seat"] for one in document["owed"]}
        players = [
            {**player, "seat": seat, "asked": seat in asked, "held": count(player["hand"])}
            for seat, player in enumerate(view["players"])
        ]
        values = {"view": view, "players": players, "clans": [player["clan"] for player in players]}
        found = {
            "saga": Panel("saga.html", values, words.page("stages")),
            "land": Panel("land.html", {**values, "spots": spots(view)}, words.page("map")),
            "places": Panel("places.html", {**values, "there": there(view)}, words.page("places")),
            "ragnarok": Panel("ragnarok.html", values, words.page("victories")),
            "clans": Panel("clans.html", values, words.page("clans")),
            "battle": Panel("battle.html", values, words.page("battle"), "beside"),
        }
        for player in players:
            label = words.page("sheet_of", clan=words.name("clan", player["clan"]))
            turn = " turn" if player["asked"] else ""
            classes = f"sheet {player['clan']}{turn}"
            found[f"clan-{player['seat']}"] = Panel("sheet.html", {**values, "player": player}, label, classes)
        return found

    def private(self, document: Document, events: Events, words: Words, at: str) -> dict[str, Panel]:  # noqa: ARG002
        """The hand, and what is laid out for this seat."""
        view = document["view"]
        if not view or document["seat"] is None:
            return {}
        faces = {face["name"]: face for face in view["cards"]}
        hand = listed(view["players"][document["seat"]]["hand"])
        if view["hunt"]:
            hand = hand + listed(view["hunt"]["attack_hand"])
        offered = listed(view["offered"])
        return {
            "hand": Panel("hand.html", {"cards": [faces[name] for name in hand]}, words.page("hand", number=len(hand))),
            "draft": Panel("draft.html", {"cards": [faces[name] for name in offered]}, words.page("draft")),
        }


def count(pile: Any) -> int:
    """How many cards lie there, seen or hidden."""
    return len(pile) if isinstance(pile, list) else int(pile["hidden"])


def listed(pile: Any) -> list[str]:
    """The cards of a pile, if they are seen."""
    return pile if isinstance(pile, list) else []


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
    """What is drawn in each Region, beside one another: control and Armies, Heroes, Monsters."""
    found = []
    in_regions = there(view)
    drawn = geometry(len(view["players"]))["regions"]
    for region, shape in zip(view["regions"], drawn, strict=True):
        pieces: list[dict[str, Any]] = [
            {"draw": "army", "clan": int(seat), "text": "+".join(str(value) for value in reversed(values))}
            for seat, values in region["armies"].items()
        ]
        inside = in_regions[region["number"]]
        pieces += [{"draw": "hero", "clan": seat, "text": "H"} for seat in inside["heroes"]]
        pieces += [
            {"draw": "monster", "clan": one["ring"], "text": one["name"][:2], "name": one["name"]}
            for one in inside["monsters"]
        ]
        width = 1.25
        first = shape["x"] - width * (len(pieces) - 1) / 2
        for at, piece in enumerate(pieces):
            piece["x"], piece["y"] = round(first + width * at, 2), round(shape["y"] + 0.95, 2)
        found.append({**shape, "control": region["control"], "temple": region["temple"], "pieces": pieces})
    return found


PAGE: Final = LordsOfRagnarokPage()
