"""A battle in its stages: the call, the cards, their reveal, late cards, the totals, the spoils."""

from typing import Any, Final

from drakkar.core.page import Document, Events
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.sheets import force, how_many

CALL, CARDS, REVEAL, LATE, COMPARE, SPOILS = STAGES = ("call", "cards", "reveal", "late", "compare", "spoils")
# Which stage a question belongs to.
ASKED_IN: Final = {"call": CALL, "card": CARDS, "use_quest": REVEAL, "late": LATE}
# The smallest scale of the bars.
LEAST_SCALE: Final = 8


def battle(document: Document, events: Events) -> dict[str, Any]:
    """What everybody sees of the battle that is going on."""
    view = document["view"]
    fight = view["battle"]
    if fight is None:
        return {"on": False}
    place = next(place for place in view["places"] if place["name"] == fight["province"])
    fjord = next((other for other in view["places"] if other["name"] == place.get("fjord")), None)
    since = _since_declared(events)
    rows = []
    for seat, clan in enumerate(view["clans"]):
        here = place["figures"].get(clan["name"], {})
        beside = {} if fjord is None else fjord["figures"].get(clan["name"], {})
        if here or beside or seat in fight["participants"]:
            strength = place["strength"].get(clan["name"], 0)
            rows.append(_row(fight, seat, force(clan, seat, here, beside, strength)))
    first = fight["pillager"]
    rows.sort(key=lambda row: (row["seat"] - first) % len(view["clans"]))
    totals = sorted((row["total"] for row in rows), reverse=True)
    for row in rows:
        row["leads"] = row["total"] == totals[0] and totals.count(totals[0]) == 1
        row["tied"] = row["total"] == totals[0] and totals.count(totals[0]) > 1
        row["behind"] = totals[0] - row["total"]
    scale = max(LEAST_SCALE, *totals)
    stage = stage_of(document, since)
    return {
        "on": True,
        "place": place,
        "pillager": view["clans"][first]["name"],
        "stages": [
            {"name": name, "done": number < STAGES.index(stage), "now": name == stage}
            for number, name in enumerate(STAGES)
        ],
        "stage": stage,
        "tall": len(rows) <= 3,
        "high": 43 if len(rows) <= 3 else 31,
        "rows": [{**row, "bars": _bars(row, scale)} for row in rows],
        "scale": scale,
        "winner": None if fight["winner"] is None else view["clans"][fight["winner"]]["name"],
        "revealed": fight["revealed"],
        "tied": any(row["tied"] for row in rows),
        "asked": [
            {"clan": view["clans"][one["seat"]]["name"], "code": one["prompt"]["code"]} for one in document["owed"]
        ],
        "told": [event for event in since if event["kind"] in TOLD],
    }


TOLD: Final = frozenset(("late_card_played", "late_declined", "joined", "join_declined", "text_acts", "text_cancelled"))


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
        return COMPARE if "total" in kinds else REVEAL
    return CARDS if "battle_begins" in kinds else CALL


def _row(fight: dict[str, Any], seat: int, clan: dict[str, Any]) -> dict[str, Any]:
    """One clan: its figures and its cards."""
    played = fight["played"][seat]
    seen = played if isinstance(played, list) else []
    cards = []
    for number, face in enumerate(seen):
        value = face.get("bonus")
        if value is None:
            value = fight["quest_values"][seat]
        cards.append({**shown(face), "value": value, "late": number > 0})
    return {
        **clan,
        "cards": cards,
        "face_down": 0 if seen else how_many(played),
        "lost": fight["losses"][seat],
        "total": clan["strength"] + sum(card["value"] for card in cards),
    }


def _bars(row: dict[str, Any], scale: int) -> list[dict[str, Any]]:
    """The parts of a total, side by side, in shares of the whole width."""
    parts = [
        {"sort": "figure", "figure": part["figure"], "fjord": part["fjord"], "value": part["strength"]}
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


def foreseen(document: Document) -> dict[str, Any]:
    """What each choice in a battle would come to, if nobody added anything."""
    previews = document.get("previews", {})
    fights = [
        {"choice": choice, "battle": preview["battle"], "preview": preview}
        for choice, preview in previews.items()
        if preview.get("battle") is not None
    ]
    return {"fights": fights if document["view"]["battle"] is not None else []}
