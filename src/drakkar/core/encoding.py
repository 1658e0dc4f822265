"""What a game brings for those who learn it: what a seat may know as a row of bytes, field by field."""

from abc import ABC, abstractmethod
from typing import Final, Generic

from drakkar.core.build import mypyc_attr
from drakkar.core.flow import S
from drakkar.core.vectors import Bytes, Vec, u8, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer

LARGEST: Final = 255
SHEET_GROWS: Final = 256


class Field:
    """Bytes side by side that say one thing."""

    def __init__(self, name: str, at: int, size: int, text: str) -> None:
        self.name = name
        self.at = at
        self.size = size
        self.text = text


class Layout:
    """Fields one after the other."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.size: int = 0

    def add(self, name: str, size: int, text: str) -> int:
        """One more field; where it begins."""
        at = self.size
        self.fields.append(Field(name, at, size, text))
        self.size += size
        return at


class Sheet:
    """A part of a row of bytes, written anew for each moment: it knows where it has written, so wiping it is quick."""

    def __init__(self, row: Bytes, start: int) -> None:
        self.row = row
        self.start = start
        self.written = vec(SHEET_GROWS)
        self.count: int = 0

    def put(self, at: int, number: int) -> None:
        """Write a number where nothing stands yet; the largest byte stands for everything above it too."""
        if number:
            if self.count == len(self.written):
                self._grow()
            place = self.start + at
            self.written[self.count] = place
            self.count += 1
            self.row[place] = u8(min(number, LARGEST))

    def add(self, at: int, number: int) -> None:
        """What stands there, and so many more or less."""
        place = self.start + at
        before = int(self.row[place])
        if before:
            self.row[place] = u8(min(before + number, LARGEST))
        else:
            self.put(at, number)

    def has(self, at: int) -> bool:
        """Whether anything stands there."""
        return self.row[self.start + at] != 0

    def lay(self, at: int, numbers: Vec, first: int, count: int) -> None:
        """Write numbers side by side, so many of a vector from the first one on."""
        for place in range(count):
            number = numbers[first + place]
            if number:
                self.put(at + place, number)

    def mark(self, at: int, which: int) -> None:
        """Write a 1 at one of several places; what is below 0 is none of them."""
        if which >= 0:
            self.put(at + which, 1)

    def wipe(self) -> None:
        """Zeros everywhere."""
        row, written = self.row, self.written
        for at in range(self.count):
            row[written[at]] = 0
        self.count = 0

    def _grow(self) -> None:
        written = vec(len(self.written) + SHEET_GROWS)
        for at in range(self.count):
            written[at] = self.written[at]
        self.written = written


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(ABC, Generic[S]):
    """How a game tells a seat's view in bytes: always the same places, whoever sits where, however many play.

    `table` are the fields of what all share and of what the reader alone knows. Behind them a block of `seat` fields
    stands for each seat that a table can have: the reader's first, then clockwise; for seats that nobody has, zeros.
    """

    def __init__(self, version: int, table: Layout, seat: Layout, most_seats: int) -> None:
        self.version = version
        self.table = table
        self.seat = seat
        self.most_seats = most_seats
        self.size: int = table.size + most_seats * seat.size

    @abstractmethod
    def write(self, s: S, seat: int, sheet: Sheet) -> None:
        """Write what the seat may know of a state onto a sheet that is wiped: the same behind its veil as without."""
