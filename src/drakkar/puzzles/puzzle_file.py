"""The puzzle file of a game: a line that names its format, then compressed JSON. `docs/puzzles.md` explains it.

A file from outside can be anything, so its size is checked before and while it is unpacked, and every key is read with
its type.
"""

import json
import zlib
from collections.abc import Iterable
from typing import Final

from drakkar.core.errors import WrongVersion
from drakkar.core.excerpt import quoted
from drakkar.puzzles.puzzle import BadPuzzles, Puzzle, read_puzzle

FORMAT: Final = 1
HEAD: Final = b"drakkar puzzles "
# The largest file that is read, and what it may become.
LARGEST: Final = 300_000
LARGEST_UNPACKED: Final = 16_000_000
MOST: Final = 5_000


def pack(title: str, puzzles: Iterable[Puzzle]) -> bytes:
    """The file of some puzzles; BadPuzzles if it would be too large."""
    told = {"game": title, "puzzles": [puzzle.to_json() for puzzle in puzzles]}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    packed = b"%b%d\n%b" % (HEAD, FORMAT, zlib.compress(text, 9))
    if len(packed) > LARGEST:
        raise BadPuzzles(f"{len(packed)} bytes are more than the {LARGEST} of a puzzle file")
    return packed


def unpack(title: str, packed: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file.

    Raises:
        BadPuzzles: the file is not one of this game, is damaged, or has a key that is missing or wrong.
        WrongVersion: another version of Drakkar wrote it.
    """
    if len(packed) > LARGEST:
        raise BadPuzzles(f"{len(packed)} bytes are more than the {LARGEST} of a puzzle file")
    first, _, rest = packed.partition(b"\n")
    number = first.removeprefix(HEAD)
    if not first.startswith(HEAD) or not number.isdigit():
        raise BadPuzzles("this is no puzzle file: its first line does not name the format")
    if int(number[:9]) != FORMAT:
        raise WrongVersion(f"this puzzle file is format {int(number[:9])}; this Drakkar reads format {FORMAT}", 1)
    data = _data(rest)
    if not isinstance(data, dict) or set(data) != {"game", "puzzles"} or not isinstance(data["puzzles"], list):
        raise BadPuzzles("the keys of a puzzle file are: game, puzzles")
    if data["game"] != title:
        raise BadPuzzles(f"these are puzzles of {quoted(str(data['game']))}, not of {title}")
    if len(data["puzzles"]) > MOST:
        raise BadPuzzles(f"there are more than {MOST} puzzles")
    found = tuple(read_puzzle(one) for one in data["puzzles"])
    if len({puzzle.name for puzzle in found}) < len(found):
        raise BadPuzzles("two puzzles have the same name")
    return found


def _data(rest: bytes) -> object:
    """The JSON within, if it is whole and not too large."""
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(rest, LARGEST_UNPACKED)
    except zlib.error as error:
        raise BadPuzzles(f"the file is damaged: {error}") from error
    if inflater.unconsumed_tail:
        raise BadPuzzles(f"unpacked it has more than {LARGEST_UNPACKED} bytes")
    if not inflater.eof or inflater.unused_data:
        raise BadPuzzles("the file is damaged: it is cut off, or something follows")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPuzzles(f"the file is damaged: {error}") from error
