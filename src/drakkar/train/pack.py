"""Packing saved weights as a bot's network: whole numbers of eight bits, which need nothing but drakkar to be read.

Each column of a matrix has a scale of its own. The signals between the layers are whole numbers too, so that every way
to compute the network gives exactly the same result.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drakkar.bots.net_bot import computer
from drakkar.bots.net_file import MIDDLE, UNIT, Layer, NetFile, number_places, write
from drakkar.core.crowd import Crowd
from drakkar.core.game import find
from drakkar.train.network import with_padding
from drakkar.train.numpy_learner import forward, inputs_of, shares_of
from drakkar.train.shape import shape_of
from drakkar.train.shared import over
from drakkar.train.weights import read

Array = NDArray[Any]

MOST: Final = 127
# Tables at which both networks are compared.
TABLES: Final = 16


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
    policy, estimates = (
        quantised(weights[name], weights[f"{name}_bias"], True, most) for name in ("policy", "estimates")
    )
    return NetFile({**about, "rules": game.rules_version, "bits": bits}, hidden, policy, estimates)


def _number(name: str) -> int:
    return int(name.removeprefix("block_"))


class Agreement(NamedTuple):
    """How well a packed network agrees with the one it was made of, over the moments of matches that it plays."""

    moments: int
    same_choice: float
    # The mean of half the sum of the differences of all likelihoods.
    moved: float
    # The largest difference of the own share of the win.
    share: float


def agreement(weights: dict[str, Array], about: dict[str, Any], net: NetFile, moments: int, seed: int = 1) -> Agreement:
    """Compare both networks where there is a choice; the float network draws the choices that are made."""
    shape = shape_of(about["game"])
    game, whole = find(shape.title), with_padding(weights, shape)
    numbers = number_places(game.encoding())
    by_bytes = computer(net, numbers, "numpy")
    sides = list(range(min(4, game.most_seats)))
    crowd = Crowd(game, sides, game.resolve_rulings({}), TABLES, f"drakkar pack {seed}")
    seen = over(crowd.observations).reshape(TABLES, -1)
    masks = over(crowd.masks).reshape(TABLES, -1)
    rng = np.random.default_rng(seed)
    compared, same, moved, share = 0, 0, 0.0, 0.0
    while compared < moments:
        rows = np.zeros((TABLES, shape.row), np.uint8)
        rows[:, : shape.observation] = seen
        signals = forward(whole, inputs_of(rows, shape))
        shares, chosen = shares_of(signals.estimates, shape.seats), []
        for table in range(TABLES):
            codes = np.flatnonzero(masks[table])
            likely = softmax(signals.policy[table, codes])
            if len(codes) > 1:
                signal = by_bytes.top(seen[table].tobytes(), shape.observation)
                other = softmax(np.array(by_bytes.weights(signal, codes.tolist())))
                told = softmax(np.array(by_bytes.told(signal)[2 : 2 + shape.seats]))
                compared, same = compared + 1, same + int(other.argmax() == likely.argmax())
                moved += float(np.abs(other - likely).sum()) / 2
                share = max(share, abs(float(told[0]) - float(shares[table, 0])))
            chosen.append(int(rng.choice(codes, p=likely)))
        crowd.step(chosen)
    return Agreement(compared, same / compared, moved / compared, share)


def softmax(weights: Array) -> Array:
    """Likelihoods from weights."""
    raised = np.exp((weights - weights.max()).astype(np.float64))
    likely: Array = raised / raised.sum()
    return likely


def pack_file(source: Path, target: Path, bits: int = 8, moments: int = 0) -> Agreement | None:
    """Pack a file of weights; with `moments`, compare both networks in so many moments."""
    weights, about = read(source)
    net = packed(weights, about, bits)
    found = agreement(weights, about, net, moments) if moments else None
    if found is not None:
        net.about["agreement"] = round(found.same_choice, 4)
    write(target, net)
    return found
