"""Why a question is asked: the event that led to it, and whose turn it is."""

from typing import Any, Final

from drakkar.games.lords_of_ragnarok.page.steps import question_of
from drakkar.page.game_page import Document, Events
from drakkar.page.translator import PageTranslator

# Questions of a player's own turn that need no cause. Battles and Hunts have panels of their own.
OWN: Final = frozenset(
    (
        *("hero", "story", "launch", "settle", "prayer", "hero_action", "walk_on", "sail_on", "rune_stage", "paying"),
        *("realm", "take_monster", "release", "rune_activation", "manoeuvre", "activated", "action", "reinforce"),
        *("mobilize", "march_on", "prepare", "training", "temple", "monsters", "second_monster", "statue", "healing"),
        *("usurp_recruit", "hero_round", "any_space", "defence", "attack", "battle", "next_battle"),
    )
)
# The bonus of a Realm (LR-14.4), by the question that offers it.
BONUSES: Final = frozenset(("vanaheim", "alfheim", "jotunheim", "muspelheim", "svartalfheim", "niflheim"))
# Events that lead to questions.
CAUSES: Final = frozenset(
    (
        "marker_covered",
        "realm_bonus",
        "usurped",
        "battle_won",
        "monster_attacks",
        "monster_activated",
        "event_drawn",
        "text_acts",
        "attack_takes_effect",
        "weak_point_found",
        "reward_gained",
        "hunt_failed",
        "priest_sent",
        "temple_built",
        "battle_begins",
        "hunt_declared",
    )
)
# Events after which a limit applies: gains (LR-5.10), a lower Wisdom (LR-5.12), the end of a Hunt (LR-5.13).
LIMITING: Final = frozenset(
    (
        *("cards_drawn", "rune_forged", "rune_gained", "card_taken_back"),
        *("injured", "attribute_lowered", "hunt_failed", "monster_defeated"),
    )
)
# Events after which earlier ones explain nothing.
BEGINNINGS: Final = frozenset(("turn_begins", "stage_begins"))


def because(document: Document, events: Events, words: PageTranslator) -> str:
    """The cause of a question that does not follow from the player's own turn."""
    asked, view, seat = question_of(document), document["view"], document["seat"]
    if not asked or not view or not view["checklist"] or (asked in OWN and view["turn"] == seat):
        return ""
    kinds = BEGINNINGS | (LIMITING if asked in ("discard_card", "discard_rune") else CAUSES)
    cause = next((one for one in reversed(events) if one["kind"] in kinds and _is_cause(asked, one)), None)
    if cause is None or cause["kind"] in BEGINNINGS:
        return ""
    if cause["kind"] == "marker_covered" and cause["ids"]["clan"] == seat:
        return words.page(
            "because_covered",
            clan=words.name("clan", view["players"][view["turn"]]["clan"]),
            action=words.name("action", str(cause["data"]["action"]).lower()),
        )
    if cause["kind"] == "realm_bonus":
        return _bonus(view, cause, words)
    return words.event(cause).rstrip(".")


def _is_cause(asked: str, event: dict[str, Any]) -> bool:
    """LR-5.5: only an Injury of Wisdom lowers the limits."""
    if asked not in ("discard_card", "discard_rune") or event["kind"] not in ("injured", "attribute_lowered"):
        return True
    return str(event["data"]["attribute"]).lower() == "wisdom"


def _bonus(view: dict[str, Any], cause: dict[str, Any], words: PageTranslator) -> str:
    """LR-14.4: the action with a free space, and the Realm in front of it."""
    return words.page(
        "because_bonus",
        clan=words.name("clan", view["players"][view["turn"]]["clan"]),
        action=words.name("action", str(view["action"])),
        realm=words.name("realm", str(cause["data"]["realm"])),
    )


def then(document: Document) -> list[str]:
    """LR-8.1: the players whose turns follow, while a player decides in their own turn."""
    view, owed = document["view"], document["owed"]
    if not view or not view["checklist"] or len(owed) != 1 or owed[0]["seat"] != view["turn"]:
        return []
    players = view["players"]
    return [players[(view["turn"] + more) % len(players)]["clan"] for more in range(1, len(players))][:1]
