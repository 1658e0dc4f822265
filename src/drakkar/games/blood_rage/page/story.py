"""How a page treats events: which are silent, which card causes them, which harm a clan, which score."""

from typing import Any, Final

from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.page.game_page import Document, Events

ROMAN: Final = ("", "I", "II", "III")
# Events that the page shows in another way, or not at all.
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
        "counted",
    )
)
# Events that other lines of the log imply: who joins a battle and adds a card has a line, and so has an upgrade.
IMPLIED: Final = frozenset(("join_declined", "call_ended", "late_declined", "monster_joined"))
# Events that say nothing to those who may not know the cards.
VAGUE: Final = frozenset(("last_cards_discarded", "hand_discarded"))
# Events of a battle, from the call to the losses.
FIGHTS: Final = frozenset(
    (
        "pillage_declared",
        "joined",
        "join_declined",
        "call_ended",
        "no_battle",
        "battle_begins",
        "card_revealed",
        "no_card_played",
        "quest_gets_value",
        "late_card_played",
        "late_declined",
        "text_cancelled",
        "revealed_card_lost",
        "total",
        "battle_won",
        "battle_tied",
        "card_discarded",
        "card_taken_back",
        "card_saved",
        "figure_destroyed",
        "figure_saved",
        "figure_kept",
        "pillaged",
        "pillage_failed",
    )
)
# Events that end a phase or the game, or destroy a province.
MILESTONES: Final = frozenset(("phase_closed", "province_falls", "game_ends"))
# Events that are one line if they say the same of several clans.
TOGETHER: Final[dict[str, str]] = {
    "kept_all": "all_kept",
    "hand_taken": "hands_taken",
    "rage_set": "rage_at_start",
    "no_card_played": "none_played",
    "no_card_kept": "none_kept",
}
# Fields of an event with a place; the one where it happens comes first.
PLACES: Final = ("place", "target", "origin")
# Events with a figure that is no longer on the map.
GONE: Final = frozenset(("figure_destroyed",))
# Events that end the effects of the last card text.
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
# Events that a card's text can cause.
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

# Events that change Glory, with their sign.
CHANGES: Final[dict[str, int]] = {"glory": 1, "glory_lost": -1}


def against(event: dict[str, Any], seat: int) -> bool:
    """BR-3.15, BR-19.25: lost figures, and Rage, Glory or cards taken away."""
    ids = event["ids"]
    if event["kind"] == "card_taken":
        return bool(ids["from"] == seat)
    losses = ("figure_destroyed", "rage_lost", "glory_lost", "revealed_card_lost")
    return event["kind"] in losses and ids["clan"] == seat


def hostile(events: Events, since: int, seat: int) -> set[int]:
    """BR-16.3, BR-12.9: without losses in Ragnarök, and without cards that the clan's own Watch discards."""
    found, fate, mine = set(), False, False
    begins = next((at for at in range(min(since, len(events) - 1), -1, -1) if events[at]["kind"] == "phase_begins"), 0)
    for number, event in enumerate(events[begins:], begins):
        kind, data = event["kind"], event["data"]
        if kind == "phase_begins":
            fate, mine = data["phase"] == "Ragnarök", False
        elif kind == "text_acts" or kind in TEXTS_END:
            mine = kind == "text_acts" and event["ids"]["clan"] == seat
        elif number >= since and not fate and not mine and against(event, seat):
            found.add(number)
    return found


def scores(document: Document, events: Events) -> list[dict[str, Any]]:
    """Glory after every change, with the beginning of each Age."""
    now = [int(clan["glory"]) for clan in document["view"]["clans"]]
    for event in events:  # a match from a position may begin with Glory
        if event["kind"] in CHANGES:
            now[event["ids"]["clan"]] -= _change(event)
    points = [_point(now, -1)]
    for number, event in enumerate(events):
        kind, data = event["kind"], event["data"]
        if kind in CHANGES:
            now[event["ids"]["clan"]] += _change(event)
            points.append(_point(now, number))
        elif kind == "age_begins":
            points.append({**_point(now, number), "mark": kind, "word": ROMAN[data["age"]], "part": True})
        elif kind == "province_falls":
            points.append({**_point(now, number), "mark": kind, "word": data["place"], "sort": "place"})
    return points


def _point(now: list[int], number: int) -> dict[str, Any]:
    """The scores after an event."""
    return {"scores": list(now), "number": number, "mark": "", "word": "", "sort": "", "part": False}


def _change(event: dict[str, Any]) -> int:
    """The Glory that an event gives or takes."""
    return int(event["data"]["amount"]) * CHANGES[event["kind"]]


def places(event: dict[str, Any]) -> list[str]:
    """The places on the map that an event names."""
    return [str(event["data"][field]) for field in PLACES if field in event["ids"]]


def pieces(event: dict[str, Any], sides: list[str]) -> list[str]:
    """The figure that an event names, where it stands after it; none if the event removes it from the map."""
    ids, there = event["ids"], places(event)
    if not there or "figure" not in ids or event["kind"] in GONE:
        return []
    return [f"{sides[ids['clan']]}/{FIGURE_WORDS.full[ids['figure']]}/{there[0]}"]
