"""One seat against bots, through Gymnasium's own checker."""

from random import Random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import drakkar
from drakkar.research.encode import encode
from drakkar.research.gym import NAME, OneSeat
from tests.research.playing import any_open


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gymnasium_finds_nothing_wrong(seats: int) -> None:
    check_env(gymnasium.make(NAME, seats=seats, bots=["random"]).unwrapped)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_is_played_to_its_end_and_the_reward_is_the_place(seats: int) -> None:
    env, rng = OneSeat(seats=seats, bots=["random", "policy"], seat=1), Random(4)
    seen, info = env.reset(seed=4)
    over, rewards = False, []
    while not over:
        assert (info["seat"], env.match.over) == (1, False)
        expected, mask = encode(env.match.view(1))
        assert (seen["observation"] == expected).all()
        assert (seen["action_mask"] == mask).all()
        seen, reward, over, cut_short, info = env.step(any_open(seen["action_mask"], rng))
        rewards.append(reward)
        assert not cut_short
    mine, others = info["scores"][1], [score for seat, score in enumerate(info["scores"]) if seat != 1]
    assert rewards[-1] == sum((mine > other) - (mine < other) for other in others) / len(others)
    assert not any(rewards[:-1])
    assert not seen["action_mask"].any()


def test_a_choice_that_is_not_open_ends_it() -> None:
    env = OneSeat(seats=2, illegal=-3.0)
    seen, _ = env.reset(seed=1)
    closed = int((seen["action_mask"] == 0).argmax())
    _, reward, over, _, info = env.step(closed)
    assert (reward, over, info["illegal"]) == (-3.0, True, True)


def test_your_seat_is_drawn_unless_you_say_it() -> None:
    env = OneSeat(seats=5, bots=["random"])
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == set(range(5))
    assert OneSeat(seats=5, seat=3).reset(seed=0)[1]["seat"] == 3


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"bots": ["nobody"]}, "there is no bot 'nobody'"),
        ({"render_mode": "film"}, "no render mode 'film'; there are: human, ansi, svg"),
        ({"seats": 9}, "2 to 5 seats, not 9"),
    ],
)
def test_what_there_is_not_is_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(drakkar.BadArgument, match=complaint):
        OneSeat(**settings).reset(seed=1)
