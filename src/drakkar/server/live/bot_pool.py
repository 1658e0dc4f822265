"""The worker processes of the bots, shared fairly between tables.

The queued decision whose table has used the least CPU time lately runs first. Slow bots may occupy all processes but
one, so a fast bot never waits for them. Bots at a table without people, and reviews, run in processes with the lowest
priority. If a process dies, another gets the same task, so no move is lost. If the bot still fails, it counts as
failed: no other bot plays under its name.
"""

import asyncio
import logging
import math
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import msgspec

from drakkar.server.live.bot_worker import check
from drakkar.server.live.tasks import AnalysisTask, Answer, AnyTask, ReviewTask, Task
from drakkar.server.live.worker_pool import PoolClosed, WorkerDied, WorkerPool, WorkerTimeout

__all__ = ["BotFailed", "BotPool", "PoolClosed", "Task"]

# Processes that may die on a decision, and that may hang, before its bot counts as failed.
TRIES: Final = 3
HANGS: Final = 2
# The error kinds for a dead process and for a timeout; other failures use the class of the bot's error.
DIED: Final = "ProcessDied"
HUNG: Final = "TimeoutError"
LONGEST_KIND: Final = 60
# The module that each process runs.
PROGRAM: Final = "drakkar.server.live.bot_worker"
# A bot is slow if its decisions take more CPU seconds than this on average.
LONG: Final = 0.15
# The weight of the latest decision in that average.
LATEST: Final = 0.2
# Time constant, in seconds, for the decay of a table's CPU time.
FORGOTTEN_IN: Final = 30.0
# Tables whose CPU time is kept, at most.
MOST_TABLES: Final = 10_000
LOWEST_PRIORITY: Final = 19
# On a busy machine the lowest priority gets almost no CPU time: its tasks have so many times as long.
PATIENCE: Final = 20

log = logging.getLogger("drakkar.server")


class BotFailed(Exception):
    """A bot cannot answer. `kind` is the class of its error, which reveals no hidden information."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind[:LONGEST_KIND]


class Job:
    """A decision that is queued for a worker process, or running in one."""

    def __init__(self, task: AnyTask, table: str, is_attended: Callable[[], bool]) -> None:
        self.task = task
        self.table = table
        self.is_attended = is_attended
        self.bot = (task.title, task.bot if isinstance(task, Task) else type(task).__name__)
        self.done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


def always() -> bool:
    """The default for `is_attended`: the table counts as one with people."""
    return True


def never() -> bool:
    """A review runs with the lowest priority, even at a table with people."""
    return False


class BotPool:
    """Up to `workers` processes for tables with people; each has `timeout` seconds per decision.

    Tables without people share half as many processes, which have PATIENCE times as long. `restarts` counts the
    processes that died and were replaced, `failures` the decisions that a bot could not make.
    """

    def __init__(self, workers: int, timeout: float = 30.0, program: str = PROGRAM) -> None:
        self.timeout = timeout
        self.failures = 0
        self._pool = WorkerPool(workers, program)
        self._unattended = WorkerPool(max(1, workers // 2), program, LOWEST_PRIORITY)
        self._waiting: list[Job] = []
        self._running: dict[WorkerPool, set[Job]] = {self._pool: set(), self._unattended: set()}
        self._tasks: set[asyncio.Task[None]] = set()
        # Moving average of each bot's CPU seconds per decision.
        self._takes: dict[tuple[str, str], float] = {}
        # Decayed CPU seconds of each table's bots, and the time of the last update.
        self._used: dict[str, tuple[float, float]] = {}
        self._closed = False

    @property
    def restarts(self) -> int:
        """Processes that died and were replaced."""
        return self._pool.restarts + self._unattended.restarts

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return sorted([*self._pool.pids, *self._unattended.pids])

    @property
    def waiting(self) -> int:
        """The number of decisions in the queue."""
        return len(self._waiting)

    async def choose(self, task: Task, table: str = "", is_attended: Callable[[], bool] = always) -> str:
        """The choice of the task's bot, spelled in full; BotFailed if it cannot choose.

        If the caller is cancelled, a queued task is dropped, and the result of a running one is ignored. A task that
        breaks the rules (the seat owes no decision, a choice is illegal) raises the engine's error, whose text may name
        cards. PoolClosed once the pool is closed.
        """
        return (await self._done(task, table, is_attended)).choice

    async def analyse(self, task: AnalysisTask, table: str = "") -> Any:
        """The result of an analysis, as plain data; BotFailed if there is none."""
        return (await self._done(task, table, never if isinstance(task, ReviewTask) else always)).result

    async def _done(self, task: AnyTask, table: str, is_attended: Callable[[], bool]) -> Answer:
        if self._closed:
            raise PoolClosed
        job = Job(task, table, is_attended)
        self._waiting.append(job)
        self.schedule()
        try:
            return await job.done
        finally:
            if job in self._waiting:
                self._waiting.remove(job)

    def schedule(self) -> None:
        """Start queued jobs where a process is free. Call this also when people come to a table."""
        for pool in (self._pool, self._unattended):
            while len(self._running[pool]) < pool.size and (job := self._next(pool)) is not None:
                if job in self._waiting:
                    self._waiting.remove(job)
                self._running[pool].add(job)
                task = asyncio.create_task(self._run(pool, job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _next(self, pool: WorkerPool) -> Job | None:
        """The next job for a free process of a pool, or None."""
        is_for_people = pool is self._pool
        jobs = [job for job in self._waiting if job.is_attended() == is_for_people]
        if is_for_people:
            jobs += self._newly_attended()
        thinking_long = sum(self._is_long(job) for job in self._running[pool])
        if pool.size > 1 and thinking_long >= pool.size - 1:
            jobs = [job for job in jobs if not self._is_long(job)]
        return min(jobs, key=lambda job: self._used_by(job.table), default=None)

    def _newly_attended(self) -> list[Job]:
        """Running jobs of tables that people came to: on a busy machine the lowest priority gets almost no CPU time.

        They run a second time, and the first answer counts.
        """
        slow, fast = self._running[self._unattended], self._running[self._pool]
        return [job for job in slow if job.is_attended() and job not in fast and not job.done.done()]

    def _is_long(self, job: Job) -> bool:
        return self._takes.get(job.bot, 0.0) > LONG

    def _used_by(self, table: str) -> float:
        seconds, at = self._used.get(table, (0.0, 0.0))
        return seconds * math.exp((at - monotonic()) / FORGOTTEN_IN)

    async def _run(self, pool: WorkerPool, job: Job) -> None:
        seconds = 0.0
        try:
            answer = await pool.run(lambda: self._decide(pool, job.task))
            seconds = answer.seconds
            if not job.done.done():
                job.done.set_result(answer)
        except BaseException as error:  # noqa: BLE001 - raised where the choice is awaited
            if not job.done.done():
                job.done.set_exception(error if isinstance(error, Exception) else PoolClosed())
        finally:
            self._running[pool].discard(job)
            self._remember(job, seconds)
            self.schedule()

    def _remember(self, job: Job, seconds: float) -> None:
        self._takes[job.bot] = (1 - LATEST) * self._takes.get(job.bot, seconds) + LATEST * seconds
        if len(self._used) > MOST_TABLES:
            self._used = {table: used for table, used in self._used.items() if self._used_by(table) > LONG}
        self._used[job.table] = (self._used_by(job.table) + seconds, monotonic())

    async def close(self) -> None:
        """Kill all processes, even busy ones; callers that wait for a choice get PoolClosed."""
        self._closed = True
        for job in self._waiting:
            if not job.done.done():
                job.done.set_exception(PoolClosed())
        self._waiting.clear()
        await asyncio.gather(self._pool.close(), self._unattended.close())
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- In a worker thread

    def _decide(self, pool: WorkerPool, task: AnyTask) -> Answer:
        """The answer of a process.

        If a process dies or hangs, another one tries; an error of the bot itself would only repeat.
        """
        line = msgspec.json.encode(task)
        timeout = self.timeout if pool is self._pool else self.timeout * PATIENCE
        kind, tries, hangs = DIED, 0, 0
        while tries < TRIES and hangs < HANGS:
            try:
                answer = msgspec.json.decode(pool.ask(line, timeout), type=Answer)
            except WorkerTimeout:
                kind, hangs = HUNG, hangs + 1
                continue
            except (WorkerDied, msgspec.DecodeError):
                kind, tries = DIED, tries + 1
                continue
            if not answer.trouble:
                return answer
            kind = answer.trouble.partition(" ")[0]
            log.error("%s has failed: %s", "a bot" if isinstance(task, Task) else "an analysis", answer.trouble)
            break
        pool.check_open()
        if isinstance(task, Task):
            check(task)
        self.failures += 1
        raise BotFailed(kind)
