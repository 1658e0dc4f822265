"""Reads uploaded records and positions in a separate process, one at a time per address."""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from drakkar.server.live.upload_worker import LONGEST, Upload
from drakkar.server.live.worker_pool import PoolClosed, WorkerDied, WorkerPool, WorkerTimeout
from drakkar.server.log.errors import Refused

PROGRAM: Final = "drakkar.server.live.upload_worker"
READERS: Final = 1
# Seconds to wait for an answer; on a busy machine the process gets little CPU time.
TIMEOUT: Final = 12 * LONGEST
# Uploads of all addresses that may be queued.
MOST_WAITING: Final = 20


class CpuBudgets(Protocol):
    """The CPU budgets of addresses."""

    def charge(self, address: str) -> Callable[[float], None]:
        """A function that takes CPU seconds from the budget of an address."""


class Reader(Protocol):
    """Reads uploaded texts."""

    async def read(self, text: str, address: str) -> Upload:
        """The match of a text; Refused if the text is invalid."""

    async def close(self) -> None:
        """End all processes."""


class Uploads:
    """Reads uploads in processes with limits of time and memory."""

    def __init__(self, budgets: CpuBudgets, program: str = PROGRAM) -> None:
        self.budgets = budgets
        self._pool = WorkerPool(READERS, program)
        # The addresses with an upload in progress.
        self._reading: set[str] = set()

    async def read(self, text: str, address: str) -> Upload:
        """The match of a text; Refused if it is invalid or too slow, or if the address has another upload running."""
        if address in self._reading or len(self._reading) >= MOST_WAITING:
            raise Refused("too_many", "another upload is still being read", retry=1.0)
        self._reading.add(address)
        line = msgspec.json.encode(text)
        try:
            answer = await self._pool.run(lambda: self._pool.ask(line, TIMEOUT))
        except PoolClosed:
            raise Refused("store_unavailable", "the server is stopping") from None
        except WorkerTimeout:
            raise Refused("bad_origin", "this text takes too long to read") from None
        except WorkerDied:
            self.budgets.charge(address)(LONGEST)
            raise Refused("bad_origin", "this text takes too long or too much memory to read") from None
        finally:
            self._reading.discard(address)
        upload = msgspec.json.decode(answer, type=Upload)
        self.budgets.charge(address)(upload.seconds)
        if upload.code:
            raise Refused(upload.code, upload.text)
        return upload

    async def close(self) -> None:
        """End the process."""
        await self._pool.close()
