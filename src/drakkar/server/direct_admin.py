"""The administrator's work on a database that several servers share. It needs no server; those that run learn of it."""

import asyncio
from typing import Any

import msgspec

from drakkar.core.errors import BadArgument
from drakkar.server.api.admin import Admin
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.clock import SystemClock
from drakkar.server.live.maintenance import Maintenance
from drakkar.server.live.registry import TableRegistry
from drakkar.server.live.upload_worker import Upload
from drakkar.server.log.opening import open_store
from drakkar.server.log.store import Store, StoreError


class NoUploads:
    """The administrator makes no tables."""

    async def read(self, text: str, address: str) -> Upload:  # noqa: ARG002 - none is read
        """No text is read."""
        raise BadArgument("the administrator makes no tables")

    async def close(self) -> None:
        """Nothing is open."""


def answer(database: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request, as a server would give it."""
    try:
        return asyncio.run(_answer(open_store(database), request))
    except StoreError as error:
        return {"ok": False, "error": str(error)}


async def _answer(store: Store, request: dict[str, Any]) -> dict[str, Any]:
    # It is never opened: it moves no bots and does not listen to the servers.
    registry = TableRegistry(store, BotPool(1), SystemClock(), NoUploads())

    async def load() -> dict[str, Any]:
        about = {} if store.peers is None else await store.peers.about_all()
        return {"servers": [{"server": name, **msgspec.json.decode(told)} for name, told in about.items() if told]}

    try:
        return await Admin(Maintenance(registry), load).answer(msgspec.json.encode(request))
    finally:
        await registry.close()
        await store.close()
