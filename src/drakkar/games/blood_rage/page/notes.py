"""What stands beside the steps of a choice: prices, strengths, the next step of a stat, why an action is closed."""

from typing import Any, Final

from drakkar.core.page import Document, Events, Step, Words
from drakkar.games.blood_rage.board import PLACE_NAMES, are_adjacent
from drakkar.games.blood_rage.choices import STAT_NAMES
from drakkar.games.blood_rage.clans import END_BONUS, LAST_STEP, TRACKS
from drakkar.games.blood_rage.page.cards import names_card
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.sheets import strength_of

ACTIONS: Final = ("invade", "march", "upgrade", "quest", "pillage")
# Reasons that hold wherever a figure would go.
WHEREVER: Final = ("horns_full", "invade_needs_rage")
FROM: Final = " from "
# The step of a march at which one says where it begins.
MARCH_ORIGIN: Final = 2


def free_villages(place: dict[str, Any]) -> int:
    """BR-2.5."""
    standing_there = sum(sum(figures.values()) for figures in place["figures"].values())
    return max(0, int(place["villages"]) - standing_there)


# --- Why somebody is asked

# What a raise can come from, and the same with what ends the search for it.
RAISES: Final = ("text_acts", "quest_fulfilled")
RAISES_OR_ENDS: Final = (*RAISES, "turn_begins", "phase_begins", "pillage_declared")


def answer(document: Document, choice: str, words: Words) -> str:
    """What a yes does, by what is asked; empty for whatever says it itself."""
    code = next((one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]), "")
    return words.page(f"yes_{code}") if choice == "yes" else ""


def because(document: Document, events: Events, words: Words) -> str:
    """The card that a raise comes from, or that had all cards of a battle discarded."""
    asked = [one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]]
    own = document["seats"][document["seat"]]["clan"]
    if asked == ["raise"]:
        event = next((one for one in reversed(events) if one["kind"] in RAISES_OR_ENDS), None)
        is_own = event is not None and event["kind"] in RAISES and str(event["data"]["clan"]).lower() == own
        return words.name("card", event["data"]["card"]) if event is not None and is_own else ""
    if asked == ["card"]:
        lost = False
        for event in reversed(events):
            if event["kind"] == "battle_begins":
                return ""
            lost = lost or event["kind"] == "revealed_card_lost"
            if lost and event["kind"] == "text_acts":
                return words.page("chosen_anew", card=words.name("card", event["data"]["card"]))
    return ""


# --- Notes


def note(document: Document, made: tuple[Step, ...], words: Words) -> dict[str, Any]:
    """What a step is, beyond its name."""
    step = made[-1]
    if document["seat"] is None:
        return {}
    if step.sort == "figure":
        return _figure(document, made, words)
    if step.sort == "place":
        return _place(document, made, words)
    if step.sort == "slot":
        return {"text": _replaced(document, made, words)}
    if step.sort == "card":
        return {"tip": _text(document, step.word, words)}
    return {"text": _raised(document, step.word, words)} if step.sort == "stat" else {}


def _text(document: Document, word: str, words: Words) -> str:
    """What a card of one's own says."""
    view = document["view"]
    faces = [*view["pack"], *view["clans"][document["seat"]]["hand"]]
    return next((words.short_text(face) for face in faces if names_card(word, face)), "")


def _figure(document: Document, made: tuple[Step, ...], words: Words) -> dict[str, Any]:
    """BR-3.9, BR-7.1: its drawing, its strength, its price where one is paid, and where it stands."""
    clan = document["view"]["clans"][document["seat"]]
    kind, _, origin = made[-1].word.partition(FROM)
    place = origin or _stands_in(document, made)
    return {
        "figure": drawing(kind),
        "clan": clan["name"],
        "text": f"{words.page('str')} {strength_of(clan, kind)}",
        "priced": made[0].word == "invade",
        "stands": f"{clan['name']}/{kind}/{place}" if place else "",
    }


def _stands_in(document: Document, made: tuple[Step, ...]) -> str:
    """Where the figures of a question stand: the place that was chosen, the beginning of a march, the battle."""
    view = document["view"]
    chosen = [step.word for step in made if step.sort == "place"]
    if chosen or made[0].word == "invade":
        return chosen[0] if chosen else ""
    if view["march"] is not None:
        return str(view["march"]["origin"])
    return "" if view["battle"] is None else str(view["battle"]["province"])


def _place(document: Document, made: tuple[Step, ...], words: Words) -> dict[str, Any]:
    """BR-2.5, BR-2.8: free villages for whoever goes there, figures for whoever leaves; what a fjord supports."""
    place = next(place for place in document["view"]["places"] if place["name"] == made[-1].word)
    if len(made) == MARCH_ORIGIN and made[0].word == "march":
        own = place["figures"].get(document["view"]["clans"][document["seat"]]["name"], {})
        return {"text": ", ".join(_counted(figure, number, words) for figure, number in own.items())}
    if "supports" in place:
        supported = ", ".join(words.name("place", name) for name in place["supports"])
        return {"text": words.page("supports", places=supported)}
    if made[0].word == "pillage":
        clans = [words.name("clan", clan) for clan in _may_join(document, place)]
        return {"text": words.page("may_join", clans=", ".join(clans)) if clans else words.page("nobody_joins")}
    if place["villages"] is not None and made[0].word in ("invade", "march"):
        return {"icon": "house", "number": free_villages(place), "of": "villages_free"}
    return {}


def _counted(figure: str, number: int, words: Words) -> str:
    name = words.name("figure", figure)
    return words.page("several", number=number, figure=name) if number > 1 else name


def _replaced(document: Document, made: tuple[Step, ...], words: Words) -> str:
    """BR-9.5, BR-9.11: the card that would leave its slot, and with a Monster's card its figure."""
    clan = document["view"]["clans"][document["seat"]]
    kind = next((face["kind"] for face in clan["hand"] if names_card(made[-2].word, face)), "")
    number = int(made[-1].word)
    old = [up["card"]["name"] for up in clan["upgrades"] if up["slot"] == kind and up["number"] == number]
    key = "replaces_monster" if kind == "monster" else "replaces"
    return words.page(key, card=words.name("card", old[0])) if old else ""


def _may_join(document: Document, place: dict[str, Any]) -> list[str]:
    """BR-11.4, BR-11.5: the other clans with a figure next to a province that has room for one."""
    if place["villages"] is not None and not free_villages(place):
        return []
    own = document["view"]["clans"][document["seat"]]["name"]
    here = PLACE_NAMES.index(place["name"])
    near = [one for one in document["view"]["places"] if are_adjacent(PLACE_NAMES.index(one["name"]), here)]
    clans = [clan["name"] for clan in document["view"]["clans"]]
    return [clan for clan in clans if clan != own and any(clan in one["figures"] for one in near)]


def _raised(document: Document, name: str, words: Words) -> str:
    """BR-3.6, BR-18.1: a stat from what to what, and what it would score at the end."""
    stat = document["view"]["clans"][document["seat"]]["stats"][name]
    step, track = stat["step"], TRACKS[STAT_NAMES.index(name)]
    said = words.page("stat_step", before=stat["value"], after=track[step], step=step + 1, last=LAST_STEP)
    more = END_BONUS[step] - END_BONUS[step - 1]
    return f"{said} · {words.page('stat_bonus', glory=more)}" if more else said


# --- Actions that keep their place


def actions(document: Document, words: Words) -> dict[Step, dict[str, Any]]:
    """BR-6.3: the five actions in their order, each with the reason for which it could not be taken now."""
    asked = [one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]]
    if asked != ["turn"]:
        return {}
    return {Step("action", word): _closed(document, word, words) for word in ACTIONS}


def _closed(document: Document, word: str, words: Words) -> dict[str, Any]:
    """Why an action as a whole cannot be taken: what is missing, or what the rules say of what comes nearest."""
    clan = document["view"]["clans"][document["seat"]]
    kinds = {"quest" if card["kind"] == "quest" else "upgrade" for card in clan["hand"] if card["kind"] != "battle"}
    refused = [no for no in document.get("refused", ()) if no["choice"].startswith(f"{word} ")]
    if word in ("upgrade", "quest"):
        nearest = refused if word in kinds else []
        key, rule = f"no_{word}", "BR-9.1" if word == "upgrade" else "BR-10.1"
    elif word == "invade":
        nearest = wherever(refused)
        key, rule = ("no_place", "BR-7.6") if clan["reserve"] else ("no_reserve", "BR-7.1")
    elif word == "march":
        nearest = []
        key, rule = ("no_target", "BR-8.3") if _is_in_a_province(document, clan["name"]) else ("no_march", "BR-8.1")
    else:
        nearest = []
        key, rule = "no_pillage" if clan["on_board"] else "no_figures", "BR-11.1"
    return nearest[0] if nearest else {"text": words.page(key), "rule": rule}


def wherever(refused: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the reasons against a figure those that no other place would do away with."""
    return [no for code in WHEREVER for no in refused if no.get("code") == code]


def _is_in_a_province(document: Document, clan: str) -> bool:
    return any(clan in place["figures"] for place in document["view"]["places"] if "supports" not in place)
