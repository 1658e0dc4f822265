"""Runs long work on the event loop in slices of a few milliseconds, with other work in between."""

import asyncio
from collections.abc import Iterator
from time import thread_time
from typing import Final, TypeVar

# CPU seconds of one slice.
SLICE: Final = 0.004

T = TypeVar("T")


async def in_slices(steps: Iterator[T | None]) -> T:
    """Run all steps and return what the last one yields. Other work runs between slices."""
    last: T | None = None
    began = thread_time()
    for step in steps:
        last = step
        if thread_time() - began > SLICE:
            await asyncio.sleep(0)
            began = thread_time()
    assert last is not None, "the last step yields the result"
    return last
