"""The Hunt on the page: its panel, the stakes and odds for a seat, and the words of its choices (section 18)."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.card import ATTACK, CARDS, COMBAT, of_kind
from drakkar.games.lords_of_ragnarok.page.bestiary import attack_and_special, monster_card
from drakkar.games.lords_of_ragnarok.page.hunt_odds import STEP, known_of, odds
from drakkar.page.game_page import Document, Events
from drakkar.page.steps import ChoiceData, Step
from drakkar.page.translator import PageTranslator

ALL_ATTACKS: Final = sum(card.copies for card in of_kind(ATTACK))
VALUES: Final = {card.name: int(card.facts["value"]) for card in of_kind(COMBAT)}
# Earlier rounds that the head of the panel names.
ROUNDS_SHOWN: Final = 2
# The questions of a Hunt in which the hunter deals Wounds.
WOUNDING: Final = frozenset(("hero_round", "any_space", "uncover"))
SPECIAL: Final = "Special Attack"
CERTAIN: Final = 100


def question_of(document: Document) -> str:
    """The code of the first question that is open; empty if there is none."""
    return str(document["owed"][0]["prompt"]["code"]) if document["owed"] else ""


# --- The panel


def shown(document: Document, events: Events, words: PageTranslator) -> dict[str, Any]:
    """The values of the panel of a Hunt: the Monster, the attack, the rounds, and the two bars."""
    view = document["view"]
    hunt = view["hunt"]
    monster = monster_card(view, hunt["monster"])
    return {
        "hunt": hunt,
        "one": {**monster, **texts(monster, words)},
        "attack": hunt["attack_card"],
        "left": view["decks"]["attack"]["left"],
        "all_attacks": ALL_ATTACKS,
        "rounds": rounds(document, events),
        "bars": bars(hunt),
        "live": True,
    }


def texts(monster: dict[str, Any], words: PageTranslator) -> dict[str, str]:
    """The two parts of a Monster's text, in the reader's language."""
    first, second = attack_and_special(words.card_text(monster["face"]), words.name("card", SPECIAL))
    return {"attack_text": first, "special_text": second}


def rounds(document: Document, events: Events) -> list[dict[str, Any]]:
    """LR-18.3: the rounds so far, the current one in its two halves."""
    number = 0
    for event in reversed(events):
        number += event["kind"] == "attack_played"
        if event["kind"] == "hunt_declared":
            break
    is_monsters = document["view"]["hunt"]["attack"] is not None or question_of(document) == "attack"
    number += question_of(document) == "attack"
    past = [{"says": "round_n", "number": one, "state": "done"} for one in range(max(1, number - ROUNDS_SHOWN), number)]
    return [
        *past,
        {"says": "round_monster", "number": number, "state": "now" if is_monsters else "done"},
        {"says": "round_hero", "number": number, "state": "" if is_monsters else "now"},
    ]


def bars(hunt: dict[str, Any]) -> list[dict[str, Any]]:
    """LR-18.6, LR-18.12: the defence against Rage, and Wisdom with the defence against the Weak Point, on one scale."""
    attack = hunt["attack_card"]
    if attack is None:
        return []
    played = hunt["played"] if isinstance(hunt["played"], list) else []
    cards = [{"name": name, "sort": "card", "value": VALUES[name]} for name in played]
    wisdom = {"name": "Wisdom", "sort": "attribute", "value": hunt["wisdom"]}
    total, weak = hunt["defence"], hunt["wisdom"] + hunt["defence"]
    scale = 1 + max(attack["rage"] + 1, attack["weak_point"], weak)
    return [
        _bar(
            "defence",
            cards,
            attack["rage"],
            total,
            scale,
            done=total > attack["rage"],
            lacks=attack["rage"] + 1 - total,
        ),
        _bar(
            "weak_point",
            [wisdom, *cards],
            attack["weak_point"],
            weak,
            scale,
            done=weak >= attack["weak_point"] and not hunt["cancelled"],
            lacks=attack["weak_point"] - weak,
        ),
    ]


def _bar(
    of: str, parts: list[dict[str, Any]], goal: int, total: int, scale: int, *, done: bool, lacks: int
) -> dict[str, Any]:
    """One bar: its parts side by side, the mark of its goal, and whether it is reached."""
    at, found = 0, []
    for part in parts:
        found.append({**part, "x": round(100 * at / scale, 2), "width": round(100 * part["value"] / scale, 2)})
        at += part["value"]
    mark = round(100 * goal / scale, 2)
    return {"of": of, "parts": found, "goal": goal, "mark": mark, "total": total, "done": done, "lacks": lacks}


# --- Odds and stakes


def expected(document: Document, words: PageTranslator) -> dict[str, Any]:
    """The odds and stakes of the current Hunt, or of every Hunt that the seat may begin."""
    view, hunt = document["view"], document["view"]["hunt"]
    if hunt:
        monsters, seat = [hunt["monster"]], hunt["hunter"]
    else:
        monsters, seat = hunted(document), document["seat"]
    attack = hunt["attack_card"] if hunt else None
    is_hit = attack is not None and not hunt["cancelled"] and hunt["defence"] <= attack["rage"]
    hit = hit_of(view, hunt, words) if is_hit else ""
    return {
        "hunts": [_stakes(document, name, seat, words) for name in monsters],
        "hunter": None if seat is None else view["players"][seat]["clan"],
        "is_mine": seat == document["seat"],
        "hit": hit,
    }


def hit_of(view: dict[str, Any], hunt: dict[str, Any], words: PageTranslator) -> str:
    """What the played attack does; a Special Attack stands on the Monster's card."""
    attack = hunt["attack_card"]
    special = texts(monster_card(view, hunt["monster"]), words)["special_text"]
    return special if attack["name"] == SPECIAL and special else words.short_text(attack)


def hunted(document: Document) -> list[str]:
    """The Monsters that the seat may hunt now."""
    found = [choice for choice in document["choices"] if choice["verb"] == "hunt"]
    return [part["word"] for choice in found for part in choice["parts"] if part["kind"] == "monster"]


def _stakes(document: Document, name: str, seat: int, words: PageTranslator) -> dict[str, Any]:
    """LR-18.27 to LR-18.29: what a Hunt brings and costs."""
    view = document["view"]
    percent = odds(known_of(document, name))
    monster, slayer = monster_card(view, name), view["players"][seat]["victory"]["slayer"]
    return {
        "monster": name,
        "of": monster["of"],
        "is_boss": monster["is_boss"],
        "open": len(monster["spaces"]) - monster["covered"],
        "said": told_odds(percent, words),
        "have": slayer["have"],
        "need": slayer["need"],
    }


def told_odds(percent: int, words: PageTranslator) -> str:
    """Odds in words; never nothing and never certain."""
    if percent < STEP:
        return words.page("hunt_odds_low", percent=STEP)
    if percent > CERTAIN - STEP:
        return words.page("hunt_odds_high", percent=CERTAIN - STEP)
    return words.page("hunt_odds", percent=percent)


# --- Choices


def answer(document: Document, choice: ChoiceData, words: PageTranslator) -> str:
    """LR-18.6, LR-18.22: what "stop" and "done" do in a Hunt."""
    hunt = (document["view"] or {}).get("hunt")
    if not hunt:
        return ""
    if choice["verb"] == "stop":
        return words.page("hunt_end_round" if hunt["wounds"] else "hunt_give_up")
    if choice["verb"] == "done" and question_of(document) == "defence":
        held = hunt["attack_card"] is not None and hunt["defence"] > hunt["attack_card"]["rage"]
        return words.page("hunt_stand", defence=hunt["defence"]) if held else words.page("hunt_take")
    return ""


def note(document: Document, steps: tuple[Step, ...], words: PageTranslator) -> dict[str, Any]:
    """The second line of a choice of a Hunt: what it brings, and what it costs."""
    view = document["view"] or {}
    hunt, step = view.get("hunt"), steps[-1]
    verb = step.word.split()[0] if step.sort == "choice" else ""
    parts = {kind: word for kind, _, word in step.parts}
    text = ""
    if verb == "hunt" and parts.get("monster") and document["seat"] is not None:
        stakes = _stakes(document, parts["monster"], document["seat"], words)
        text = f"{stakes['said']} · {words.page('hunt_fail_short')}"
    elif verb == "activate" and "monster" in parts:
        region = next(one["region"] for one in view["monsters"] if one["name"] == parts["monster"])
        text = f"{words.page('region_n', region=region)} · {_attack_of(view, parts['monster'], words)}"
    elif step.word == "attack" and question_of(document) == "move_or_attack":
        text = _attack_of(view, document["owed"][0]["prompt"]["params"]["about"], words)
    elif hunt and "space" in parts:
        text = _of_space(view, hunt, int(parts["space"]), words)
    elif hunt and verb in ("defend", "cancel", "done", "stop", "attack"):
        text = _of_round(view, verb, parts.get("card", ""), step, words)
    return {"text": text} if text else {}


def _attack_of(view: dict[str, Any], monster: str, words: PageTranslator) -> str:
    """What an activated Monster does to its Region."""
    return texts(monster_card(view, monster), words)["attack_text"]


def _of_space(view: dict[str, Any], hunt: dict[str, Any], number: int, words: PageTranslator) -> str:
    """The weapons of a Wound space, and its reward."""
    space = monster_card(view, hunt["monster"])["spaces"][number - 1]
    weapons = " + ".join(words.name("weapon", weapon) for weapon in space["weapons"])
    reward = words.name("reward", space["reward"]) if space["reward"] else words.page("no_reward")
    return f"{weapons} · {reward}"


def _of_round(view: dict[str, Any], verb: str, card: str, step: Step, words: PageTranslator) -> str:
    """What an answer in a Monster round, or the end of a Hero round, leads to."""
    hunt = view["hunt"]
    attack = hunt["attack_card"]
    if verb == "stop":
        return words.page("hunt_goes_on" if hunt["wounds"] else "hunt_fails_note")
    if verb == "attack":
        face = next((CARDS[number] for kind, number, _ in step.parts if kind == "card"), None)
        return "" if face is None else words.short_text({"name": face.name, "text": face.text, "short": face.short})
    if attack is None:
        return ""
    if verb == "cancel":
        return words.page("hunt_cancels")
    total = hunt["defence"] + (VALUES.get(card, 0) if verb == "defend" else 0)
    if verb == "done" and total <= attack["rage"]:
        return hit_of(view, hunt, words)
    held = words.page("hunt_holds" if total > attack["rage"] else "hunt_too_low", total=total, rage=attack["rage"])
    is_found = hunt["wisdom"] + total >= attack["weak_point"]
    return f"{held} · {words.page('hunt_finds')}" if is_found else held
