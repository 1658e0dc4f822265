"""Which figure stands where: told by what happened, so that a figure keeps its name and its spot while it stays.

A view counts equal figures; the page has to tell them apart, or they could not be seen to move.
"""

from typing import Any, Final, NamedTuple

from drakkar.core.page import Document, Events

WARRIORS: Final = 8
# Off the board, and last seen in a place.
FALLEN: Final = "fallen"


class Standing(NamedTuple):
    """A figure on the map: its name (the same for all of a match), its owner's seat, its kind, place and spot there."""

    ident: str
    seat: int
    kind: str
    place: str
    spot: int
    fallen: bool


class Figures:
    """All figures that have been on the map, by name."""

    def __init__(self, clans: list[str]) -> None:
        self.seats = {clan: seat for seat, clan in enumerate(clans)}
        self.at: dict[str, Standing] = {}
        self.march_from: dict[int, str] = {}

    def of(self, seat: int, kind: str) -> list[str]:
        """The names of a clan's figures of one kind."""
        first = f"{seat}-"
        if kind == "warrior":
            return [f"{first}{number}" for number in range(WARRIORS)]
        return [first + "".join(letter for letter in kind if letter.isalpha()).lower()]

    def in_place(self, seat: int, kind: str, place: str) -> list[str]:
        """Those of them that stand in a place."""
        return [
            ident
            for ident in self.of(seat, kind)
            if ident in self.at and self.at[ident].place == place and not self.at[ident].fallen
        ]

    def off(self, seat: int, kind: str) -> list[str]:
        """Those of them that are not on the map."""
        return [ident for ident in self.of(seat, kind) if ident not in self.at or self.at[ident].fallen]

    def put(self, ident: str, seat: int, kind: str, place: str) -> None:
        """A figure comes to a place, and takes the first free spot there."""
        taken = {one.spot for one in self.at.values() if one.place == place and not one.fallen and one.ident != ident}
        spot = next(number for number in range(len(taken) + 1) if number not in taken)
        self.at[ident] = Standing(ident, seat, kind, place, spot, False)

    def move(self, seat: int, kind: str, origin: str | None, place: str) -> None:
        """A figure moves, or comes onto the map."""
        there = self.in_place(seat, kind, origin) if origin is not None else []
        able = there or self.off(seat, kind) or self.of(seat, kind)[:1]
        self.put(able[0], seat, kind, place)

    def fall(self, seat: int, kind: str, place: str) -> None:
        """A figure is destroyed; it is remembered where it fell."""
        for ident in self.in_place(seat, kind, place)[-1:]:
            self.at[ident] = self.at[ident]._replace(fallen=True)

    def follow(self, event: dict[str, Any]) -> None:
        """One more thing has happened."""
        kind, data = event["kind"], event["data"]
        if kind not in MOVES:
            return
        seat = self.seats[str(data["clan"]).lower()]
        if kind == "marches":
            self.march_from[seat] = data["origin"]
        elif kind == "released":
            self.at = {ident: one for ident, one in self.at.items() if one.seat != seat or not one.fallen}
        else:
            figure = kind_of(data["figure"])
            if kind == "figure_destroyed":
                self.fall(seat, figure, data["place"])
            elif kind == "marched":
                self.move(seat, figure, self.march_from.get(seat), data["target"])
            else:
                self.move(seat, figure, data.get("origin"), data["place"])

    def agree(self, view: dict[str, Any]) -> None:
        """Have exactly the figures that lie on the table: what no event told is put right here."""
        wanted = {
            (self.seats[clan], figure, place["name"]): number
            for place in view["places"]
            for clan, figures in place["figures"].items()
            for figure, number in figures.items()
        }
        for ident, one in list(self.at.items()):
            key = (one.seat, one.kind, one.place)
            if not one.fallen and len(self.in_place(*key)) > wanted.get(key, 0):
                del self.at[ident]
        for (seat, figure, place), number in wanted.items():
            for _ in range(number - len(self.in_place(seat, figure, place))):
                self.move(seat, figure, None, place)


MOVES: Final = frozenset(
    ("marches", "released", "invaded", "marched", "joined", "figure_moved", "figure_destroyed"),
)


def kind_of(figure: str) -> str:
    """A figure as the view names it: an event begins it with a capital."""
    return figure.lower() if figure in ("Warrior", "Leader", "Ship") else figure


def standing(document: Document, events: Events) -> list[Standing]:
    """Every figure on the map, and those that fell and are not back yet, always in the same order."""
    view = document["view"]
    figures = Figures([clan["name"] for clan in view["clans"]])
    for event in events:
        figures.follow(event)
    figures.agree(view)
    return sorted(figures.at.values(), key=lambda one: one.ident)


# --- Counted


# A clan's figures of one kind in one place.
Where = tuple[int, str, str]


class Counted:
    """How many figures stood where at any moment that was told, from the beginning or from a position on."""

    def __init__(self, document: Document, events: Events) -> None:
        self.clans = [clan["name"] for clan in document["view"]["clans"]]
        self.march_from: dict[int, str] = {}
        self.now: dict[Where, int] = {}
        self._begin(document["view"], events)

    def _begin(self, view: dict[str, Any], events: Events) -> None:
        """Who stood there before anything was told: whoever leaves without having come, or is there without it."""
        least: dict[Where, int] = {}
        for event in events:
            self.follow(event)
            for where in self.changes(event):
                least[where] = min(least.get(where, 0), self.now[where])
        there = {
            (self.clans.index(clan), figure, place["name"]): number
            for place in view["places"]
            for clan, figures in place["figures"].items()
            for figure, number in figures.items()
        }
        untold = {where: max(-least.get(where, 0), number - self.now.get(where, 0)) for where, number in there.items()}
        self.now = {**{where: -number for where, number in least.items()}, **untold}
        self.march_from = {}

    def changes(self, event: dict[str, Any]) -> dict[Where, int]:
        """What an event adds and takes away."""
        kind, data = event["kind"], event["data"]
        if kind not in MOVES or "figure" not in data:
            return {}
        seat, figure = self.clans.index(str(data["clan"]).lower()), kind_of(data["figure"])
        if kind == "figure_destroyed":
            return {(seat, figure, data["place"]): -1}
        origin = self.march_from.get(seat) if kind == "marched" else data.get("origin")
        came = {(seat, figure, data["target"] if kind == "marched" else data["place"]): 1}
        return came if origin is None else {(seat, figure, origin): -1, **came}

    def follow(self, event: dict[str, Any]) -> None:
        """One more thing is told."""
        if event["kind"] == "marches":
            self.march_from[self.clans.index(str(event["data"]["clan"]).lower())] = event["data"]["origin"]
        for where, number in self.changes(event).items():
            self.now[where] = self.now.get(where, 0) + number

    def of(self, seat: int, place: str) -> dict[str, int]:
        """A clan's figures in a place, by kind."""
        found = {figure: number for (who, figure, where), number in self.now.items() if (who, where) == (seat, place)}
        return {figure: number for figure, number in found.items() if number > 0}
