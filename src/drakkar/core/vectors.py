"""The vectors a State is made of: integers, of fixed length, made here and nowhere else.

They know no append, no pop and no pickle, so that one line here can change what they are.
"""

from typing import TypeAlias

Vec: TypeAlias = list[int]


def vec(length: int, fill: int = 0) -> Vec:
    """A new vector with the same number everywhere."""
    return [fill] * length


def twin(vector: Vec) -> Vec:
    """A copy that shares nothing."""
    return vector[:]
