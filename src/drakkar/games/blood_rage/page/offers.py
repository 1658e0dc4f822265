"""What the choices of a turn are about: the parts of a clan sheet that offer them, and their words there."""

from typing import Any, Final

from drakkar.games.blood_rage.page.cards import names_card
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.steps import FROM_VALHALLA
from drakkar.page.game_page import Document, Series
from drakkar.page.steps import Step
from drakkar.page.translator import PageTranslator

# The number of steps after which a march has its origin.
MARCH_ORIGIN: Final = 2


def things(document: Document, made: tuple[Step, ...]) -> list[str]:
    """The parts of the seat's own sheet that the last step is about."""
    step, action = made[-1], made[0].word
    if step.sort == "figure" and action == "invade":
        return ["valhalla" if step.word.endswith(FROM_VALHALLA) else "reserve"]
    if step.sort == "card" and action == "quest":
        return ["quests"]
    if step.sort == "card" and action == "upgrade":
        return [f"slot-{_kind(document, step)}"]
    if step.sort == "slot":
        return [f"slot-{_kind(document, made[-2])}-{step.word}"]
    return [step.word] if step.sort == "stat" else []


def _kind(document: Document, step: Step) -> str:
    """The kind of an upgrade in the seat's hand."""
    hand: list[dict[str, Any]] = document["view"]["clans"][document["seat"]]["hand"]
    return next((str(face["kind"]) for face in hand if names_card(step, face)), "")


def marchers(document: Document, made: tuple[Step, ...], words: PageTranslator) -> Series | None:
    """BR-8.1: every figure at the origin of a march; the player ticks those that march."""
    if len(made) != MARCH_ORIGIN or made[0].word != "march":
        return None
    view = document["view"]
    clan = view["clans"][document["seat"]]["name"]
    here = next(place["figures"].get(clan, {}) for place in view["places"] if place["name"] == made[1].word)
    items = [
        {"choice": figure, "number": number, "label": words.name("figure", figure), "side": clan}
        | {"figure": drawing(figure, clan), "stands": f"{clan}/{figure}/{made[1].word}"}
        | {"alone": words.page("march_only", figure=words.name("figure", figure))}
        for figure, number in here.items()
    ]
    return Series(words.page("march_whom"), items, words.page("march_all"), "done")


def offer(made: tuple[Step, ...], words: PageTranslator) -> str:
    """The words of a march at its origin or its target; other choices are named by their steps."""
    if made[0].word != "march" or made[-1].sort != "place":
        return ""
    if len(made) == MARCH_ORIGIN:
        return words.page("march_from_here")
    return words.page("march_to_here", place=words.name("place", made[1].word))
