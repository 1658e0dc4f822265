"""A choice of Blood Rage step by step: the action, the figure or card, the place."""

from typing import Any, Final

from drakkar.games.blood_rage.board import BOARD_PLACES, PLACE_NAMES, PROVINCES
from drakkar.games.blood_rage.choices import (
    CARD,
    FIGURE_WORDS,
    INVADE,
    INVADE_FROM_VALHALLA,
    JOIN,
    LATE,
    MARCH,
    PILLAGE,
    QUEST,
    UPGRADE,
)
from drakkar.page.steps import ChoiceData, Step, steps_of

# Distinguishes figures in Valhalla from those in the reserve in a single list.
FROM_VALHALLA: Final = " from Valhalla"


def steps(choice: ChoiceData) -> tuple[Step, ...]:
    """The steps of a choice, in the order in which they are made."""
    made = steps_of(choice)
    if INVADE_FROM_VALHALLA.has(choice["code"]):
        action, figure, place = made
        return action, figure._replace(word=figure.word + FROM_VALHALLA), place
    if JOIN.has(choice["code"]):
        # A joining figure is one button, since the map shows where it comes from.
        figure, place = made
        return (Step("figure", f"{figure.word} from {place.word}", figure.parts + place.parts),)
    return made


def candidates(view: dict[str, Any]) -> list[int]:
    """Choices that the active clan might want to make: every figure and card of its own, in every place."""
    asked = [one["prompt"]["code"] for one in view["owed"] if one["seat"] == view["seat"]]
    clan = view["table"]["clans"][view["seat"]]
    if asked == ["turn"]:
        hand = [card for card in clan["hand"] if card["kind"] != "battle"]
        figures = [FIGURE_WORDS.full.index(figure) for figure in clan["reserve"]]
        return [
            *(INVADE.code(figure, place) for figure in figures for place in range(BOARD_PLACES)),
            *_marches(view["table"]["places"], clan["name"]),
            *((QUEST if card["kind"] == "quest" else UPGRADE).code(card["id"]) for card in hand),
            *(PILLAGE.code(place) for place in range(PROVINCES)),
        ]
    if asked in (["card"], ["late"]):
        verb = CARD if asked == ["card"] else LATE
        return [verb.code(card["id"]) for card in clan["hand"]]
    return []


def _marches(places: list[dict[str, Any]], clan: str) -> list[int]:
    """BR-8.1: from every place of the clan to all places; a place without its figures only gets one march."""
    numbers = [PLACE_NAMES.index(place["name"]) for place in places]
    return [
        MARCH.code(origin, target)
        for place, origin in zip(places, numbers, strict=True)
        for target in (numbers if clan in place["figures"] else numbers[:1])
    ]
