"""How busy a server is, in figures for the administrator."""

import resource
import sys
import time
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, Final

import msgspec

from drakkar.core.build import build
from drakkar.core.version import VERSION
from drakkar.server.live.registry import TableRegistry

MOST_ADDRESSES: Final = 20
MOST_SHARED: Final = 5


class Load:
    """The load of one server since its start."""

    def __init__(self, registry: TableRegistry, used: Callable[[], Mapping[str, float]]) -> None:
        """`used` returns the CPU seconds of each address."""
        self._registry = registry
        self._used = used
        self._started = time.monotonic()

    def now(self, most_addresses: int = MOST_ADDRESSES) -> dict[str, Any]:
        """The load, with the addresses that use most."""
        registry, usage = self._registry, resource.getrusage(resource.RUSAGE_SELF)
        most = sorted(self._used().items(), key=itemgetter(1), reverse=True)[:most_addresses]
        return {
            "version": VERSION,
            "build": build(),
            "uptime_s": round(time.monotonic() - self._started, 1),
            "cpu_s": round(usage.ru_utime + usage.ru_stime, 2),
            # Kilobytes; on macOS bytes.
            "peak_mb": round(usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), 1),
            "live_tables": len(registry.rooms),
            "connections": sum(len(room.subscribers) for room in registry.rooms.values()),
            "bots": {
                "processes": len(registry.bot_pool.pids),
                "waiting": registry.bot_pool.waiting,
                "restarts": registry.bot_pool.restarts,
                "failures": registry.bot_pool.failures,
            },
            "addresses": [{"address": address, "cpu_s": round(seconds, 3)} for address, seconds in most],
        }

    async def answer(self) -> dict[str, Any]:
        """The load, for the administrator's socket."""
        return self.now()

    def as_text(self) -> str:
        """The load in JSON, short enough to be written with every lease."""
        return msgspec.json.encode(self.now(MOST_SHARED)).decode()
