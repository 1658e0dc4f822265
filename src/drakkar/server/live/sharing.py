"""The tables of a server whose database other servers use too: which of them it drives, and what the others have done.

Every server serves every table; the one that drives a table moves its bots. A server drives the tables that it has
created or taken over as long as its lease lasts (`log/peers.py`). It reads on in the log of a table when the others
tell of an entry, when a request arrives, and after the line to the others was lost. The servers also tell each other
who is at their tables, without a guarantee: a server that has missed news asks.
"""

import asyncio
import logging
from collections.abc import Callable, Container, Coroutine, Iterable
from typing import Any, Final, Protocol

from drakkar.server.live.attendance import Attendance
from drakkar.server.live.clock import Clock
from drakkar.server.live.room import Room
from drakkar.server.log.errors import Refused
from drakkar.server.log.peers import (
    APPENDED,
    DELETED,
    DRIVEN,
    PRESENT,
    RENEW,
    REPLACED,
    REVOKED,
    WHO,
    News,
    Peers,
    request_id,
)
from drakkar.server.log.store import StoreError

log = logging.getLogger("drakkar.server")

# The fence of a table that another server drives: no write is allowed with it.
NO_FENCE: Final = -1
RETRY: Final = 0.5


class SharingHost(Protocol):
    """The part of the registry that sharing uses."""

    clock: Clock
    rooms: dict[str, Room]

    async def room(self, table_id: str) -> Room:
        """The live table with this id, up to date."""

    async def reopen(self, table_id: str, status: str) -> bool:
        """Load a table, so that its bots continue; False if it must be retried."""

    async def dismiss(self, table_id: str) -> None:
        """Drop a table that another server has deleted, and disconnect its clients."""


class Listener(Protocol):
    """A part of the server that hears one kind of news from the others."""

    def hear(self, server: str, told: Any) -> None:
        """Act on the news of a server."""

    def keep(self, alive: Container[str]) -> None:
        """Forget servers that are gone."""


class Sharing:
    """This server among those that share its database."""

    def __init__(self, peers: Peers, host: SharingHost) -> None:
        self.peers = peers
        # Returns what this server tells the administrator about itself.
        self.about: Callable[[], str] = str
        self.host = host
        # The tables that this server drives, with their fences.
        self.fences: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        # The tables that are being read on, with the latest entry that was told.
        self._behind: dict[str, int] = {}
        self.attendance = Attendance(peers, host)
        # Further parts of the server that hear one kind of news each.
        self._listeners: dict[str, Listener] = {}
        self._hears: dict[str, Callable[[News, Room | None], None]] = {
            APPENDED: self._appended,
            REPLACED: self._replaced,
            DELETED: self._deleted,
            REVOKED: self._revoked,
            DRIVEN: self._driven,
            PRESENT: self._present,
            WHO: self._who,
        }

    async def open(self) -> None:
        """Listen to the others, and take a lease."""
        await self.peers.open(self._hear, self._missed)
        self._start(self._keep_lease())

    async def close(self) -> None:
        """Stop; the store ends the lease when it is closed."""
        await self.attendance.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Driving

    def drives(self, table: str) -> bool:
        """Whether this server drives a table."""
        return table in self.fences and self.peers.has_lease

    def fence(self, table: str) -> int:
        """The fence for what a driver writes."""
        return self.fences.get(table, NO_FENCE)

    def attend(self, table: str, seen: Iterable[int]) -> None:
        """Clients of a table have come, gone, or sent a message for the seats `seen`."""
        self.attendance.attend(table, seen)

    def founded(self, table: str) -> None:
        """Drive a table that this server has created."""
        if self.peers.has_lease:
            self.fences[table] = 1

    def lose(self, table: str) -> None:
        """Another server drives a table now."""
        if self.fences.pop(table, None) is not None and table in self.host.rooms:
            self.host.rooms[table].bots.reschedule()

    async def _keep_lease(self) -> None:
        """Renew the lease, and take over the tables that have no driver."""
        while True:
            try:
                renewal = await self.peers.renew(self.about())
            except StoreError as error:
                log.warning("the lease cannot be renewed: %s", error)
                await self.host.clock.sleep(RETRY)
                continue
            if renewal.is_new:
                for table in list(self.fences):
                    self.lose(table)
                self.attendance.introduce()
            for room in self.host.rooms.values():
                room.keep_elsewhere(renewal.alive)
            for listener in self._listeners.values():
                listener.keep(renewal.alive)
            for table, taken in renewal.taken.items():
                self.fences[table] = taken.fence
                self._start(self._take_over(table, taken.status))
            if renewal.taken:
                log.info("tables taken over", extra={"tables": len(renewal.taken)})
            await self.host.clock.sleep(0 if renewal.taken else RENEW)

    async def _take_over(self, table: str, status: str) -> None:
        while table in self.fences and not await self.host.reopen(table, status):
            await self.host.clock.sleep(RETRY)
        if table in self.host.rooms:
            await self._serve_anew(self.host.rooms[table])

    async def _serve_anew(self, room: Room) -> None:
        """Begin the clocks of a table anew: nobody has driven it for a while."""
        try:
            room.served = await self.peers.served(room.table.id)
        except StoreError as error:
            log.warning("the store fails: %s", error, extra={"table": room.table.id})
        room.restart()

    # --- News

    def listen(self, kind: str, listener: Listener) -> None:
        """Pass one kind of news on."""
        self._listeners[kind] = listener

    def _hear(self, news: News) -> None:
        """Act on news from another server."""
        request_id.set(news.request)
        if news.kind in self._hears:
            self._hears[news.kind](news, self.host.rooms.get(news.table))
        elif news.kind in self._listeners:
            self._listeners[news.kind].hear(news.sender, news.more)

    def _appended(self, news: News, room: Room | None) -> None:
        if room is None or room.table.version < news.number:
            self._follow(news.table, news.number)

    def _replaced(self, _: News, room: Room | None) -> None:
        if room is not None:
            self._start(self._read_again(room))

    def _deleted(self, news: News, _: Room | None) -> None:
        self.fences.pop(news.table, None)
        self._start(self.host.dismiss(news.table))

    def _revoked(self, news: News, _: Room | None) -> None:
        for room in self.host.rooms.values():
            room.revoke(news.text, str(news.more or ""))

    def _driven(self, news: News, room: Room | None) -> None:
        self.lose(news.table)
        if room is not None:
            self._start(self._serve_anew(room))

    def _present(self, news: News, room: Room | None) -> None:
        if room is not None:
            room.hear_elsewhere(news.sender, news.more)

    def _who(self, news: News, _: Room | None) -> None:
        self.attendance.answer(news.more)

    def _missed(self) -> None:
        """Read on everywhere: news may have been lost."""
        for table in {*self.host.rooms, *self.fences}:
            self._follow(table, 0)
        self.attendance.ask(self.host.rooms)

    def _follow(self, table: str, number: int) -> None:
        """Read on in the log of a table that is in memory, or whose bots this server moves."""
        if table not in self.host.rooms and table not in self.fences:
            return
        is_new, self._behind[table] = table not in self._behind, max(number, self._behind.get(table, 0))
        if is_new:
            self._start(self._read_on(table))

    async def _read_on(self, table: str) -> None:
        """Read on until nothing was told meanwhile and the store has answered."""
        told = -1
        while told != self._behind[table]:
            told = self._behind[table]
            try:
                await self.host.room(table)
            except Refused as refusal:
                if refusal.code == "store_unavailable":
                    told = -1
                    await self.host.clock.sleep(RETRY)
        del self._behind[table]

    async def _read_again(self, room: Room) -> None:
        """Read a whole log again: an entry was replaced."""
        try:
            async with room.lock:
                await room.reload()
        except Refused as refusal:
            log.warning("a table cannot be read again: %s", refusal.code, extra={"table": room.table.id})
