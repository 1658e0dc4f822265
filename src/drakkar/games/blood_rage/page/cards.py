"""Cards on the page: in the hand, in the draft, in a battle."""

import re
from functools import lru_cache
from typing import Any, Final

from drakkar.games.blood_rage.card import CARDS, Card
from drakkar.games.blood_rage.page.drawings import card_drawing
from drakkar.games.blood_rage.page.steps import steps
from drakkar.games.blood_rage.view import card_face, printed_bonus
from drakkar.page.game_page import Document
from drakkar.page.steps import ChoiceData, Step, path_of

UPGRADES: Final = ("leader", "warrior", "ship", "monster", "clan")
DRAFT: Final = "Gods' Gifts"
# Cards dealt to each player in an Age (BR-5.2).
DEAL: Final = 8
# Cards that each player takes in an Age (BR-5.4).
PICKS: Final = 6


@lru_cache(maxsize=256)
def god_of(name: str) -> str:
    """The god on a card, or an empty string."""
    return next((card.god for card in CARDS if card.name == name), "")


def shown(face: dict[str, Any]) -> dict[str, Any]:
    """A card face with the extra values of its template."""
    kind = face["kind"]
    sort = "upgrade" if kind in UPGRADES else kind
    god = god_of(face["name"])
    bonus = f"+{printed_bonus(face)}" if sort == "battle" else ""
    price = {"cost": face["price"]} if "price" in face else {}
    art = card_drawing(face["name"])
    return {**face, **price, "sort": sort, "god": god, "art": art, "icon": sort, "printed": bonus}


def listed(card: Card) -> dict[str, Any]:
    """A card of the deck with its maximum number of copies."""
    return {**shown(card_face(card.number)), "copies": sum(card.copies)}


def slug(face: dict[str, Any]) -> str:
    """A card's part of an element id."""
    return re.sub(r"[^a-z]+", "", face["name"].lower()) + str(face["age"])


def names_card(step: Step, face: dict[str, Any]) -> bool:
    """Whether a step of a choice names this card."""
    return any((sort, number) == ("card", face["id"]) for sort, number, _ in step.parts)


def hand(document: Document, ways: list[tuple[Step, ...]], at: str) -> dict[str, Any]:
    """The seat's cards with the current choices for each."""
    clan = document["view"]["clans"][document["seat"]]
    own = [("hand", face) for face in _faces(clan["hand"])] + [("aside", face) for face in _faces(clan["aside"])]
    is_draft = document["view"]["phase"] == DRAFT
    took = [face["id"] for held in document["view"]["draft"] for face in held["took"]]
    seen: dict[str, int] = {}
    cards = []
    drafting = any(choice["verb"] == "pick" for choice in document["choices"])
    for zone, face in own:
        name = slug(face)
        seen[name] = seen.get(name, 0) + 1
        able = ways if zone == "hand" and not drafting else []
        uses = [way for way in able if any(names_card(step, face) for step in way)]
        refused = [no for no in document.get("refused", ()) if _is_about(no["choice"], face)]
        cards.append(
            {
                **shown(face),
                "id": f"{name}-{seen[name]}",
                "zone": zone,
                "path": path_of(shared(uses)),
                "chosen": bool(at) and any(at in (path_of(way), path_of(shared(uses))) for way in uses),
                "refused": refused[0] if refused and not uses else None,
                "kept_before": is_draft and document["view"]["age"] > 1 and zone == "aside" and face["id"] not in took,
                "kept": clan["keeping"] is not None and clan["keeping"]["id"] == face["id"],
            }
        )
    quests = [shown(face) for face in _faces(clan["quests"])]
    return {"cards": cards, "quests": quests, "taken": len(took) if is_draft else None, "picks": PICKS}


def shared(ways: list[tuple[Step, ...]]) -> tuple[Step, ...]:
    """The steps that all choices begin with: a click on a card goes no further."""
    same = 0
    while ways and all(len(way) > same and way[same] == ways[0][same] for way in ways):
        same += 1
    return ways[0][:same] if ways else ()


def hands(documents: list[Document]) -> list[dict[str, Any]]:
    """What each seat holds, from its own document: hand, cards set aside, Quests, face-down battle cards, pack."""
    return [_held(document, seat) for seat, document in enumerate(documents)]


def _held(document: Document, seat: int) -> dict[str, Any]:
    view = document["view"]
    clan, fight = view["clans"][seat], view["battle"]
    zones = (
        ("", _faces(clan["hand"])),
        ("laid_aside", _faces(clan["aside"])),
        ("committed", _faces(clan["quests"])),
        ("in_battle", _faces(fight["played"][seat]) if fight is not None else []),
        ("in_pack", view["pack"]),
    )
    return {"clan": clan["name"], "cards": [{**shown(face), "zone": zone} for zone, faces in zones for face in faces]}


def _faces(zone: Any) -> list[dict[str, Any]]:
    return zone if isinstance(zone, list) else []


def _is_about(choice: ChoiceData, face: dict[str, Any]) -> bool:
    return any((part["kind"], part["id"]) == ("card", face["id"]) for part in choice["parts"])


def draft(document: Document, at: str) -> dict[str, Any]:
    """The cards to pick from, and the cards that the seat took and passed on before."""
    view, choices = document["view"], document["choices"]
    picks = {choice["parts"][0]["id"]: path_of(steps(choice)) for choice in choices if choice["verb"] == "pick"}
    seen: dict[str, int] = {}
    pack = []
    for face in view["pack"]:
        name = slug(face)
        seen[name] = seen.get(name, 0) + 1
        path = picks.get(face["id"], "")
        pack.append(
            {
                **shown(face),
                "id": f"{name}-{seen[name]}",
                "path": path,
                "key": list(picks).index(face["id"]) + 1 if path else "",
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
        "on": view["phase"] == DRAFT and bool(view["pack"]),
        "pack": pack,
        "rounds": rounds,
        "waits": document["seat"] not in [owed["seat"] for owed in document["owed"]],
        "picks": range(1, PICKS + 1),
        "pick": taken + 1,
        "at_once": at_once,
        "asks": "choose_one" if at_once == 1 else ("choose_second" if taken % at_once else "choose_two"),
        "left": view["clans"][(document["seat"] + 1) % seats]["name"],
    }
