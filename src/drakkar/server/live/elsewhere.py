"""Who is at a table on the other servers that share its database, as far as they have told."""

from collections.abc import Container, Iterable
from typing import Any, Final, NamedTuple

import msgspec


class Connected(NamedTuple):
    """The clients of one server at a table: the seats that have a connection, and the number of spectators."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY: Final = Connected()


class PresentNews(msgspec.Struct, array_like=True, frozen=True):
    """A server's news of a table: who is connected, and which seats have just sent a message. May grow at the end."""

    seats: list[int]
    spectators: int = 0
    seen: list[int] = []


def to_news(connected: Connected, seen: Iterable[int]) -> Any:
    """The clients at a table as other servers read them."""
    return msgspec.to_builtins(PresentNews(sorted(connected.seats), connected.spectators, sorted(seen)))


class Elsewhere:
    """The clients of a table on other servers."""

    def __init__(self) -> None:
        self._servers: dict[str, Connected] = {}

    @property
    def seats(self) -> frozenset[int]:
        """The seats that have a connection to another server."""
        return frozenset().union(*(one.seats for one in self._servers.values()))

    @property
    def spectators(self) -> int:
        """The spectators on other servers."""
        return sum(one.spectators for one in self._servers.values())

    def hear(self, server: str, told: Any, seats: int) -> list[int]:
        """Take over what a server tells; return the seats that have just sent a message there."""
        try:
            news = msgspec.convert(told, PresentNews)
        except msgspec.ValidationError:
            return []
        connected = Connected(frozenset(seat for seat in news.seats if 0 <= seat < seats), max(0, news.spectators))
        if connected == NOBODY:
            self._servers.pop(server, None)
        else:
            self._servers[server] = connected
        return [seat for seat in news.seen if 0 <= seat < seats]

    def keep(self, alive: Container[str]) -> bool:
        """Forget servers that are gone; whether there were any."""
        gone = [server for server in self._servers if server not in alive]
        for server in gone:
            del self._servers[server]
        return bool(gone)
