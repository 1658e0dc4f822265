"""Packing saved weights as a bot's network, and how well both agree."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drakkar.bots.net_bot import computer
from drakkar.bots.net_file import NetFile, number_places, write
from drakkar.core.crowd import Crowd
from drakkar.core.game import find
from drakkar.train.network import with_padding
from drakkar.train.numpy_learner import forward, inputs_of, shares_of
from drakkar.train.quantise import packed
from drakkar.train.shape import shape_of
from drakkar.train.shared import over
from drakkar.train.weights import read

Array = NDArray[Any]

# Tables at which both networks are compared.
TABLES: Final = 16


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
