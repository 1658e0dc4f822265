"""A network's file: eight bits for each weight, read without any package.

The first line names the format, the second has what the network is of as JSON, and the rest is compressed: for each
layer its bytes, its biases and its scales. A network of format 2 has one more layer than those of format 1: what the
other seats hide.
"""

import hashlib
import json
import sys
import zlib
from array import array
from pathlib import Path
from typing import Any, Final

from drakkar.core.encoding import Encoding, Field
from drakkar.core.errors import BadArgument, WrongVersion
from drakkar.core.game import Game, find
from drakkar.core.version import VERSION, other_version

NAME: Final = b"drakkar network "
FIRST_LINES: Final = (b"drakkar network 1\n", b"drakkar network 2\n")
# The layers of each format that have a row for each output.
LAST_LAYERS: Final = (2, 3)
# A byte is a weight plus this.
MIDDLE: Final = 128
# Signals between the layers are whole numbers of this part of 1.
UNIT: Final = 4096
# A field of at most this many bytes is a number, which the network reads twice; larger fields mark places.
NUMBER_BYTES: Final = 4
# No network is larger than this when unpacked.
LARGEST: Final = 100_000_000


class Layer:
    """A matrix of bytes, row by row, with a bias and a scale for each output."""

    def __init__(self, data: bytes, rows: int, columns: int, biases: list[int], scales: list[float]) -> None:
        self.data = data
        self.rows = rows
        self.columns = columns
        self.biases = biases
        self.scales = scales


class NetFile:
    """The layers of a network, and what it is of.

    `hidden` has a row for each input; `policy`, `estimates` and `secrets`, if any, have a row for each output.
    """

    def __init__(
        self, about: dict[str, Any], hidden: list[Layer], policy: Layer, estimates: Layer, secrets: Layer | None = None
    ) -> None:
        self.about = about
        self.hidden = hidden
        self.policy = policy
        self.estimates = estimates
        self.secrets = secrets


def number_places(encoding: Encoding[Any]) -> list[int]:
    """The bytes of an observation that are numbers, such as a score."""
    places = _numbers(encoding.table.fields, 0)
    for seat in range(encoding.most_seats):
        places += _numbers(encoding.seat.fields, encoding.table.size + seat * encoding.seat.size)
    return places


def _numbers(fields: list[Field], start: int) -> list[int]:
    places: list[int] = []
    for field in fields:
        if field.size <= NUMBER_BYTES:
            places.extend(range(start + field.at, start + field.at + field.size))
    return places


def digest_of(game: Game[Any]) -> str:
    """A digest of the fields and the choices of a game: what a network's inputs and outputs mean."""
    encoding, notation = game.encoding(), game.book.notation
    fields = [[[field.name, field.size] for field in layout.fields] for layout in (encoding.table, encoding.seat)]
    words = [notation.spell(code, True) for code in range(notation.size)]
    whole = json.dumps([game.title, encoding.version, encoding.most_seats, fields, words], ensure_ascii=False)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def hidden_fields(encoding: Encoding[Any]) -> list[list[Any]]:
    """The fields of what a seat can hide: what the outputs of `secrets` mean."""
    return [[field.name, field.size] for field in encoding.hidden.fields]


def write(path: Path, net: NetFile) -> None:
    """Write a network whole or not at all."""
    layers = [*net.hidden, net.policy, net.estimates, *([] if net.secrets is None else [net.secrets])]
    about = {**net.about, "layers": [[layer.rows, layer.columns] for layer in layers]}
    body = b"".join(
        part for layer in layers for part in (layer.data, _bytes("q", layer.biases), _bytes("d", layer.scales))
    )
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(FIRST_LINES[net.secrets is not None] + json.dumps(about).encode() + b"\n" + zlib.compress(body, 6))
    part.replace(path)


def _bytes(kind: str, numbers: list[Any]) -> bytes:
    """Numbers as bytes, the lowest first on every machine."""
    found: Any = array(kind, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    whole: bytes = found.tobytes()
    return whole


def read(path: Path) -> NetFile:
    """The network in a file; BadArgument if there is none, WrongVersion if it does not fit its game."""
    try:
        content = path.read_bytes()
    except OSError as missing:
        raise BadArgument(f"{path} cannot be read: {missing.strerror}") from missing
    if content.startswith(b"PK"):
        raise BadArgument(f"{path} has unpacked weights: `drakkar pack {path}` makes a network for bots of them")
    first = content.partition(b"\n")[0] + b"\n"
    if not first.startswith(NAME):
        raise BadArgument(f"{path} is not a network of Drakkar")
    if first not in FIRST_LINES:
        number = first.removeprefix(NAME).decode("ascii", "replace").strip()
        raise WrongVersion(other_version(f"{path} is a network of format", number, "", "formats 1 and 2"))
    try:
        head, _, packed = content[len(first) :].partition(b"\n")
        about: dict[str, Any] = json.loads(head)
        last = LAST_LAYERS[FIRST_LINES.index(first)]
        net = _layers(about, zlib.decompressobj().decompress(packed, LARGEST), last)
        check(path, about)
    except WrongVersion:
        raise
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise BadArgument(f"{path} is a damaged network: {error}") from error
    return net


def _layers(about: dict[str, Any], body: bytes, last: int) -> NetFile:
    """The layers from the unpacked bytes; the last ones have a row for each output."""
    layers: list[Layer] = []
    sizes: list[list[int]] = about["layers"]
    at = 0
    for which, (rows, columns) in enumerate(sizes):
        outputs = columns if which < len(sizes) - last else rows
        data = body[at : at + rows * columns]
        at += rows * columns
        biases = _numbers_from("q", body[at : at + 8 * outputs])
        at += 8 * outputs
        scales = _numbers_from("d", body[at : at + 8 * outputs])
        at += 8 * outputs
        if len(scales) != outputs:
            raise ValueError("it ends too early")
        layers.append(Layer(data, rows, columns, biases, scales))
    policy, estimates, *secrets = layers[-last:]
    return NetFile(about, layers[:-last], policy, estimates, secrets[0] if secrets else None)


def _numbers_from(kind: str, data: bytes) -> list[Any]:
    found: Any = array(kind)
    found.frombytes(data)
    if sys.byteorder == "big":
        found.byteswap()
    return list(found)


def check(path: Path, about: dict[str, Any]) -> None:
    """Raise WrongVersion unless the network is for the rules and the encoding of its game as they are now."""
    game = find(str(about["game"]))
    writer, encoding = str(about["drakkar"]), game.encoding()
    if about["encoding"] != encoding.version:
        what, known = f"{path} is a network for encoding", f"encoding {encoding.version} of {game.title}"
        raise WrongVersion(other_version(what, str(about["encoding"]), writer, known))
    if str(about["rules"]) != game.rules_version:
        what, known = f"{path} is a network for rules", f"rules {game.rules_version} of {game.title}"
        raise WrongVersion(other_version(what, str(about["rules"]), writer, known))
    if about["digest"] != digest_of(game):
        raise WrongVersion(
            f"{path} is a network for other fields or choices of {game.title} than Drakkar {VERSION} has"
        )
