"""The only source of randomness: a keyed counter stream in the State.

The n-th number depends only on the key and n. A match therefore replays from its seed, a copy continues like its
original, and past draws do not predict future ones.
"""

import hashlib
import secrets
from typing import Final

from drakkar.core.vectors import i64

FRESH_BITS: Final = 256
LANES: Final = 8
LANE_BYTES: Final = 4
LANE_RANGE: Final = 1 << 32
KEY_BYTES: Final = 32
MOST_USED: Final = 1 << 40


def fresh_seed() -> int:
    """An unguessable seed."""
    return secrets.randbits(FRESH_BITS)


def seed_from(words: str) -> int:
    """A seed derived from text, which it does not reveal."""
    return int.from_bytes(hashlib.blake2s(words.encode(), digest_size=8).digest(), "big")


def key_of(seed: int) -> bytes:
    """The stream key for a seed."""
    return hashlib.blake2s(b"drakkar chance " + str(seed).encode()).digest()


class Undecided(Exception):
    """A draw from an open stream without a fed outcome. `outcomes` is the number of equally likely outcomes."""

    def __init__(self, outcomes: i64) -> None:
        super().__init__(f"one of {outcomes} outcomes must be fed")
        self.outcomes = outcomes


class Chance:
    """The position in the stream, and outcomes fed in its place."""

    def __init__(self, key: bytes, used: i64, block: bytes, fed: list[int]) -> None:
        self.key = key
        self.used = used
        self.block = block
        self.fed = fed

    def copy(self) -> "Chance":
        """An independent copy at the same point of the stream."""
        return Chance(self.key, self.used, self.block, self.fed[:])

    def is_sound(self) -> bool:
        """Whether numbers can be drawn: the key is whole, and there is a block unless the next draw makes one."""
        whole = len(self.key) == KEY_BYTES and len(self.block) in (0, KEY_BYTES)
        return whole and 0 <= self.used <= MOST_USED and bool(self.block or self.used % LANES == 0)

    def feed(self, outcomes: list[int]) -> None:
        """Fix the outcomes of the next draws, in order; for tests and chance nodes."""
        self.fed = self.fed + outcomes

    def below(self, limit: i64) -> i64:
        """A uniform number from 0 to limit-1."""
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
        """Shuffle in place from the front: the first item dealt is the first drawn."""
        for place in range(len(items) - 1):
            other = place + self.below(len(items) - place)
            items[place], items[other] = items[other], items[place]

    def draw(self, items: list[int], count: int) -> list[int]:
        """Remove `count` random items and return them in random order."""
        drawn = []
        for _ in range(count):
            at = self.below(len(items))
            drawn.append(items[at])
            items[at] = items[len(items) - 1]
            items.pop()
        return drawn


def chance_from(seed: int) -> Chance:
    """The start of the stream for a seed."""
    return Chance(key_of(seed), 0, b"", [])


def no_chance() -> Chance:
    """A stream with a key of zeros, for states in which the real draws must not be foreseen."""
    return Chance(bytes(hashlib.blake2s().digest_size), 0, b"", [])


def open_chance() -> Chance:
    """An open stream: every outcome must be fed; a draw without one raises `Undecided` with the number of outcomes.

    The state is then inconsistent: go back to a copy, feed one more outcome and repeat the choice.
    """
    return Chance(b"", 0, b"", [])
