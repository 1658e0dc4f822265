"""What every learner does: choose for all waiting groups, and learn from a finished segment."""

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

from drakkar.train.network import Weights

Array = NDArray[Any]


class Round:
    """Groups whose choices are made together; the last ones of a round may be missing.

    `rows` says where each table's decision is kept for learning, `old` whether an earlier self decides, or the frozen
    network that is exploited.
    """

    def __init__(self, rows: Array, old: Array, choices: Array) -> None:
        self.rows = rows
        self.old = old
        self.choices = choices
        self.groups: list[int] = []


class Segment(NamedTuple):
    """`steps` decisions of every table, as far as the learner does not keep them itself: moments × tables."""

    part: int
    seats: Array
    old: Array
    ended: Array
    results: Array


class Kept(NamedTuple):
    """What a learner keeps of each decision of a segment, if another process chose: moment by moment, a row each."""

    observations: Array
    masks: Array
    hidden: Array
    choices: Array
    likelihoods: Array
    estimates: Array


class Lesson(NamedTuple):
    """What learning from a segment was like, as means over all updates."""

    decisions: int
    updates: int
    value_error: float
    entropy: float
    divergence: float
    clipped: float
    # The part of the variance of the value that the estimates explain.
    explained: float
    # The log-loss of all that one seat hides, and that of a forecast by base rates alone.
    hidden: float
    hidden_base: float


class Learner(Protocol):
    """It keeps the rollout: two segments, one being filled while the other one is learned from."""

    rounds: list[Round]

    def launch(self, a_round: Round) -> None:
        """Begin to make the choices of a round."""

    def is_back(self, a_round: Round) -> bool:
        """Whether the choices of a round are there."""

    def keep(self, part: int, kept: Kept) -> None:
        """Take over the decisions of a segment that another process made."""

    def learn(self, segment: Segment, rate: float, entropy: float) -> Iterator[Lesson | None]:
        """Learn in pieces, so that rounds can be launched in between; the last piece is the lesson."""

    def is_free(self) -> bool:
        """Whether the piece of learning launched last is done."""

    def adopt(self) -> None:
        """Play with what was learned."""

    def remember(self, weights: Weights | None = None) -> None:
        """Add the present network, or this one, to the pool of earlier selves."""

    def oppose(self, which: int) -> None:
        """Play against this one of the pool."""

    def pool_size(self) -> int:
        """The number of earlier selves."""

    def weights(self) -> Weights:
        """The present network."""
