"""Views as arrays, and choices as their codes with a mask of those that are open: for any game with an encoding."""

from functools import lru_cache
from typing import Any

from drakkar.core.encoding import Sheet
from drakkar.core.game import find
from drakkar.core.vectors import bytes_row
from drakkar.core.view import View
from drakkar.research.extra import from_extra

with from_extra("research"):
    import numpy as np
    from numpy.typing import NDArray

Array = NDArray[Any]


class Encoder:
    """The arrays of one game. `size` is how long an observation is, `choices` how long a mask."""

    def __init__(self, title: str) -> None:
        self.game = find(title)
        self.encoding = self.game.encoding()
        self.size = int(self.encoding.size)
        self.choices = self.game.book.notation.size
        row = bytes_row(self.size)
        self._sheet = Sheet(row, 0)
        self._row = shared(row)

    def observation(self, state: Any, seat: int) -> Array:
        """What a seat may know of a state: the same whether it comes from the state or from what the seat knows."""
        self._sheet.wipe()
        self.encoding.write(state, seat, self._sheet)
        return self._row.copy()

    def mask(self, codes: list[int]) -> Array:
        """A 1 for each of these choices."""
        mask = np.zeros(self.choices, np.int8)
        mask[codes] = 1
        return mask


def shared(row: Any) -> Array:
    """The memory of a row of the engine as an array: to look at, whatever is written there later."""
    array: Array = np.frombuffer(row, np.uint8)
    array.flags.writeable = False
    return array


@lru_cache
def _encoder(title: str) -> Encoder:
    return Encoder(title)


def encode(view: View) -> tuple[Array, Array]:
    """What a view shows, and the mask of what its seat may choose."""
    assert view.seat is not None, "a spectator has nothing to learn"
    encoder = _encoder(view.title)
    codes = [choice.code for choice in view.options]
    return encoder.observation(view.known, view.seat), encoder.mask(codes)
