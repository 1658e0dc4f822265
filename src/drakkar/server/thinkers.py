"""Bots think in processes of their own: the event loop never waits for them, and one that dies costs nobody a move.

Each process does one task at a time and is watched by one thread, which starts it, hands it the task and waits. If the
process dies, the thread starts another and hands it the same task; the other processes notice nothing of it. Processes
are started when there is something to think about, so a server without bots has none.
"""

import asyncio
import logging
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Final

import msgspec

from drakkar.server.thinking import READY, Answer, Task, stand_in

__all__ = ["Closed", "Task", "Thinkers"]

# So often is a process asked before chance decides.
TRIES: Final = 3
# So many seconds may a process take to start.
START: Final = 60.0
# What a process runs.
PROGRAM: Final = "drakkar.server.thinking"

log = logging.getLogger("drakkar.server")


class Closed(Exception):
    """Nobody thinks here any more."""


class Lost(Exception):
    """A process that has not answered and never will; the message says how it ended."""


class OutOfPatience(Lost):
    """It had its time."""


class Thinker:
    """One process, as the thread sees that watches it."""

    def __init__(self, program: str) -> None:
        self.socket, theirs = socket.socketpair()
        try:
            # Its input is the pipe by which it notices our end. In a process group of its own it is not told of Ctrl-C,
            # and it finds whatever modules we have found.
            self.process = subprocess.Popen(  # noqa: S603 our own program
                [sys.executable, "-P", "-m", program, str(theirs.fileno())],
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
        """Whether it has not ended, as far as anybody knows."""
        return self.process.poll() is None

    def wait_until_ready(self) -> None:
        """Wait until it can take a task."""
        with suppress(OSError):
            if self._read_line(START) == READY:
                return
        raise Lost(self.end())

    def ask(self, task: bytes, patience: float) -> Answer:
        """What it makes of a task."""
        until = monotonic() + patience
        try:
            self.socket.settimeout(patience)
            self.socket.sendall(task + b"\n")
            return msgspec.json.decode(self._read_line(max(0.01, until - monotonic())), type=Answer)
        except TimeoutError as error:
            self.end()
            raise OutOfPatience(f"killed after {patience:.0f} s") from error
        # It ended before it had read all of the task, or before it had written all of the answer.
        except (OSError, msgspec.DecodeError) as error:
            raise Lost(self.end()) from error

    def _read_line(self, patience: float) -> bytes:
        self.socket.settimeout(patience)
        return self.lines.readline()

    def kill(self) -> None:
        """End it at once; whoever waits for it is told, and nobody is waited for."""
        self.process.kill()

    def end(self) -> str:
        """End it, if it has not ended, and leave nothing of it behind; how it ended."""
        self.kill()
        status = self.process.wait()
        self.lines.close()
        self.socket.close()
        if self.process.stdin is not None:
            self.process.stdin.close()
        return f"signal {-status}" if status < 0 else f"status {status}"


class Thinkers:
    """Up to `workers` processes, each of which thinks `patience` seconds at most about one decision.

    `restarts` counts the processes that were lost and replaced, `fallbacks` the decisions left to chance.
    """

    def __init__(self, workers: int, patience: float = 30.0, program: str = PROGRAM) -> None:
        self.patience = patience
        self.restarts = 0
        self.fallbacks = 0
        self._program = program
        self._threads = ThreadPoolExecutor(workers, "thinker")
        # Over all that follows, and both counts.
        self._lock = Lock()
        self._closed = False
        self._all: set[Thinker] = set()
        self._idle: list[Thinker] = []

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        with self._lock:
            return sorted(thinker.process.pid for thinker in self._all)

    async def choose(self, task: Task) -> str:
        """The spelling, in full, of what the task's bot chooses; of what chance does, if the bot cannot.

        If nobody waits for it any more, it is not begun, or finished and dropped. A task that the rules refuse (a
        seat that is not asked, a choice that cannot be) raises their error, whose words may name cards. Closed once
        there is nobody to think.
        """
        if self._closed:
            raise Closed
        return await asyncio.wrap_future(self._threads.submit(self._decide, task))

    async def close(self) -> None:
        """End all processes, whatever they think about: who waits for it is told Closed."""
        with self._lock:
            self._closed = True
            for thinker in self._all:
                thinker.kill()
        await asyncio.to_thread(self._clear_up)

    def _clear_up(self) -> None:
        self._threads.shutdown()
        for thinker in self._all:
            thinker.end()
        self._idle.clear()
        self._all.clear()

    def _decide(self, task: Task) -> str:
        """In a thread: ask a process, and another one if that is lost. Who hung once would only hang again."""
        line = msgspec.json.encode(task)
        for _ in range(TRIES):
            try:
                answer = self._ask(line)
            except OutOfPatience:
                break
            except Lost:
                continue
            if not answer.trouble:
                return answer.choice
            log.error("a bot has failed: %s", answer.trouble)
            break
        with self._lock:
            if self._closed:
                raise Closed
        choice = stand_in(task)
        with self._lock:
            self.fallbacks += 1
        log.warning("chance has chosen for a bot that could not")
        return choice

    def _ask(self, line: bytes) -> Answer:
        thinker = self._take()
        try:
            answer = thinker.ask(line, self.patience)
        except Lost as lost:
            self._write_off(thinker, str(lost))
            raise
        with self._lock:
            self._idle.append(thinker)
        return answer

    def _take(self) -> Thinker:
        """A process that waits for a task: the one that had the latest, or a new one."""
        while True:
            with self._lock:
                if self._closed:
                    raise Closed
                if not self._idle:
                    break
                thinker = self._idle.pop()
            if thinker.is_alive:
                return thinker
            self._write_off(thinker, thinker.end())
        return self._start()

    def _start(self) -> Thinker:
        try:
            thinker = Thinker(self._program)
        except OSError as error:
            log.error("a bot's process cannot be started: %s", error)  # noqa: TRY400 where is plain
            raise Lost from error
        with self._lock:
            self._all.add(thinker)
            if self._closed:
                thinker.kill()
        try:
            thinker.wait_until_ready()
        except Lost as lost:
            self._write_off(thinker, str(lost))
            raise
        return thinker

    def _write_off(self, thinker: Thinker, how: str) -> None:
        """A process has ended that should not have, unless it is because of us."""
        with self._lock:
            self._all.discard(thinker)
            if self._closed:
                raise Closed
            self.restarts += 1
        log.warning("a bot's process is lost (%s)", how)
