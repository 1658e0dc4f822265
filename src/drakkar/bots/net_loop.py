"""A network in plain loops of whole numbers: for machines without numpy, compiled or not."""

from operator import mul
from typing import Any, Final

from drakkar.bots.net_file import MIDDLE, UNIT, Layer, NetFile
from drakkar.core.build import build
from drakkar.core.vectors import Bytes, Vec, bytes_row, u8, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer

# Plain numbers of an observation are divided by 32 where their logarithm is not.
NUMBER: Final = UNIT // 32


class LoopLayer:
    """A layer with its bytes in a vector."""

    def __init__(self, layer: Layer) -> None:
        self.data = lifted(layer.data)
        self.rows: int = layer.rows
        self.columns: int = layer.columns
        self.biases = vec(len(layer.biases))
        for at in range(len(layer.biases)):
            self.biases[at] = layer.biases[at]
        self.scales: list[float] = layer.scales


class LoopNet:
    """The layers, and the signals of the last observation."""

    def __init__(self, net: NetFile, logarithms: list[int], numbers: list[int]) -> None:
        self.logarithms = vec(len(logarithms))
        for at in range(len(logarithms)):
            self.logarithms[at] = logarithms[at]
        self.numbers = vec(len(numbers))
        for at in range(len(numbers)):
            self.numbers[at] = numbers[at]
        self.hidden = [LoopLayer(layer) for layer in net.hidden]
        self.policy = LoopLayer(net.policy)
        self.estimates = LoopLayer(net.estimates)
        self.hiding: LoopLayer | None = None if net.secrets is None else LoopLayer(net.secrets)

    def top(self, observation: Bytes, size: int) -> Vec:
        """The signals of the last hidden layer."""
        first = self.hidden[0]
        inputs = vec(first.rows)
        for at in range(size):
            inputs[at] = self.logarithms[int(observation[at])]
        for at in range(len(self.numbers)):
            inputs[size + at] = int(observation[self.numbers[at]]) * NUMBER
        signal = forward(first, inputs)
        for which in range(1, len(self.hidden)):
            more = forward(self.hidden[which], signal)
            for at in range(len(signal)):
                signal[at] += more[at]
        return signal

    def first(self, observation: Bytes, size: int) -> Vec:
        """All signals at once: with loops nothing is gained by waiting for more observations."""
        return self.top(observation, size)

    def tops(self, firsts: list[Vec]) -> list[Vec]:
        """The signals, which are complete."""
        return firsts

    def weights(self, signal: Vec, codes: list[int]) -> list[float]:
        """The weights of these choices."""
        return [output(self.policy, signal, code) for code in codes]

    def told(self, signal: Vec) -> list[float]:
        """The estimates."""
        return [output(self.estimates, signal, row) for row in range(self.estimates.rows)]

    def secrets(self, signal: Vec) -> list[float]:
        """What the others may hide."""
        layer = self.hiding
        return [] if layer is None else [output(layer, signal, row) for row in range(layer.rows)]


def lifted(data: bytes) -> Bytes:
    """Bytes as a vector."""
    found = bytes_row(len(data))
    for at in range(len(data)):
        found[at] = u8(data[at])
    return found


def forward(layer: LoopLayer, inputs: Vec) -> Vec:
    """The positive outputs of a layer; inputs of 0 are skipped."""
    columns, data = layer.columns, layer.data
    sums = vec(columns)
    total: int = 0
    for row in range(layer.rows):
        value = inputs[row]
        if value:
            total += value
            start = row * columns
            for at in range(columns):
                sums[at] += value * int(data[start + at])
    for at in range(columns):
        whole = sums[at] - MIDDLE * total + layer.biases[at]
        sums[at] = int(float(whole) * layer.scales[at]) if whole > 0 else 0
    return sums


def output(layer: LoopLayer, signal: Vec, row: int) -> float:
    """One output of a last layer, in units of 1."""
    data, start = layer.data, row * layer.columns
    whole: int = layer.biases[row]
    for at in range(layer.columns):
        value = signal[at]
        if value:
            whole += value * (int(data[start + at]) - MIDDLE)
    return float(whole) * layer.scales[row] / UNIT


def _forward(layer: Any, inputs: list[int]) -> list[int]:
    sums = [0] * layer.columns
    columns, data = layer.columns, layer.data
    for row, value in enumerate(inputs):
        if value:
            weights = data[row * columns : (row + 1) * columns]
            sums = [total + value * weight for total, weight in zip(sums, weights, strict=True)]
    less = MIDDLE * sum(inputs)
    biased = zip(sums, layer.biases, layer.scales, strict=True)
    return [int((total - less + bias) * scale) if total - less + bias > 0 else 0 for total, bias, scale in biased]


def _output(layer: Any, signal: list[int], row: int) -> float:
    weights = layer.data[row * layer.columns : (row + 1) * layer.columns]
    whole: float = sum(map(mul, signal, weights)) - MIDDLE * sum(signal) + layer.biases[row]
    scale: float = layer.scales[row]
    return whole * scale / UNIT


# Faster versions for lists.
if build() == "plain":
    globals().update(forward=_forward, output=_output, lifted=bytearray)
