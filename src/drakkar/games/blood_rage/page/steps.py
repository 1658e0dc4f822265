"""A choice of Blood Rage, step by step: what is done, with which figure or card, and where."""

import re
from functools import lru_cache
from typing import Any, Final

from drakkar.core.page import Step
from drakkar.games.blood_rage.board import BOARD_PLACES, PLACE_NAMES, PROVINCES

_PLACE: Final = f"({'|'.join(PLACE_NAMES)})"

# Patterns of spellings, and the sorts of their steps; a step in quotes is that word itself.
_PATTERNS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (rf"(invade) (.+) {_PLACE}(?: from Valhalla)?", ("action", "figure", "place")),
    (rf"(march) {_PLACE} {_PLACE}", ("action", "place", "place")),
    (r"(upgrade) (.+) slot (\d)", ("action", "card", "slot")),
    (r"(upgrade|quest) (.+)", ("action", "card")),
    (rf"(pillage|challenge) {_PLACE}", ("action", "place")),
    (rf"(sacrifice) (.+) {_PLACE}", ("action", "figure", "place")),
    (rf"save (.+) {_PLACE}", ("figure", "place")),
    (r"join (.+ from \w+)", ("figure",)),
    (rf"move leader {_PLACE}", ("place",)),
    (r"(?:pick|card|late|first|take back) (.+)", ("card",)),
    (r"keep (?!none)(.+)", ("card",)),
    (r"raise (.+)", ("stat",)),
)
_READERS: Final = tuple((re.compile(pattern), sorts) for pattern, sorts in _PATTERNS)
_CLOSING: Final = frozenset(("pass", "decline", "done", "yes", "no", "keep none"))
_ORDER: Final = ("action", "card", "place", "figure", "slot", "stat")


def _order(step: Step) -> int:
    return _ORDER.index(step.sort)


FROM_VALHALLA: Final = " from Valhalla"


@lru_cache(maxsize=4096)
def steps(choice: str) -> tuple[Step, ...]:
    """The steps of a choice, in the order in which they are made."""
    if choice in _CLOSING:
        return (Step("choice", choice),)
    for reader, sorts in _READERS:
        found = reader.fullmatch(choice)
        if found is not None:
            words = list(found.groups())
            if choice.endswith(FROM_VALHALLA):
                words[1] += FROM_VALHALLA
            found_steps = tuple(Step(sort, str(word)) for sort, word in zip(sorts, words, strict=True))
            # With figures that stand on the map the place comes first: it is where one points.
            return found_steps if words[0] == "invade" else tuple(sorted(found_steps, key=_order))
    return (Step("figure", choice),)


def candidates(view: dict[str, Any]) -> list[str]:
    """What a clan that has the turn might want to do: every figure and card of its own, everywhere."""
    asked = [one["prompt"]["code"] for one in view["owed"] if one["seat"] == view["seat"]]
    clan = view["table"]["clans"][view["seat"]]
    if asked == ["turn"]:
        hand = [card for card in clan["hand"] if card["kind"] != "battle"]
        return [
            *(f"invade {figure} {place}" for figure in clan["reserve"] for place in PLACE_NAMES[:BOARD_PLACES]),
            *_marches(view["table"]["places"], clan["name"]),
            *(f"{'quest' if card['kind'] == 'quest' else 'upgrade'} {card['name']}" for card in hand),
            *(f"pillage {place}" for place in PLACE_NAMES[:PROVINCES]),
        ]
    if asked in (["card"], ["late"]):
        return [f"{asked[0]} {card['name']}" for card in clan["hand"]]
    return []


def _marches(places: list[dict[str, Any]], clan: str) -> list[str]:
    """BR-8.1: from where a clan stands to everywhere; that it stands nowhere else is said once of each place."""
    return [
        f"march {origin['name']} {target['name']}"
        for origin in places
        for target in (places if clan in origin["figures"] else places[:1])
    ]
