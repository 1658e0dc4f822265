"""Notes beside the steps of a choice: prices, strengths, the next step of a stat, why an action is unavailable."""

from typing import Any, Final

from drakkar.games.blood_rage.board import PLACE_NAMES, are_adjacent
from drakkar.games.blood_rage.choices import STAT_NAMES
from drakkar.games.blood_rage.clans import END_BONUS, LAST_STEP, TRACKS
from drakkar.games.blood_rage.page.cards import names_card
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.sheets import strength_of
from drakkar.page.game_page import Document, Events
from drakkar.page.steps import ChoiceData, Step
from drakkar.page.translator import PageTranslator

ACTIONS: Final = ("invade", "march", "upgrade", "quest", "pillage")
# Reasons that apply wherever the figure would go.
WHEREVER: Final = ("horns_full", "invade_needs_rage")
# The number of steps after which a march has its origin.
MARCH_ORIGIN: Final = 2


def free_villages(place: dict[str, Any]) -> int:
    """BR-2.5."""
    standing_there = sum(sum(figures.values()) for figures in place["figures"].values())
    return max(0, int(place["villages"]) - standing_there)


# --- Causes of a prompt

# Events that a raise can come from, and those together with the events that end the search.
RAISES: Final = ("text_acts", "quest_fulfilled")
RAISES_OR_ENDS: Final = (*RAISES, "turn_begins", "phase_begins", "pillage_declared")


def answer(document: Document, choice: ChoiceData, words: PageTranslator) -> str:
    """The label of a yes, by the question; empty for other choices."""
    code = next((one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]), "")
    return words.page(f"yes_{code}") if choice["verb"] == "yes" else ""


def because(document: Document, events: Events, words: PageTranslator) -> str:
    """The card that causes a raise, or that discarded all cards of a battle."""
    asked = [one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]]
    if asked == ["raise"]:
        event = next((one for one in reversed(events) if one["kind"] in RAISES_OR_ENDS), None)
        is_own = event is not None and event["kind"] in RAISES and event["ids"]["clan"] == document["seat"]
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


def fate(document: Document, words: PageTranslator) -> str:
    """BR-13.4, BR-13.6: what becomes of a card laid in a battle."""
    asked = [one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]]
    lays = any(choice["verb"] in ("card", "late") for choice in document["choices"])
    return words.page("card_fate") if lays and asked in (["card"], ["late"]) else ""


# --- Notes


def note(document: Document, made: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
    """Details of a step besides its name."""
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
        return {"tip": _text(document, step, words), "priced": made[0].word == "upgrade"}
    if step.sort == "action":
        return {"priced": step.word in ("invade", "upgrade")}
    return {"text": _raised(document, step.word, words)} if step.sort == "stat" else {}


def _text(document: Document, step: Step, words: PageTranslator) -> str:
    """The short text of one of the seat's own cards."""
    view = document["view"]
    faces = [*view["pack"], *view["clans"][document["seat"]]["hand"]]
    return next((words.short_text(face) for face in faces if names_card(step, face)), "")


def _figure(document: Document, made: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
    """BR-3.9, BR-7.1: a figure's drawing, strength, price if it has one, and place."""
    clan = document["view"]["clans"][document["seat"]]
    kind = made[-1].parts[0][2]
    places = [word for sort, _, word in made[-1].parts if sort == "place"]
    place = places[0] if places else _stands_in(document, made)
    return {
        "figure": drawing(kind, clan["name"]),
        "side": clan["name"],
        "text": f"{words.page('str')} {strength_of(clan, kind)}",
        "priced": made[0].word == "invade",
        "stands": f"{clan['name']}/{kind}/{place}" if place else "",
    }


def _stands_in(document: Document, made: tuple[Step, ...]) -> str:
    """The place of the figures in a question: the chosen place, the origin of the march, or the battle."""
    view = document["view"]
    chosen = [step.word for step in made if step.sort == "place"]
    if chosen or made[0].word == "invade":
        return chosen[0] if chosen else ""
    if view["march"] is not None:
        return str(view["march"]["origin"])
    return "" if view["battle"] is None else str(view["battle"]["province"])


def _place(document: Document, made: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
    """BR-2.5, BR-2.8: a target's free villages, the figures at a march's origin, the provinces a fjord supports."""
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


def _counted(figure: str, number: int, words: PageTranslator) -> str:
    name = words.name("figure", figure)
    return words.page("several", number=number, figure=name) if number > 1 else name


def _replaced(document: Document, made: tuple[Step, ...], words: PageTranslator) -> str:
    """BR-9.5, BR-9.11: the card that would leave its slot; a Monster's card takes its figure with it."""
    clan = document["view"]["clans"][document["seat"]]
    kind = next((face["kind"] for face in clan["hand"] if names_card(made[-2], face)), "")
    number = int(made[-1].word)
    old = [up["card"]["name"] for up in clan["upgrades"] if up["slot"] == kind and up["number"] == number]
    key = "replaces_monster" if kind == "monster" else "replaces"
    return words.page(key, card=words.name("card", old[0])) if old else ""


def _may_join(document: Document, place: dict[str, Any]) -> list[str]:
    """BR-11.4, BR-11.5: the other clans with a figure adjacent to a province with room."""
    if place["villages"] is not None and not free_villages(place):
        return []
    own = document["view"]["clans"][document["seat"]]["name"]
    here = PLACE_NAMES.index(place["name"])
    near = [one for one in document["view"]["places"] if are_adjacent(PLACE_NAMES.index(one["name"]), here)]
    clans = [clan["name"] for clan in document["view"]["clans"]]
    return [clan for clan in clans if clan != own and any(clan in one["figures"] for one in near)]


def _raised(document: Document, name: str, words: PageTranslator) -> str:
    """BR-3.6, BR-18.1: a stat before and after the raise, and its bonus at the end of the game."""
    stat = document["view"]["clans"][document["seat"]]["stats"][name]
    step, track = stat["step"], TRACKS[STAT_NAMES.index(name)]
    said = words.page("stat_step", before=stat["value"], after=track[step], step=step + 1, last=LAST_STEP)
    more = END_BONUS[step] - END_BONUS[step - 1]
    return f"{said} · {words.page('stat_bonus', glory=more)}" if more else said


# --- Fixed actions


def actions(document: Document, words: PageTranslator) -> dict[Step, dict[str, Any]]:
    """BR-6.3: the five actions in order, each with the reason if it is unavailable."""
    asked = [one["prompt"]["code"] for one in document["owed"] if one["seat"] == document["seat"]]
    if asked != ["turn"]:
        return {}
    return {Step("action", word): _closed(document, word, words) for word in ACTIONS}


def _closed(document: Document, word: str, words: PageTranslator) -> dict[str, Any]:
    """Why an action is unavailable as a whole: what is missing, or the refusal of the best candidate."""
    clan = document["view"]["clans"][document["seat"]]
    kinds = {"quest" if card["kind"] == "quest" else "upgrade" for card in clan["hand"] if card["kind"] != "battle"}
    refused = [no for no in document.get("refused", ()) if no["choice"]["verb"] == word]
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
    """The refusals of a figure that apply in every place."""
    return [no for code in WHEREVER for no in refused if no.get("code") == code]


def _is_in_a_province(document: Document, clan: str) -> bool:
    return any(clan in place["figures"] for place in document["view"]["places"] if "supports" not in place)
