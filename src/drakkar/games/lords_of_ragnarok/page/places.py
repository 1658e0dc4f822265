"""What a choice is about: a place on the map (a Region, a Sea, a Realm, a field of the wheel), or a card."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from drakkar.games.lords_of_ragnarok.choices import notation


@lru_cache(maxsize=4096)
def told(choice: str) -> dict[str, str]:
    """The words in a choice, by what they name."""
    codes = notation.read(choice)
    if not codes:
        return {}
    verb, words, _ = notation.taken_apart(codes[0])
    return dict(zip(verb.sorts, words, strict=True))


def place_of(view: dict[str, Any], choice: str) -> str:
    """Where it would happen; empty if that is nowhere on the map, or has been said already."""
    words = told(choice)
    for sort in ("region", "sea", "realm"):
        if sort in words:
            return words[sort]
    if words.get("action") in view["wheel"]:
        return words["action"]
    if "monster" in words:
        return next((str(one["region"] or "") for one in view["monsters"] if one["name"] == words["monster"]), "")
    if "god" in words:
        return next((str(one["number"]) for one in view["regions"] if one["statue"] == words["god"]), "")
    return ""


def card_of(choice: str) -> str:
    """The card that it is about; empty if it is about none."""
    return told(choice).get("card", "")


def sought(choices: list[str], of: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    """What choices are about: the choice with its number, or where the first of them stands if there are several."""
    found: dict[str, dict[str, Any]] = {}
    for number, choice in enumerate(choices):
        thing = of(choice)
        if thing in found:
            found[thing]["path"] = ""
        elif thing:
            found[thing] = {"path": choice, "number": number + 1, "id": f"c{number}"}
    return found
