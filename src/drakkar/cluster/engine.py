"""The interface of an engine: it carries out tasks, each a function with plain arguments, in any order.

An engine tells three failures apart. A task that raises an error has that error as its outcome. A task that kills its
process, also when it is tried again, is a `TaskLost`. A process or a node that dies by itself costs only time: its
tasks are carried out again, which a task must allow.
"""

import pickle
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from drakkar.core.errors import DrakkarError

T = TypeVar("T")

# Tasks handed out ahead per core; few, so that an interrupt loses little and memory stays small.
AHEAD: Final = 2
# How often the process of a task may die before the task is to blame.
TRIES: Final = 3

Arguments = tuple[Any, ...]


class TaskLost(DrakkarError):
    """A task that kills its process."""


class TaskFailed(DrakkarError):
    """A task whose error cannot be sent from one process to another; it has the words of that error."""


class EngineError(DrakkarError):
    """The engine cannot go on: it has no nodes left, or a node with another Drakkar."""


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What became of a task; `index` is its place among the tasks."""

    index: int
    value: T | None = None
    error: Exception | None = None

    def result(self) -> T:
        """The value of the function; an error is raised."""
        if self.error is not None:
            raise self.error
        return cast("T", self.value)


class Engine(AbstractContextManager["Engine"], Protocol):
    """Some cores. Leaving its context ends everything that it began."""

    # Tasks carried out again because a process or a node died.
    repeated: int

    @property
    def cores(self) -> int:
        """The number of tasks that run at a time; it can change as nodes join and leave."""

    def run(self, work: Callable[..., T], tasks: Iterable[Arguments]) -> Generator[Outcome[T], None, None]:
        """The outcome of each task as it ends; closing the generator cancels those that run.

        `work` is a function of a module, because other processes import it. Tasks are taken from the iterable only as
        cores become free.
        """


def attempt(index: int, work: Callable[..., T], arguments: Arguments) -> Outcome[T]:
    """Carry out a task in this process."""
    try:
        return Outcome(index, work(*arguments))
    except Exception as error:  # noqa: BLE001 - the error is the outcome
        # The stack does not travel to another process, so its words do.
        error.add_note(traceback.format_exc())
        return Outcome(index, error=error if _can_travel(error) else TaskFailed(f"{type(error).__name__}: {error}"))


def _can_travel(error: Exception) -> bool:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - whatever it raises, it cannot
        return False
    return True
