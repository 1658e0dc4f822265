"""Observations for learning: a row of small numbers from one seat's point of view."""

from drakkar.core.encoding import Encoding, Layout, Sheet
from treasure.choices import CHARMS
from treasure.rules import book
from treasure.state import State


class TreasureEncoding(Encoding[State]):
    """The table, then each seat clockwise, starting with the seat itself."""

    def __init__(self) -> None:
        table, seat = Layout(), Layout()
        self.round = table.add("round", 1, "from 1 to 5")
        self.treasure = table.add("treasure", 1, "what is bid for")
        self.charm = table.add("charm", len(CHARMS.full), "a 1 at the reader's charm")
        self.gold = seat.add("gold", 1, "what the seat has")
        self.question = seat.add("question", len(book.questions) - 1, "a 1 at what it is asked")
        hidden = Layout()
        self.held = hidden.add("held", len(CHARMS.full), "a 1 at the seat's charm")
        super().__init__(1, table, seat, 3, hidden)

    def write(self, s: State, seat: int, sheet: Sheet) -> None:
        """Write what a seat may know."""
        sheet.put(self.round, s.rounds)
        sheet.put(self.treasure, s.treasure)
        sheet.mark(self.charm, s.charms[seat])
        for turn in range(len(s.gold)):
            other = (seat + turn) % len(s.gold)
            at = self.table.size + turn * self.seat.size
            sheet.put(at + self.gold, s.gold[other])
            sheet.mark(at + self.question, s.flow.asked[other] - 1)

    def write_hidden(self, s: State, seat: int, sheet: Sheet) -> None:
        """Write the charms of the others."""
        for turn in range(1, len(s.gold)):
            sheet.mark((turn - 1) * self.hidden.size + self.held, s.charms[(seat + turn) % len(s.gold)])
