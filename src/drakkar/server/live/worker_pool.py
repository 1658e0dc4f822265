"""Worker processes that never block the event loop; a process that dies is replaced.

Each process runs one task at a time for one thread, which starts it, sends it a line and waits for a line. Processes
start on demand, so an idle server has none.
"""

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Final, TypeVar

# The line that a process sends when it is ready.
READY: Final = b"ready\n"
# Seconds that a process may take to start.
START_TIMEOUT: Final = 60.0
# Workers yield CPU time to the server and to other programs.
NICENESS: Final = 5
# A process lowers its priority before it imports its modules, which takes longer than most tasks.
BOOTSTRAP: Final = (
    "import os, runpy, sys; os.nice(int(sys.argv[3])); runpy.run_module(sys.argv.pop(1), run_name='__main__')"
)

log = logging.getLogger("drakkar.server")
T = TypeVar("T")


class PoolClosed(Exception):
    """The pool is closed."""


class WorkerDied(Exception):
    """A process ended without an answer; the message says how."""


class WorkerTimeout(WorkerDied):
    """A process took too long and was killed."""


class WorkerProcess:
    """One process, used by a single thread."""

    def __init__(self, program: str, niceness: int) -> None:
        self.socket, theirs = socket.socketpair()
        try:
            # The process exits when its standard input closes, i.e. when the server dies. Its own process group shields
            # it from Ctrl-C. PYTHONPATH gives it the same modules as the server.
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-c", BOOTSTRAP, program, str(theirs.fileno()), str(niceness)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        except BaseException:
            self.socket.close()
            raise
        finally:
            theirs.close()
        self.lines = self.socket.makefile("rb")

    @property
    def is_alive(self) -> bool:
        """Whether the process is still running, as far as is known."""
        return self.process.poll() is None

    def wait_until_ready(self) -> None:
        """Wait until the process can take a task."""
        with suppress(OSError):
            if self._read_line(START_TIMEOUT) == READY:
                return
        raise WorkerDied(self.end())

    def ask(self, task: bytes, timeout: float) -> bytes:
        """The answer to a task."""
        until = monotonic() + timeout
        try:
            self.socket.settimeout(timeout)
            self.socket.sendall(task + b"\n")
            answer = self._read_line(max(0.01, until - monotonic()))
        except TimeoutError as error:
            self.end()
            raise WorkerTimeout(f"killed after {timeout:.0f} s") from error
        except OSError as error:  # the process ended before it had read the whole task
            raise WorkerDied(self.end()) from error
        if not answer.endswith(b"\n"):  # the process ended before it had written the whole answer
            raise WorkerDied(self.end())
        return answer

    def _read_line(self, timeout: float) -> bytes:
        self.socket.settimeout(timeout)
        return self.lines.readline()

    def kill(self) -> None:
        """Kill the process without waiting."""
        self.process.kill()

    def end(self) -> str:
        """Kill the process if it runs, and release its resources; return how it ended."""
        self.kill()
        status = self.process.wait()
        self.lines.close()
        self.socket.close()
        if self.process.stdin is not None:
            self.process.stdin.close()
        return f"signal {-status}" if status < 0 else f"status {status}"


class WorkerPool:
    """Up to `size` processes of one program. `restarts` counts those that died and were replaced."""

    def __init__(self, size: int, program: str, niceness: int = NICENESS) -> None:
        self.size = size
        self.restarts = 0
        self._program = program
        self._niceness = niceness
        self._threads = ThreadPoolExecutor(size, program.rpartition(".")[2])
        # Guards the fields below and the counter.
        self._lock = Lock()
        self._closed = False
        self._all: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        with self._lock:
            return sorted(worker.process.pid for worker in self._all)

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function in a thread; it may call `ask`."""
        if self._closed:
            raise PoolClosed
        return await asyncio.wrap_future(self._threads.submit(work))

    async def close(self) -> None:
        """End all processes; work that waits for one gets PoolClosed."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.kill()
        await asyncio.to_thread(self._clear_up)

    def _clear_up(self) -> None:
        self._threads.shutdown()
        for worker in self._all:
            worker.end()
        self._idle.clear()
        self._all.clear()

    # --- In a worker thread

    def check_open(self) -> None:
        """PoolClosed if the pool is closed."""
        with self._lock:
            if self._closed:
                raise PoolClosed

    def ask(self, line: bytes, timeout: float) -> bytes:
        """The answer of a process to a line; WorkerDied if the process ends without an answer."""
        worker = self._take()
        try:
            answer = worker.ask(line, timeout)
        except WorkerDied as error:
            self._discard(worker, str(error))
            raise
        with self._lock:
            self._idle.append(worker)
        return answer

    def _take(self) -> WorkerProcess:
        """An idle process, the one used last, or a new one."""
        while True:
            with self._lock:
                if self._closed:
                    raise PoolClosed
                if not self._idle:
                    break
                worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._discard(worker, worker.end())
        return self._start()

    def _start(self) -> WorkerProcess:
        try:
            worker = WorkerProcess(self._program, self._niceness)
        except OSError as error:
            log.error("a worker process cannot be started: %s", error)  # noqa: TRY400 - a traceback adds nothing
            raise WorkerDied from error
        with self._lock:
            self._all.add(worker)
            if self._closed:
                worker.kill()
        try:
            worker.wait_until_ready()
        except WorkerDied as error:
            self._discard(worker, str(error))
            raise
        return worker

    def _discard(self, worker: WorkerProcess, how: str) -> None:
        """Forget a process that has died; PoolClosed if the pool is closed."""
        with self._lock:
            self._all.discard(worker)
            if self._closed:
                raise PoolClosed
            self.restarts += 1
        log.warning("a worker process is lost (%s)", how)
