"""Views as arrays, and choices as codes with a mask: for any game with an encoding."""

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
    """The arrays of one game. `size` is the length of an observation, `choices` the length of a mask."""

    def __init__(self, title: str) -> None:
        self.game = find(title)
        self.encoding = self.game.encoding()
        self.size = int(self.encoding.size)
        self.choices = self.game.book.notation.size
        row = bytes_row(self.size)
        self._sheet = Sheet(row, 0)
        self._row = shared(row)

    def observation(self, state: Any, seat: int) -> Array:
        """What a seat may know of a state; the same for the full state and for the seat's veiled one."""
        self._sheet.wipe()
        self.encoding.write(state, seat, self._sheet)
        return self._row.copy()

    def mask(self, codes: list[int]) -> Array:
        """A mask with a 1 for each of these choices."""
        mask = np.zeros(self.choices, np.int8)
        mask[codes] = 1
        return mask


def shared(row: Any) -> Array:
    """A read-only array over the memory of an engine row; it shows later writes."""
    array: Array = np.frombuffer(row, np.uint8)
    array.flags.writeable = False
    return array


@lru_cache
def _encoder(title: str) -> Encoder:
    return Encoder(title)


def encode(view: View) -> tuple[Array, Array]:
    """The observation of a view, and the mask of its seat's choices."""
    assert view.seat is not None, "a spectator has nothing to learn"
    encoder = _encoder(view.title)
    codes = [choice.code for choice in view.choices]
    return encoder.observation(view.known, view.seat), encoder.mask(codes)
