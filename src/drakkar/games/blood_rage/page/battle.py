"""A battle in its stages: the call, the cards, their reveal, their effects, late cards, the totals, the spoils."""

from typing import Any, Final

from drakkar.core.page import Document, Events
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.sheets import force, how_many

CALL, CARDS, REVEAL, EFFECTS, LATE, COMPARE, SPOILS = STAGES = (
    "call",
    "cards",
    "reveal",
    "effects",
    "late",
    "compare",
    "spoils",
)
# Which stage a question belongs to.
ASKED_IN: Final = {"call": CALL, "card": CARDS, "use_quest": REVEAL, "late": LATE}
# The smallest scale of the bars.
LEAST_SCALE: Final = 8
# So many clans have tall rows; those of more are flat, so that the cards below can be read.
FEW: Final = 2


def battle(document: Document, events: Events) -> dict[str, Any]:
    """What everybody sees of the battle that is going on."""
    view = document["view"]
    fight = view["battle"]
    if fight is None:
        return {"on": False}
    place = next(place for place in view["places"] if place["name"] == fight["province"])
    fjord = next((other for other in view["places"] if other["name"] == place.get("fjord")), None)
    rows = []
    for seat, clan in enumerate(view["clans"]):
        here = place["figures"].get(clan["name"], {})
        beside = {} if fjord is None else fjord["figures"].get(clan["name"], {})
        if here or beside or seat in fight["participants"]:
            strength = place["strength"].get(clan["name"], 0)
            rows.append(_row_of(fight, seat, force(clan, seat, here, beside, strength)))
    clans = [clan["name"] for clan in view["clans"]]
    stage = stage_of(document, _since_declared(events))
    return {
        "of": "b",
        "scene": "",
        "quiet": False,
        "lines": [],
        "winner": None,
        **laid_out(place, fight["pillager"], stage, rows, clans),
    }


def laid_out(
    place: dict[str, Any], pillager: int, stage: str, rows: list[dict[str, Any]], clans: list[str]
) -> dict[str, Any]:
    """The values for the template: clans from the pillager on, who is ahead, and the parts of every total as bars."""
    rows = sorted(rows, key=lambda row: (row["seat"] - pillager) % len(clans))
    totals = sorted((row["total"] for row in rows), reverse=True)
    scale = max(LEAST_SCALE, *totals)
    for row in rows:
        row["leads"] = row["total"] == totals[0] and totals.count(totals[0]) == 1
        row["tied"] = row["total"] == totals[0] and totals.count(totals[0]) > 1
        row["behind"] = totals[0] - row["total"]
        row["bars"] = _bars(row, scale)
    now = STAGES.index(stage)
    return {
        "on": True,
        "place": place,
        "pillager": clans[pillager],
        "stages": [{"name": name, "done": number < now, "now": number == now} for number, name in enumerate(STAGES)],
        "stage": stage,
        "tall": len(rows) <= FEW,
        "high": 43 if len(rows) <= FEW else 26,
        "rows": rows,
    }


def row(clan: dict[str, Any], cards: list[dict[str, Any]], face_down: int) -> dict[str, Any]:
    """One clan: its figures, its cards, and what they come to."""
    total = clan["strength"] + sum(card["value"] for card in cards)
    return {**clan, "cards": cards, "face_down": face_down, "total": total}


def _since_declared(events: Events) -> Events:
    """What has happened in this battle."""
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] == "pillage_declared":
            return events[number:]
    return []


def stage_of(document: Document, since: Events) -> str:
    """How far the battle is."""
    for one in document["owed"]:
        if one["prompt"]["code"] in ASKED_IN:
            return ASKED_IN[one["prompt"]["code"]]
    kinds = {event["kind"] for event in since}
    if kinds & {"battle_won", "battle_tied", "pillaged", "pillage_failed", "no_battle"}:
        return SPOILS
    if document["view"]["battle"]["revealed"]:
        return COMPARE if "total" in kinds else EFFECTS
    return CARDS if "battle_begins" in kinds else CALL


def _row_of(fight: dict[str, Any], seat: int, clan: dict[str, Any]) -> dict[str, Any]:
    """A clan in the battle that lies on the table."""
    played = fight["played"][seat]
    seen = played if isinstance(played, list) else []
    cards = []
    for number, face in enumerate(seen):
        value = face.get("bonus")
        if value is None:
            value = fight["quest_values"][seat]
        cards.append({**shown(face), "value": value, "late": number > 0})
    return row(clan, cards, 0 if seen else how_many(played))


def _bars(row: dict[str, Any], scale: int) -> list[dict[str, Any]]:
    """The parts of a total, side by side, in shares of the whole width."""
    parts = [
        {**part, "sort": "figure", "draw": drawing(part["figure"]), "value": part["strength"]} for part in row["parts"]
    ]
    if row["more"]:
        parts.append({"sort": "more", "value": row["more"]})
    parts += [
        {"sort": "late" if card["late"] else "card", "name": card["name"], "value": card["value"]}
        for card in row["cards"]
    ]
    found, at = [], 0
    for part in parts:
        wide = max(0, int(part["value"]))
        found.append({**part, "x": round(100 * at / scale, 2), "width": round(100 * wide / scale, 2)})
        at += wide
    return found


def foreseen(document: Document) -> list[dict[str, Any]]:
    """What each choice in a battle would come to, if nobody added anything; the clan that is asked first."""
    if document["view"]["battle"] is None:
        return []
    own = document["view"]["clans"][document["seat"]]["name"]
    return [
        {
            "choice": choice,
            "totals": sorted(preview["battle"]["totals"].items(), key=lambda total: total[0] != own),
            "winner": preview["battle"]["winner"],
        }
        for choice, preview in document.get("previews", {}).items()
        if preview.get("battle") is not None
    ]
