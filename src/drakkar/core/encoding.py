"""Observations for learning: what a seat may know, as a row of bytes made of fields."""

from abc import ABC, abstractmethod
from typing import Final, Generic

from drakkar.core.build import mypyc_attr
from drakkar.core.flow import S
from drakkar.core.vectors import Bytes, Vec, bytes_row, u8, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer

LARGEST: Final = 255
# The bytes that every encoding keeps for its rulings, so that a later ruling moves no other field.
RULING_ROOM: Final = 32
# The length of a row is a multiple of this, for aligned reads and fast matrix products; the last bytes may be padding.
ROW_UNIT: Final = 16


class Field:
    """Adjacent bytes with one meaning."""

    def __init__(self, name: str, at: int, size: int, text: str) -> None:
        self.name = name
        self.at = at
        self.size = size
        self.text = text


class Layout:
    """Consecutive fields."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.size: int = 0

    def add(self, name: str, size: int, text: str) -> int:
        """Append a field and return its offset."""
        at = self.size
        self.fields.append(Field(name, at, size, text))
        self.size += size
        return at

    def add_rulings(self, flags: tuple[str, ...]) -> int:
        """Append room for the flags of the rulings, by name in their fixed order; what is left is reserved."""
        assert len(flags) <= RULING_ROOM, "more rulings than room"
        named = ", ".join(f"{at} `{name}`" for at, name in enumerate(flags))
        return self.add(
            "rulings",
            RULING_ROOM,
            f"for each ruling 0 for its default, otherwise the number of its other value: {named}; the rest is 0",
        )


class Sheet:
    """A slice of a byte row, rewritten for each moment. It tracks the bytes written, so clearing it is fast."""

    def __init__(self, row: Bytes, start: int, size: int = 0) -> None:
        self.row = row
        self.start = start
        # More than enough: between two wipes hardly any byte is written twice.
        self.written = vec(size or len(row) - start)
        self.count: int = 0

    def put(self, at: int, number: int) -> None:
        """Write a number to an empty byte; larger numbers are capped at 255."""
        if number:
            place, count = self.start + at, self.count
            self.written[count] = place
            self.count = count + 1
            self.row[place] = u8(min(number, LARGEST))

    def add(self, at: int, number: int) -> None:
        """Add to the byte, which may be empty."""
        place = self.start + at
        before = int(self.row[place])
        if before:
            self.row[place] = u8(min(before + number, LARGEST))
        else:
            self.put(at, number)

    def has(self, at: int) -> bool:
        """Whether the byte is not zero."""
        return self.row[self.start + at] != 0

    def spread(self, at: int, size: int, number: int) -> None:
        """Write a number of up to 255 times `size` as a sum: the first bytes are full, and the next has the rest."""
        for place in range(size):
            self.put(at + place, number - place * LARGEST if number > place * LARGEST else 0)

    def lay(self, at: int, numbers: Vec, first: int, count: int) -> None:
        """Write `count` numbers of a vector, from index `first`, to adjacent bytes."""
        row, written, done, start = self.row, self.written, self.count, self.start + at
        for place in range(count):
            number = numbers[first + place]
            if number:
                written[done] = start + place
                done += 1
                row[start + place] = u8(min(number, LARGEST))
        self.count = done

    def mark(self, at: int, which: int) -> None:
        """One-hot: write a 1 at index `which`; a negative index writes nothing."""
        if which >= 0:
            place, count = self.start + at + which, self.count
            self.written[count] = place
            self.count = count + 1
            self.row[place] = 1

    def mark_all(self, places: Vec, count: int) -> None:
        """Write a 1 at each of the first `count` places, which are different."""
        row, written, done, start = self.row, self.written, self.count, self.start
        for at in range(count):
            place = start + places[at]
            written[done] = place
            done += 1
            row[place] = 1
        self.count = done

    def cover(self, covered: Bytes) -> None:
        """Set those written bytes to zero that are marked in a row of the same length."""
        row, written = self.row, self.written
        for at in range(self.count):
            place = written[at]
            if covered[place]:
                row[place] = 0

    def wipe(self) -> None:
        """Set all written bytes to zero."""
        row, written = self.row, self.written
        for at in range(self.count):
            row[written[at]] = 0
        self.count = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(ABC, Generic[S]):
    """How a game encodes what a seat may know as bytes. Offsets do not depend on sides or the number of players.

    `table` has the fields for shared information and for what only this seat knows. After it comes a block of `seat`
    fields for each possible seat: this seat first, then clockwise. Blocks of absent seats are zeros. The last
    `padding` bytes of a row are always zero and make its `size` a multiple of ROW_UNIT.

    `hidden` has the fields for what a seat hides from the reader: the truth that a network learns to estimate. It is a
    row of its own, with a block for each other seat, clockwise, and no part of an observation or of its version.
    `hidden_cards` has the card of each byte of such a block; none if a game does not name them.
    """

    def __init__(
        self,
        version: int,
        table: Layout,
        seat: Layout,
        most_seats: int,
        hidden: Layout | None = None,
        hidden_cards: tuple[int, ...] = (),
    ) -> None:
        self.version = version
        self.table = table
        self.seat = seat
        self.most_seats = most_seats
        used: int = table.size + most_seats * seat.size
        self.size: int = (used + ROW_UNIT - 1) // ROW_UNIT * ROW_UNIT
        self.padding: int = self.size - used
        self.hidden = Layout() if hidden is None else hidden
        self.hidden_cards = hidden_cards
        self.hidden_size: int = (most_seats - 1) * self.hidden.size

    @abstractmethod
    def write(self, s: S, seat: int, sheet: Sheet) -> None:
        """Write what the seat may know onto a clear sheet. The result is the same for a state and its veiled copy."""

    def covered(self, names: tuple[str, ...]) -> Bytes:
        """A row with a 1 for each byte of these fields: `FIELD` of the table, `own.FIELD`, or `others.FIELD`.

        `others.*` are all fields of the other seats, except whether they are there.
        """
        row = bytes_row(self.size)
        for name in names:
            whose, _, field = name.rpartition(".")
            layout, starts = self.table, [0]
            if whose:
                layout = self.seat
                seats = {"own": [0], "others": list(range(1, self.most_seats))}[whose]
                starts = [self.table.size + seat * self.seat.size for seat in seats]
            fields = [one for one in layout.fields if one.name == field or (field == "*" and one.name != "present")]
            assert fields, f"no field {name}"
            for start in starts:
                for one in fields:
                    for at in range(one.size):
                        row[start + one.at + at] = 1
        return row

    def write_hidden(self, s: S, seat: int, sheet: Sheet) -> None:
        """Write what the others hide from the seat onto a clear sheet, a 1 for each thing; `s` is the full state."""
