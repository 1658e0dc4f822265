"""The memory that actors and learner share: one anonymous mapping, made before the actors are forked."""

import mmap
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drakkar.train.options import Options
from drakkar.train.shape import Shape

Array = NDArray[Any]

PAGE: Final = 4096
# Who has a group now: the actor steps it; it waits for choices; its choices are being made.
STEPPING: Final = 0
WAITING: Final = 1
CHOOSING: Final = 2


class Shared:
    """A row of each array is one group of tables. `turn` says who may touch the row."""

    def __init__(self, options: Options, shape: Shape) -> None:
        groups, tables, seats = options.all_groups, options.tables, shape.seats
        fields = {
            "observations": (np.uint8, (groups, tables, shape.row)),
            "masks": (np.uint8, (groups, tables, shape.menu)),
            "hidden": (np.uint8, (groups, tables, shape.truth)),
            "seats": (np.uint8, (groups, tables)),
            "ended": (np.uint8, (groups, tables)),
            "results": (np.float32, (groups, tables, seats, shape.estimates)),
            "choices": (np.int32, (groups, tables)),
            "turn": (np.int64, (groups, 8)),
            "matches": (np.int64, (groups, 8)),
            "busy": (np.float64, (groups, 8)),
            "stop": (np.int64, (8,)),
        }
        sizes = [int(np.prod(size)) * np.dtype(kind).itemsize for kind, size in fields.values()]
        starts = np.cumsum([0] + [-(-size // PAGE) * PAGE for size in sizes])
        self.memory = mmap.mmap(-1, int(starts[-1]))
        arrays = {
            name: np.frombuffer(self.memory, kind, int(np.prod(size)), int(start)).reshape(size)
            for (name, (kind, size)), start in zip(fields.items(), starts[:-1], strict=True)
        }
        self.observations: Array = arrays["observations"]
        self.masks: Array = arrays["masks"]
        # What the others hide from the deciding seat: targets, which no network reads.
        self.hidden: Array = arrays["hidden"]
        self.seats: Array = arrays["seats"]
        self.ended: Array = arrays["ended"]
        self.results: Array = arrays["results"]
        self.choices: Array = arrays["choices"]
        # One number per group, each in a cache line of its own.
        self.turn: Array = arrays["turn"]
        self.matches: Array = arrays["matches"]
        self.busy: Array = arrays["busy"]
        self.stop: Array = arrays["stop"]


def over(row: Any) -> Array:
    """An array over the memory of an engine row; it shows later writes."""
    array: Array = np.frombuffer(row, np.uint8)
    return array
