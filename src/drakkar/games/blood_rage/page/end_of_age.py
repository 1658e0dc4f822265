"""The end of an Age beat by beat, made of what everybody was told: what each clan keeps, scores, loses, gets back."""

from typing import Any, Final, NamedTuple

from drakkar.core.page import Document, Events
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.drawings import drawing
from drakkar.games.blood_rage.page.stage import in_short
from drakkar.games.blood_rage.page.standing import kind_of
from drakkar.games.blood_rage.state import PHASE_NAMES
from drakkar.games.blood_rage.view import card_face

# BR-1.2, BR-18: the phases after the Action phase; after those of the last Age the stats are scored.
PHASES: Final = PHASE_NAMES[2:]
SCORING: Final = "scoring"
LAST_AGE: Final = 3
# What alone is not worth a beat.
TRIFLES: Final = frozenset(("phase_begins", "keep_chosen"))
# What is seen beside a clan without a sentence.
SEEN: Final = frozenset(
    (*TRIFLES, "quest_revealed", "quest_fulfilled", "quest_failed", "figure_destroyed", "released", "glory")
)


class Beat(NamedTuple):
    """One phase, as far as it has come: the values for the template, and the events of it."""

    values: dict[str, Any]
    numbers: list[int]


def beats(document: Document, events: Events, since: int, silent: frozenset[str]) -> list[Beat]:
    """What the ends of Ages have come to since an event, phase by phase."""
    if not _is_on(events, since):
        return []
    found, phase, begun = [], "", 0
    numbers: list[int] = []
    for number, event in enumerate(events):
        before, phase = phase, after(phase, event)
        begun = number if phase != before else begun
        if number >= since and phase and event["kind"] not in silent:
            numbers.append(number)
        is_last = number + 1 == len(events) or after(phase, events[number + 1]) != phase
        if is_last and any(events[one]["kind"] not in TRIFLES for one in numbers):
            found.append(Beat(shows(document, events, range(begun, number + 1), phase), numbers))
        numbers = [] if is_last else numbers
    return found


def after(phase: str, event: dict[str, Any]) -> str:
    """The phase that an event belongs to; empty if it is not one of the end of an Age."""
    kind, data = event["kind"], event["data"]
    if kind == "phase_begins":
        return str(data["phase"]) if data["phase"] in PHASES else ""
    if phase and (kind == "game_ends" or (kind == "glory" and data["source"] == "stats")):
        return SCORING
    return "" if kind == "age_begins" else phase


def _is_on(events: Events, since: int) -> bool:
    """Whether an Age was ending then, or has begun to end since."""
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] == "phase_begins" and (number < since or events[number]["data"]["phase"] in PHASES):
            return events[number]["data"]["phase"] in PHASES
    return False


def shows(document: Document, events: Events, span: range, phase: str) -> dict[str, Any]:
    """The values for the template: every clan with what happened to it, and what happened to all."""
    view, told = document["view"], [events[number] for number in span]
    later = events[span.stop :]
    age = view["age"] - sum(event["kind"] == "age_begins" for event in later)
    phases = [*PHASES, *([SCORING] if age == LAST_AGE else [])]
    now = phases.index(phase)
    return {
        "age": age,
        "phase": phase,
        "phases": [{"name": name, "done": number < now, "now": number == now} for number, name in enumerate(phases)],
        "falls": next((event["data"]["place"] for event in told if event["kind"] == "province_falls"), ""),
        "lines": in_short([event for event in told if "clan" not in event["data"] and event["kind"] not in TRIFLES]),
        "rows": [_row(clan, seat, told, later) for seat, clan in enumerate(view["clans"])],
    }


def _row(clan: dict[str, Any], seat: int, told: Events, later: Events) -> dict[str, Any]:
    """One clan: its Quests and whether they are fulfilled, its figures that fell or came back, its Glory by then."""
    own = [event for event in told if _is_of(clan, event)]
    fallen = [kind_of(event["data"]["figure"]) for event in own if event["kind"] == "figure_destroyed"]
    return {
        "clan": clan["name"],
        "seat": seat,
        "quests": _quests(own),
        "fallen": [(figure, drawing(figure), fallen.count(figure)) for figure in dict.fromkeys(fallen)],
        "released": sum(event["data"]["figures"] for event in own if event["kind"] == "released"),
        "lines": in_short([event for event in own if event["kind"] not in SEEN]),
        "gained": _glory(own),
        "glory": clan["glory"] - _glory([event for event in later if _is_of(clan, event)]),
    }


def _is_of(clan: dict[str, Any], event: dict[str, Any]) -> bool:
    return bool(str(event["data"].get("clan", "")).lower() == clan["name"])


def _glory(events: Events) -> int:
    """What some events of a clan bring it."""
    signs = {"glory": 1, "glory_lost": -1}
    return sum(signs.get(event["kind"], 0) * int(event["data"].get("amount", 0)) for event in events)


def _quests(own: Events) -> list[dict[str, Any]]:
    """BR-15.1 to BR-15.3: the Quests in the order in which they were revealed, and how each was judged so far."""
    judged = [event for event in own if event["kind"] in ("quest_fulfilled", "quest_failed")]
    found = []
    for event in own:
        if event["kind"] == "quest_revealed":
            name = event["data"]["card"]
            mine = next((one for one in judged if one["data"]["card"] == name), None)
            if mine is not None:
                judged.remove(mine)
            face = shown(card_face(next(card.number for card in CARDS if card.name == name)))
            found.append({**face, "judged": "" if mine is None else mine["kind"]})
    return found
