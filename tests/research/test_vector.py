"""Many matches in one call: the same matches as one by one, in arrays that stay in place."""

import mmap
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


def memory_for(seats: int, matches: int, more: int) -> dict[str, Any]:
    """Arrays whose rows are so much longer than needed, full of something else."""
    encoder = Encoder("blood_rage")
    return {
        "observations": np.full((matches, encoder.size + more), 7, np.uint8),
        "masks": np.full((matches, encoder.choices + more), True),
        "seats": np.full(matches, 7, np.uint8),
        "ended": np.full(matches, True),
        "rewards": np.full((matches, seats), 7, np.float32),
    }


@pytest.mark.parametrize("more", [0, 5])
def test_given_memory_always_shows_what_own_arrays_would(more: int) -> None:
    memory, rng = memory_for(2, 3, more), Random(8)
    own, env = Matches(seats=2, matches=3, seed=8), Matches(seats=2, matches=3, seed=8, memory=memory)
    widths = {"observations": own.observations.shape[1], "masks": own.masks.shape[1]}
    ends = 0
    while ends < 2:
        for name, array in memory.items():
            expected = getattr(own, name)
            assert (getattr(env, name) == expected).all()
            if name in widths:
                assert (array[:, : widths[name]] == expected).all()
                assert not array[:, widths[name] :].any()
            else:
                assert (array == expected).all()
        choices = choices_of(own, rng)
        own.step(choices)
        env.step(choices)
        ends += int(own.ended.sum())
    env.reset(seed=9)
    assert (
        memory["observations"][:, : widths["observations"]] == Matches(seats=2, matches=3, seed=9).observations
    ).all()


def test_some_of_the_memory_can_be_given_and_be_shared_with_another_process() -> None:
    mapped = mmap.mmap(-1, 2 * 4096)
    memory = {"observations": np.frombuffer(mapped, np.uint8).reshape(2, -1)}
    env, rng = Matches(seats=2, matches=2, seed=3, memory=memory), Random(3)
    for _ in range(20):
        env.step(choices_of(env, rng))
    assert mapped[: env.observations.shape[1]] == env.observations[0].tobytes()
    assert mapped[4096 : 4096 + env.observations.shape[1]] == env.observations[1].tobytes()


@pytest.mark.parametrize(
    ("memory", "complaint"),
    [
        ({"observation": np.zeros(2)}, "no memory is needed for 'observation'; there are: observations, masks"),
        ({"observations": np.zeros((2, 4096), np.float32)}, r"the memory for observations is float32 \(2, 4096\)"),
        ({"observations": np.zeros((3, 4096), np.uint8)}, r"the memory for observations is uint8 \(3, 4096\)"),
        ({"observations": np.zeros((2, 100), np.uint8)}, "has 200 bytes; 2 equal rows need at least 3920 each"),
        ({"masks": np.zeros((2, 8192), np.bool_)[:, ::2]}, "the memory for masks is not one contiguous buffer"),
        ({"rewards": np.zeros((2, 3), np.float32)}, r"the memory for rewards has the shape \(2, 3\), not \(2, 2\)"),
        ({"seats": np.frombuffer(bytes(2), np.uint8)}, "the memory for seats cannot be written to"),
    ],
)
def test_memory_that_does_not_fit_is_refused(memory: dict[str, Any], complaint: str) -> None:
    with pytest.raises(drakkar.BadArgument, match=complaint):
        Matches(seats=2, matches=2, seed=1, memory=memory)


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
