"""Appends per second of the SQLite store, each waited for until it is on disk.

The CPU time of an append includes all threads, the event loop and the kernel.

    python -m benchmarks.store [FOLDER]

Each table appends one entry after the other; with more tables, more entries share one sync. The disk decides, so pass a
folder on the disk to measure.
"""

import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import RUNNING

ENTRY = bytes(200)
SECONDS = 3.0


async def measure(tables: int, folder: Path) -> str:
    """Appends per second, and the time of one."""
    store = SqliteStore(folder / f"{tables}.db")
    names = [f"table {number}" for number in range(tables)]
    await asyncio.gather(*(store.create(name, ENTRY, RUNNING) for name in names))
    waited: list[float] = []
    began, used = time.perf_counter(), time.process_time()

    async def play(name: str) -> None:
        version, now = 1, time.perf_counter()
        while now < began + SECONDS:
            await store.append(name, version, ENTRY)
            version, before, now = version + 1, now, time.perf_counter()
            waited.append(now - before)

    await asyncio.gather(*map(play, names))
    rate = len(waited) / (time.perf_counter() - began)
    cpu = (time.process_time() - used) / len(waited)
    await store.close()
    waited.sort()
    middle, late = (1000 * waited[len(waited) * percent // 100] for percent in (50, 99))
    return f"{tables:5} tables: {rate:7,.0f} appends/s, p50 {middle:.1f} ms, p99 {late:.1f} ms, CPU {1e6 * cpu:.0f} µs"


def main() -> None:
    """Measure 1, 100 and 1,000 tables."""
    with TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        for tables in (1, 100, 1000):
            print(asyncio.run(measure(tables, Path(folder))))


if __name__ == "__main__":
    main()
