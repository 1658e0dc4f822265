"""Ratings by openskill (Plackett and Luce): who finishes ahead of whom, and how sure that is."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Rating(NamedTuple):
    """Strength, and its standard deviation; all begin with 25 and 8.3."""

    mu: float
    sigma: float


# The bots by seat, and the rank of each seat; equal ranks are ties.
Finish = tuple[Sequence[str], Sequence[int]]


def ranks(glory: list[int], winners: list[int]) -> list[int]:
    """The rank of each seat: winners first, then by glory."""
    worth = [(seat in winners, points) for seat, points in enumerate(glory)]
    return [1 + sum(other > own for other in worth) for own in worth]


def rate(bots: list[str], games: Iterable[Finish]) -> dict[str, Rating]:
    """The ratings after these games, in this order.

    A bot does not learn, so nothing is added for change (tau is 0) and what is known only grows. One that sits in
    several seats of a game moves by the mean of what each seat has earned; a game among copies tells nothing.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - nobody else should wait for it

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
