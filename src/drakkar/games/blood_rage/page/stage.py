"""A battle, beat by beat, from public events: the cards and totals of each clan so far, and what happens now."""

from typing import Any, Final, NamedTuple

from drakkar.games.blood_rage.events import BONUS_X
from drakkar.games.blood_rage.page import battle
from drakkar.games.blood_rage.page.battle import CALL, COMPARE, EFFECTS, LATE, REVEAL, SPOILS
from drakkar.games.blood_rage.page.cards import shown
from drakkar.games.blood_rage.page.figure_tracking import Counted, Sheets
from drakkar.games.blood_rage.page.sheets import force
from drakkar.games.blood_rage.view import card_face
from drakkar.page.game_page import Document, Events

# The stage that an event begins; other events belong to the current stage.
BEGINS: Final = {
    "pillage_declared": CALL,
    "battle_begins": battle.CARDS,
    "card_revealed": REVEAL,
    "late_card_played": LATE,
    "late_declined": LATE,
    "total": COMPARE,
    "no_battle": SPOILS,
}
# Other events after the reveal are effects of cards.
OF_THE_REVEAL: Final = frozenset(("card_revealed", "no_card_played", "quest_gets_value", "counted"))
# Other events after the totals are spoils, which are shown on the map.
OF_THE_COMPARISON: Final = frozenset(("total", "counted", "battle_won", "battle_tied"))
# Events that end a battle.
ENDS: Final = frozenset(("turn_begins", "phase_begins", "phase_closed", "age_begins", "game_ends"))

# Not written as sentences: the log shows where cards go, and the panel shows revealed cards and totals.
UNTOLD: Final = frozenset(("card_discarded", "card_taken_back", "card_revealed", "total"))

# What a clan has before anything is counted.
NOTHING: Final[dict[str, Any]] = {"total": 0, "figures": 0, "cards": 0}

# A clan's figures by kind: in the province, and in its fjord.
Force = tuple[dict[str, int], dict[str, int]]


class Beat(NamedTuple):
    """One stage of a battle so far: its name, the template values, and the numbers of its events.

    The spoils have no values: they are shown on the map, in the `place` of the battle.
    """

    stage: str
    scene: str
    place: str
    values: dict[str, Any]
    numbers: list[int]


class Scene:
    """Replays battles event by event."""

    def __init__(self, document: Document, events: Events) -> None:
        self.view = document["view"]
        self.clans = [clan["name"] for clan in self.view["clans"]]
        self.figures = Counted(document, events)
        self.sheets = Sheets(document, events)
        self.stage = ""
        self.number = 0
        self._begin("", 0)

    def _begin(self, place: str, pillager: int) -> None:
        here: dict[str, Any] = next((one for one in self.view["places"] if one["name"] == place), {})
        self.place = {**here, "pillaged": False}
        self.pillager = pillager
        self.fighting: list[int] = []
        self.cards: dict[int, list[dict[str, Any]]] = {}
        self.face_down: set[int] = set()
        # The clans' totals as the rules count them at this moment.
        self.totals: dict[int, dict[str, Any]] = {}
        self.winner: int | None = None

    def hear(self, event: dict[str, Any]) -> None:
        """Apply the next event."""
        kind, data = event["kind"], event["data"]
        self.figures.follow(event)
        self.sheets.follow(event)
        seat = event["ids"].get("clan", 0)
        if kind == "pillage_declared":
            self.number += 1
            self._begin(data["place"], seat)
        self.stage = after(self.stage, kind)
        if self.stage:
            self._take(event, seat)

    def _take(self, event: dict[str, Any], seat: int) -> None:
        """Update the cards, totals and result of the battle."""
        kind, data, ids = event["kind"], event["data"], event["ids"]
        if kind == "battle_begins":
            self.fighting = list(ids["clans"])
        elif kind == "card_chosen":
            self.face_down.add(seat)
        elif kind in ("card_revealed", "late_card_played"):
            self.face_down.discard(seat)
            self.cards.setdefault(seat, []).append(_card(ids, is_late=kind == "late_card_played"))
        elif kind == "quest_gets_value" and seat in self.cards:
            self.cards[seat][0] |= {"value": ids["bonus"]}
        elif kind == "text_cancelled":
            self._cancel(seat, card_face(ids["card"])["name"])
        elif kind == "revealed_card_lost":
            lost = next(card for card in self.cards[seat] if card["id"] == ids["card"])
            self.cards[seat].remove(lost)
        elif kind in ("counted", "total"):
            self.totals[seat] = data
        elif kind == "battle_won":
            self.winner = seat

    def _cancel(self, seat: int, name: str) -> None:
        """Mark a card of a clan whose text does nothing; of two with one name each is cancelled by its own event."""
        card = next(card for card in self.cards[seat] if card["name"] == name and not card["cancelled"])
        card["cancelled"] = True

    def _force(self, seat: int) -> Force:
        """BR-11.12: a clan's figures in the province and in its supporting fjord."""
        return self.figures.of(seat, self.place["name"]), self.figures.of(seat, self.place["fjord"] or "")

    def shows(self, lines: Events) -> dict[str, Any]:
        """The template values at this point."""
        forces = {number: self._force(number) for number in range(len(self.clans))}
        present = [seat for seat, force in forces.items() if any(force)]
        rows = [self._row(seat, forces[seat]) for seat in self.fighting or present or [self.pillager]]
        values = battle.laid_out(self.place, self.pillager, self.stage, rows, self.clans)
        return {"of": "s", **values, "lines": in_short(lines), "winner": self.winner}

    @property
    def name(self) -> str:
        """The name of the battle: its beats belong together."""
        return f"battle{self.number}"

    def _row(self, seat: int, stands: Force) -> dict[str, Any]:
        clan, (here, beside) = self.sheets.of(seat), stands
        told = self.totals.get(seat, NOTHING)
        cards = _counted(self.cards.get(seat, []), told["cards"])
        return battle.row(force(clan, seat, here, beside, told["figures"]), cards, int(seat in self.face_down))


def in_short(events: Events) -> list[dict[str, Any]]:
    """The sentences of a beat: equal events once with their count, without those that cards and bars show."""
    found: list[dict[str, Any]] = []
    for event in events:
        same = next((line for line in found if line["event"] == event), None)
        if same is not None:
            same["times"] += 1
        elif event["kind"] not in UNTOLD:
            found.append({"event": event, "times": 1})
    return found


def _card(ids: dict[str, Any], *, is_late: bool) -> dict[str, Any]:
    """A revealed card; a quest has no value until it is given one."""
    return {**shown(card_face(ids["card"])), "value": ids["bonus"], "late": is_late, "cancelled": False}


def _counted(cards: list[dict[str, Any]], together: int) -> list[dict[str, Any]]:
    """The cards with what each counts: X is the rest of what they count together (BR-12.5)."""
    known = sum(card["value"] for card in cards if card["value"] != BONUS_X)
    return [{**card, "value": together - known if card["value"] == BONUS_X else card["value"]} for card in cards]


def beats(document: Document, events: Events, since: int, silent: frozenset[str]) -> list[Beat]:
    """The beats of all battles since an event, one per stage."""
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
            values = {} if scene.stage == SPOILS else scene.shows([events[one] for one in numbers])
            found.append(Beat(scene.stage, scene.name, scene.place["name"], values, numbers))
            numbers = []
    return found


def after(stage: str, kind: str) -> str:
    """The stage of an event; empty outside a battle."""
    if kind == "pillage_declared":
        return CALL
    if kind in ENDS or not stage:
        return ""
    now = BEGINS.get(kind, stage)
    if now == COMPARE and kind not in OF_THE_COMPARISON:
        return SPOILS
    return EFFECTS if now == REVEAL and kind not in OF_THE_REVEAL else now


def _are_on(events: Events, since: int) -> bool:
    """Whether a battle was going on at event `since`, or has begun after it."""
    for number in range(len(events) - 1, -1, -1):
        kind = events[number]["kind"]
        if kind == "pillage_declared" or (number < since and kind in ENDS):
            return bool(kind == "pillage_declared")
    return False
