"""Self-play learning, with a learner small enough to check by hand."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drakkar.research import self_play
from drakkar.research.encode import Encoder
from drakkar.research.net_bot import Net, load
from drakkar.research.self_play import Lesson, measure, pick, play, train
from drakkar.research.vector import Matches


class Habit:
    """A weight for each choice of the game, whatever the observation; a gradient step for each lesson."""

    def __init__(self, title: str, rate: float) -> None:
        self.encoder = Encoder(title)
        self.weights = np.zeros(self.encoder.choices)
        self.rate = rate

    def weigh(self, observations: Any) -> Any:
        return np.tile(self.weights, (len(observations), 1))

    def learn(self, lesson: Lesson) -> None:
        surprise = lesson.results - lesson.results.mean()
        shares = np.where(lesson.masks, np.exp(self.weights), 0.0)
        shares /= shares.sum(axis=1, keepdims=True)
        slope = -(shares * surprise[:, None]).sum(axis=0)
        np.add.at(slope, lesson.choices, surprise)
        self.weights += self.rate * slope

    def net(self) -> Net:
        layer = np.zeros((self.encoder.size, self.encoder.choices)), self.weights
        return Net(self.encoder.game.title, self.encoder.encoding.version, [layer])


def test_what_is_picked_is_open_and_as_likely_as_its_weight_says() -> None:
    masks = np.array([[1, 0, 1, 0], [0, 1, 0, 0]] * 4000)
    weights = np.tile([0.0, 5.0, np.log(3.0), 9.0], (len(masks), 1))
    choices, likelihoods = pick(weights, masks, np.random.default_rng(1))
    assert (choices[1::2] == 1).all()
    assert np.exp(likelihoods[1::2]) == pytest.approx(1.0)
    assert np.isin(choices[::2], (0, 2)).all()
    assert (choices[::2] == 2).mean() == pytest.approx(0.75, abs=0.03)
    assert np.exp(likelihoods[::2]) == pytest.approx(np.where(choices[::2] == 2, 0.75, 0.25))


def test_a_lesson_holds_whole_matches_and_what_came_of_each_choice() -> None:
    env, habit = Matches(seats=2, matches=3, seed=4, rewards="score"), Habit("blood_rage", 0.0)
    lessons = play(env, habit, np.random.default_rng(4), 300)
    for _ in range(2):
        lesson = next(lessons)
        assert len(lesson.choices) >= 300
        assert {len(column) for column in lesson} == {len(lesson.choices)}
        assert lesson.masks[np.arange(len(lesson.choices)), lesson.choices].all()
        # Both seats of a match choose about equally often, and their results add up to zero.
        assert sorted(set(lesson.results)) == pytest.approx(sorted(-result for result in set(lesson.results)))


@pytest.mark.slow
def test_habits_alone_beat_chance() -> None:
    habit, env = Habit("blood_rage", 0.03), Matches(seats=2, matches=16, seed=1, rewards="score")
    for lesson in islice(play(env, habit, np.random.default_rng(1), 1000), 16):
        habit.learn(lesson)
    result = measure(habit, "blood_rage", 2, 100, seed=3)
    assert result["points_ahead"] > 5
    assert result["wins"] > 0.6


def test_the_network_and_the_curve_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "TEST_MATCHES", 4)
    habit, out = Habit("blood_rage", 0.1), tmp_path / "habit.npz"
    curve = train(habit, Matches(seats=2, matches=2, seed=1, rewards="score"), 0.0, 100, out)
    assert json.loads(out.with_suffix(".json").read_text("utf-8")) == curve
    assert {"minutes", "decisions", "wins", "points_ahead"} == set(curve[-1])
    assert (load(out).layers[0][1] == habit.weights).all()


def test_who_plays_like_the_others_wins_as_often_as_they() -> None:
    result = measure(Habit("blood_rage", 0.0), "blood_rage", 2, 60, seed=2)
    assert result["wins"] == pytest.approx(0.5, abs=0.2)
