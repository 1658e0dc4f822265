"""A wider network that chooses and estimates as the given one does, to go on learning from."""

from drakkar.core.errors import BadArgument
from drakkar.train.network import Weights, block_names, blocks_of, initial
from drakkar.train.shape import Shape


def width_of(weights: Weights) -> int:
    """The signals of each hidden layer."""
    return int(weights["first"].shape[1])


def widened(weights: Weights, shape: Shape, width: int, seed: int) -> Weights:
    """The network with further signals in each hidden layer.

    They are random, and no existing signal or output reads them. So all results stay the same, and learning begins
    to use the new signals at once.
    """
    before, blocks = width_of(weights), blocks_of(weights)
    if width < before:
        raise BadArgument(
            f"a network {before} wide cannot become {width} wide: only a larger --width can go on from it"
        )
    if width == before:
        return weights
    grown = initial(shape, width, blocks, seed)
    for name in ["first", *block_names(blocks)]:
        rows = before if name != "first" else len(grown[name])
        grown[name][rows:, :before] = 0
        grown[name][:rows, :before] = weights[name]
        grown[f"{name}_bias"][:before] = weights[f"{name}_bias"]
    for name in shape.heads:
        grown[name][:before], grown[name][before:] = weights[name], 0
        grown[f"{name}_bias"] = weights[f"{name}_bias"]
    return grown
