"""Weights as whole numbers of eight bits, which need nothing but drakkar to be read, and back.

Each column of a matrix has a scale of its own. The signals between the layers are whole numbers too, so that every way
to compute the network gives exactly the same result.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drakkar.bots.net_file import MIDDLE, UNIT, Layer, NetFile
from drakkar.core.game import find

Array = NDArray[Any]

MOST: Final = 127


def quantised(matrix: Array, bias: Array, by_column: bool, most: int = MOST) -> Layer:
    """A layer: bytes, row by row; with `by_column` as the transposed matrix, one row for each output."""
    matrix, bias = matrix.astype(np.float64), bias.astype(np.float64)
    scales = np.maximum(np.abs(matrix).max(0), 1e-9) / most
    whole = np.clip(np.rint(matrix / scales), -most, most).astype(np.int64)
    biases = np.rint(bias / scales * UNIT).astype(np.int64)
    if by_column:
        whole = whole.T
    data = (whole + MIDDLE).astype(np.uint8).tobytes()
    return Layer(data, whole.shape[0], whole.shape[1], biases.tolist(), scales.tolist())


def packed(weights: dict[str, Array], about: dict[str, Any], bits: int = 8) -> NetFile:
    """The network of a file of weights."""
    most = 2 ** (bits - 1) - 1
    game = find(about["game"])
    names = sorted((name for name in weights if name.startswith("block_") and not name.endswith("_bias")), key=_number)
    hidden = [quantised(weights[name], weights[f"{name}_bias"], False, most) for name in ["first", *names]]
    last = ["policy", "estimates", *(["hidden"] if "hidden" in weights and weights["hidden"].size else [])]
    policy, estimates, *secrets = (quantised(weights[name], weights[f"{name}_bias"], True, most) for name in last)
    about = {**about, "rules": game.rules_version, "bits": bits}
    return NetFile(about, hidden, policy, estimates, secrets[0] if secrets else None)


def unpacked(net: NetFile) -> dict[str, Array]:
    """The weights of a bot's network, as exact as its bits."""
    names = ["first", *(f"block_{number}" for number in range(1, len(net.hidden)))]
    layers = [*zip(names, net.hidden, strict=True), ("policy", net.policy), ("estimates", net.estimates)]
    if net.secrets is not None:
        layers.append(("hidden", net.secrets))
    weights: dict[str, Array] = {}
    for name, layer in layers:
        scales = np.array(layer.scales)
        whole = np.frombuffer(layer.data, np.uint8).reshape(layer.rows, layer.columns).astype(np.float64) - MIDDLE
        weights[name] = (whole if name in names else whole.T) * scales
        weights[f"{name}_bias"] = np.array(layer.biases) / UNIT * scales
    return weights


def _number(name: str) -> int:
    return int(name.removeprefix("block_"))
