"""Zero-sum rewards of a finished match, from the scores of all seats."""

from collections.abc import Callable, Sequence
from typing import Final

from drakkar.core.errors import BadArgument


def placement(scores: Sequence[int]) -> list[float]:
    """1 for the first, -1 for the last, evenly in between; ties share."""
    others = len(scores) - 1
    return [sum((mine > other) - (mine < other) for other in scores) / others for mine in scores]


def difference(scores: Sequence[int]) -> list[float]:
    """The lead over the mean of the others, in points."""
    total, others = sum(scores), len(scores) - 1
    return [mine - (total - mine) / others for mine in scores]


REWARDS: Final[dict[str, Callable[[Sequence[int]], list[float]]]] = {"placement": placement, "score": difference}


def reward(name: str) -> Callable[[Sequence[int]], list[float]]:
    """The reward function with this name."""
    if name not in REWARDS:
        raise BadArgument(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
