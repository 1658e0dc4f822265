"""The vectors a State is made of: integers, of fixed length, made here and nowhere else.

In plain Python they are lists, compiled they are rows of machine integers: they know no pop, no slice to write to and
no pickle, and a type checker holds us to that in both. What grows is replaced: `found = append(found, number)`.
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


# What plain Python takes for them; compiled code knows its own.
globals().update(native={int: list}, i64=int, u8=int, append=_appended)

Vec: TypeAlias = "native[i64]"
# Numbers from 0 to 255, in memory that others can look at: a bytearray in plain Python.
Bytes: TypeAlias = "native[u8]"


def vec(length: i64, fill: i64 = 0) -> Vec:
    """A new vector with the same number everywhere."""
    return native[i64]([fill] * length)


def empty() -> Vec:
    """A new vector of nothing, to be appended to."""
    return native[i64]()


def row(numbers: Iterable[int]) -> Vec:
    """A new vector of these numbers."""
    return native[i64](numbers)


def bytes_row(length: i64) -> Bytes:
    """A new row of zeros."""
    return native[u8]([0] * length)


def is_vector(thing: object) -> bool:
    """Whether something is one."""
    return type(thing) is type(vec(0))


def twin(vector: Vec) -> Vec:
    """A copy that shares nothing."""
    return vector[:]


def holds(vector: Vec, start: i64, end: i64, number: i64) -> bool:
    """Whether a number stands in this part of a vector."""
    at = start
    while at < end and vector[at] != number:
        at += 1
    return at < end


def index_of(vector: Vec, number: i64) -> i64:
    """Where a number stands that is there."""
    at: i64 = 0
    while vector[at] != number:
        at += 1
    return at


def different(vector: Vec) -> Vec:
    """The same numbers, equal ones once, in a vector that is no other's."""
    found: i64 = 0
    for number in vector:
        if not holds(vector, 0, found, number):
            vector[found] = number
            found += 1
    return vector if found == len(vector) else vector[:found]


def marked(vector: Vec, start: i64, end: i64, marks: Vec) -> Vec:
    """The numbers in this part of a vector that `marks` has a 1 for; one below 0 stands for nothing."""
    found = empty()
    for at in range(start, end):
        number = vector[at]
        if number >= 0 and marks[number]:
            found = append(found, number)
    return found


def lay(vector: Vec, at: i64, numbers: Iterable[int]) -> None:
    """Lay numbers side by side into a vector, the first one there."""
    for number in numbers:
        vector[at] = number
        at += 1


def _holds(vector: list[int], start: int, end: int, number: int) -> bool:
    return number in vector[start:end]


def _different(vector: list[int]) -> list[int]:
    return list(dict.fromkeys(vector))


def _marked(vector: list[int], start: int, end: int, marks: list[int]) -> list[int]:
    return [number for number in vector[start:end] if number >= 0 and marks[number]]


# Lists have faster ways to the same.
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
