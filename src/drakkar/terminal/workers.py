"""Work spread over several processes."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")


def spread(work: Callable[..., T], portions: Iterator[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """What comes of each portion, as it is done."""
    if jobs == 1:
        yield from (work(*portion) for portion in portions)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        # Few portions are under way at a time, so that an interrupt has little to wait for.
        under_way = {pool.submit(work, *portion) for portion in islice(portions, 2 * jobs)}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(work, *portion) for portion in islice(portions, len(done))}
            yield from (portion.result() for portion in done)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
