"""Random picks: fair, several per draw, and the same from the same seed."""

from collections import Counter
from random import Random

import pytest

from drakkar.core.playout import Picker

PICKS = 20_000


@pytest.mark.parametrize("limit", [2, 3, 7, 40])
def test_every_one_is_picked_about_equally_often(limit: int) -> None:
    picker = Picker(Random(limit))
    found = Counter(picker.below(limit) for _ in range(PICKS))
    mean = PICKS / limit
    assert sorted(found) == list(range(limit))
    # Chi-squared, far beyond a chance of one in a million.
    assert sum((times - mean) ** 2 / mean for times in found.values()) < limit + 10 * (2 * limit) ** 0.5 + 20


def test_what_follows_another_pick_does_not_hang_on_it() -> None:
    picker = Picker(Random(1))
    pairs = Counter((picker.below(3), picker.below(5)) for _ in range(PICKS))
    assert len(pairs) == 15
    assert max(pairs.values()) < 1.2 * min(pairs.values())


def test_a_single_one_costs_nothing() -> None:
    one, other = Picker(Random(5)), Picker(Random(5))
    assert one.below(1) == 0
    assert [one.below(9) for _ in range(100)] == [other.below(9) for _ in range(100)]
