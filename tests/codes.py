"""The codes of random matches, as hashes: a change of names or structure must not change the play.

python -m tests.codes    the lines of tests/golden/codes.txt, as this build plays them
"""

import hashlib
from collections.abc import Iterator
from random import Random

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.game import find

MATCHES = 1000
BLOCK = 50


def lines(title: str, matches: int = MATCHES) -> Iterator[str]:
    """One hash for each block of matches."""
    for first in range(0, matches, BLOCK):
        codes = hashlib.blake2s(digest_size=16)
        for seed in range(first, first + BLOCK):
            codes.update(repr(played(title, seed)).encode())
        yield f"{title} {first}-{first + BLOCK - 1} {codes.hexdigest()}"


def played(title: str, seed: int) -> list[int]:
    """Every code of a match with random rulings, followed by the score of each seat."""
    game = find(title)
    seats = game.fewest_seats + seed % (game.most_seats - game.fewest_seats + 1)
    s = drakkar.fast_state(title, seats, seed, game.random_rulings(chance_from(seed), list(range(seats))))
    rng, codes = Random(seed), []
    while not s.over:
        codes.append(rng.choice(s.legal()))
        s.apply(codes[-1])
    return [*codes, *s.scores()]


if __name__ == "__main__":
    for name in drakkar.titles():
        for line in lines(name):
            print(line, flush=True)
