"""Work spread over several processes."""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Final, TypeVar

T = TypeVar("T")

# Portions submitted ahead per process; few, so that an interrupt loses little.
UNDER_WAY: Final = 2


def spread(work: Callable[..., T], portions: Iterator[tuple[Any, ...]], jobs: int) -> Generator[T, None, None]:
    """The result of each portion as it finishes; closing the generator drops the running ones."""
    if jobs == 1:
        yield from (work(*portion) for portion in portions)
        return
    before = multiprocessing.active_children()
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            under_way = {pool.submit(work, *portion) for portion in islice(portions, UNDER_WAY * jobs)}
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {pool.submit(work, *portion) for portion in islice(portions, len(done))}
                yield from (portion.result() for portion in done)
        except BaseException:
            for child in multiprocessing.active_children():
                if child not in before:
                    child.terminate()
            raise


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
