"""The network as named matrices, which all learners and the saved file share.

x = log(1 + observation), then the numbers as they are; h = relu(x · first + bias); for each block h += relu(h · block +
bias); a weight for each choice is h · policy + bias; the estimates are h · estimates + bias; the likelihood of each
thing that another seat may hide is the logistic function of h · hidden + bias.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drakkar.train.shape import Shape, padded

Array = NDArray[Any]
Weights = dict[str, Array]

# Plain numbers are divided by this.
NUMBER_UNIT: Final = 32.0
# The initial bias of hidden cards: about one in twenty is hidden.
RARE: Final = np.float32(-3.0)


def initial(shape: Shape, width: int, blocks: int, seed: int) -> Weights:
    """Random weights for all layers but the last ones: at first, all choices are about equally likely."""
    rng = np.random.default_rng(seed)

    def normal(rows: int, columns: int, spread: float) -> Array:
        matrix: Array = rng.standard_normal((rows, columns), dtype=np.float32) * np.float32(spread)
        return matrix

    weights = {"first": normal(shape.inputs, width, 0.06), "first_bias": np.zeros(width, np.float32)}
    for name in block_names(blocks):
        weights[name] = normal(width, width, 0.5 * (2.0 / width) ** 0.5)
        weights[f"{name}_bias"] = np.zeros(width, np.float32)
    weights["policy"] = normal(width, shape.menu, 0.001)
    weights["policy_bias"] = np.zeros(shape.menu, np.float32)
    weights["estimates"] = np.zeros((width, padded(shape.estimates)), np.float32)
    weights["estimates_bias"] = np.zeros(padded(shape.estimates), np.float32)
    return weights | new_hidden(shape, width)


def new_hidden(shape: Shape, width: int) -> Weights:
    """The last layer for what the others hide, before it has learned."""
    return {"hidden": np.zeros((width, shape.truth), np.float32), "hidden_bias": np.full(shape.truth, RARE)}


def block_names(blocks: int) -> list[str]:
    """The names of the residual layers."""
    return [f"block_{number}" for number in range(1, blocks + 1)]


def blocks_of(weights: Weights) -> int:
    """The number of residual layers."""
    return sum(name.startswith("block_") and not name.endswith("_bias") for name in weights)


def trimmed(weights: Weights, shape: Shape) -> Weights:
    """The weights without the padding."""
    first = weights["first"]
    numbers = first[shape.row : shape.row + len(shape.numbers)]
    return {
        **weights,
        "first": np.concatenate([first[: shape.observation], numbers]),
        **{name: weights[name][:, :size] for name, size in shape.heads.items()},
        **{f"{name}_bias": weights[f"{name}_bias"][:size] for name, size in shape.heads.items()},
    }


def with_padding(weights: Weights, shape: Shape) -> Weights:
    """The opposite of `trimmed`; a layer for what the others hide begins anew if there is none."""
    width = weights["first"].shape[1]
    whole = new_hidden(shape, width) | {name: matrix.astype(np.float32) for name, matrix in weights.items()}
    first = np.zeros((shape.inputs, width), np.float32)
    first[: shape.observation] = weights["first"][: shape.observation]
    first[shape.row : shape.row + len(shape.numbers)] = weights["first"][shape.observation :]
    whole["first"] = first
    for name, size in shape.heads.items():
        for part in (name, f"{name}_bias"):
            missing = padded(size) - whole[part].shape[-1]
            whole[part] = np.pad(whole[part], [(0, 0)] * (whole[part].ndim - 1) + [(0, missing)])
    return whole
