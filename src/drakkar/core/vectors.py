"""The vectors a State is made of: integers, of fixed length, made here and nowhere else.

In plain Python they are lists, compiled they are rows of machine integers: they know no pop, no slice to write to and
no pickle, and a type checker holds us to that in both. What grows is replaced: `found = append(found, number)`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from librt.vecs import append
    from librt.vecs import vec as native
    from mypy_extensions import i64

__all__ = ["Vec", "append", "empty", "holds", "i64", "index_of", "is_vector", "lay", "row", "twin", "vec"]


def _appended(vector: list[int], number: int) -> list[int]:
    vector.append(number)
    return vector


# What plain Python takes for them; compiled code knows its own.
globals().update(native={int: list}, i64=int, append=_appended)

Vec: TypeAlias = "native[i64]"


def vec(length: i64, fill: i64 = 0) -> Vec:
    """A new vector with the same number everywhere."""
    return native[i64]([fill] * length)


def empty() -> Vec:
    """A new vector of nothing, to be appended to."""
    return native[i64]()


def row(numbers: Iterable[int]) -> Vec:
    """A new vector of these numbers."""
    return native[i64](numbers)


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


def lay(vector: Vec, at: i64, numbers: Iterable[int]) -> None:
    """Lay numbers side by side into a vector, the first one there."""
    for number in numbers:
        vector[at] = number
        at += 1
