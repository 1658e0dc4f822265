"""The engine of one machine: processes, or for a single core this process."""

import atexit
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from drakkar.cluster.engine import TRIES, Arguments, Engine, Outcome, TaskLost, attempt
from drakkar.cluster.processes import Worker, Workers

T = TypeVar("T")

Task = tuple[int, Arguments]


class Local(Engine):
    """As many processes as `cores`."""

    def __init__(self, cores: int) -> None:
        self.repeated = 0
        self._cores = cores

    @property
    def cores(self) -> int:
        """The number of processes."""
        return self._cores

    def __exit__(self, *_: object) -> None:
        """Nothing outlives a run."""

    def run(self, work: Callable[..., T], tasks: Iterable[Arguments]) -> Generator[Outcome[T], None, None]:
        """The outcome of each task as it ends; closing the generator stops the processes."""
        if self.cores == 1:
            yield from (attempt(index, work, arguments) for index, arguments in enumerate(tasks))
            return
        workers = Workers(self.cores)
        # Python would wait for them at its end, if the caller forgot to close the generator.
        atexit.register(workers.kill)
        try:
            yield from _Run(self, workers, work, enumerate(tasks)).outcomes()
        finally:
            workers.kill()
            atexit.unregister(workers.kill)


class _Run:
    """The tasks of a run and the processes that carry them out."""

    def __init__(self, engine: Local, workers: Workers, work: Callable[..., Any], new: Iterator[Task]) -> None:
        self.engine = engine
        self.workers = workers
        self.work = work
        self.new = new
        self.in_hand: dict[int, Arguments] = {}
        # Those whose process died, and how often it did.
        self.again: deque[Task] = deque()
        self.deaths: Counter[int] = Counter()

    def outcomes(self) -> Iterator[Outcome[Any]]:
        """All outcomes. A process has its next task before the caller looks at what it did."""
        yield from self.hand_out()
        while self.in_hand:
            ended = [outcome for worker in self.workers.ended() if (outcome := self.outcome_of(worker))]
            ended += self.hand_out()
            yield from ended

    def hand_out(self) -> list[Outcome[Any]]:
        """Give each idle process a task; the outcomes are of tasks that cannot be sent."""
        refused: list[Outcome[Any]] = []
        while self.workers.have_room:
            task = self.again.popleft() if self.again else next(self.new, None)
            if task is None:
                break
            index, arguments = task
            try:
                self.workers.idle().give(index, self.work, arguments)
            except Exception as error:  # noqa: BLE001 - the error is the outcome
                refused.append(Outcome(index, error=error))
            else:
                self.in_hand[index] = arguments
        return refused

    def outcome_of(self, worker: Worker) -> Outcome[Any] | None:
        """What became of the task of a process; None if it has to be carried out again."""
        index = worker.index
        outcome = worker.take()
        arguments = self.in_hand.pop(index)
        if outcome is not None:
            return outcome
        self.workers.bury(worker)
        self.deaths[index] += 1
        if self.deaths[index] == TRIES:
            return Outcome(index, error=TaskLost("the process that played it died"))
        self.engine.repeated += 1
        self.again.append((index, arguments))
        return None
