"""A table and its log, without a server: every act is written, read again and folded, as a server does it."""

from random import Random
from typing import Any

from drakkar.core.game import find
from drakkar.server import acts, entries
from drakkar.server.document import document
from drakkar.server.entries import BOT, FREE, PERSON, Clock, Entry, Place, written
from drakkar.server.messages import Told
from drakkar.server.table import Table, replayed

AT = 1_700_000_000_000


class Folded:
    """A live table, and what its log would have on disk."""

    def __init__(self, founded: entries.Founded) -> None:
        self.log = [written(founded)]
        self.table = Table("a-table", founded)

    def do(self, entry: Entry | None) -> Entry | None:
        """Write an act down, if there is anything to write."""
        if entry is not None:
            self.log.append(written(entry))
            self.table.fold(entries.read(self.log[-1]))
        return entry

    def again(self) -> Table:
        """The table as another server would have it."""
        return replayed("a-table", self.log)

    def choose(self, seat: int, choice: str = "", spent: int = 0) -> Entry | None:
        """The seat's present decision, answered: with its first option, if none is named."""
        words = choice or str(self.table.match.options(seat)[0])
        return self.do(acts.choose(self.table, AT, seat, self.table.seats[seat].decision, words, spent))

    def undo(self, seat: int) -> Entry | None:
        """The seat's choice that can be taken back, taken back."""
        return self.do(acts.undo(self.table, AT, seat, self.table.undo_of(seat)))

    def to_the_end(self) -> None:
        """Everybody chooses at random until the match is over."""
        rng = Random(1)
        while not self.table.match.over:
            seat = rng.choice(list(self.table.match.asked()))
            self.choose(seat, str(rng.choice(self.table.match.options(seat))))


def founded(
    *seats: str, game: str = "blood_rage", seed: int = 1, clock: Clock | None = None, origin: str = "", **more: Any
) -> entries.Founded:
    """The founding of a table for `person`, `open` or the bots named."""
    rules = find(game)
    return entries.Founded(
        at=AT,
        game=game,
        rules=rules.rules_version,
        clans=list(rules.clans[: len(seats)]),
        options=rules.settings({}),
        seed=str(seed),
        seats=[_place(number, seat) for number, seat in enumerate(seats)],
        origin=origin,
        clock=clock,
        **more,
    )


def _place(number: int, seat: str) -> Place:
    if seat == "person":
        return Place(PERSON, f"Person {number}", key=f"key {number}")
    return Place(FREE) if seat == "open" else Place(BOT, bot=seat)


def table_of(*seats: str, **wish: Any) -> Folded:
    """A table and its log."""
    return Folded(founded(*seats, **wish))


def documents(table: Table) -> list[dict[str, Any]]:
    """What everybody, and a spectator, is told of a table: all that matters of it."""
    return [document(table, seat, set(), []) for seat in (*range(len(table.seats)), None)]


def heard(events: list[dict[str, Any]], told: Told) -> None:
    """What a client does with the events that it is told."""
    events[told.start :] = told.events
