"""Several processes of one server: they share a port and a database, and a process that dies is replaced."""

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Final

log = logging.getLogger("drakkar.server")

# Seconds that a process has to stop before it is killed; it gives its requests a little less.
STOP_WITHIN: Final = 15.0
# A process that ends sooner after its start is replaced only after this time.
TOO_SOON: Final = 2.0


class Workers:
    """The processes, numbered from 0. They are forked: the games are loaded once, and this process has no threads."""

    def __init__(self, number: int, work: Callable[[int], None]) -> None:
        """Each process runs `work` with its number."""
        self._work = work
        self._running: dict[int, BaseProcess] = {}
        self._started: dict[int, float] = {}
        self._numbers = range(number)

    def run(self, started: Callable[[], None]) -> None:
        """Start the processes, call `started`, and keep them running until KeyboardInterrupt; then stop them all."""
        try:
            for number in self._numbers:
                self._start(number)
            started()
            while True:
                self._replace_dead()
        except KeyboardInterrupt:
            with _uninterrupted():
                self._stop()

    def _start(self, number: int) -> None:
        parent = os.getpid()
        process = multiprocessing.get_context("fork").Process(
            target=_run_worker, args=(self._work, number, parent), name=f"worker-{number}"
        )
        with _uninterrupted():  # a process that is not yet in the list would not be stopped
            self._started[number] = time.monotonic()
            process.start()
            self._running[number] = process

    def _replace_dead(self) -> None:
        """Wait until a process has ended, and start another one."""
        wait([process.sentinel for process in self._running.values()])
        for number, process in list(self._running.items()):
            if process.is_alive():
                continue
            process.join()
            log.error("a worker has ended and is replaced", extra={"worker": number, "status": process.exitcode})
            time.sleep(max(0.0, self._started[number] + TOO_SOON - time.monotonic()))
            self._start(number)

    def _stop(self) -> None:
        for process in self._running.values():
            process.terminate()
        until = time.monotonic() + STOP_WITHIN
        for number, process in self._running.items():
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                log.error("a worker did not stop and is killed", extra={"worker": number})
                process.kill()
                process.join()


def _run_worker(work: Callable[[int], None], number: int, parent: int) -> None:
    # Until the server in this process is ready, SIGTERM must end it, and Ctrl-C is the parent's to pass on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if os.getppid() == parent:
        work(number)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back the signals that stop the server."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
