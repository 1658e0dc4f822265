"""Processes of this machine that carry out tasks, one at a time.

Each has a pipe of its own: one that is killed in the middle of a word leaves no lock held and no word half read that
another waits for. They are stopped with SIGKILL, which a task can neither catch nor ignore, and nothing is read from
them then; so stopping them never waits for what a task does.
"""

import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from drakkar.cluster.engine import Arguments, Outcome, TaskFailed, attempt

# Seconds between two looks at processes whose end the pipe did not tell: another program may hold its other end.
LOOK_EVERY: Final = 1.0
# What a terminal or a service manager sends to stop a program.
REQUESTS: Final = (signal.SIGINT, signal.SIGTERM)


class Worker:
    """A process and our end of its pipe. It is idle, or carries out the task with this index."""

    def __init__(self, others: "list[Worker]") -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        # A forked process has copies of our ends, which would hide our death from the others.
        ours = [self.pipe, *(other.pipe for other in others)]
        self.process = multiprocessing.Process(target=_serve, args=(theirs, ours))
        try:
            self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()
        self.index = -1

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a task."""
        return self.index < 0

    def give(self, index: int, work: Callable[..., Any], arguments: Arguments) -> None:
        """Give it a task while it is idle, which means that it reads. What cannot be sent raises an error."""
        task = pickle.dumps((index, pickle.dumps((work, arguments))))
        self.index = index
        # If it is dead, the next look at it tells.
        with suppress(OSError):
            self.pipe.send_bytes(task)

    def take(self) -> Outcome[Any] | None:
        """The outcome of its task; None if the process died without one."""
        index, self.index = self.index, -1
        try:
            said = self.pipe.recv_bytes()
        except (EOFError, OSError):
            return None
        try:
            outcome: Outcome[Any] = pickle.loads(said)  # noqa: S301 - our own bytes
        except Exception as error:  # noqa: BLE001 - the error is the outcome
            return Outcome(index, error=error)
        return outcome


class Workers:
    """At most so many processes; each is started when the others are busy."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.all: list[Worker] = []

    @property
    def have_room(self) -> bool:
        """Whether one more task can be carried out now."""
        return sum(not worker.is_idle for worker in self.all) < self.most

    def idle(self) -> Worker:
        """A process that waits for a task; a new one if all are busy."""
        for worker in self.all:
            if worker.is_idle:
                return worker
        with requests_wait():
            self.all.append(Worker(self.all))
        return self.all[-1]

    def ended(self) -> list[Worker]:
        """Waits until some have an outcome or are dead; empty if all are idle."""
        busy = [worker for worker in self.all if not worker.is_idle]
        while busy:
            found = wait([worker.pipe for worker in busy], timeout=LOOK_EVERY)
            if found:
                return [worker for worker in busy if worker.pipe in found]
            dead = [worker for worker in busy if not worker.process.is_alive()]
            if dead:
                for worker in dead:
                    worker.pipe.close()
                return dead
        return []

    def bury(self, worker: Worker) -> None:
        """Forget a process that is dead, or cannot be talked to any more."""
        with requests_wait():
            self.all.remove(worker)
            _kill([worker])

    def kill(self) -> None:
        """Stop all processes, whatever they do, and wait until they are gone."""
        with requests_wait():
            _kill(self.all)
            self.all.clear()


def _kill(workers: list[Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.pipe.close()


@contextmanager
def requests_wait() -> Iterator[None]:
    """Leave requests to stop until later: a process between its fork and its place in the list would be lost."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- In the process


def _serve(pipe: Connection, not_ours: list[Connection]) -> None:
    """Carry out tasks until the parent closes the pipe, or dies."""
    _use_own_signals()
    for other in not_ours:
        other.close()
    with suppress(EOFError, OSError):
        while True:
            index, task = pickle.loads(pipe.recv_bytes())  # noqa: S301 - our own bytes
            pipe.send_bytes(_dumped(attempt(index, _carry_out, (task,))))


def _carry_out(task: bytes) -> Any:
    work, arguments = pickle.loads(task)  # noqa: S301 - our own bytes
    return work(*arguments)


def _dumped(outcome: Outcome[Any]) -> bytes:
    """The outcome as bytes; a result that cannot travel is an error of the task."""
    try:
        return pickle.dumps(outcome)
    except Exception as error:  # noqa: BLE001 - the error is the outcome
        return pickle.dumps(Outcome[Any](outcome.index, error=TaskFailed(f"{type(error).__name__}: {error}")))


def _use_own_signals() -> None:
    """Leave Ctrl-C to the parent; a handler of SIGTERM that the parent had would raise within a task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        # They waited while this process was forked.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)
