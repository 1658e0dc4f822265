"""Stable ids of figures while they move, derived from events.

A state only counts equal figures. A page must tell them apart to show which one moves.
"""

from typing import Any, NamedTuple

# A seat's figures of one kind in one place.
Where = tuple[int, int, int]


class Movement(NamedTuple):
    """The effect of one kind of event on a figure: the event fields that name the figure and its places.

    Without `origin`, the figure enters the map. Without `place`, it is destroyed at its origin. Without `figure`, all
    destroyed figures of the seat become available again.
    """

    figure: str = ""
    origin: str = ""
    place: str = ""


class Figure(NamedTuple):
    """A figure on the map: its id, its owner's seat, its kind, its place and its spot there."""

    id: str
    seat: int
    kind: int
    place: int
    spot: int
    fallen: bool

    @property
    def where(self) -> Where:
        """Owner, kind and place."""
        return self.seat, self.kind, self.place


class FigureIds:
    """All figures that have been on the map, by id. `side` is the field of an event that names the owner."""

    def __init__(self, movements: dict[str, Movement], side: str) -> None:
        self.movements = movements
        self.side = side
        self.figures: dict[str, Figure] = {}

    def follow(self, event: dict[str, Any]) -> None:
        """Process one more event, given as plain data."""
        movement = self.movements.get(event["kind"])
        if movement is None:
            return
        ids = event["ids"]
        seat = ids[self.side]
        if not movement.figure:
            self.figures = {one.id: one for one in self.figures.values() if one.seat != seat or not one.fallen}
        elif movement.place:
            origin = ids[movement.origin] if movement.origin else None
            self.move(seat, ids[movement.figure], origin, ids[movement.place])
        else:
            self.fall((seat, ids[movement.figure], ids[movement.origin]))

    def standing(self, where: Where) -> list[Figure]:
        """The figures of one seat and kind that stand in a place."""
        return [one for one in self.figures.values() if one.where == where and not one.fallen]

    def move(self, seat: int, kind: int, origin: int | None, place: int) -> None:
        """Put a figure on the first free spot of a place; it moves there, or enters the map if `origin` is None."""
        there = [] if origin is None else self.standing((seat, kind, origin))
        ident = min(one.id for one in there) if there else self._first_off_the_map(seat, kind)
        taken = {one.spot for one in self.figures.values() if one.place == place and not one.fallen and one.id != ident}
        spot = next(number for number in range(len(taken) + 1) if number not in taken)
        self.figures[ident] = Figure(ident, seat, kind, place, spot, False)

    def _first_off_the_map(self, seat: int, kind: int) -> str:
        number = 0
        while (ident := f"{seat}-{kind}-{number}") in self.figures and not self.figures[ident].fallen:
            number += 1
        return ident

    def fall(self, where: Where) -> None:
        """Destroy a figure; its place is kept."""
        if there := self.standing(where):
            last = max(there, key=lambda one: one.id)
            self.figures[last.id] = last._replace(fallen=True)

    def agree(self, counts: dict[Where, int]) -> None:
        """Match these counts exactly: a position or a card may have placed figures without an event."""
        for one in list(self.figures.values()):
            if not one.fallen and len(self.standing(one.where)) > counts.get(one.where, 0):
                del self.figures[one.id]
        for where, number in counts.items():
            for _ in range(number - len(self.standing(where))):
                self.move(where[0], where[1], None, where[2])


class FigureCounts:
    """The number of figures in each place at each event, from the start of the match or from a position."""

    def __init__(self, movements: dict[str, Movement], side: str) -> None:
        self.movements = movements
        self.side = side
        self.now: dict[Where, int] = {}

    def begin(self, counts: dict[Where, int], events: list[dict[str, Any]]) -> None:
        """Start before the events, which lead to these counts; figures that no event placed were there before."""
        least: dict[Where, int] = {}
        for event in events:
            self.follow(event)
            for where in self.changes(event):
                least[where] = min(least.get(where, 0), self.now[where])
        untold = {where: max(-least.get(where, 0), number - self.now.get(where, 0)) for where, number in counts.items()}
        self.now = {**{where: -number for where, number in least.items()}, **untold}

    def changes(self, event: dict[str, Any]) -> dict[Where, int]:
        """The counts that an event changes, and by how much."""
        movement = self.movements.get(event["kind"])
        if movement is None or not movement.figure:
            return {}
        ids = event["ids"]
        seat, kind = ids[self.side], ids[movement.figure]
        left = {(seat, kind, ids[movement.origin]): -1} if movement.origin else {}
        return {**left, **({(seat, kind, ids[movement.place]): 1} if movement.place else {})}

    def follow(self, event: dict[str, Any]) -> None:
        """Process one more event."""
        for where, number in self.changes(event).items():
            self.now[where] = self.now.get(where, 0) + number

    def of(self, seat: int, place: int) -> dict[int, int]:
        """A seat's figures in a place: their number by kind."""
        found = {kind: number for (who, kind, where), number in self.now.items() if (who, where) == (seat, place)}
        return {kind: number for kind, number in found.items() if number > 0}
