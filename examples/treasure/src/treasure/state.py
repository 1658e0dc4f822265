"""The state of a match, as numbers and vectors: a search copies it a million times."""

from drakkar.core.flow import BaseState, Flow
from drakkar.core.vectors import Vec, row, twin

# In place of a charm: not taken yet, and hidden from this seat.
NONE, UNKNOWN = -1, -2


class State(BaseState):
    """One moment of a match; every vector has a number for each seat."""

    def __init__(
        self, flow: Flow, rounds: int, treasure: int, gold: Vec, bids: Vec, charms: Vec, shouted: Vec, sides: Vec
    ) -> None:
        super().__init__(flow)
        self.rounds = rounds
        self.treasure = treasure
        self.gold = gold
        self.bids = bids
        self.charms = charms
        self.shouted = shouted
        self.sides = sides

    def in_force(self, seat: int, among: Vec) -> Vec:
        """The cards of a seat in force now, limited to those that `among` marks."""
        charm = self.charms[seat]
        return row([charm] if charm >= 0 and among[charm] else [])

    def copy(self) -> "State":
        """An independent copy."""
        gold, bids, charms, shouted = twin(self.gold), twin(self.bids), twin(self.charms), twin(self.shouted)
        return State(self.flow.copy(), self.rounds, self.treasure, gold, bids, charms, shouted, self.sides)
