"""Win rates adjusted for luck: the luck of draws is a control variate.

Luck is 0 on average, so a win rate less any multiple of it has the same mean. The multiple that makes it vary least is
fitted: for deals of even numbers on the odd ones, and the other way round, so that no deal has a part in its own
multiple and the mean stays exactly the same. Games of one deal are correlated, so deals are what is counted.
"""

from math import sqrt
from typing import Any, Final

from drakkar.arena.numbers import Z

# With fewer deals there is no interval.
FEWEST: Final = 2
# As if so many deals had shown that a point of luck is worth a point of winning: few deals fit a multiple badly.
PRIOR: Final = 10


class Deal:
    """A bot's games of one deal: the seats it had, its share of the wins, and its luck."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.luck = 0.0

    def add(self, win: float, luck: float) -> None:
        """Add a seat of a game."""
        self.seats += 1
        self.wins += win
        self.luck += luck


# The games of a bot, by the number of the deal.
Deals = dict[int, Deal]


def multiples(bots: list[Deals]) -> tuple[float, float]:
    """How much a point of luck is worth to the deals of even and of odd numbers, each fitted on the other half."""
    even, odd = (_slope([[deals[at] for at in sorted(deals) if at % 2 == half] for deals in bots]) for half in (0, 1))
    return odd, even


def _slope(bots: list[list[Deal]]) -> float:
    """The multiple that makes win rates vary least. The mean of luck is known to be 0."""
    shared = spread = 0.0
    for deals in filter(None, bots):
        mean = sum(deal.wins for deal in deals) / sum(deal.seats for deal in deals)
        shared += sum((deal.wins - mean * deal.seats) * deal.luck for deal in deals)
        spread += sum(deal.luck**2 for deal in deals)
    count = sum(len(deals) for deals in bots)
    return (count * shared / spread + PRIOR) / (count + PRIOR) if spread else 1.0


def adjusted(deals: Deals, worth: tuple[float, float]) -> dict[str, Any]:
    """The adjusted win rate with its 95 % interval, as plain data.

    `fewer` is how many times as many games without adjusting would be as exact; None if that cannot be told.
    """
    told = [deals[at] for at in sorted(deals)]
    raw = [deal.wins for deal in told]
    less = [deals[at].wins - worth[at % 2] * deals[at].luck for at in sorted(deals)]
    seats = [deal.seats for deal in told]
    rate, error = _rate(less, seats)
    before = _rate(raw, seats)[1]
    return {
        "rate": rate,
        "low": None if error is None else rate - Z * error,
        "high": None if error is None else rate + Z * error,
        "of": sum(seats),
        "fewer": (before / error) ** 2 if before and error else None,
    }


def _rate(wins: list[float], seats: list[int]) -> tuple[float, float | None]:
    """The share of wins and its standard error, from deals; a single deal has none."""
    total, count = sum(seats), len(seats)
    rate = sum(wins) / total
    if count < FEWEST:
        return rate, None
    spread = sum((won - rate * many) ** 2 for won, many in zip(wins, seats, strict=True))
    return rate, sqrt(spread * count / (count - 1)) / total
