"""Battles, Hunts and drawn Events, beat by beat, from public events."""

from typing import Any, Final, NamedTuple

from drakkar.games.lords_of_ragnarok.board import RUNE_NAMES
from drakkar.games.lords_of_ragnarok.card import BOSS, CARDS, MONSTER_FACTS, event_facts
from drakkar.games.lords_of_ragnarok.choices import MONSTER_NAMES
from drakkar.games.lords_of_ragnarok.page import battle
from drakkar.games.lords_of_ragnarok.page.bestiary import monster_card
from drakkar.games.lords_of_ragnarok.page.moments import GAINS, HEADLINES
from drakkar.games.lords_of_ragnarok.view import face
from drakkar.page.game_page import Document, Events

FIGHT: Final = "battle"
HUNT: Final = "hunt"
EVENT: Final = "event"
# The scene that an event begins.
BEGINS: Final = {"battle_begins": FIGHT, "hunt_declared": HUNT, "event_drawn": EVENT}
# Events that end every scene.
ENDS: Final = frozenset(("turn_begins", "stage_begins", "ragnarok_begins"))
# The events of a drawn card: the Monsters that it activates act afterwards.
OF_EVENT: Final = frozenset(("event_drawn", "event_told", "event_told_boss", "monster_placed", "no_monster_left"))
LOSSES: Final = frozenset(("army_weakened", "army_destroyed", "casualties_ignored"))
RETREATS: Final = frozenset(("armies_retreat", "no_retreat"))
CONTROL: Final = frozenset(("control_taken", "control_lost", "card_discarded", "card_taken_back"))

ATTACK, DEFENCE, WOUNDS, END = HUNT_STAGES = ("attack", "defence", "wounds", "end")
HUNT_BEGINS: Final = {
    "attack_played": ATTACK,
    "defended": DEFENCE,
    "attack_cancelled": DEFENCE,
    "defence_holds": DEFENCE,
    "attack_takes_effect": DEFENCE,
    "weak_point_found": DEFENCE,
    "wound_dealt": WOUNDS,
    "hunt_failed": END,
    "monster_defeated": END,
}
# Not written as sentences: the panel draws them.
UNTOLD: Final = frozenset(
    (
        *("card_discarded", "battle_begins", "battle_card", "battle_strength", "hunt_declared"),
        *("event_drawn", "event_told", "event_told_boss", "defended", "attack_played"),
    )
)
FIRST_TURN: Final = "first_player"


# Events that happen on the map instead, with or without a scene around them.
ON_THE_MAP: Final = (HEADLINES | GAINS) - {"battle_won", "army_destroyed"}


class Beat(NamedTuple):
    """One stage of a scene so far: what scene it is, the template values, and the numbers of its events."""

    scene: str
    values: dict[str, Any]
    numbers: list[int]


class Place(NamedTuple):
    """Where in a scene an event is: the scene, its stage, and the number of its first event."""

    scene: str
    stage: str
    first: int


NOWHERE: Final = Place("", "", 0)


def after(place: Place, event: dict[str, Any], number: int) -> Place:
    """The place of the next event."""
    kind = event["kind"]
    if kind in BEGINS:
        first = {FIGHT: battle.CARDS_ARE_PLAYED, HUNT: "", EVENT: EVENT}[BEGINS[kind]]
        return Place(BEGINS[kind], first, number)
    if kind in ENDS or (place.scene == EVENT and kind not in OF_EVENT):
        return NOWHERE
    if place.scene == FIGHT:
        return place._replace(stage=_stage_of_battle(place.stage, kind))
    if place.scene == HUNT:
        return place._replace(stage=HUNT_BEGINS.get(kind, place.stage))
    return NOWHERE


def _stage_of_battle(stage: str, kind: str) -> str:
    """LR-19: the steps of a battle in their order; the winner's losses belong to the outcome."""
    if kind in ("battle_strength", "battle_won"):
        return battle.STRENGTH
    if stage == battle.CARDS_ARE_PLAYED:
        return stage
    if kind in LOSSES and stage in (battle.STRENGTH, battle.CASUALTIES):
        return battle.CASUALTIES
    if kind in RETREATS:
        return battle.RETREAT
    return battle.OUTCOME if kind in LOSSES | CONTROL else stage


def beats(document: Document, events: Events, since: int, silent: frozenset[str]) -> list[Beat]:
    """The beats of all battles, Hunts and Events since an event, one per stage; none while a match is set up."""
    untold = silent | ON_THE_MAP
    start = next((number for number in range(min(since, len(events)) - 1, -1, -1) if events[number]["kind"] in ENDS), 0)
    begun = next((number for number in range(start, len(events)) if events[number]["kind"] == FIRST_TURN), start)
    found, place = list[Beat](), NOWHERE
    numbers: list[int] = []
    for number in range(start, len(events)):
        event = events[number]
        place = after(place, event, number)
        if number >= max(since, begun) and place.stage and event["kind"] not in untold:
            numbers.append(number)
        is_last = number + 1 == len(events)
        following = NOWHERE if is_last else after(place, events[number + 1], number + 1)
        if numbers and following != place and not (is_last and is_on(document["view"], place.scene)):
            found.append(Beat(place.scene, shows(document, events, place, number, numbers), numbers))
            numbers = []
    return found


def is_on(view: dict[str, Any], scene: str) -> bool:
    """Whether the page itself shows the last stage: a Hunt, or a battle in which cards are played."""
    if scene == HUNT:
        return view["hunt"] is not None
    return scene == FIGHT and view["battle"] is not None and view["battle"]["winner"] is None


def shows(document: Document, events: Events, place: Place, number: int, told: list[int]) -> dict[str, Any]:
    """The template values at an event."""
    clans = [player["clan"] for player in document["view"]["players"]]
    lines = [events[one] for one in told if events[one]["kind"] not in UNTOLD]
    values = {"clans": clans, "lines": lines, "scene": f"{place.scene}{place.first}"}
    makes = {FIGHT: _battle, HUNT: _hunt, EVENT: _event}[place.scene]
    return {**values, **makes(document, events, place, number)}


def _battle(document: Document, events: Events, place: Place, number: int) -> dict[str, Any]:
    """LR-19.8: the cards so far, and the parts of the Battle Strength, which later events count."""
    begins, view = events[place.first]["ids"], document["view"]
    clans = [player["clan"] for player in view["players"]]
    counted = _counted(view, events, place.first)
    told = events[place.first : number + 1]
    rows = []
    for seat in (begins["attacker"], begins["defender"]):
        own = [event for event in told if event["ids"].get("clan") == seat]
        cards = [event["ids"]["card"] for event in own if event["kind"] == "battle_card"]
        bonus = sum(event["data"]["amount"] for event in own if event["kind"] == "battle_bonus")
        effects = bonus if place.stage == battle.CARDS_ARE_PLAYED else counted[seat]["effects"]
        one = battle.row(clans, seat, counted[seat]["armies"], cards, effects)
        passed = any(event["kind"] == "battle_pass" for event in own)
        rows.append({**one, "attacks": seat == begins["attacker"], "passed": passed})
    won = next((event["ids"]["clan"] for event in told if event["kind"] == "battle_won"), None)
    return battle.laid_out(events[place.first]["ids"]["region"], place.stage, rows, won)


def _counted(view: dict[str, Any], events: Events, first: int) -> dict[int, dict[str, int]]:
    """The parts of both Battle Strengths: as counted later in this battle, or as the view has them now."""
    found: dict[int, dict[str, int]] = {}
    for event in events[first + 1 :]:
        if event["kind"] == "battle_begins":
            break
        if event["kind"] == "battle_strength":
            found[event["ids"]["clan"]] = event["data"]
    if not found and view["battle"]:
        found = {int(seat): parts for seat, parts in view["battle"]["parts"].items()}
    nothing = {"armies": 0, "effects": 0}
    return {seat: found.get(seat, nothing) for seat in range(len(view["players"]))}


# --- Hunts


def _hunt(document: Document, events: Events, place: Place, number: int) -> dict[str, Any]:
    """LR-18: the Monster with its Wounds at that time, the attack, and the cards of the defence."""
    ids, view = events[place.first]["ids"], document["view"]
    name = MONSTER_NAMES[ids["monster"]]
    round_begins = max(
        (at for at in range(place.first, number + 1) if events[at]["kind"] == "attack_played"), default=place.first
    )
    told = events[round_begins : number + 1]
    attack = face(events[round_begins]["ids"]["card"]) if round_begins > place.first else None
    cards = [
        battle.with_drawing(event["ids"]["card"]) for event in told if event["kind"] in ("defended", "attack_cancelled")
    ]
    one = monster_card(view, name)
    covered = wounds_at(view, events, ids["monster"], number)
    spaces = [{**space, "seat": seat} for space, seat in zip(one["spaces"], covered, strict=True)]
    now = HUNT_STAGES.index(place.stage)
    return {
        "one": {**one, "spaces": spaces, "covered": sum(seat is not None for seat in covered)},
        "hunter": ids["clan"],
        "attack": attack,
        "cards": cards if place.stage == DEFENCE else [],
        "defence": sum(int(card["value"]) for card in cards),
        "stages": [{"name": each, "done": at < now, "now": at == now} for at, each in enumerate(HUNT_STAGES)],
    }


def wounds_at(view: dict[str, Any], events: Events, monster: int, number: int) -> list[int | None]:
    """The markers on the Wound spaces of a Monster after an event: today's, with all later events taken back."""
    now: list[int | None] = list(view["monsters"][monster]["wounds"])
    for later in range(len(events) - 1, number, -1):
        ids, kind = events[later]["ids"], events[later]["kind"]
        if ids.get("monster") != monster:
            continue
        if kind == "wound_dealt":
            now[ids["space"]] = None
        elif kind == "wound_uncovered":
            now[ids["space"]] = markers_before(events, monster, later)[ids["space"]]
        elif kind == "monster_defeated":  # all were covered; those of a position, by a player whom no event names
            now = [ids["clan"] if seat is None else seat for seat in markers_before(events, monster, later)]
        elif kind == "hunt_failed" and monster == BOSS:
            now = markers_before(events, monster, later)
    return now


def markers_before(events: Events, monster: int, number: int) -> list[int | None]:
    """The markers on a Monster before an event, from the events about it."""
    found: list[int | None] = [None] * MONSTER_FACTS[monster].spaces
    for event in events[:number]:
        ids, kind = event["ids"], event["kind"]
        if ids.get("monster") != monster:
            continue
        if kind == "wound_dealt":
            found[ids["space"]] = ids["clan"]
        elif kind == "wound_uncovered":
            found[ids["space"]] = None
        elif kind == "hunt_failed" and monster == BOSS:
            found = [None] * len(found)
    return found


# --- Events


def _event(document: Document, events: Events, place: Place, number: int) -> dict[str, Any]:  # noqa: ARG001 - as the other scenes
    """LR-22: the whole card."""
    card = events[place.first]["ids"]["card"]
    facts = event_facts(card)
    return {
        "card": CARDS[card].name,
        "region": facts.region,
        "place": RUNE_NAMES[facts.place],
        "activates": [RUNE_NAMES[rune] for rune in facts.activates],
        "boss": MONSTER_NAMES[BOSS] if facts.boss else "",
    }
