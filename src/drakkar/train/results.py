"""What a finished match was worth to each seat."""

from collections.abc import Sequence
from typing import Final

# The parts of the value that choices are judged by; winning counts most, the rest makes a lost match a lesson too.
FOR_WINNING: Final = 1.0
FOR_PLACEMENT: Final = 0.5
FOR_LEAD: Final = 0.3
# The lead over the mean of the others is measured in this many points, and limited to this many units.
POINTS: Final = 40.0
LARGEST_LEAD: Final = 1.5


def results(scores: Sequence[int], scored: bool, seats: int) -> list[list[float]]:
    """For each seat: the value, the lead, and the shares of the win, its own first and then clockwise to `seats`."""
    shares = win_shares(scores)
    told = []
    for seat, mine in enumerate(scores):
        lead = (mine - (sum(scores) - mine) / (len(scores) - 1)) / POINTS if scored else 0.0
        lead = max(-LARGEST_LEAD, min(LARGEST_LEAD, lead))
        around = [shares[(seat + turn) % len(scores)] for turn in range(len(scores))]
        told.append([value(scores, seat, lead), lead, *around, *[0.0] * (seats - len(scores))])
    return told


def win_shares(scores: Sequence[int]) -> list[float]:
    """The winners share the win. In a game without points, `scores` marks the winners."""
    best = max(scores)
    winners = sum(score == best for score in scores)
    return [(score == best) / winners for score in scores]


def value(scores: Sequence[int], seat: int, lead: float) -> float:
    """What choices are judged by; the sum over all seats is about 0."""
    others = len(scores) - 1
    won = (win_shares(scores)[seat] * len(scores) - 1) / others
    placement = sum((scores[seat] > score) - (scores[seat] < score) for score in scores) / others
    return FOR_WINNING * won + FOR_PLACEMENT * placement + FOR_LEAD * lead
