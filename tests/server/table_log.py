"""A table and its log, without a server: every command is encoded, decoded and applied, as a server does."""

from random import Random
from typing import Any

from drakkar.core.game import find
from drakkar.core.hosting import questions
from drakkar.server.live.document import document
from drakkar.server.log import commands, entries
from drakkar.server.log.entries import BOT, FREE, PERSON, Entry, Place, TimeControl, encode
from drakkar.server.log.messages import EventSlice
from drakkar.server.log.table import Table, replay

AT = 1_700_000_000_000


class Folded:
    """A live table, and its stored log."""

    def __init__(self, founded: entries.Founded) -> None:
        self.log = [encode(founded)]
        self.table = Table("a-table", founded)

    def do(self, entry: Entry | None) -> Entry | None:
        """Append an entry, if there is one."""
        if entry is not None:
            self.log.append(encode(entry))
            self.table.apply(entries.decode(self.log[-1]))
        return entry

    def again(self) -> Table:
        """The table rebuilt from its log."""
        return replay("a-table", self.log)

    def choose(self, seat: int, choice: str = "", spent: int = 0) -> Entry | None:
        """Answer the seat's current decision, by default with its first choice."""
        words = choice or str(self.table.match.choices(seat)[0])
        return self.do(commands.choose(self.table, AT, seat, self.table.seats[seat].decision, words, spent))

    def undo(self, seat: int) -> Entry | None:
        """Undo the seat's latest choice."""
        return self.do(commands.undo(self.table, AT, seat, self.table.undo_of(seat)))

    def to_the_end(self) -> None:
        """Choose at random until the match is over."""
        rng = Random(1)
        while not self.table.match.over:
            seat = rng.choice(list(questions(self.table.match)))
            self.choose(seat, str(rng.choice(self.table.match.choices(seat))))


def founded(
    *seats: str,
    game: str = "blood_rage",
    seed: int = 1,
    clock: TimeControl | None = None,
    origin: str = "",
    **more: Any,
) -> entries.Founded:
    """The first entry of a table for `person`, `open` or named bots."""
    rules = find(game)
    return entries.Founded(
        at=AT,
        game=game,
        rules=rules.rules_version,
        sides=list(rules.sides[: len(seats)]),
        rulings=rules.resolve_rulings({}),
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
    """The documents of all seats and a spectator: everything observable of a table."""
    return [document(table, seat, set(), []) for seat in (*range(len(table.seats)), None)]


def heard(events: list[dict[str, Any]], told: EventSlice) -> None:
    """Apply events as a client does."""
    events[told.start :] = told.events
