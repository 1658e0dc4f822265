"""Other worlds, of any game: moments of random matches, and the same match with what a seat cannot see dealt anew."""

from collections.abc import Iterator
from random import Random

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.kit import play_randomly


def moments_of(title: str, seats: int, seed: int, share: float) -> Iterator[tuple[drakkar.Match, int | None, Random]]:
    """Some moments of a random match with random options, each with a seat or a spectator (None)."""
    options = find(title).random_settings(chance_from(seed), list(range(seats)))
    match, rng = drakkar.new(title, seats=seats, seed=seed, options=options), Random(seed)
    for moment in play_randomly(match, chance_from(seed)):
        if rng.random() < share:
            yield moment, rng.choice([*range(seats), *range(seats), None]), rng


def in_another_world(match: drakkar.Match, seat: int | None, rng: Random) -> drakkar.Match:
    """The match with the cards that the seat cannot see dealt anew."""
    other = match.copy()
    other.state = drakkar.redeal(match.view(seat), rng)
    other.state.flow.log = other.log
    return other
