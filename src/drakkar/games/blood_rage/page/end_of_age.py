"""The end of an Age, phase by phase, from public events: what each clan keeps and scores.

Ragnarök and the return from Valhalla are shown on the map (moments.py).
"""

from typing import Any, Final, NamedTuple

from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.stage import in_short
from drakkar.games.blood_rage.state import PHASE_NAMES
from drakkar.games.blood_rage.view import card_face
from drakkar.page.game_page import Document, Events

# BR-1.2, BR-18: the phases after the Action phase; the last Age also scores the stats.
PHASES: Final = PHASE_NAMES[2:]
SCORING: Final = "scoring"
LAST_AGE: Final = 3
# Phases shown on the map.
ON_THE_MAP: Final = frozenset(("Ragnarök", "Release Valhalla"))
# Events that are not worth a beat on their own.
TRIFLES: Final = frozenset(("phase_begins", "keep_chosen"))
# Events that are drawn beside a clan instead of being written as a sentence.
SEEN: Final = frozenset((*TRIFLES, "quest_revealed", "quest_fulfilled", "quest_failed", "glory"))


class Beat(NamedTuple):
    """One phase so far: its name, the template values if it has a panel, and the numbers of its events."""

    phase: str
    scene: str
    values: dict[str, Any]
    numbers: list[int]


def beats(document: Document, events: Events, since: int, silent: frozenset[str]) -> list[Beat]:
    """The beats of all ends of Ages since an event, one per phase."""
    if not _is_on(events, since):
        return []
    found, phase, begun = [], "", 0
    numbers: list[int] = []
    for number, event in enumerate(events):
        before, phase = phase, after(phase, event)
        begun = number if phase != before else begun
        if number >= since and phase and event["kind"] not in silent and not begins(event):
            numbers.append(number)
        is_last = number + 1 == len(events) or after(phase, events[number + 1]) != phase
        if is_last and any(events[one]["kind"] not in TRIFLES for one in numbers):
            age = age_of(document, events[number + 1 :])
            on_a_panel = phase not in ON_THE_MAP
            values = shows(document, events, range(begun, number + 1), phase, age) if on_a_panel else {}
            found.append(Beat(phase, f"age{age}", values, numbers))
        numbers = [] if is_last else numbers
    return found


def after(phase: str, event: dict[str, Any]) -> str:
    """The phase of an event; empty outside the end of an Age."""
    kind, data = event["kind"], event["data"]
    if kind == "phase_begins":
        return str(data["phase"]) if data["phase"] in PHASES else ""
    if phase and (kind == "game_ends" or (kind == "glory" and data["source"] == "stats")):
        return SCORING
    return "" if kind == "age_begins" else phase


def begins(event: dict[str, Any]) -> bool:
    """Whether an Age begins to end: the banner of the Action phase's end has this event."""
    return bool(event["kind"] == "phase_begins" and event["data"]["phase"] == PHASES[0])


def _is_on(events: Events, since: int) -> bool:
    """Whether an Age was ending at event `since`, or has begun to end after it."""
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] == "phase_begins" and (number < since or events[number]["data"]["phase"] in PHASES):
            return events[number]["data"]["phase"] in PHASES
    return False


def age_of(document: Document, later: Events) -> int:
    """The Age before some later events."""
    now: int = document["view"]["age"]
    return now - sum(1 for event in later if event["kind"] == "age_begins")


def shows(document: Document, events: Events, span: range, phase: str, age: int) -> dict[str, Any]:
    """The template values: what happened to each clan, and to all."""
    view, told = document["view"], [events[number] for number in span]
    later = events[span.stop :]
    phases = [*PHASES, *([SCORING] if age == LAST_AGE else [])]
    now = phases.index(phase)
    return {
        "age": age,
        "phase": phase,
        "phases": [{"name": name, "done": number < now, "now": number == now} for number, name in enumerate(phases)],
        "lines": in_short([event for event in told if "clan" not in event["data"] and event["kind"] not in TRIFLES]),
        "rows": [_row(clan, seat, told, later) for seat, clan in enumerate(view["clans"])],
    }


def _row(clan: dict[str, Any], seat: int, told: Events, later: Events) -> dict[str, Any]:
    """One clan: its Quests and their results, its Glory at that time."""
    own = [event for event in told if _is_of(seat, event)]
    return {
        "clan": clan["name"],
        "seat": seat,
        "quests": _quests(own),
        "lines": in_short([event for event in own if event["kind"] not in SEEN]),
        "gained": glory_in(own),
        "glory": clan["glory"] - glory_in([event for event in later if _is_of(seat, event)]),
    }


def _is_of(seat: int, event: dict[str, Any]) -> bool:
    return bool(event["ids"].get("clan") == seat)


def glory_in(events: Events) -> int:
    """The Glory that a clan gains by these events."""
    signs = {"glory": 1, "glory_lost": -1}
    return sum(signs.get(event["kind"], 0) * int(event["data"].get("amount", 0)) for event in events)


def _quests(own: Events) -> list[dict[str, Any]]:
    """BR-15.1 to BR-15.3: the Quests in the order of their reveal, each with its result so far."""
    judged = [event for event in own if event["kind"] in ("quest_fulfilled", "quest_failed")]
    found = []
    for event in own:
        if event["kind"] == "quest_revealed":
            card = event["ids"]["card"]
            mine = next((one for one in judged if one["ids"]["card"] == card), None)
            if mine is not None:
                judged.remove(mine)
            face = shown(card_face(card))
            found.append({**face, "judged": "" if mine is None else mine["kind"]})
    return found
