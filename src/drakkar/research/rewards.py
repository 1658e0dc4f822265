"""What a match was worth to each seat, told by the Glory of all: whatever one gains, others lose."""

from collections.abc import Callable, Sequence
from typing import Final

from drakkar.core.errors import BadOptions


def placement(glory: Sequence[int]) -> list[float]:
    """1 for the first, -1 for the last, evenly in between; who is level shares."""
    others = len(glory) - 1
    return [sum((mine > other) - (mine < other) for other in glory) / others for mine in glory]


def difference(glory: Sequence[int]) -> list[float]:
    """How many Glory more than the others on average."""
    total, others = sum(glory), len(glory) - 1
    return [mine - (total - mine) / others for mine in glory]


REWARDS: Final[dict[str, Callable[[Sequence[int]], list[float]]]] = {"placement": placement, "glory": difference}


def reward(name: str) -> Callable[[Sequence[int]], list[float]]:
    """The reward of that name."""
    if name not in REWARDS:
        raise BadOptions(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
