"""A choice of Lords of Ragnarok step by step, and choices that a player may look for though they are illegal."""

from typing import Any, Final

from drakkar.core.notation import Verb
from drakkar.games.lords_of_ragnarok.board import GODS, REALMS
from drakkar.games.lords_of_ragnarok.card import COMBAT, of_kind
from drakkar.games.lords_of_ragnarok.choices import (
    ACTION,
    ACTION_NAMES,
    ACTIVATE,
    ALLY,
    ATTRIBUTE_NAMES,
    COMBINE,
    FORGE,
    HEAL,
    LIFT_ARMY,
    MONSTER_NAMES,
    MOVE,
    PLAY,
    PRAY,
    PREPARATION_NAMES,
    PREPARE,
    RECRUIT,
    RUNE_ACTION,
    RUNE_ACTION_NAMES,
    SAIL,
    SEA_WORDS,
    STATUE,
    STRIKE,
    TAKE_MONSTER,
    TEMPLE,
    TRAIN,
    WALK,
    notation,
)
from drakkar.games.lords_of_ragnarok.page import moves
from drakkar.games.lords_of_ragnarok.page.places import place_of
from drakkar.page.game_page import Document
from drakkar.page.steps import ChoiceData, Step, following, opened, parts_of, path_of, steps_of, whole
from drakkar.page.translator import PageTranslator

BUILD_STATUE: Final = "action build statue"
# Verbs of a question with several of them: first what is done, then where.
IN_STEPS: Final = ("walk", "sail", "heal")
# The options of a question that keep their places, legal or not: all choices of a verb.
FIXED: Final[dict[str, tuple[Verb, int]]] = {
    "action": (ACTION, len(ACTION_NAMES)),
    "rune_stage": (RUNE_ACTION, len(RUNE_ACTION_NAMES)),
    "prayer": (PRAY, GODS),
    "prepare": (PREPARE, len(PREPARATION_NAMES)),
    "statue": (STATUE, GODS),
}
# LR-12.2 to LR-12.4, LR-12.6: Rune actions that do not cost two different Runes.
PRICES: Final = {"take monster": "price_monster", "boss": "price_boss", "ally": "price_one"}
THREE_RUNES: Final = ("raise", "draw two")
# Reasons of places that are out of reach: the map tells them, and there is no button.
FAR: Final = frozenset(
    (
        "not_near",
        "no_march",
        "no_step",
        "no_sea_step",
        "not_by_drakkar",
        "realm_far",
        "no_shrine",
        "not_controlled",
        "not_yours",
    )
)


def steps(choice: ChoiceData) -> tuple[Step, ...]:
    """The steps of a choice, in the order in which they are made."""
    if "group" in choice:
        return moves.steps(choice)
    if ACTIVATE.has(choice["code"]):
        return (moves.mover([choice]),)
    if LIFT_ARMY.has(choice["code"]):  # LR-14.7: beside sailing the Drakkar
        return (Step("action", "lift"), moves.army(choice))
    if STRIKE.has(choice["code"]):  # LR-18.16: a card, then its space
        return steps_of({**choice, "implied": True})
    if COMBINE.has(choice["code"]):  # LR-18.17: beside the spaces that the first card can cover alone
        first = parts_of(choice)[:1]
        return (Step("card", first[0][2], first), whole(choice))
    return steps_of(choice) if choice["verb"] in IN_STEPS else (whole(choice),)


def is_guarded(choice: ChoiceData) -> bool:
    """LR-16.1: Build Statue clears the wheel and may bring Ragnarok."""
    return bool(choice["text"] == BUILD_STATUE)


def question_of(document: Document) -> str:
    """The code of the question that the seat must answer; empty if there is none."""
    owed = document["owed"] if document["seat"] is not None else ()
    return next((str(one["prompt"]["code"]) for one in owed if one["seat"] == document["seat"]), "")


def price_of(rune_action: str) -> str:
    """LR-12.2 to LR-12.6: the name of the Runes that a Rune action costs."""
    if rune_action in PRICES:
        return PRICES[rune_action]
    return "price_three" if rune_action in THREE_RUNES else "price_two"


def candidates(view: dict[str, Any]) -> list[int]:
    """Choices that a player might want to make: all that the question knows, in every place."""
    asked = next((one["prompt"]["code"] for one in view["owed"] if one["seat"] == view["seat"]), "")
    table, seat = view["table"], view["seat"]
    if asked in FIXED:
        verb, count = FIXED[asked]
        hero = table["players"][seat]["hero_region"]
        return [*(verb.code(at) for at in range(count)), *([FORGE.code(hero)] if asked == "prayer" else [])]
    numbers = [int(region["number"]) for region in table["regions"]]
    if asked in moves.ON_THE_WAY and view.get("made"):
        return []  # the first step has the reasons of all places
    if asked in ("hero_action", "walk_on", "sail_on"):
        return [
            *(WALK.code(number) for number in numbers if asked != "sail_on"),
            *(SAIL.code(sea) for sea in range(len(SEA_WORDS.full)) if asked != "walk_on"),
            *(HEAL.code(which) for which in range(len(ATTRIBUTE_NAMES)) if asked == "hero_action"),
        ]
    if asked in ("manoeuvre", "mobilize"):
        return armies_of(table, seat)
    if asked in ("activated", "march_on"):
        return [*(MOVE.code(number) for number in numbers), *([TRAIN.code()] if asked == "activated" else [])]
    if asked == "temple":
        return [TEMPLE.code(number) for number in numbers]
    if asked in ("reinforce", "muspelheim"):
        return [RECRUIT.code(number) for number in numbers]
    return _pieces(asked, table, seat)


def _pieces(asked: str, table: dict[str, Any], seat: int) -> list[int]:
    """Choices that name a Realm, a Monster on the board, or a card of the hand."""
    if asked == "realm":
        return [ALLY.code(realm) for realm in range(REALMS)]
    if asked == "take_monster":
        here = [one["name"] for one in table["monsters"] if one["region"]]
        return [TAKE_MONSTER.code(MONSTER_NAMES.index(name)) for name in here]
    if asked == "battle":
        return [PLAY.code(card.number) for card in of_kind(COMBAT) if card.name in table["players"][seat]["hand"]]
    return []


def armies_of(table: dict[str, Any], seat: int) -> list[int]:
    """LR-13.2: to activate each of a player's Armies; equal ones are one choice."""
    found = []
    for region in table["regions"]:
        values: list[int] = next((there for owner, there in region["armies"].items() if int(owner) == seat), [])
        found += [ACTIVATE.code(value, region["number"]) for value in sorted(set(values))]
    return found


def fixed(document: Document, words: PageTranslator) -> dict[Step, dict[str, Any]]:
    """The options of a question that keep their places, each with the reason if it is illegal."""
    asked = question_of(document)
    refused = {no["choice"]["code"]: no for no in document.get("refused", ())}
    legal = {choice["code"] for choice in document["choices"]}
    if asked == "hero_action":
        reasons = {verb: [no for no in refused.values() if no["choice"]["verb"] == verb] for verb in IN_STEPS}
        unhurt = {"text": words.page("unhurt"), "rule": "LR-5.9"}
        return {
            Step("action", verb): unhurt if verb == "heal" else dict(nos[0]) if nos else {}
            for verb, nos in reasons.items()
        }
    if asked not in FIXED:
        return {}
    verb, count = FIXED[asked]
    found, shown = {}, {*refused, *legal}
    for at in range(count):
        code = verb.code(at)
        choice = notation.choice(code).to_json()
        if code in shown and not is_guarded(choice):
            found[whole(choice)] = _priced(refused.get(code, {}), words)
    return found


def _priced(refused: dict[str, Any], words: PageTranslator) -> dict[str, Any]:
    """The reason against a choice; the price of a Rune action that cannot be paid."""
    if refused.get("code") != "cannot_pay":
        return dict(refused)
    action = next(part["word"] for part in refused["choice"]["parts"] if part["kind"] == "rune_action")
    return {"text": words.page("needs_runes", price=words.page(price_of(action))), "rule": refused["rule"]}


def numbered(document: Document, at: str, words: PageTranslator) -> dict[str, dict[str, Any]]:
    """The places of the next step, each with the number of its button and its path; no path if it has several."""
    ids = {steps(choice): f"c{at}" for at, choice in enumerate(document["choices"]) if not is_guarded(choice)}
    ways = list(ids)
    made = opened(ways, at)
    kept = [] if made else list(fixed(document, words))
    order = list(dict.fromkeys((*kept, *following(ways, made))))
    legal = set(following(ways, made))
    found: dict[str, dict[str, Any]] = {}
    for number, step in enumerate(order, 1):
        place = place_of(document["view"], step.parts)
        if place and step in legal:
            path = "" if place in found else path_of((*made, step))
            found[place] = {"number": number, "path": path, "id": ids.get((*made, step), "")}
    return found
