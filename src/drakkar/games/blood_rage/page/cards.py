"""Cards as they are shown: in the hand, in the draft, in a battle."""

import re
from functools import lru_cache
from typing import Any, Final

from drakkar.core.page import Document, Step, path_of
from drakkar.games.blood_rage.cards.kinds import CARDS, Card
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.view import card_face, printed_bonus

UPGRADES: Final = ("leader", "warrior", "ship", "monster", "clan")
KIND_ICONS: Final = {"leader": "crown", "warrior": "helm", "ship": "ship", "clan": "clan"}
# Picks that a player makes in one Age, and how many players pick two at a time (BR-5.3, BR-5.6).
DEAL: Final = 8


@lru_cache(maxsize=256)
def god_of(name: str) -> str:
    """The god on a card, empty if it has none."""
    return next((card.god for card in CARDS if card.name == name), "")


def shown(face: dict[str, Any]) -> dict[str, Any]:
    """A card with what its template needs beside what is printed on it."""
    kind = face["kind"]
    sort = "upgrade" if kind in UPGRADES else kind
    god = god_of(face["name"])
    art = f"f-{drawing(face['name'])}" if kind == "monster" else f"i-{god.lower() or KIND_ICONS.get(kind, 'quest')}"
    bonus = f"+{printed_bonus(face)}" if sort == "battle" else ""
    return {**face, "sort": sort, "god": god, "art": art, "icon": sort, "printed": bonus}


def listed(card: Card) -> dict[str, Any]:
    """A card of the deck, with how many of it there are at most."""
    return {**shown(card_face(card.number)), "copies": sum(card.copies)}


def slug(face: dict[str, Any]) -> str:
    """A name for ids."""
    return re.sub(r"[^a-z]+", "", face["name"].lower()) + str(face["age"])


def names_card(word: str, face: dict[str, Any]) -> bool:
    """Whether a step of a choice means this card."""
    return word == face["name"] or word == f"{face['name']} (age {face['age']})"


def hand(document: Document, ways: list[tuple[Step, ...]], at: str) -> dict[str, Any]:
    """The seat's cards, and what can be done with each now."""
    clan = document["view"]["clans"][document["seat"]]
    own = [("hand", face) for face in _faces(clan["hand"])] + [("aside", face) for face in _faces(clan["aside"])]
    seen: dict[str, int] = {}
    cards = []
    drafting = any(choice.startswith("pick ") for choice in document["choices"])
    for zone, face in own:
        name = slug(face)
        seen[name] = seen.get(name, 0) + 1
        able = ways if zone == "hand" and not drafting else []
        uses = [way for way in able if any(step.sort == "card" and names_card(step.word, face) for step in way)]
        refused = [no for no in document.get("refused", ()) if _is_about(no["choice"], face)]
        cards.append(
            {
                **shown(face),
                "id": f"{name}-{seen[name]}",
                "zone": zone,
                "path": path_of(uses[0]) if uses else "",
                "chosen": any(path_of(way) == at for way in uses),
                "refused": refused[0] if refused and not uses else None,
                "kept": clan["keeping"] == face,
            }
        )
    quests = [shown(face) for face in _faces(clan["quests"])]
    return {"cards": cards, "quests": quests}


def hands(documents: list[Document]) -> list[dict[str, Any]]:
    """What each seat holds, by what it knows itself: the hand, what is laid aside, Quests, face-down battle cards."""
    return [_held(document, seat) for seat, document in enumerate(documents)]


def _held(document: Document, seat: int) -> dict[str, Any]:
    view = document["view"]
    clan, fight = view["clans"][seat], view["battle"]
    zones = {
        "": _faces(clan["hand"]),
        "laid_aside": _faces(clan["aside"]),
        "committed": _faces(clan["quests"]),
        "in_battle": _faces(fight["played"][seat]) if fight is not None else [],
        "in_pack": view["pack"],
    }
    return {"clan": clan["name"], "cards": [{**shown(face), "zone": zone} for zone in zones for face in zones[zone]]}


def _faces(zone: Any) -> list[dict[str, Any]]:
    return zone if isinstance(zone, list) else []


def _is_about(choice: str, face: dict[str, Any]) -> bool:
    return choice.endswith((f" {face['name']}", f" {face['name']} (age {face['age']})"))


def draft(document: Document, at: str) -> dict[str, Any]:
    """The cards to pick from, and what the seat took and passed on before."""
    view, choices = document["view"], document["choices"]
    picks = [choice.removeprefix("pick ") for choice in choices if choice.startswith("pick ")]
    seen: dict[str, int] = {}
    pack = []
    for face in view["pack"]:
        name = slug(face)
        seen[name] = seen.get(name, 0) + 1
        path = next((word for word in picks if names_card(word, face)), "")
        pack.append(
            {
                **shown(face),
                "id": f"{name}-{seen[name]}",
                "path": path,
                "key": picks.index(path) + 1 if path else "",
                "chosen": bool(at) and path == at and seen[name] == 1,
            }
        )
    seats = len(view["clans"])
    rounds = [
        {"took": [face["name"] for face in held["took"]], "passed": [face["name"] for face in held["passed_on"]]}
        for held in view["draft"]
        if held["took"]
    ]
    at_once = 2 if seats == 2 else 1
    taken = sum(len(held["took"]) for held in view["draft"])
    return {
        "on": view["phase"] == "Gods' Gifts" and bool(view["pack"]),
        "pack": pack,
        "rounds": rounds,
        "waits": document["seat"] not in [owed["seat"] for owed in document["owed"]],
        "picks": range(1, 7),
        "pick": taken + 1,
        "at_once": at_once,
        "asks": "choose_one" if at_once == 1 else ("choose_second" if taken % at_once else "choose_two"),
        "left": view["clans"][(document["seat"] + 1) % seats]["name"],
    }
