"""The stages of the turn with what was done in each (LR-8.1)."""

from typing import Any, Final

from drakkar.page.game_page import Events
from drakkar.page.translator import PageTranslator

# The stage that an event belongs to is the one that began last.
STAGE_NUMBERS: Final = {1: "Prayer", 2: "Hero", 3: "Rune action", 4: "Manoeuvres", 5: "Special action"}

# LR-13.1: in its own stage an Army is trained, or recruited if none is on the board; elsewhere these are effects.
OF_ARMIES: Final = ("army_strengthened", "army_recruited")


def checklist(view: dict[str, Any], events: Events, words: PageTranslator) -> list[dict[str, Any]]:
    """Every stage: whether it was used, what was done in it, and whether it can be skipped."""
    done = deeds(events, words)
    found = []
    for item in view["checklist"]:
        did = done.get(item["stage"], [])
        skipped = item["state"] == "done" and not did
        found.append({**item, "did": " · ".join(did), "skipped": skipped})
    return found


def deeds(events: Events, words: PageTranslator) -> dict[str, list[str]]:
    """What the player whose turn it is has done, by stage, in a word or two each."""
    start = next((at for at in range(len(events) - 1, -1, -1) if events[at]["kind"] == "turn_begins"), len(events))
    active = events[start]["ids"]["clan"] if start < len(events) else -1
    found: dict[str, list[str]] = {}
    stage, hero = "", list[int]()
    for event in events[start:]:
        ids, data = event["ids"], event["data"]
        if event["kind"] == "stage_begins":
            stage = STAGE_NUMBERS.get(ids["stage"], "")
        elif event["kind"] == "hero_moved" and stage == "Hero":
            hero = [*(hero or [ids["origin"]]), ids["region"]]
            found["Hero"] = [" → ".join(map(str, hero))]
        elif event["kind"] in OF_ARMIES and (stage != "Manoeuvres" or ids["clan"] != active):
            continue
        elif said := _deed(event["kind"], ids, data, words):
            found.setdefault(stage, []).append(said)
    return found


def _deed(kind: str, ids: dict[str, Any], data: dict[str, Any], words: PageTranslator) -> str:
    if kind == "priest_sent":
        return words.page("priest_to", god=words.name("god", data["god"]))
    if kind == "rune_forged":
        return words.name("rune", data["rune"])
    if kind == "drakkar_moved":
        return words.name("sea", data["sea"])
    if kind == "healed":
        return words.page("healed", attribute=words.name("attribute", data["attribute"]))
    if kind == "rune_action_chosen":
        return words.name("rune_action", data["rune_action"])
    if kind == "action_chosen":
        return words.name("action", data["action"])
    if kind in OF_ARMIES:
        return words.page("army_in", value=data["value"], region=ids["region"])
    return f"{ids['origin']} → {ids['region']}" if kind == "army_moved" else ""
