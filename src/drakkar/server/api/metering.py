"""Measures the CPU time of work on the event loop and in threads."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from time import thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")
# Takes the CPU seconds of one step.
Charge = Callable[[float], None]


class Metered(Generic[T]):
    """An awaitable that charges the CPU time of each step of a coroutine; waiting costs nothing."""

    def __init__(self, work: Coroutine[Any, Any, T], charge: Charge) -> None:
        self.work = work
        self.charge = charge

    def __await__(self) -> Generator[Any, Any, T]:
        """Drive the coroutine, and measure this thread's CPU time for each step."""
        error: BaseException | None = None
        while True:
            began = thread_time()
            try:
                waits_for = self.work.send(None) if error is None else self.work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self.charge(thread_time() - began)
            try:
                error = None
                yield waits_for
            except BaseException as thrown:  # noqa: BLE001 - passed on to the coroutine
                error = thrown


async def metered(work: Coroutine[Any, Any, T], charge: Charge) -> T:
    """`Metered` as a coroutine, for a task or a shield."""
    return await Metered(work, charge)


async def in_thread(executor: Executor, work: Callable[[], T], charge: Charge) -> T:
    """Run a function in a thread and charge its CPU time, also if it raises."""

    def timed() -> tuple[T | None, BaseException | None, float]:
        began = thread_time()
        try:
            return work(), None, thread_time() - began
        except Exception as error:  # noqa: BLE001 - raised again in the caller
            return None, error, thread_time() - began

    result, error, seconds = await asyncio.get_running_loop().run_in_executor(executor, timed)
    charge(seconds)
    if error is not None:
        raise error
    return result  # type: ignore[return-value]
