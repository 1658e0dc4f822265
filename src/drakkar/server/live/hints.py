"""The hints of one table: each is computed in a worker process from what its seat can see, and shown to that seat."""

import asyncio
import logging
from typing import Any, Final

from drakkar.server.live.bot_pool import BotFailed, BotPool, PoolClosed
from drakkar.server.live.bot_seats import TableHost
from drakkar.server.live.tasks import HintTask, task_of
from drakkar.server.log.table import NO_DECISION

log = logging.getLogger("drakkar.server")

THINKING: Final = "thinking"
READY: Final = "ready"
FAILED: Final = "failed"


class Hints:
    """The latest hint of each seat. They are not stored: after a restart a seat can ask again."""

    def __init__(self, host: TableHost, bot_pool: BotPool) -> None:
        self.host = host
        self.bot_pool = bot_pool
        self._shown: dict[int, dict[str, Any]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def of(self, seat: int) -> dict[str, Any] | None:
        """The hint for the seat's present decision; None if it has not asked for one."""
        shown, decision = self._shown.get(seat), self.host.table.seats[seat].decision
        return shown if shown is not None and shown["decision"] == decision != NO_DECISION else None

    def ask(self, seat: int) -> None:
        """Compute the hint for the seat's decision, unless there is one or it is being computed."""
        shown = self.of(seat)
        if shown is not None and shown["state"] != FAILED:
            return
        if seat in self._tasks:
            self._tasks[seat].cancel()
        self._show(seat, self.host.table.seats[seat].decision, THINKING)
        self._tasks[seat] = asyncio.create_task(self._work(seat, self.host.table.seats[seat].decision))

    async def close(self) -> None:
        """Cancel all work."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, seat: int, decision: int) -> None:
        table = self.host.table
        try:
            found = await self.bot_pool.analyse(task_of(HintTask, table.match, seat=seat), table.id)
        except PoolClosed:
            return
        except BotFailed as failure:
            log.warning("a hint has failed: %s", failure.kind, extra={"table": table.id})
            self._show(seat, decision, FAILED)
        else:
            self._show(seat, decision, READY, found)

    def _show(self, seat: int, decision: int, state: str, found: dict[str, Any] | None = None) -> None:
        self._shown[seat] = {"decision": decision, "state": state, "choices": [], "holdings": [], **(found or {})}
        if self.of(seat) is not None:
            self.host.refresh()
