"""Ratings by openskill (Plackett–Luce) from the ranks in each game, with their uncertainty."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Rating(NamedTuple):
    """Strength and its standard deviation; all start at 25 and 8.3."""

    mu: float
    sigma: float


# The bots by seat, and the rank of each seat; equal ranks are ties.
Finish = tuple[Sequence[str], Sequence[int]]


def ranks(scores: list[int], winners: list[int]) -> list[int]:
    """The rank of each seat: winners first, then by scores."""
    worth = [(seat in winners, points) for seat, points in enumerate(scores)]
    return [1 + sum(other > own for other in worth) for own in worth]


def rate(bots: list[str], games: Iterable[Finish]) -> dict[str, Rating]:
    """The ratings after these games, in this order.

    Bots do not change, so tau is 0 and the uncertainty only shrinks. A bot in several seats of a game moves by the mean
    of its seats' changes; a game among copies of one bot is skipped.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import

    model = PlackettLuce(tau=0.0)
    rated = {bot: model.rating(name=bot) for bot in bots}
    for seats, places in games:
        if len(set(seats)) == 1:
            continue
        after = model.rate([[rated[bot]] for bot in seats], ranks=[float(place) for place in places])
        for bot in dict.fromkeys(seats):
            own = [team[0] for seat, team in zip(seats, after, strict=True) if seat == bot]
            mu, sigma = (sum(values) / len(own) for values in zip(*((one.mu, one.sigma) for one in own), strict=True))
            rated[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in rated.items()}
