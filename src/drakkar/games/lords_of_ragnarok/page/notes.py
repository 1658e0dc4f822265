"""The second line of a button: what a choice does, what it costs, and whom it helps."""
# ruff: noqa: ARG001 - all notes are called alike

from collections.abc import Callable
from typing import Any, Final

from drakkar.games.lords_of_ragnarok.board import GOD_NAMES, REALM_NAMES, REALM_RUNE, RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.choices import ACTION_NAMES, ATTRIBUTE_NAMES, MONSTER_NAMES, PAYMENT_NAMES
from drakkar.games.lords_of_ragnarok.page.steps import price_of, question_of
from drakkar.games.lords_of_ragnarok.turn.rune_action import TAKES
from drakkar.page.game_page import Document
from drakkar.page.steps import Step
from drakkar.page.translator import PageTranslator

# LR-5.6: an injured Attribute counts 2.
INJURED_VALUE: Final = 2
# The value of an Army that Muspelheim recruits (LR-14.7).
SMALLEST: Final = 1
# The stage after each question that may be declined.
NEXT_STAGE: Final = {
    "prayer": "Hero",
    "hero_action": "Rune action",
    "walk_on": "Rune action",
    "sail_on": "Rune action",
    "rune_stage": "Manoeuvres",
    "manoeuvre": "Special action",
}
BOSS_NAME: Final = MONSTER_NAMES[BOSS]
Parts = dict[str, str]
Note = dict[str, Any]


def note(document: Document, made: tuple[Step, ...], words: PageTranslator) -> Note:
    """The second line of the last of these steps, and the drawings beside its name."""
    step = made[-1]
    if document["seat"] is None or not document["view"]:
        return {}
    if step.sort == "choice":
        known = (*document["choices"], *(no["choice"] for no in document.get("refused", ())))
        verb = next((str(choice["verb"]) for choice in known if choice["text"] == step.word), "")
        tell = NOTES.get(verb)
    else:
        tell = _does if step.sort == "action" and len(made) > 1 else PLACES.get(step.sort)
        if step.sort == "army" and question_of(document) == "niflheim":  # the Army is placed, not activated
            tell = None
    parts = {sort: word for sort, _, word in step.parts}
    return {} if tell is None else tell(document, parts, words)


def ways(document: Document, step: Step) -> dict[str, int]:
    """Progress to each victory after a choice, where its preview is sure of a change."""
    if document["seat"] is None or step.sort != "choice":
        return {}
    me = _me(document)
    preview = document.get("previews", {}).get(step.word) or {}
    changed = preview.get("changes", {}).get(me["clan"], {})
    return {
        way: int(me["victory"][way]["have"]) + int(changed[name])
        for name, way in (("lands", "jarl"), ("temples", "gothi"))
        if changed.get(name)
    }


def rune_of(monster: str) -> str:
    """LR-12.2: the Rune of a Monster."""
    return RUNE_NAMES[MONSTER_FACTS[MONSTER_NAMES.index(monster)].rune]


def rune_of_realm(realm: str) -> str:
    """LR-12.4: the Rune of a Realm."""
    return RUNE_NAMES[REALM_RUNE[REALM_NAMES.index(realm.lower())]]


def realm_of(action: str) -> str:
    """LR-6.2: the Realm in front of a field of the wheel."""
    return REALM_NAMES[ACTION_NAMES.index(action)].capitalize()


def _me(document: Document) -> dict[str, Any]:
    own: dict[str, Any] = document["view"]["players"][document["seat"]]
    return own


def _clan(document: Document, seat: int, words: PageTranslator) -> str:
    return words.name("clan", document["view"]["players"][seat]["clan"])


def _region(document: Document, number: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in document["view"]["regions"] if str(one["number"]) == number)
    return found


def _card(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """The short text of a visible card, unless the button stands beside the card itself."""
    face = next((one for one in document["view"]["cards"] if one["name"] == parts.get("card")), None)
    return {} if face is None or "weapon" in face else {"tip": words.short_text(face)}


def _use(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """The short text of a card that is used: it may lie in a list that is not on the screen."""
    return {"text": _text_of(document, parts.get("card", ""), words)}


def _text_of(document: Document, name: str, words: PageTranslator) -> str:
    return next((words.short_text(one) for one in document["view"]["cards"] if one["name"] == name), "")


# --- Places


def there(document: Document, number: str, words: PageTranslator) -> str:
    """Who and what is in a Region: its controller or Population, Armies, Heroes, Monsters, a Forge, a Temple."""
    region, view = _region(document, number), document["view"]
    control = region["control"]
    found = [
        words.page("pop_n", number=region["population"])
        if control is None
        else words.page("yours")
        if control == document["seat"]
        else words.page("held_by_clan", clan=_clan(document, control, words))
    ]
    found += [
        words.page("armies_of", clan=_clan(document, int(seat), words), values="+".join(map(str, values)))
        for seat, values in region["armies"].items()
        if int(seat) != document["seat"]
    ]
    found += [
        words.page("hero_of", clan=_clan(document, seat, words))
        for seat, player in enumerate(view["players"])
        if str(player["hero_region"]) == number and seat != document["seat"]
    ]
    found += [words.name("monster", one["name"]) for one in view["monsters"] if str(one["region"] or "") == number]
    if region["forge"] and region["forge_full"]:
        found.append(words.page("forge", rune=words.name("rune", region["forge"].capitalize())))
    if region["temple"]:
        found.append(words.page("temple"))
    return " · ".join(found)


def _place(document: Document, parts: Parts, words: PageTranslator) -> Note:
    return {"text": there(document, parts["region"], words)}


def _recruit(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-13.3: the value of the new Army, as the preview tells it, else by the rule."""
    muspelheim = question_of(document) == "muspelheim"
    value = SMALLEST if muspelheim else _me(document)["attributes"]["authority"]["value"]
    gained = _gain(document, f"recruit {parts['region']}", parts["region"])
    return {"text": f"{words.page('new_army', value=gained or value)} · {there(document, parts['region'], words)}"}


def _gain(document: Document, choice: str, number: str) -> int:
    """How much a player's Armies in a Region gain by a choice, if the preview is sure of it."""
    preview = document.get("previews", {}).get(choice)
    after = {} if preview is None else preview["strengths"].get(f"Region {number}", {})
    armies = _region(document, number)["armies"]
    before = sum(sum(values) for seat, values in armies.items() if int(seat) == document["seat"])
    return int(after.get(_me(document)["clan"], before)) - before


def _sail(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-13.3: the Regions on a Sea."""
    coast = [str(one["number"]) for one in document["view"]["regions"] if parts["sea"] in one["seas"]]
    return {"text": words.page("coast", regions=", ".join(coast))}


# --- Prayer


def _pray(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-9.4, LR-9.5: the Attribute of the god, and the bonus of the Statue's level."""
    god = parts["god"]
    which = ATTRIBUTE_NAMES[GOD_NAMES.index(god.lower())]
    level = document["view"]["statues"][god]["level"]
    gain = words.page("attribute_up", attribute=words.page(which))
    if not level:
        return {"text": gain}
    return {"text": f"{gain} · {words.page(f'favour_{god.lower()}', n=level)}"}


def _forge(document: Document, parts: Parts, words: PageTranslator) -> Note:
    region = _region(document, parts["region"])
    if not region["forge"]:
        return {}
    return {"text": words.name("rune", region["forge"].capitalize()), "signs": [f"r-{region['forge']}"]}


def _statue(document: Document, parts: Parts, words: PageTranslator) -> Note:
    level = document["view"]["statues"][parts["god"]]["level"]
    return {"text": words.page("level_up", before=level, after=level + 1)}


# --- Attributes


def _heal(document: Document, parts: Parts, words: PageTranslator) -> Note:
    one = _me(document)["attributes"][parts["attribute"]]
    return {"text": f"{INJURED_VALUE} → {one['field']}"} if one["injured"] else {}


def _raise(document: Document, parts: Parts, words: PageTranslator) -> Note:
    field = _me(document)["attributes"][parts["attribute"]]["field"]
    return {"text": f"{field} → {field + 1}"}


def _lower(document: Document, parts: Parts, words: PageTranslator) -> Note:
    field = _me(document)["attributes"][parts["attribute"]]["field"]
    return {"text": f"{field} → {field - 1}"}


def _injure(document: Document, parts: Parts, words: PageTranslator) -> Note:
    one = _me(document)["attributes"][parts["attribute"]]
    return {} if one["value"] == INJURED_VALUE else {"text": f"{one['value']} → {INJURED_VALUE}"}


# --- Runes


def _rune_action(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-12.2 to LR-12.6: the price, then what it does."""
    action = parts["rune_action"]
    view, me = document["view"], _me(document)
    here = [one for one in view["monsters"] if one["region"] and one["region"] == me["hero_region"]]
    signs = sorted({f"r-{rune_of(one['name'])}" for one in here if one["ring"] is None and one["name"] != BOSS_NAME})
    if action == "boss":
        signs = [f"r-{rune_of(BOSS_NAME)}"]
    elif action != "take monster":
        signs = []
    text = f"{words.page(price_of(action))} · {words.page('effect_' + action.replace(' ', '_'))}"
    return {"text": text, "tip": text, "signs": signs}


def _pay(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """The Runes of a payment as drawings."""
    takes = TAKES[PAYMENT_NAMES.index(parts["payment"])]
    return {"signs": [f"r-{rune}" for rune, number in zip(RUNE_NAMES, takes, strict=True) for _ in range(number)]}


def _take_rune(document: Document, parts: Parts, words: PageTranslator) -> Note:
    if "rune" not in parts:
        return {}
    rune = parts["rune"].lower()
    return {"text": words.page("you_have", number=_me(document)["runes"][rune]), "signs": [f"r-{rune}"]}


def _take(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """A Rune, or a Monster with its Rune."""
    if "rune" in parts:
        return _take_rune(document, parts, words)
    return {"text": words.page("ring_note"), "signs": [f"r-{rune_of(parts['monster'])}"]}


def _ally(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-12.8, LR-12.9: the bonus of a Realm, with the action in front of it; the first ally draws a card."""
    realm = parts["realm"]
    action = ACTION_NAMES[REALM_NAMES.index(realm.lower())]
    said = words.page("realm_note", action=words.name("action", action), text=_text_of(document, realm, words))
    return {"text": said, "signs": [f"r-{rune_of_realm(realm)}"]}


# --- Special actions


def _action(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-14.4, LR-14.5, section 15: what an action does, and whom its field of the wheel helps."""
    action, view = parts["action"], document["view"]
    if action not in view["wheel"]:
        return {}
    does = _effect(document, action, words)
    markers, allies = view["wheel"][action], view["alliances"][realm_of(action)]
    if markers:
        helps = (
            words.page("covers", clan=_clan(document, markers[-1], words)) if markers[-1] != document["seat"] else ""
        )
    elif allies:
        clans = ", ".join(
            words.page("you") if one == document["seat"] else _clan(document, one, words) for one in allies
        )
        helps = words.page("bonus_to", realm=words.name("realm", realm_of(action)), clans=clans)
    else:
        helps = ""
    return {"text": " · ".join(filter(None, (does, helps)))}


def _effect(document: Document, action: str, words: PageTranslator) -> str:
    """Section 15: what an action does, with its numbers."""
    view, me = document["view"], _me(document)
    if action == "reinforce":
        return words.page("new_army", value=me["attributes"]["authority"]["value"])
    if action == "usurp" and me["hero_region"]:
        region = _region(document, str(me["hero_region"]))
        armies = sum(sum(there) for seat, there in region["armies"].items() if int(seat) != document["seat"])
        need = region["population"] if region["control"] is None else armies
        strength = me["attributes"]["strength"]["value"]
        return words.page("effect_usurp", region=region["number"], have=strength, need=need)
    if action == "build temple":
        victory = me["victory"]["gothi"]
        return words.page("effect_build_temple", have=victory["have"] + 1, need=victory["need"])
    if action == "monsters":
        here = [words.name("monster", one) for one in _huntable(view, me)]
        return words.page("effect_monsters_hunt", monsters=", ".join(here)) if here else words.page("effect_monsters")
    return words.page(f"effect_{action.replace(' ', '_')}")


def _huntable(view: dict[str, Any], me: dict[str, Any]) -> list[str]:
    """LR-15.8, LR-15.11: the Monsters in the Hero's Region; the Boss after enough kills."""
    slayer = me["victory"]["slayer"]
    here = [str(one["name"]) for one in view["monsters"] if one["region"] == me["hero_region"]]
    return [name for name in here if name != BOSS_NAME or slayer["have"] >= slayer["need"]]


def _prepare(document: Document, parts: Parts, words: PageTranslator) -> Note:
    return {"text": words.page(f"prepare_{parts['preparation']}")}


def _temple(document: Document, parts: Parts, words: PageTranslator) -> Note:
    victory = _me(document)["victory"]["gothi"]
    return {"text": words.page("effect_build_temple", have=victory["have"] + 1, need=victory["need"])}


# --- Armies


def _activate(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-13.2: an Army may move, or gain value in an own Settlement."""
    region = _region(document, parts["region"])
    trains = region["settlement"] and region["control"] == document["seat"]
    return {"text": words.page("move_or_train" if trains else "move_only")}


def _train(document: Document, parts: Parts, words: PageTranslator) -> Note:
    return {"text": words.page("effect_train")}


def _done(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """LR-8.2: the next stage."""
    stage = NEXT_STAGE.get(question_of(document), "")
    return {"text": words.page("go_on_to", stage=words.name("stage", stage))} if stage else {}


def _release(document: Document, parts: Parts, words: PageTranslator) -> Note:
    return {"text": words.page("release_note")}


# By verb.
NOTES: Final[dict[str, Callable[[Document, Parts, PageTranslator], Note]]] = {
    "hero": _card,
    "story": _card,
    "gift": _card,
    "use": _use,
    "launch": _sail,
    "settle": _place,
    "pray": _pray,
    "forge": _forge,
    "region": _place,
    "rune action": _rune_action,
    "pay": _pay,
    "take": _take,
    "discard": _take_rune,
    "release": _release,
    "ally": _ally,
    "activate army": _activate,
    "move": _place,
    "train": _train,
    "recruit": _recruit,
    "place army": _place,
    "retreat": _place,
    "action": _action,
    "prepare": _prepare,
    "temple": _temple,
    "statue": _statue,
    "place hero": _place,
    "place": _place,
    "injure": _injure,
    "raise": _raise,
    "lower": _lower,
    "done": _done,
}


def _does(document: Document, parts: Parts, words: PageTranslator) -> Note:
    """What an activated Army does without moving."""
    return {"text": words.page("effect_train")}


def _armies(document: Document, parts: Parts, words: PageTranslator) -> Note:
    return {"text": words.page("move_only")}


# Steps that name Armies.
ARMY_SORTS: Final = ("army", "armies")
# By the sort of a step after an action.
PLACES: Final[dict[str, Callable[[Document, Parts, PageTranslator], Note]]] = {
    "region": _place,
    "sea": _sail,
    "attribute": _heal,
    "army": _activate,
    "armies": _armies,
}
