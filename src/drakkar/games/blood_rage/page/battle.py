"""A battle by stages: call, cards, reveal, effects, late cards, totals, spoils."""

from typing import Any, Final

from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.sheets import force, how_many
from drakkar.page.game_page import Document, Events

CALL, CARDS, REVEAL, EFFECTS, LATE, COMPARE, SPOILS = STAGES = (
    "call",
    "cards",
    "reveal",
    "effects",
    "late",
    "compare",
    "spoils",
)
# The stage of each question.
ASKED_IN: Final = {"call": CALL, "card": CARDS, "use_quest": REVEAL, "late": LATE}
# The smallest total that fills the width of the bars.
LEAST_SCALE: Final = 8
# Up to this many clans have tall rows; with more, rows are flat, to leave room for the cards below.
FEW: Final = 2


def battle(document: Document, events: Events) -> dict[str, Any]:
    """The public state of the current battle."""
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
    if stage == SPOILS:  # they fall on the map, where their questions are answered
        return {"on": False}
    return {
        "of": "b",
        "lines": [],
        "winner": None,
        **laid_out(place, fight["pillager"], stage, rows, clans),
    }


def laid_out(
    place: dict[str, Any], pillager: int, stage: str, rows: list[dict[str, Any]], clans: list[str]
) -> dict[str, Any]:
    """The template values: clans from the pillager on, the leader, and every total as bars."""
    rows = sorted(rows, key=lambda row: (row["seat"] - pillager) % len(clans))
    totals = sorted((row["total"] for row in rows), reverse=True)
    scale = max(LEAST_SCALE, *totals)
    for row in rows:
        row["leads"] = row["total"] == totals[0] and totals.count(totals[0]) == 1
        row["tied"] = row["total"] == totals[0] and totals.count(totals[0]) > 1
        row["behind"] = totals[0] - row["total"]
        row["bars"] = _bars(row, scale)
        row["shown"] = max(1, len(row["cards"]))
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
    """One clan: its figures, its cards and its total."""
    total = clan["strength"] + sum(card["value"] for card in cards)
    return {**clan, "cards": cards, "face_down": face_down, "total": total}


def _since_declared(events: Events) -> Events:
    """The events of the current battle."""
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] == "pillage_declared":
            return events[number:]
    return []


def stage_of(document: Document, since: Events) -> str:
    """The current stage of the battle."""
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
    """A clan in the current battle."""
    played = fight["played"][seat]
    seen = played if isinstance(played, list) else []
    cards = [
        {
            **shown(face),
            "value": face["counts"] if fight["revealed"] else face.get("bonus", 0),
            "late": number > 0,
            "cancelled": face.get("cancelled", False),
        }
        for number, face in enumerate(seen)
    ]
    return row(clan, cards, 0 if seen else how_many(played))


def _bars(row: dict[str, Any], scale: int) -> list[dict[str, Any]]:
    """The parts of a total side by side, in percent of the width."""
    parts = [
        {**part, "sort": "figure", "draw": drawing(part["figure"], row["clan"]), "value": part["strength"]}
        for part in row["parts"]
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
    """Totals, Glory and losses that each battle choice would lead to if nobody responded, the own clan first."""
    if document["view"]["battle"] is None:
        return []
    own = document["view"]["clans"][document["seat"]]["name"]
    return [
        {
            "choice": choice,
            "totals": sorted(preview["contest"]["totals"].items(), key=lambda total: total[0] != own),
            "winner": preview["contest"]["winner"],
            "gains": _gains(preview["changes"], own),
        }
        for choice in document["choices"]
        if (preview := document.get("previews", {}).get(choice["text"], {})).get("contest") is not None
    ]


def _gains(changes: dict[str, dict[str, int]], own: str) -> list[dict[str, Any]]:
    """The Glory and the fallen figures of each clan in a preview, the own clan first."""
    found = [
        {"clan": clan, "glory": change.get("glory", 0), "fallen": change.get("figures in Valhalla", 0)}
        for clan, change in sorted(changes.items(), key=lambda change: change[0] != own)
    ]
    return [one for one in found if one["glory"] or one["fallen"]]
