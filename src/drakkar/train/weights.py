"""Saved weights: an `.npz` of half-precision matrices without padding, and what they are of as JSON.

A bot's network, a `.net`, can be read as weights too.
"""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from drakkar.bots import net_file
from drakkar.core.errors import BadArgument, WrongVersion
from drakkar.core.version import VERSION, other_version
from drakkar.train.growth import widened
from drakkar.train.network import Weights, trimmed, with_padding
from drakkar.train.quantise import unpacked
from drakkar.train.shape import Shape

# What the file of weights may have at most, so that it can be sent anywhere.
LARGEST_FILE: Final = 16 * 2**20


def bytes_of(shape: Shape, width: int, blocks: int) -> int:
    """The size of a saved file."""
    rows = shape.observation + len(shape.numbers) + 1
    last = (width + 1) * sum(shape.heads.values())
    return 2 * (rows * width + blocks * (width + 1) * width + last) + 4096


def largest_width(shape: Shape, blocks: int) -> int:
    """The largest usual width whose file is small enough."""
    return max(width for width in range(64, 4097, 64) if bytes_of(shape, width, blocks) <= LARGEST_FILE)


def save(path: Path, weights: Weights, shape: Shape, told: dict[str, Any]) -> None:
    """Write the file whole or not at all."""
    about = {
        **told,
        "game": shape.title,
        "encoding": shape.encoding,
        "digest": shape.digest,
        "hidden": shape.hidden_fields,
        "drakkar": VERSION,
    }
    arrays = {name: matrix.astype(np.float16) for name, matrix in trimmed(weights, shape).items()}
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        # np.savez lists a parameter for pickles among the arrays, so the type checker mistakes our names for it.
        np.savez(file, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]
    part.replace(path)


def read(path: str | Path) -> tuple[Weights, dict[str, Any]]:
    """Saved weights without padding, and what the file says of them."""
    if is_net(Path(path)):
        net = net_file.read(Path(path))
        return unpacked(net), net.about
    try:
        with np.load(path, allow_pickle=False) as file:
            about: dict[str, Any] = json.loads(str(file["about"]))
            return {name: file[name].astype(np.float32) for name in file.files if name != "about"}, about
    except (OSError, KeyError, ValueError) as error:
        raise BadArgument(f"{path} has no weights of drakkar train: {error}") from error


def is_net(path: Path) -> bool:
    """Whether a file is a bot's network."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(net_file.NAME)) == net_file.NAME


def load(path: str, shape: Shape, width: int = 0, seed: int = 1) -> tuple[Weights, dict[str, Any]]:
    """The weights with their padding, and what the file says of them; an error if they are not of this game.

    With `width`, the network is widened. What it learned of hidden things is left out if they are not those of today.
    """
    weights, about = read(path)
    if about["game"] != shape.title:
        raise BadArgument(f"{path} is a network for {about['game']}, not for {shape.title}")
    if about["digest"] != shape.digest:
        what, known = f"{path} is a network for encoding", f"encoding {shape.encoding} of {shape.title}"
        if about["encoding"] == shape.encoding:
            raise WrongVersion(f"{path} is a network for other fields or choices of {shape.title} than there are now")
        raise WrongVersion(other_version(what, str(about["encoding"]), str(about["drakkar"]), known))
    if about.get("hidden") != [list(field) for field in shape.hidden_fields]:
        weights = {name: matrix for name, matrix in weights.items() if not name.startswith("hidden")}
    whole = with_padding(weights, shape)
    return widened(whole, shape, width, seed) if width else whole, about
