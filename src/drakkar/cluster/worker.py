"""What a process of a cluster does with a task. It needs no cluster engine itself."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from drakkar.cluster.engine import Arguments, Outcome, attempt
from drakkar.cluster.identity import Identity, identity_of, where
from drakkar.core.errors import UnknownGame

T = TypeVar("T")


class Refused(NamedTuple):
    """Why this machine may not carry out tasks of that run."""

    why: str


def carry_out(wanted: Identity, index: int, work: Callable[..., T], arguments: Arguments) -> Outcome[T] | Refused:
    """Carry out a task, unless games go otherwise on this machine."""
    return refusal(wanted) or attempt(index, work, arguments)


def refusal(wanted: Identity) -> Refused | None:
    """Why this machine cannot carry out these tasks; None if it can."""
    try:
        difference = wanted.difference(identity_of(wanted.title))
    except UnknownGame:
        return Refused(f"the node {where()} does not have the game {wanted.title}: install it there")
    return Refused(f"the node {where()} has {difference}: install the same Drakkar there") if difference else None
