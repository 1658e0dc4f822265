"""Many matches in one call: the same matches as one by one, in arrays that stay in place."""

from random import Random
from typing import Any

import numpy as np
import pytest

import drakkar
from drakkar.core.chance import seed_from
from drakkar.research.encode import Encoder
from drakkar.research.rewards import difference, placement
from drakkar.research.vector import Matches
from tests.research.playing import any_open


def choices_of(env: Matches, rng: Random) -> Any:
    return np.array([any_open(mask, rng) for mask in env.masks])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_row_is_a_match_of_its_own_and_when_it_ends_the_next_begins(seats: int) -> None:
    env, encoder, rng = Matches(seats=seats, matches=3, seed=6), Encoder("blood_rage"), Random(6)

    def match_number(table: int, number: int) -> drakkar.FastState:
        return drakkar.fast_state("blood_rage", seats, seed_from(f"drakkar matches 6 {table} {number}"))

    alone, ends = [match_number(table, 0) for table in range(3)], [0, 0, 0]
    while min(ends) < 2:
        for table, s in enumerate(alone):
            assert env.seats[table] == s.seat
            assert np.flatnonzero(env.masks[table]).tolist() == sorted(s.legal())
            assert (env.observations[table] == encoder.observation(s.state, s.seat)).all()
        choices = choices_of(env, rng)
        env.step(choices)
        for table, s in enumerate(alone):
            s.apply(int(choices[table]))
            assert env.ended[table] == s.over
            assert env.rewards[table].tolist() == pytest.approx(placement(s.scores()) if s.over else [0.0] * seats)
            if s.over:
                ends[table] += 1
                alone[table] = match_number(table, ends[table])


def test_the_arrays_stay_in_place_and_nobody_else_can_write_into_them() -> None:
    env = Matches(seats=2, matches=2, seed=1)
    seen, infos = env.reset(seed=1)
    before = seen.copy()
    after, _, _, _, later = env.step(choices_of(env, Random(1)))
    assert after is seen
    assert later["action_mask"] is infos["action_mask"]
    assert (seen != before).any()
    with pytest.raises(ValueError, match="read-only"):
        seen[0, 0] = 1


def test_gymnasium_gets_the_reward_of_whoever_chose() -> None:
    env, rng = Matches(seats=3, matches=4, seed=2, rewards="score"), Random(2)
    assert env.observation_space.contains(env.observations)
    while True:
        chose = env.seats.copy()
        _, gained, ended, cut_short, infos = env.step(choices_of(env, rng))
        if ended.any():
            break
    table = int(np.flatnonzero(ended)[0])
    assert gained[table] == infos["rewards"][table][chose[table]] != 0.0
    assert sum(infos["rewards"][table]) == pytest.approx(0.0, abs=1e-4)
    assert not cut_short.any()
    env.step(choices_of(env, rng))
    assert not env.rewards[table].any()


def test_an_illegal_choice_is_refused_before_anything_is_done() -> None:
    env = Matches(seats=2, matches=2, seed=3)
    before = env.observations.copy()
    choices = choices_of(env, Random(3))
    choices[1] = int(np.flatnonzero(env.masks[1] == 0)[0])
    for wrong in (choices, [int(choices[0]), -1], [int(choices[0]), 10**6]):
        with pytest.raises(drakkar.IllegalChoice, match=r"match 1: .* not one of the choices of seat 0"):
            env.step(wrong)
        assert (env.observations == before).all()


def test_another_seed_is_another_crowd_and_no_seed_is_never_the_same() -> None:
    def first(seed: int | None) -> list[list[int]]:
        rows: list[list[int]] = Matches(seats=2, matches=4, seed=seed).observations.tolist()
        return rows

    assert first(1) == first(1) != first(2)
    assert first(None) != first(None)


def test_rewards_tell_the_places_and_what_one_gains_others_lose() -> None:
    assert placement([30, 10, 20]) == [1.0, -1.0, 0.0]
    assert placement([9, 9]) == [0.0, 0.0]
    assert placement([5, 5, 1, 0]) == [2 / 3, 2 / 3, -1 / 3, -1.0]
    assert difference([30, 10, 20]) == [15.0, -15.0, 0.0]
    with pytest.raises(drakkar.BadArgument, match="no reward 'luck'; there are: placement, score"):
        Matches(rewards="luck")
