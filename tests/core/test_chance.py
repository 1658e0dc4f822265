"""Chance: one source, a stream that replays, and outcomes that can be fed."""

from collections import Counter

import pytest

from drakkar.core.chance import Undecided, chance_from, fresh_seed, open_chance


def test_the_same_seed_gives_the_same_stream_and_another_seed_another() -> None:
    streams = [[chance.below(1000) for _ in range(50)] for chance in map(chance_from, (7, 7, 8))]
    assert streams[0] == streams[1] != streams[2]


def test_the_stream_is_pinned() -> None:
    """Records replay for ever: these numbers never change."""
    chance = chance_from(7)
    assert [chance.below(100) for _ in range(12)] == [63, 69, 16, 71, 0, 31, 55, 49, 30, 85, 9, 23]


def test_a_copy_goes_on_as_its_original() -> None:
    chance = chance_from(3)
    for _ in range(5):
        chance.below(6)
    copy = chance.copy()
    assert [copy.below(10**6) for _ in range(20)] == [chance.below(10**6) for _ in range(20)]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 34])
def test_all_outcomes_are_alike(limit: int) -> None:
    chance = chance_from(limit)
    counts = Counter(chance.below(limit) for _ in range(3000 * limit))
    assert set(counts) == set(range(limit))
    assert all(abs(count - 3000) < 300 for count in counts.values())


def test_outcomes_can_be_fed_and_then_the_stream_goes_on() -> None:
    chance, untouched = chance_from(1), chance_from(1)
    chance.feed([4, 2])
    assert [chance.below(6), chance.below(3)] == [4, 2]
    assert chance.below(1000) == untouched.below(1000)
    chance.feed([6])
    with pytest.raises(ValueError, match="fed 6 where one of 0 … 5 is drawn"):
        chance.below(6)


def test_open_chance_decides_nothing_by_itself_and_says_how_many_outcomes_there_are() -> None:
    chance = open_chance()
    chance.feed([4])
    assert chance.below(6) == 4
    with pytest.raises(Undecided, match="one of 3 outcomes") as undecided:
        chance.copy().below(3)
    assert undecided.value.outcomes == 3


def test_a_shuffle_keeps_the_items_and_a_draw_takes_them_out() -> None:
    chance = chance_from(5)
    items = list(range(20))
    chance.shuffle(items)
    assert sorted(items) == list(range(20)) != items
    drawn = chance.draw(items, 8)
    assert sorted(drawn + items) == list(range(20))
    assert len(drawn) == 8


def test_a_fresh_seed_is_large_and_never_the_same() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert 2**240 < max(seeds) < 2**256
