"""What of the events a page tells, and how: what is silent, whose doing it is, what is against a clan, who scored."""

from typing import Any, Final

from drakkar.core.page import Document, Events

ROMAN: Final = ("", "I", "II", "III")
# What a page shows otherwise, or not at all.
SILENT: Final = frozenset(
    (
        "picked",
        "dealt",
        "packs_passed",
        "card_chosen",
        "token_laid",
        "rage_spent",
        "turn_begins",
        "marches",
        "keep_chosen",
    )
)
# What each Age brings to everybody.
ROUTINE: Final = frozenset(("phase_begins", "last_cards_discarded", "hand_taken", "rage_set"))
# What follows is not the doing of the card that acted before.
TEXTS_END: Final = (
    "turn_begins",
    "card_revealed",
    "late_card_played",
    "total",
    "battle_won",
    "battle_tied",
    "figure_saved",
    "figure_rescued",
)
# What the text of a card can bring about.
EFFECTS: Final = frozenset(
    (
        "invaded",
        "pillage_declared",
        "figure_moved",
        "figure_destroyed",
        "figure_kept",
        "figure_saved",
        "figure_rescued",
        "glory",
        "glory_lost",
        "rage_gained",
        "rage_lost",
        "card_taken",
        "card_saved",
        "revealed_card_lost",
        "text_cancelled",
        "stat_raised",
        "raise_lost",
        "nothing_to_raise",
    )
)
OWN_ACTS: Final = frozenset(
    (
        "invaded",
        "marches",
        "marched",
        "upgraded",
        "quest_committed",
        "pillage_declared",
        "passed",
        "hand_taken",
        "joined",
    )
)
OWN_GAINS: Final = frozenset(("upgrade_replaced", "monster_joined", "monster_left", "invade_declined", "stat_raised"))


def against(event: dict[str, Any], clan: str) -> bool:
    """BR-3.15, BR-19.25: figures lost, and what is taken away."""
    data = event["data"]
    if event["kind"] == "card_taken":
        return str(data["from"]).lower() == clan
    losses = ("figure_destroyed", "rage_lost", "glory_lost", "revealed_card_lost")
    return event["kind"] in losses and str(data["clan"]).lower() == clan


def hostile(events: Events, since: int, clan: str) -> set[int]:
    """BR-16.3, BR-12.9: not what Ragnarök takes, nor what one's own Watch discards."""
    found, fate, mine = set(), False, False
    begins = next((at for at in range(min(since, len(events) - 1), -1, -1) if events[at]["kind"] == "phase_begins"), 0)
    for number, event in enumerate(events[begins:], begins):
        kind, data = event["kind"], event["data"]
        if kind == "phase_begins":
            fate, mine = data["phase"] == "Ragnarök", False
        elif kind == "text_acts" or kind in TEXTS_END:
            mine = kind == "text_acts" and str(data["clan"]).lower() == clan
        elif number >= since and not fate and not mine and against(event, clan):
            found.add(number)
    return found


def scores(document: Document, events: Events) -> list[dict[str, Any]]:
    """Glory after everything that scored, with the beginnings of the Ages."""
    clans = [clan["name"] for clan in document["view"]["clans"]]
    now, points = [0] * len(clans), [{"scores": [0] * len(clans), "mark": "", "word": ""}]
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind in ("glory", "glory_lost"):
            seat = clans.index(str(data["clan"]).lower())
            now[seat] += data["amount"] if kind == "glory" else -data["amount"]
            points.append({"scores": list(now), "mark": "", "word": ""})
        elif kind in ("age_begins", "province_falls"):
            word = ROMAN[data["age"]] if kind == "age_begins" else data["place"]
            points.append({"scores": list(now), "mark": kind, "word": word})
    return points
