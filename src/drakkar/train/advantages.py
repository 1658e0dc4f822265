"""Advantages and targets (GAE), along each seat's own decisions, for numpy and PyTorch alike.

Between two decisions of a seat others decide, so what a choice led to is the same seat's next decision or the end of
the match. The arrays are moments × tables; `values` and `results` have the estimates of shape.py in their last column.
"""

from collections.abc import Iterator
from typing import Any


class Advantages:
    """What each decision of a segment was worth beyond its estimate; `known` marks those with a known successor."""

    def __init__(self, library: Any, ended: Any, results: Any, seats: Any, values: Any) -> None:
        """Take the arrays of a segment.

        Args:
            library: numpy or torch.
            ended: for each moment and table, 0, or the row of `results` for the match that the choice ended.
            results: the results of matches by seat; row 0 is empty.
            seats: who decided.
            values: the estimates.
        """
        self.library = library
        self.ended = ended
        self.results = results
        self.seats = seats
        self.values = values
        self.gains = values * 0
        self.known = ended < 0

    def compute(self, decay: float) -> Iterator[int]:
        """From the last moment to the first; yields after each, so that other work can be done meanwhile."""
        xp, rows = self.library, self.library.arange(self.ended.shape[1])
        if hasattr(self.ended, "device") and xp.__name__ == "torch":
            rows = rows.to(self.ended.device)
        # By table and seat: the estimate at its next decision or the result, the gain from there, and whether known.
        later = self.results[self.ended[0] * 0] * 0
        gain = later * 1
        known = later[:, :, 0] > 1
        for moment in range(self.ended.shape[0] - 1, -1, -1):
            over = self.ended[moment] > 0
            column = over[:, None]
            later = xp.where(column[:, :, None], self.results[self.ended[moment]], later)
            gain = xp.where(column[:, :, None], gain * 0, gain)
            known = known | column
            seat, value = self.seats[moment], self.values[moment]
            mine = known[rows, seat]
            surprise = later[rows, seat] - value + decay * gain[rows, seat]
            surprise = xp.where(mine[:, None], surprise, surprise * 0)
            self.gains[moment] = surprise
            self.known[moment] = mine
            later[rows, seat] = value
            gain[rows, seat] = surprise
            known[rows, seat] = True
            yield moment
