"""Tells the other servers on the same database who is at the tables of this one."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

from drakkar.server.live.clock import Clock
from drakkar.server.live.elsewhere import NOBODY, Connected, to_news
from drakkar.server.log.peers import PRESENT, WHO, News, Peers

# Seconds in which arrivals and departures are collected before they are told.
TELL_AFTER: Final = 0.2
# Seconds between two news that a seat without a connection has sent a message; a page that polls does so often.
SEEN_EVERY: Final = 3.0
# Tables in one question, so that it fits into a message.
MOST_ASKED: Final = 200


class Place(Protocol):
    """The part of a room that counts."""

    def connected(self) -> Connected:
        """The clients of this server."""


class AttendanceHost(Protocol):
    """The part of the registry that attendance uses."""

    clock: Clock

    @property
    def rooms(self) -> Mapping[str, Place]:
        """The live tables."""


class Attendance:
    """Who is at the tables of this server. News may be lost: a server that has missed some asks."""

    def __init__(self, peers: Peers, host: AttendanceHost) -> None:
        self._peers = peers
        self._host = host
        # Who is at each table, as it was last told; empty tables are left out.
        self._told: dict[str, Connected] = {}
        # When a message of a seat without a connection was last told.
        self._seen_told: dict[str, float] = {}
        # The tables with something to tell, each with the seats that have sent a message.
        self._moved: dict[str, set[int]] = {}
        # The tables that were loaded just now.
        self._loaded: list[str] = []
        self._telling: asyncio.Task[None] | None = None

    def attend(self, table: str, seen: Iterable[int] = ()) -> None:
        """Tell soon that clients of a table have come, gone, or sent a message for the seats `seen`."""
        self._moved.setdefault(table, set()).update(seen)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_soon())

    def loaded(self, table: str) -> None:
        """Ask soon who is at a table on other servers: it has been loaded here."""
        self._loaded.append(table)
        self.attend(table)

    def ask(self, tables: Iterable[str]) -> None:
        """Ask who is at tables on other servers."""
        asked = list(tables)
        for start in range(0, len(asked), MOST_ASKED):
            self._peers.tell(News(WHO, more=asked[start : start + MOST_ASKED]))

    def answer(self, tables: Any) -> None:
        """Tell again who is at the tables that another server asks about."""
        for table in tables if isinstance(tables, list) else ():
            if isinstance(table, str) and self._told.pop(table, None) is not None:
                self.attend(table)

    def introduce(self) -> None:
        """Tell everything again, because this server has a new name."""
        self.answer(list(self._told))

    async def _tell_soon(self) -> None:
        await self._host.clock.sleep(TELL_AFTER)
        moved, self._moved = self._moved, {}
        loaded, self._loaded = self._loaded, []
        if loaded:
            self.ask(loaded)
        now = self._host.clock.monotonic()
        self._seen_told = {table: at for table, at in self._seen_told.items() if now - at < SEEN_EVERY}
        for table, seen in moved.items():
            self._tell(table, seen, now)

    def _tell(self, table: str, seen: set[int], now: float) -> None:
        room = self._host.rooms.get(table)
        connected = NOBODY if room is None else room.connected()
        without_connection = set() if table in self._seen_told else seen - connected.seats
        if connected == self._told.get(table, NOBODY) and not without_connection:
            return
        if connected == NOBODY:
            self._told.pop(table, None)
        else:
            self._told[table] = connected
        if without_connection:
            self._seen_told[table] = now
        self._peers.tell(News(PRESENT, table=table, more=to_news(connected, without_connection)))

    async def close(self) -> None:
        """Stop."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
