"""What each address uses on all servers of one database, so that its limits hold across them.

Every server tells the others what addresses have used: small amounts after a second, a large part of a limit at once.
Each of them then takes it from the address's budget there. News may be lost; an address then has a little more.
"""

import asyncio
import contextlib
from collections.abc import Callable, Container, Mapping
from typing import Any, Final

import msgspec

from drakkar.server.api.rate_limiter import RateLimiter, Use
from drakkar.server.live.clock import Clock
from drakkar.server.log.peers import USED, News

# Seconds after which use is told.
TELL_AFTER: Final = 1.0
# The part of a budget that is told at once.
LARGE: Final = 1 / 8
# Addresses in one message, so that it fits.
MOST_TOLD: Final = 50


class AddressNews(msgspec.Struct, array_like=True, frozen=True):
    """What an address has used since the last news, and its sockets on the server that tells. May grow at the end."""

    sockets: int = 0
    requests: float = 0.0
    tables: float = 0.0
    cpu: float = 0.0
    refusals: float = 0.0


_read: Final = dict[str, AddressNews]


class SharedUse:
    """What addresses use here, and what the others have told."""

    def __init__(self, rate_limiter: RateLimiter, clock: Clock, tell: Callable[[News], None]) -> None:
        self._rate_limiter = rate_limiter
        self._clock = clock
        self._tell = tell
        # What each address has used since it was last told.
        self._new: dict[str, dict[str, float]] = {}
        # Open sockets by server and address.
        self._sockets: dict[str, dict[str, int]] = {}
        self._telling: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()
        rate_limiter.share(self)

    # --- Here

    def note(self, address: str, use: Use, amount: float) -> None:
        """An address has used something here."""
        new = self._new.setdefault(address, {})
        new[use] = new.get(use, 0.0) + amount
        self._tell_soon(is_large=new[use] >= LARGE * self._rate_limiter.capacity(use))

    def note_sockets(self, address: str) -> None:
        """The number of an address's sockets has changed."""
        self._new.setdefault(address, {})
        self._tell_soon(is_large=False)

    def _tell_soon(self, *, is_large: bool) -> None:
        if is_large:
            self._at_once.set()
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        with contextlib.suppress(TimeoutError):
            await self._clock.wait(self._at_once, TELL_AFTER)
        self._at_once.clear()
        new, self._new = list(self._new.items()), {}
        for start in range(0, len(new), MOST_TOLD):
            told = {
                address: AddressNews(self._rate_limiter.sockets(address), **used)
                for address, used in new[start : start + MOST_TOLD]
            }
            self._tell(News(USED, more=msgspec.to_builtins(told)))

    # --- Elsewhere

    def sockets(self, address: str) -> int:
        """The open sockets of an address on other servers."""
        return sum(told.get(address, 0) for told in self._sockets.values())

    def hear(self, server: str, told: Any) -> None:
        """Take what another server tells from the budgets here."""
        try:
            found: Mapping[str, AddressNews] = msgspec.convert(told, _read)
        except msgspec.ValidationError:
            return
        known = self._sockets.setdefault(server, {})
        for address, news in found.items():
            if news.sockets > 0:
                known[address] = news.sockets
            else:
                known.pop(address, None)
            for use in Use:
                if (amount := getattr(news, use)) > 0:
                    self._rate_limiter.spend(address, use, amount)

    def keep(self, alive: Container[str]) -> None:
        """Forget the sockets of servers that are gone."""
        self._sockets = {server: told for server, told in self._sockets.items() if server in alive}

    async def close(self) -> None:
        """Stop telling."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
