"""The target of a choice: a place on the map (a Region, a Sea, a Realm, a field of the wheel), or a card."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from drakkar.page.steps import ChoiceData, Part, parts_of

# The only action without a field on the wheel.
BESIDE_THE_WHEEL: Final = "build statue"


def place_of(view: dict[str, Any], parts: Iterable[Part]) -> str:
    """The place on the map, or the Wound space of a Hunt, that a choice refers to; or an empty string."""
    words = {kind: word for kind, _, word in parts}
    for sort in ("region", "sea", "realm"):
        if sort in words:
            return words[sort]
    if words.get("action") in view["wheel"]:
        return words["action"]
    if "space" in words:
        return f"space {words['space']}"
    if "monster" in words:
        return next((str(one["region"] or "") for one in view["monsters"] if one["name"] == words["monster"]), "")
    if "god" in words:
        return next((str(one["number"]) for one in view["regions"] if one["statue"] == words["god"]), "")
    return ""


def card_of(parts: Iterable[Part]) -> str:
    """The card that a choice refers to, or an empty string."""
    return next((word for kind, _, word in parts if kind == "card"), "")


def sought(choices: list[ChoiceData], of: Callable[[tuple[Part, ...]], str]) -> dict[str, dict[str, Any]]:
    """Choices by target: the choice with its number; no choice, but the id of the first, if there are several."""
    found: dict[str, dict[str, Any]] = {}
    for number, choice in enumerate(choices):
        thing = of(parts_of(choice))
        if thing in found:
            found[thing]["path"] = ""
        elif thing:
            found[thing] = {"path": choice["text"], "number": number + 1, "id": f"c{number}"}
    return found


def named(event: dict[str, Any]) -> list[str]:
    """The places on the map that an event names; its origin comes last."""
    ids, data = event["ids"], event["data"]
    found = [str(ids[field]) for field in ("region", "origin") if field in ids]
    found += [str(data["sea"])] if "sea" in ids else []
    found += [str(data["realm"]).capitalize()] if "realm" in ids else []
    action = str(data.get("action", "")).lower()
    return found + ([action] if action and action != BESIDE_THE_WHEEL else [])


def held(view: dict[str, Any], seat: int) -> frozenset[str]:
    """The Regions where a player has control, Armies or the Hero."""
    found = {str(one["number"]) for one in view["regions"] if one["control"] == seat or str(seat) in one["armies"]}
    return frozenset(found | {str(view["players"][seat]["hero_region"])})
