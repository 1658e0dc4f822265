"""The integer vectors of a State: of fixed length, created only here.

They are lists in plain Python and arrays of machine integers in compiled code, which have no pop, slice assignment or
pickle; the type checker enforces that in both builds. To grow one, replace it: `cards = append(cards, number)`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from drakkar.core.build import build

if TYPE_CHECKING:
    from librt.vecs import append
    from librt.vecs import vec as native
    from mypy_extensions import i64, u8

__all__ = [
    "Bytes",
    "Vec",
    "append",
    "bytes_row",
    "different",
    "empty",
    "holds",
    "i64",
    "index_of",
    "is_vector",
    "lay",
    "marked",
    "row",
    "twin",
    "u8",
    "vec",
]


def _appended(vector: list[int], number: int) -> list[int]:
    vector.append(number)
    return vector


# Plain Python stand-ins; compiled code uses its own types.
globals().update(native={int: list}, i64=int, u8=int, append=_appended)

Vec: TypeAlias = "native[i64]"
# Numbers from 0 to 255 in shared memory: a bytearray in plain Python.
Bytes: TypeAlias = "native[u8]"


def vec(length: i64, fill: i64 = 0) -> Vec:
    """A new vector filled with one number."""
    return native[i64]([fill] * length)


def empty() -> Vec:
    """A new empty vector, to append to."""
    return native[i64]()


def row(numbers: Iterable[int]) -> Vec:
    """A new vector of these numbers."""
    return native[i64](numbers)


def bytes_row(length: i64) -> Bytes:
    """A new row of zeros."""
    return native[u8]([0] * length)


def is_vector(thing: object) -> bool:
    """Whether something is a vector."""
    return type(thing) is type(vec(0))


def twin(vector: Vec) -> Vec:
    """An independent copy."""
    return vector[:]


def holds(vector: Vec, start: i64, end: i64, number: i64) -> bool:
    """Whether this part of a vector contains a number."""
    at = start
    while at < end and vector[at] != number:
        at += 1
    return at < end


def index_of(vector: Vec, number: i64) -> i64:
    """The index of a number, which must be in the vector."""
    at: i64 = 0
    while vector[at] != number:
        at += 1
    return at


def different(vector: Vec) -> Vec:
    """The numbers without duplicates. The vector is overwritten, so it must belong to the caller."""
    found: i64 = 0
    for number in vector:
        if not holds(vector, 0, found, number):
            vector[found] = number
            found += 1
    return vector if found == len(vector) else vector[:found]


def marked(vector: Vec, start: i64, end: i64, marks: Vec) -> Vec:
    """The numbers in this part of a vector that `marks` has a 1 for; negative ones are skipped."""
    found = empty()
    for at in range(start, end):
        number = vector[at]
        if number >= 0 and marks[number]:
            found = append(found, number)
    return found


def lay(vector: Vec, at: i64, numbers: Iterable[int]) -> None:
    """Write numbers to consecutive places of a vector, from index `at`."""
    for number in numbers:
        vector[at] = number
        at += 1


def _holds(vector: list[int], start: int, end: int, number: int) -> bool:
    return number in vector[start:end]


def _different(vector: list[int]) -> list[int]:
    return list(dict.fromkeys(vector))


def _marked(vector: list[int], start: int, end: int, marks: list[int]) -> list[int]:
    return [number for number in vector[start:end] if number >= 0 and marks[number]]


# Faster versions for lists.
if build() == "plain":
    globals().update(
        holds=_holds,
        index_of=list.index,
        different=_different,
        marked=_marked,
        empty=list,
        twin=list.copy,
        bytes_row=bytearray,
    )
