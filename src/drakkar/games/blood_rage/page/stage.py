"""A battle beat by beat, made of what everybody was told: what each clan has shown so far, and what happens now."""

from typing import Any, Final, NamedTuple

from drakkar.core.page import Document, Events
from drakkar.games.blood_rage.cards.kinds import CARDS
from drakkar.games.blood_rage.page import battle
from drakkar.games.blood_rage.page.battle import CALL, COMPARE, EFFECTS, LATE, REVEAL, SPOILS
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.sheets import force, strength_of
from drakkar.games.blood_rage.page.standing import Counted
from drakkar.games.blood_rage.view import card_face

# The stage that begins with an event; what is not named here belongs to the stage that is on.
BEGINS: Final = {
    "pillage_declared": CALL,
    "battle_begins": battle.CARDS,
    "card_revealed": REVEAL,
    "late_card_played": LATE,
    "late_declined": LATE,
    "total": COMPARE,
    "battle_won": SPOILS,
    "battle_tied": SPOILS,
    "no_battle": SPOILS,
}
# What follows the reveal and is none of these is an effect of a card.
OF_THE_REVEAL: Final = frozenset(("card_revealed", "no_card_played", "quest_gets_value"))
# With these a battle is over.
ENDS: Final = frozenset(("turn_begins", "phase_begins", "phase_closed", "age_begins", "game_ends"))

# Where cards go after a battle is in the log; what is revealed and what it comes to lies on the table.
UNTOLD: Final = frozenset(("card_discarded", "card_taken_back", "card_revealed", "total"))

# How many figures of each kind a clan has in the province, and how many in its fjord.
Force = tuple[dict[str, int], dict[str, int]]


class Beat(NamedTuple):
    """One stage of a battle, as far as it has come: the values for the battle's template, and the events of it."""

    values: dict[str, Any]
    numbers: list[int]


class Scene:
    """Battles as they are told, one after the other."""

    def __init__(self, document: Document, events: Events) -> None:
        self.view = document["view"]
        self.clans = [clan["name"] for clan in self.view["clans"]]
        self.figures = Counted(document, events)
        self.stage = ""
        self.number = 0
        self._begin("", 0)

    def _begin(self, place: str, pillager: int) -> None:
        here: dict[str, Any] = next((one for one in self.view["places"] if one["name"] == place), {})
        self.place = {**here, "pillaged": False}
        self.pillager = pillager
        self.fighting: list[int] = []
        self.forces: dict[int, Force] = {}
        self.cards: dict[int, list[dict[str, Any]]] = {}
        self.face_down: set[int] = set()
        self.totals: dict[int, dict[str, Any]] = {}
        self.winner: int | None = None

    def hear(self, event: dict[str, Any]) -> None:
        """One thing more is told."""
        kind, data = event["kind"], event["data"]
        self.figures.follow(event)
        named = str(data.get("clan", "")).lower()
        seat = self.clans.index(named) if named in self.clans else 0
        if kind == "pillage_declared":
            self.number += 1
            self._begin(data["place"], seat)
        before, self.stage = self.stage, after(self.stage, kind)
        if self.stage:
            self._take(kind, data, seat)
        if self.stage == SPOILS and before != SPOILS:
            self._count()

    def _take(self, kind: str, data: dict[str, Any], seat: int) -> None:
        """What a clan shows, and what it comes to."""
        if kind == "battle_begins":
            self.fighting = [self.clans.index(str(name).lower()) for name in data["clans"]]
        elif kind == "card_chosen":
            self.face_down.add(seat)
        elif kind in ("card_revealed", "late_card_played"):
            self.face_down.discard(seat)
            self.cards.setdefault(seat, []).append(_card(data, is_late=kind == "late_card_played"))
        elif kind == "quest_gets_value" and seat in self.cards:
            self.cards[seat][0] |= {"value": _number(data["bonus"])}
        elif kind == "total":
            self.totals[seat] = data
        elif kind == "battle_won":
            self.winner = seat
        elif kind == "pillaged":
            self.place["pillaged"] = True

    def _count(self) -> None:
        """Who fights; those who fall with the spoils are shown to the end, for they had a part in it."""
        self.forces = {number: self._force(number) for number in range(len(self.clans))}

    def _force(self, seat: int) -> Force:
        """BR-11.12: a clan's figures in the province, and in the fjord that supports it."""
        return self.figures.of(seat, self.place["name"]), self.figures.of(seat, self.place["fjord"] or "")

    def shows(self, lines: Events) -> dict[str, Any]:
        """The values for the template, as things stand."""
        if self.stage != SPOILS:
            self._count()
        present = [seat for seat, force in self.forces.items() if any(force)]
        rows = [self._row(seat) for seat in self.fighting or present or [self.pillager]]
        values = battle.laid_out(self.place, self.pillager, self.stage, rows, self.clans)
        quiet = self.stage == SPOILS and not self.fighting
        told = {"scene": f"battle{self.number}", "quiet": quiet, "lines": in_short(lines), "winner": self.winner}
        return {"of": "s", **values, **told}

    def _row(self, seat: int) -> dict[str, Any]:
        clan, (here, beside) = self.view["clans"][seat], self.forces[seat]
        counted = sum(strength_of(clan, figure) * number for part in (here, beside) for figure, number in part.items())
        told = self.totals.get(seat)
        strength = counted if told is None else told["figures"]
        row = battle.row(
            force(clan, seat, here, beside, strength), self.cards.get(seat, []), int(seat in self.face_down)
        )
        return row if told is None else {**row, "total": told["total"]}


def in_short(events: Events) -> list[dict[str, Any]]:
    """What is told at a beat: equal things once, with their number, and nothing that cards and bars tell."""
    found: list[dict[str, Any]] = []
    for event in events:
        same = next((line for line in found if line["event"] == event), None)
        if same is not None:
            same["times"] += 1
        elif event["kind"] not in UNTOLD:
            found.append({"event": event, "times": 1})
    return found


def _number(bonus: str) -> int:
    """What a bonus such as "+2" adds; X is not known before the totals."""
    return 0 if bonus == "+X" else int(bonus)


def _card(data: dict[str, Any], *, is_late: bool) -> dict[str, Any]:
    """A card that is open now; a quest has no value until it gets one."""
    number = next(card.number for card in CARDS if card.name == data["card"])
    return {**shown(card_face(number)), "value": _number(data["bonus"]), "late": is_late}


def beats(document: Document, events: Events, since: int, silent: frozenset[str]) -> list[Beat]:
    """What battles have come to since an event, stage by stage."""
    if not _are_on(events, since):
        return []
    scene, found = Scene(document, events), []
    numbers: list[int] = []
    for number, event in enumerate(events):
        scene.hear(event)
        if number >= since and scene.stage and event["kind"] not in silent:
            numbers.append(number)
        following = events[number + 1]["kind"] if number + 1 < len(events) else ""
        is_last = not following or after(scene.stage, following) != scene.stage
        if numbers and is_last:
            found.append(Beat(scene.shows([events[one] for one in numbers]), numbers))
            numbers = []
    return found


def after(stage: str, kind: str) -> str:
    """The stage that an event belongs to; empty if it is not of a battle."""
    if kind == "pillage_declared":
        return CALL
    if kind in ENDS or not stage:
        return ""
    now = BEGINS.get(kind, stage)
    return EFFECTS if now == REVEAL and kind not in OF_THE_REVEAL else now


def _are_on(events: Events, since: int) -> bool:
    """Whether a battle was going on then, or has begun since."""
    for number in range(len(events) - 1, -1, -1):
        kind = events[number]["kind"]
        if kind == "pillage_declared" or (number < since and kind in ENDS):
            return bool(kind == "pillage_declared")
    return False
