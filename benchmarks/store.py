"""How many appends a second the store of a single server takes, each waited for until it is on disk.

    python -m benchmarks.store [FOLDER]

Each table appends one entry after the other; the more tables there are, the more entries share one sync. The disk
decides: give a folder on the one that you mean.
"""

import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.store import RUNNING

ENTRY = bytes(200)
SECONDS = 3.0


async def measure(tables: int, folder: Path) -> str:
    """Appends a second, and how long one takes."""
    store = SqliteStore(folder / f"{tables}.db")
    names = [f"table {number}" for number in range(tables)]
    await asyncio.gather(*(store.create(name, ENTRY, RUNNING) for name in names))
    waited: list[float] = []
    began = time.perf_counter()

    async def play(name: str) -> None:
        version, now = 1, time.perf_counter()
        while now < began + SECONDS:
            await store.append(name, version, ENTRY)
            version, before, now = version + 1, now, time.perf_counter()
            waited.append(now - before)

    await asyncio.gather(*map(play, names))
    rate = len(waited) / (time.perf_counter() - began)
    await store.close()
    waited.sort()
    middle, late = (1000 * waited[len(waited) * percent // 100] for percent in (50, 99))
    return f"{tables:5} tables: {rate:7,.0f} appends/s, p50 {middle:.1f} ms, p99 {late:.1f} ms"


def main() -> None:
    """1, 100 and 1,000 tables."""
    with TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        for tables in (1, 100, 1000):
            print(asyncio.run(measure(tables, Path(folder))))


if __name__ == "__main__":
    main()
