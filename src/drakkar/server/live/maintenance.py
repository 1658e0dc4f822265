"""The administrator's work on tables: list, close and delete them, remove chat, expire finished ones."""

import asyncio
import contextlib
import logging
from typing import Any, Final

import msgspec

from drakkar.server.live.registry import TableRegistry
from drakkar.server.log import commands, entries
from drakkar.server.log.entries import PERSON, encode
from drakkar.server.log.errors import Refused
from drakkar.server.log.expiry import BATCH, FINISHED, heir_of
from drakkar.server.log.store import About, BrokenLog, NoSuchTable, StoreError

log = logging.getLogger("drakkar.server")

LONGEST_REASON: Final = 200
# Seconds between two batches of deleted tables.
PAUSE: Final = 1.0
# Seconds between two searches for expired tables.
LOOK: Final = 600.0
DAY_MS: Final = 24 * 3600 * 1000


class Maintenance:
    """The administrator's commands for the tables of a registry."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    # --- Reading

    async def listed(self, limit: int, before: str = "") -> list[dict[str, Any]]:
        """Tables, newest first; to continue, `before` is the last table of the previous page."""
        return [await self._row(about) for about in await self.registry.store.listed(limit, before)]

    async def row(self, table_id: str) -> dict[str, Any]:
        """One table, in the form that `listed` uses."""
        return await self._row(await self.registry.store.about(table_id))

    async def _row(self, about: About) -> dict[str, Any]:
        room = self.registry.rooms.get(about.table)
        row = {**about._asdict(), "live": room is not None, "connections": len(room.subscribers) if room else 0}
        if room is not None:
            row |= {"name": room.table.founded.name, "game": room.table.founded.game}
            return row | {"seats": [_sitter(seat.kind, seat.name, seat.bot) for seat in room.table.seats]}
        try:
            founded, *others = [entries.decode(body) for body in await self.registry.store.read(about.table)]
        except (BrokenLog, msgspec.MsgspecError):
            return row | {"name": "", "game": "", "seats": [], "broken": True}
        assert isinstance(founded, entries.Founded)
        seats = [_sitter(place.kind, place.name, place.bot) for place in founded.seats]
        for entry in others:
            if isinstance(entry, entries.Seated):
                seats[entry.seat] = _sitter(PERSON, entry.name, "")
        return row | {"name": founded.name, "game": founded.game, "seats": seats}

    async def chat(self, table_id: str) -> list[dict[str, Any]]:
        """Every line of a table's chat, with the number of its entry."""
        found = []
        for number, body in enumerate(await self.registry.store.read(table_id), 1):
            with contextlib.suppress(msgspec.MsgspecError):
                entry = entries.decode(body)
                if isinstance(entry, entries.Said):
                    line = {"number": number, "at": entry.at, "seat": entry.seat}
                    found.append({**line, "text": entry.text, "removed": entry.removed})
        return found

    # --- Changing

    async def close(self, table_id: str, reason: str) -> bool:
        """Close a table for good; players see the reason. False if it was closed before."""
        room = await self.registry.room(table_id)

        async def close() -> bool:
            if room.table.closed is not None:
                return False
            await room.write(entries.Closed(self.registry.clock.wall_ms(), commands.clean_text(reason, LONGEST_REASON)))
            log.info("table closed by the administrator", extra={"table": table_id})
            return True

        async with room.lock:
            return await room.until_current(close)

    async def remove_line(self, table_id: str, number: int) -> bool:
        """Erase a line of chat, also in the log. False if it was removed before; Refused if there is no such line."""
        room = await self.registry.room(table_id)
        async with room.lock:
            bodies = await self.registry.store.read(table_id, number - 1) if number > 0 else []
            said = entries.decode(bodies[0]) if bodies else None
            if not isinstance(said, entries.Said):
                raise Refused("not_now", f"entry {number} of this table is no line of chat")
            if said.removed:
                return False
            instead = msgspec.structs.replace(said, text="", removed=True)
            await self.registry.store.replace(table_id, number, encode(instead))
            room.table.replace_chat_line(said, instead)
            room.table_changed()
        log.info("a line of chat was removed by the administrator", extra={"table": table_id, "entry": number})
        return True

    async def delete(self, table_id: str) -> None:
        """Delete a table with its sessions and links, and disconnect its clients. NoSuchTable if there is none."""
        heir = await heir_of(self.registry.store, table_id)
        async with self.registry.without(table_id) as room:
            if room is None:
                await self.registry.store.delete(table_id, heir)
            else:
                await room.bots.close()
                async with room.lock:
                    await self.registry.store.delete(table_id, heir)
                room.dismiss("deleted")
        log.info("table deleted", extra={"table": table_id})

    # --- Expiry

    async def expire(self, days: float) -> int:
        """Delete, in small batches, every table that ended or was closed this many days ago; return their number."""
        deleted = 0
        before = self.registry.clock.wall_ms() - int(days * DAY_MS)
        for status in FINISHED:
            while names := await self.registry.store.unchanged(status, before, BATCH):
                for name in names:
                    with contextlib.suppress(NoSuchTable):
                        await self.delete(name)
                        deleted += 1
                    await asyncio.sleep(0)
                await self.registry.clock.sleep(PAUSE)
        return deleted

    async def run_expiry(self, days: float) -> None:
        """Delete expired tables for as long as the server runs."""
        while True:
            try:
                if deleted := await self.expire(days):
                    log.info("tables have expired", extra={"tables": deleted})
            except StoreError as error:
                log.warning("the store fails: %s", error)
            await self.registry.clock.sleep(LOOK)


def _sitter(kind: str, name: str, bot: str) -> str:
    """A seat's occupant in a word or two."""
    return f"bot {bot}" if bot else name or kind
