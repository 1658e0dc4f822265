"""Compare the numpy update with PyTorch's, which CI does not install: python -m tests.train.by_hand."""

from dataclasses import replace

import numpy as np
import torch

from drakkar.train.network import initial
from drakkar.train.numpy_learner import Adam, Batch, gradients
from drakkar.train.shape import shape_of
from drakkar.train.shared import Shared
from drakkar.train.torch_learner import TorchLearner
from tests.train.runs import TINY

ROWS = 12
ENTROPY = 0.01


def main() -> None:
    """One update of a random network by both; print the largest difference of each matrix."""
    options = replace(TINY, game="blood_rage", device="cpu", width=24, blocks=2, tables=4, steps=4, rate=1e-3)
    shape, rng = shape_of(options.game), np.random.default_rng(1)
    weights = initial(shape, options.width, options.blocks, 3)
    weights = {
        name: matrix + np.float32(0.05) * rng.standard_normal(matrix.shape, np.float32)
        for name, matrix in weights.items()
    }
    observations = np.zeros((ROWS, shape.row), np.uint8)
    seen = (ROWS, shape.observation)
    observations[:, : shape.observation] = (rng.random(seen) < 0.05) * rng.integers(1, 50, seen)
    masks = np.zeros((ROWS, shape.menu), np.uint8)
    masks[:, : shape.choices] = rng.random((ROWS, shape.choices)) < 0.01
    masks[:, 3] = 1
    choices = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    likelihoods = (np.log(1 / masks.sum(1)) + 0.3 * rng.standard_normal(ROWS)).astype(np.float32)
    judged = rng.standard_normal(ROWS, np.float32)
    targets = rng.standard_normal((ROWS, shape.estimates), np.float32)
    targets[:, 2:] = np.exp(targets[:, 2:]) / np.exp(targets[:, 2:]).sum(1, keepdims=True)

    hidden = (rng.random((ROWS, shape.hidden)) < 0.1).astype(np.uint8)
    batch = Batch(observations, masks, choices, likelihoods, judged, targets, hidden)
    slopes, stats = gradients(weights, batch, options, shape, ENTROPY)
    learner = TorchLearner(options, shape, Shared(options, shape), weights)
    learner.observations[:ROWS] = torch.from_numpy(observations).view(torch.int64)
    learner.masks[:ROWS] = torch.from_numpy(masks).view(torch.int64)
    truth = np.zeros((ROWS, shape.truth), np.uint8)
    truth[:, : shape.hidden] = hidden
    learner.hidden[:ROWS] = torch.from_numpy(truth).view(torch.int64)
    learner.choices[:ROWS] = torch.from_numpy(choices)
    learner.likelihoods[:ROWS] = torch.from_numpy(likelihoods)
    for group in learner.adam.param_groups:
        group["lr"] = options.rate
    told = learner.update(torch.arange(ROWS), torch.from_numpy(judged), torch.from_numpy(targets), ENTROPY)
    Adam(weights).step(weights, slopes, options.rate, options.largest_step)
    differences = {name: float(np.abs(matrix - weights[name]).max()) for name, matrix in learner.weights().items()}
    print("report:", np.abs(np.array(stats) - told.numpy()).max())
    print("\n".join(f"{name}: {difference:.1e}" for name, difference in differences.items()))
    assert max(differences.values()) < 1e-5, "the updates differ"


if __name__ == "__main__":
    main()
