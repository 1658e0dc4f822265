"""A packed network by numpy. All signals are whole numbers, so sums of floats are exact, in whatever order."""

from typing import Any

from drakkar.bots.net_file import MIDDLE, UNIT, Layer, NetFile
from drakkar.research.encode import Array
from drakkar.research.extra import from_extra

with from_extra("research"):
    import numpy as np


def matrix_of(layer: Layer) -> Array:
    """The weights as they were, without the scale."""
    data = np.frombuffer(layer.data, np.uint8).reshape(layer.rows, layer.columns)
    return data.astype(np.float64) - MIDDLE


class NumpyNet:
    """The layers as matrices."""

    def __init__(self, net: NetFile, logarithms: list[int], numbers: list[int]) -> None:
        self.logarithms = np.array(logarithms, np.float64)
        self.numbers = np.array(numbers, np.int64)
        self.hidden = [
            (matrix_of(layer), np.array(layer.biases, np.float64), np.array(layer.scales)) for layer in net.hidden
        ]
        self.policy = matrix_of(net.policy), np.array(net.policy.biases, np.float64), np.array(net.policy.scales)
        self.estimates = (
            matrix_of(net.estimates),
            np.array(net.estimates.biases, np.float64),
            np.array(net.estimates.scales),
        )

    def top(self, observation: Any, size: int) -> Array:
        """The signals of the last hidden layer."""
        seen = np.frombuffer(observation, np.uint8)
        places = np.flatnonzero(seen)
        plain = seen[self.numbers]
        which = np.flatnonzero(plain)
        inputs = np.concatenate([self.logarithms[seen[places]], plain[which] * (UNIT / 32)])
        matrix, bias, scale = self.hidden[0]
        rows = np.concatenate([places, size + which])
        signal: Array = np.floor(np.maximum(inputs @ matrix[rows] + bias, 0) * scale)
        for matrix, bias, scale in self.hidden[1:]:
            signal = signal + np.floor(np.maximum(signal @ matrix + bias, 0) * scale)
        return signal

    def weights(self, signal: Array, codes: list[int]) -> list[float]:
        """The weights of these choices."""
        matrix, bias, scale = self.policy
        weights: list[float] = ((matrix[codes] @ signal + bias[codes]) * scale[codes] / UNIT).tolist()
        return weights

    def told(self, signal: Array) -> list[float]:
        """The estimates."""
        matrix, bias, scale = self.estimates
        told: list[float] = ((matrix @ signal + bias) * scale / UNIT).tolist()
        return told
