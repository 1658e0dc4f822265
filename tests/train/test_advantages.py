"""Advantages along each seat's own decisions, against a slow definition; gradients against differences."""

from typing import Any

import numpy as np
import pytest

from drakkar.train.advantages import Advantages
from drakkar.train.network import initial
from drakkar.train.numpy_learner import Batch, gradients, inputs_of
from drakkar.train.numpy_learner import forward as signals_of
from drakkar.train.shape import shape_of
from tests.train.runs import TINY

DECAY = 0.9


def slowly(ended: Any, results: Any, seats: Any, values: Any) -> dict[tuple[int, int], Any]:
    """The definition, decision by decision; those without a known successor are missing."""
    moments, tables = ended.shape
    gains: dict[tuple[int, int], Any] = {}
    for table in range(tables):
        for moment in reversed(range(moments)):
            seat = seats[moment, table]
            for later in range(moment, moments):
                if later > moment and seats[later, table] == seat:
                    gains[moment, table] = values[later, table] - values[moment, table]
                    gains[moment, table] = gains[moment, table] + DECAY * gains.get((later, table), 0.0)
                    break
                if ended[later, table]:
                    gains[moment, table] = results[ended[later, table]][seat] - values[moment, table]
                    break
    return gains


def test_advantages_follow_each_seats_own_decisions() -> None:
    rng = np.random.default_rng(3)
    moments, tables, seats = 40, 6, 3
    ended = (rng.random((moments, tables)) < 0.1).astype(np.int32)
    ended[ended > 0] = np.arange(1, ended.sum() + 1)
    results = rng.normal(size=(int(ended.max()) + 1, seats, 5))
    who = rng.integers(0, seats, (moments, tables))
    values = rng.normal(size=(moments, tables, 5))
    found = Advantages(np, ended, results, who, values)
    assert len(list(found.compute(DECAY))) == moments
    expected = slowly(ended, results, who, values)
    assert {(int(m), int(t)) for m, t in np.argwhere(found.known)} == set(expected)
    assert 0 < len(expected) < moments * tables
    for (moment, table), gain in expected.items():
        assert found.gains[moment, table] == pytest.approx(gain)


def test_the_gradients_are_those_of_the_loss() -> None:
    """Against differences of the loss, for some weights of each matrix."""
    shape, rng = shape_of("treasure"), np.random.default_rng(5)
    weights = {name: matrix.astype(np.float64) for name, matrix in initial(shape, 16, 2, 1).items()}
    weights = {name: matrix + rng.normal(size=matrix.shape) * 0.1 for name, matrix in weights.items()}
    rows = 8
    observations = rng.integers(0, 5, (rows, shape.row)).astype(np.uint8)
    observations[:, shape.observation :] = 0
    masks = np.zeros((rows, shape.menu), np.uint8)
    masks[:, :3] = 1
    targets = rng.random((rows, shape.estimates))
    targets[:, 2:] /= targets[:, 2:].sum(1, keepdims=True)
    choices = rng.integers(0, 3, rows)
    hidden = rng.integers(0, 2, (rows, shape.hidden)).astype(np.uint8)
    batch = Batch(observations, masks, choices, np.full(rows, -1.1), rng.normal(size=rows), targets, hidden)
    slopes, _ = gradients(weights, batch, TINY, shape, 0.01)
    for name, matrix in weights.items():
        for place in rng.integers(0, matrix.size, 5):
            at = np.unravel_index(place, matrix.shape)
            step, losses = 1e-5, []
            for sign in (1, -1):
                moved = {**weights, name: matrix.copy()}
                moved[name][at] += sign * step
                losses.append(loss(moved, batch, shape))
            assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(slopes[name][at], rel=1e-3, abs=1e-6)


def loss(weights: Any, batch: Batch, shape: Any) -> float:
    """The loss of the lesson, in the words of the PPO paper."""
    signals = signals_of(weights, inputs_of(batch.observations, shape))
    policy = np.where(batch.masks > 0, signals.policy, -np.inf)
    likely = np.exp(policy) / np.exp(policy).sum(1, keepdims=True)
    chosen = likely[np.arange(len(likely)), batch.choices]
    ratio = chosen / np.exp(batch.likelihoods)
    gain = np.minimum(ratio * batch.advantages, np.clip(ratio, 0.8, 1.2) * batch.advantages).mean()
    open_ones = np.where(likely > 0, likely, 1.0)
    entropy = -(likely * np.log(open_ones)).sum(1).mean()
    told = signals.estimates
    value = ((told[:, 0] - batch.targets[:, 0]) ** 2).mean()
    lead = ((told[:, 1] - batch.targets[:, 1]) ** 2).mean()
    shares = told[:, 2 : 2 + shape.seats]
    surprise = -(batch.targets[:, 2:] * (shares - np.log(np.exp(shares).sum(1, keepdims=True)))).sum(1).mean()
    likely = 1 / (1 + np.exp(-(signals.layers[-1] @ weights["hidden"] + weights["hidden_bias"])[:, : shape.hidden]))
    hidden = -(batch.hidden * np.log(likely) + (1 - batch.hidden) * np.log(1 - likely)).sum()
    return float(
        0.5 * value
        + 0.25 * lead
        + 0.25 * surprise
        + 0.1 * hidden / (len(chosen) * shape.others)
        - gain
        - 0.01 * entropy
    )
