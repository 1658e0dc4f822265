"""PettingZoo's own suites, as they are, and what ours adds to what they hold."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import drakkar
from drakkar.research import aec
from drakkar.research.rewards import placement
from tests.research.playing import any_open

SEATS = [2, 3, 4, 5]
# Its suite would rather have arrays without a mask, and knows the games that may have one by name.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@pytest.mark.parametrize("seats", SEATS)
def test_pettingzoo_finds_nothing_wrong_with_the_api(seats: int) -> None:
    api_test(aec.env(seats=seats), num_cycles=300)


@pytest.mark.parametrize("seats", SEATS)
def test_pettingzoo_sees_the_same_match_for_the_same_seed(seats: int) -> None:
    seed_test(lambda: aec.env(seats=seats), num_cycles=100)


@pytest.mark.parametrize("seats", SEATS)
def test_pettingzoo_finds_every_picture_in_order(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    drawings = {"svg": lambda drawn: drawn.startswith("<svg") and drawn.endswith("</svg>\n")}
    render_test(lambda render_mode: aec.env(seats=seats, render_mode=render_mode), drawings)
    assert "Yggdrasil" in capsys.readouterr().out


def played(env: Any, seed: int) -> Iterator[tuple[str, dict[str, Any], float]]:
    """A match that is chosen at random: who is asked, what he sees, what he has been given since."""
    env.reset(seed=seed)
    rng = Random(seed)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        yield agent, seen, reward
        if not over:
            assert (info["action_mask"] == seen["action_mask"]).all()
        env.step(None if over else any_open(seen["action_mask"], rng))


@pytest.mark.parametrize("seats", SEATS)
def test_rewards_are_the_places_of_the_match_that_the_same_choices_make(seats: int) -> None:
    env, match = aec.BareEnv(seats=seats), drakkar.new("blood_rage", seats=seats, seed=5)
    given = {}
    env.reset(seed=5)
    rng = Random(5)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            given[agent] = reward
            env.step(None)
            continue
        decision = match.pending[0]
        assert agent == f"seat_{decision.seat}"
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(option.code for option in decision.options)
        code = any_open(seen["action_mask"], rng)
        match.play(decision.seat, next(option for option in decision.options if option.code == code))
        env.step(code)
    outcome = match.outcome
    assert outcome is not None
    assert list(given.values()) == placement(outcome.glory)


def test_shaping_adds_up_to_the_difference_in_glory() -> None:
    env = aec.BareEnv(seats=3, rewards="placement", shaping=0.5)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in played(env, 8):
        given[agent] += reward
    glory = env.lean.glory()
    for seat, place in enumerate(placement(glory)):
        others = [mine for other, mine in enumerate(glory) if other != seat]
        assert given[f"seat_{seat}"] == pytest.approx(place + 0.5 * (glory[seat] - sum(others) / 2))
