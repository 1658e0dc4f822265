"""PettingZoo's own suites, unchanged, and what they do not cover."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import drakkar
from drakkar.research import aec
from drakkar.research.rewards import placement
from tests.research.playing import any_open, api_test, masks_are_fine, render_test, seed_test

SEATS = [2, 3, 4, 5]
pytestmark = masks_are_fine


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
    """A random match: the agent that decides, its observation, and its reward since its last decision."""
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
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(choice.code for choice in decision.choices)
        code = any_open(seen["action_mask"], rng)
        match.play(decision.seat, next(choice for choice in decision.choices if choice.code == code))
        env.step(code)
    outcome = match.outcome
    assert outcome is not None
    assert list(given.values()) == placement(outcome.scores)


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_seat_has_sealed_is_in_no_other_observation(seats: int) -> None:
    """The draft is simultaneous, and served one seat after the other."""
    env = aec.BareEnv(seats=seats)
    env.reset(seed=9)
    choices = np.flatnonzero(env.observe("seat_0")["action_mask"])
    seen = []
    for choice in choices:
        env.reset(seed=9)
        env.step(int(choice))
        seen.append([env.observe(agent)["observation"] for agent in env.possible_agents])
    assert len(choices) > 3
    for own, *others in seen[1:]:
        assert (own != seen[0][0]).any()
        assert all((other == first).all() for other, first in zip(others, seen[0][1:], strict=True))


def test_what_is_not_open_is_refused_by_the_bare_environment_and_lost_in_the_wrapped_one() -> None:
    bare, wrapped = aec.BareEnv(seats=2), aec.env(seats=2)
    bare.reset(seed=1)
    closed = int((bare.observe("seat_0")["action_mask"] == 0).argmax())
    with pytest.raises(drakkar.IllegalChoice, match="not one of the choices of seat 0"):
        bare.step(closed)
    wrapped.reset(seed=1)
    wrapped.last()
    wrapped.step(closed)
    assert wrapped.rewards["seat_0"] == -1


def test_shaping_adds_up_to_the_difference_in_score() -> None:
    env = aec.BareEnv(seats=3, rewards="placement", shaping=0.5)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, reward in played(env, 8):
        given[agent] += reward
    scores = env.match.scores()
    for seat, place in enumerate(placement(scores)):
        others = [mine for other, mine in enumerate(scores) if other != seat]
        assert given[f"seat_{seat}"] == pytest.approx(place + 0.5 * (scores[seat] - sum(others) / 2))
