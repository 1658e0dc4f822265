"""Intervals against known values; ratings that order the bots."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakkar.arena.numbers import Mean, Rate
from drakkar.arena.ratings import ranks, rate
from drakkar.arena.text import average


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # the worked values of Newcombe (1998) and of R's prop.test without correction
        (1, 29, 0.0061, 0.1718),
        (15, 148, 0.0624, 0.1605),
        (81, 263, 0.2553, 0.3662),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_wilson_gives_the_known_intervals(hits: int, tries: int, low: float, high: float) -> None:
    assert Rate(hits, tries).interval == pytest.approx((low, high), abs=5e-5)


@given(tries=st.integers(1, 10_000), share=st.floats(0, 1))
def test_an_interval_holds_its_rate_and_stays_a_share(tries: int, share: float) -> None:
    low, high = Rate(share * tries, tries).interval
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1


def test_of_nothing_everything_can_be_true() -> None:
    assert Rate().interval == (0.0, 1.0)
    assert Rate().to_json()["rate"] is None
    assert Mean().to_json()["mean"] is None
    one = Mean()
    one.add(7)
    assert (average(one.to_json()), average(Mean().to_json())) == ("7.0", "–")


@given(st.lists(st.integers(-50, 200), min_size=2, max_size=40))
def test_a_mean_is_the_mean_and_its_deviation_the_deviation(numbers: list[int]) -> None:
    mean = Mean()
    for number in numbers:
        mean.add(number)
    assert mean.mean == pytest.approx(statistics.fmean(numbers))
    assert mean.deviation == pytest.approx(statistics.stdev(numbers), abs=1e-4)


def test_winners_come_first_then_scores_and_equals_share_a_rank() -> None:
    assert ranks([10, 30, 10, 20], [1]) == [3, 1, 3, 2]
    assert ranks([30, 30, 10], [0, 1]) == [1, 1, 3]
    assert ranks([30, 30, 10], [1]) == [2, 1, 3]


def test_who_wins_more_is_rated_higher_and_more_games_are_surer() -> None:
    games = [(["good", "bad", "bad"], [1, 2, 3])] * 10
    after = rate(["good", "bad"], games)
    assert after["good"].mu > 25 > after["bad"].mu
    assert after["good"].sigma > rate(["good", "bad"], games * 3)["good"].sigma


def test_a_game_among_copies_tells_nothing_of_strength() -> None:
    before, after = rate(["same"], []), rate(["same"], [(["same", "same"], [1, 2])] * 9)
    assert after == before
