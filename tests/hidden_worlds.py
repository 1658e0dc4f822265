"""Hidden worlds of any game: moments of random matches, and copies with everything a seat cannot see dealt again."""

from collections.abc import Iterator
from random import Random

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find
from drakkar.core.hosting import log_of, state_of
from drakkar.core.kit import play_randomly


def moments_of(title: str, seats: int, seed: int, share: float) -> Iterator[tuple[drakkar.Match, int | None, Random]]:
    """Some moments of a random match with random rulings, each with a seat or a spectator (None)."""
    rulings = find(title).random_rulings(chance_from(seed), list(range(seats)))
    match, rng = drakkar.new(title, seats=seats, seed=seed, rulings=rulings), Random(seed)
    for moment in play_randomly(match, chance_from(seed)):
        if rng.random() < share:
            yield moment, rng.choice([*range(seats), *range(seats), None]), rng


def in_another_world(match: drakkar.Match, seat: int | None, rng: Random) -> drakkar.Match:
    """The match with the cards that the seat cannot see dealt again."""
    other = match.copy()
    other._state = drakkar.redeal(match.view(seat), rng)
    state_of(other).flow.log = log_of(other)
    return other
