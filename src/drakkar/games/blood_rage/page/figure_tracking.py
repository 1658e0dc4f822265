"""Which figure stands where on the map of Blood Rage, and with which upgrades, now and after each past event."""

from typing import Any, Final

from drakkar.core.figure_ids import Figure, FigureCounts, FigureIds, Movement, Where
from drakkar.games.blood_rage.board import PLACE_NAMES
from drakkar.games.blood_rage.choices import FIGURE_WORDS
from drakkar.games.blood_rage.view import card_face
from drakkar.page.game_page import Document, Events

SIDE: Final = "clan"
MOVEMENTS: Final = {
    "invaded": Movement("figure", "", "place"),
    "marched": Movement("figure", "origin", "target"),
    "joined": Movement("figure", "origin", "place"),
    "figure_moved": Movement("figure", "origin", "place"),
    "figure_destroyed": Movement("figure", "place", ""),
    "released": Movement(),
}


def on_the_map(view: dict[str, Any]) -> dict[Where, int]:
    """How many figures of each clan and kind stand in each place."""
    seats = {clan["name"]: seat for seat, clan in enumerate(view["clans"])}
    return {
        (seats[clan], FIGURE_WORDS.full.index(figure), PLACE_NAMES.index(place["name"])): number
        for place in view["places"]
        for clan, figures in place["figures"].items()
        for figure, number in figures.items()
    }


def standing(document: Document, events: Events) -> list[Figure]:
    """Every figure on the map, and fallen figures that are not back yet, in a stable order."""
    figures = FigureIds(MOVEMENTS, SIDE)
    for event in events:
        figures.follow(event)
    figures.agree(on_the_map(document["view"]))
    return sorted(figures.figures.values(), key=lambda one: one.id)


class Counted:
    """How many figures stood where after each past event."""

    def __init__(self, document: Document, events: Events) -> None:
        self.counts = FigureCounts(MOVEMENTS, SIDE)
        self.counts.begin(on_the_map(document["view"]), events)

    def follow(self, event: dict[str, Any]) -> None:
        """Apply the next event."""
        self.counts.follow(event)

    def of(self, seat: int, place: str) -> dict[str, int]:
        """A clan's figures in a place, by kind."""
        if not place:
            return {}
        found = self.counts.of(seat, PLACE_NAMES.index(place))
        return {FIGURE_WORDS.full[kind]: number for kind, number in found.items()}


class Sheets:
    """The cards on each clan sheet after each past event."""

    def __init__(self, document: Document, events: Events) -> None:
        self.clans = document["view"]["clans"]
        self.cards = [[up["card"]["id"] for up in clan["upgrades"]] for clan in self.clans]
        for event in reversed(events):
            self._change(event, "upgrade_replaced", "upgraded")

    def follow(self, event: dict[str, Any]) -> None:
        """Apply the next event."""
        self._change(event, "upgraded", "upgrade_replaced")

    def _change(self, event: dict[str, Any], arrives: str, leaves: str) -> None:
        if event["kind"] == arrives:
            self.cards[event["ids"]["clan"]].append(event["ids"]["card"])
        elif event["kind"] == leaves:
            self.cards[event["ids"]["clan"]].remove(event["ids"]["card"])

    def of(self, seat: int) -> dict[str, Any]:
        """A clan with its upgrades of that moment."""
        faces = [card_face(card) for card in self.cards[seat]]
        return {**self.clans[seat], "upgrades": [{"slot": face["kind"], "card": face} for face in faces]}
