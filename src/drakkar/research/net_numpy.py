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


def last_layer(layer: Layer) -> tuple[Array, Array, Array]:
    """A layer with a row for each output."""
    return matrix_of(layer), np.array(layer.biases, np.float64), np.array(layer.scales)


class NumpyNet:
    """The layers as matrices."""

    def __init__(self, net: NetFile, logarithms: list[int], numbers: list[int]) -> None:
        self.logarithms = np.array(logarithms, np.float64)
        self.numbers = np.array(numbers, np.int64)
        self.hidden = [
            (matrix_of(layer), np.array(layer.biases, np.float64), np.array(layer.scales)) for layer in net.hidden
        ]
        self.policy, self.estimates = last_layer(net.policy), last_layer(net.estimates)
        self.hiding = None if net.secrets is None else last_layer(net.secrets)

    def top(self, observation: Any, size: int) -> Array:
        """The signals of the last hidden layer."""
        return self.rest(self.first(observation, size))

    def first(self, observation: Any, size: int) -> Array:
        """The signals of the first hidden layer; inputs of 0 are skipped."""
        seen = np.frombuffer(observation, np.uint8)
        places = np.flatnonzero(seen)
        plain = seen[self.numbers]
        which = np.flatnonzero(plain)
        inputs = np.concatenate([self.logarithms[seen[places]], plain[which] * (UNIT / 32)])
        matrix, bias, scale = self.hidden[0]
        rows = np.concatenate([places, size + which])
        signal: Array = np.floor(np.maximum(inputs @ matrix[rows] + bias, 0) * scale)
        return signal

    def rest(self, signal: Array) -> Array:
        """The signals of the last hidden layer, for one observation or for several at once."""
        for matrix, bias, scale in self.hidden[1:]:
            signal = signal + np.floor(np.maximum(signal @ matrix + bias, 0) * scale)
        return signal

    def tops(self, firsts: list[Array]) -> list[Array]:
        """The signals of the last hidden layer for each of several first ones."""
        return list(self.rest(np.stack(firsts))) if firsts else []

    def weights(self, signal: Array, codes: list[int]) -> list[float]:
        """The weights of these choices."""
        matrix, bias, scale = self.policy
        weights: list[float] = ((matrix[codes] @ signal + bias[codes]) * scale[codes] / UNIT).tolist()
        return weights

    def told(self, signal: Array) -> list[float]:
        """The estimates."""
        return outputs(self.estimates, signal)

    def secrets(self, signal: Array) -> list[float]:
        """What the others may hide."""
        return [] if self.hiding is None else outputs(self.hiding, signal)


def outputs(layer: tuple[Array, Array, Array], signal: Array) -> list[float]:
    """All outputs of a last layer."""
    matrix, bias, scale = layer
    told: list[float] = ((matrix @ signal + bias) * scale / UNIT).tolist()
    return told
