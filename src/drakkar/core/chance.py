"""The one door to randomness: a keyed counter stream that lives in the State.

The n-th number depends on the key and on n alone, so a match replays from its seed, a copy goes on as
its original would, and nothing that was drawn lets anyone derive what comes next.
"""

import hashlib
import secrets
from typing import Final

from drakkar.core.vectors import i64

FRESH_BITS: Final = 256
LANES: Final = 8
LANE_BYTES: Final = 4
LANE_RANGE: Final = 1 << 32


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(FRESH_BITS)


def seed_from(words: str) -> int:
    """A seed that does not tell what it was made of."""
    return int.from_bytes(hashlib.blake2s(words.encode(), digest_size=8).digest(), "big")


def key_of(seed: int) -> bytes:
    """The key of the stream that belongs to a seed."""
    return hashlib.blake2s(b"drakkar chance " + str(seed).encode()).digest()


class Undecided(Exception):
    """Chance has the word, and nothing is fed: one of so many outcomes, all alike."""

    def __init__(self, outcomes: i64) -> None:
        super().__init__(f"one of {outcomes} outcomes must be fed")
        self.outcomes = outcomes


class Chance:
    """Where we are in the stream, or what is fed in its place."""

    def __init__(self, key: bytes, used: i64, block: bytes, fed: list[int]) -> None:
        self.key = key
        self.used = used
        self.block = block
        self.fed = fed

    def copy(self) -> "Chance":
        """The same stream at the same point, independent from now on."""
        return Chance(self.key, self.used, self.block, self.fed[:])

    def feed(self, outcomes: list[int]) -> None:
        """Decide the next draws: tests and chance nodes say what comes, first one first."""
        self.fed = self.fed + outcomes

    def below(self, limit: i64) -> i64:
        """One of 0 … limit-1, all alike."""
        if self.fed:
            outcome = self.fed[0]
            self.fed = self.fed[1:]
            if not 0 <= outcome < limit:
                raise ValueError(f"fed {outcome} where one of 0 … {limit - 1} is drawn")
            return outcome
        if not self.key:
            raise Undecided(limit)
        unfair: i64 = LANE_RANGE % limit
        while True:
            scaled = self._lane() * limit
            if scaled % LANE_RANGE >= unfair:
                return scaled // LANE_RANGE

    def _lane(self) -> i64:
        lane = self.used % LANES
        if lane == 0:
            counter: int = self.used // LANES
            self.block = hashlib.blake2s(counter.to_bytes(8, "little"), key=self.key).digest()
        self.used += 1
        number: i64 = 0
        for at in range(LANE_BYTES * lane + LANE_BYTES - 1, LANE_BYTES * lane - 1, -1):
            number = number << 8 | self.block[at]
        return number

    def shuffle(self, items: list[int]) -> None:
        """Put them in random order, the first place first, so that what is dealt first is drawn first."""
        for place in range(len(items) - 1):
            other = place + self.below(len(items) - place)
            items[place], items[other] = items[other], items[place]

    def draw(self, items: list[int], count: int) -> list[int]:
        """Take `count` of the items out, at random and in random order; the others stay behind."""
        drawn = []
        for _ in range(count):
            at = self.below(len(items))
            drawn.append(items[at])
            items[at] = items[len(items) - 1]
            items.pop()
        return drawn


def chance_from(seed: int) -> Chance:
    """A stream at its beginning."""
    return Chance(key_of(seed), 0, b"", [])


def no_chance() -> Chance:
    """A stream that nobody has a key to: where chance must not be foreseen."""
    return Chance(bytes(hashlib.blake2s().digest_size), 0, b"", [])


def open_chance() -> Chance:
    """No stream at all: every outcome must be fed, and whoever draws without one is told how many there are.

    What was done since the last choice is then half done: go back to a copy, feed one outcome more, do it again.
    """
    return Chance(b"", 0, b"", [])
