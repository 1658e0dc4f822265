"""All tables of one server: founded, found again in the store, kept live while somebody needs them."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

import msgspec

from drakkar.core.chance import fresh_seed
from drakkar.core.errors import BadOptions, DrakkarError
from drakkar.core.game import Game, find, titles
from drakkar.core.match import Match
from drakkar.server import acts, entries
from drakkar.server.entries import BOT, FREE, PERSON, Place, written
from drakkar.server.herald import Herald
from drakkar.server.messages import Found, Founding, SeatWish
from drakkar.server.refusals import Refused, refused
from drakkar.server.room import Room
from drakkar.server.secret import key_of, new_name, new_secret
from drakkar.server.store import OPEN, RUNNING, BrokenLog, NoSuchTable, Store, StoreError
from drakkar.server.table import Table, replayed, taken_up
from drakkar.server.thinkers import Thinkers
from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# A table that nobody needs is forgotten after so many seconds; the store has it.
FORGOTTEN_AFTER: Final = 300.0
SWEEP: Final = 30.0
# So long a server that has just been started waits for a store that does not answer, time and again.
RETRY: Final = 2.0
LONGEST_LIST: Final = 50
LONGEST_BANK: Final = 7 * 24 * 3600


class House:
    """One server's tables."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        times: Times,
        name: Callable[[], str] = new_name,
        seed: Callable[[], int] = fresh_seed,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.times = times
        self.herald = Herald(times)
        self.rooms: dict[str, Room] = {}
        self._name = name
        self._seed = seed
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._closed = False

    async def open(self) -> None:
        """Begin: tables whose bots were about to choose go on, and what nobody needs is forgotten from time to time."""
        self._chores = [asyncio.create_task(self._take_up()), asyncio.create_task(self._sweep())]

    async def close(self) -> None:
        """End: nothing is lost, every table goes on when the store is opened again."""
        self._closed = True
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, *self._opening.values(), return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        await self.herald.close()
        self.rooms.clear()

    # --- Tables that are there

    async def room(self, ident: str) -> Room:
        """The live table of that name. Refused if there is none, or if it cannot be played by these rules."""
        if self._closed:
            raise Refused("store_unavailable", "the server stops; every table goes on when it is back")
        if ident in self.rooms:
            # Who has just been given a table must not see it forgotten before he sits down.
            self.rooms[ident].last_used = self.times.ticks()
            return self.rooms[ident]
        if ident not in self._opening:
            self._opening[ident] = asyncio.create_task(self._open(ident))
        return await asyncio.shield(self._opening[ident])

    async def _open(self, ident: str) -> Room:
        try:
            bodies = await self.store.read(ident)
            return self._enter(replayed(ident, bodies))
        except NoSuchTable:
            raise Refused("no_table") from None
        except BrokenLog as error:
            raise Refused("broken_log", str(error)) from None
        except StoreError as error:
            log.warning("the store fails: %s", error, extra={"table": ident})
            raise Refused("store_unavailable") from None
        finally:
            del self._opening[ident]

    def _enter(self, table: Table) -> Room:
        room = Room(self, table)
        self.rooms[table.ident] = room
        room.bots.wake()
        return room

    async def listed(self) -> list[Table]:
        """Tables with open seats, then matches that can be watched, the latest first."""
        found = []
        for status in (OPEN, RUNNING):
            for ident in await self.store.tables(status, LONGEST_LIST):
                with contextlib.suppress(Refused):
                    table = (await self.room(ident)).table
                    if table.status == status and (status == OPEN or table.founded.spectators):
                        found.append(table)
        return found

    async def _take_up(self) -> None:
        """Open every table that is not over, so that its bots go on; the sweep forgets those that wait for people."""
        waiting = [(ident, status) for status in (RUNNING, OPEN) for ident in await self._all(status)]
        while waiting:
            # One that cannot be read now keeps no other waiting.
            waiting = [(ident, status) for ident, status in waiting if not await self._take_up_one(ident, status)]
            if waiting:
                await self.times.sleep(RETRY)

    async def _all(self, status: str) -> list[str]:
        """The store's whole list, once the store answers."""
        found: list[str] = []
        while True:
            try:
                more = await self.store.tables(status, LONGEST_LIST, found[-1] if found else "")
            except StoreError as error:
                log.warning("the store fails: %s", error)
                await self.times.sleep(RETRY)
            else:
                found += more
                if not more:
                    return found

    async def _take_up_one(self, ident: str, status: str) -> bool:
        """Whether nothing is left to be done about a table."""
        await asyncio.sleep(0)
        try:
            room = await self.room(ident)
            if room.table.status != status:  # the server ended between an entry and the mark of it
                await room.mark()
        except Refused as refusal:
            log.warning("table not taken up: %s", refusal, extra={"table": ident, "code": refusal.code})
            return refusal.code != "store_unavailable"
        return True

    async def _sweep(self) -> None:
        while True:
            await self.times.sleep(SWEEP)
            now = self.times.ticks()
            for ident, room in list(self.rooms.items()):
                if room.is_idle and now - room.last_used > FORGOTTEN_AFTER:
                    del self.rooms[ident]

    # --- New tables

    async def found(self, wish: Found) -> Founding:
        """A new table as somebody wishes it."""
        secrets = {number: new_secret() for number, seat in enumerate(wish.seats) if seat.kind == PERSON}
        try:
            founded = await asyncio.to_thread(self._founded, wish, secrets)
        except DrakkarError as error:
            raise refused(error) from None
        ident = await self._keep(founded)
        return Founding(table=ident, secrets={str(number): secret for number, secret in secrets.items()})

    def _founded(self, wish: Found, secrets: dict[int, str]) -> entries.Founded:
        origin = taken_up(wish.origin) if wish.origin else None
        game = origin.game if origin else find(wish.game or titles()[0])
        if wish.clock is not None and not 0 < wish.clock.bank <= LONGEST_BANK >= wish.clock.increment >= 0:
            raise BadOptions(f"a clock has 1 to {LONGEST_BANK} seconds")
        if origin is not None:
            _check_origin(origin, wish)
        clans = list(origin.clans) if origin else _clans(game, wish)
        return entries.Founded(
            at=self.times.now(),
            game=game.title,
            rules=game.rules_version,
            clans=clans,
            options=origin.settings if origin else game.settings(dict(wish.options)),
            seed=str(origin.seed if origin else self._seed()),
            seats=[_place(game, number, seat, secrets) for number, seat in enumerate(wish.seats)],
            name=acts.said(wish.name, acts.LONGEST_NAME),
            origin=wish.origin,
            spectators=wish.spectators,
            clock=wish.clock,
            pace=wish.pace,
            grace=wish.grace,
        )

    async def found_again(self, table: Table) -> str:
        """A new table for the same people, with a new deal."""
        seats = [
            Place(PERSON, seat.name, key=seat.key) if seat.is_person else Place(BOT, bot=seat.bot)
            for seat in table.seats
        ]
        old = table.founded
        again = msgspec.structs.replace(
            old, at=self.times.now(), seed=str(self._seed()), seats=seats, origin="", previous=table.ident
        )
        return await self._keep(again)

    async def _keep(self, founded: entries.Founded) -> str:
        ident = self._name()
        table = Table(ident, founded)
        try:
            await self.store.create(ident, written(founded), table.status)
        except StoreError as error:
            log.warning("the store fails: %s", error)
            raise Refused("store_unavailable") from None
        self._enter(table)
        log.info("table founded", extra={"table": ident, "game": founded.game, "seats": len(founded.seats)})
        return ident


def _check_origin(origin: Match, wish: Found) -> None:
    if len(origin.clans) != len(wish.seats):
        raise BadOptions(f"this match has {len(origin.clans)} seats, not {len(wish.seats)}")
    if wish.clans or wish.options or (wish.game and wish.game != origin.game.title):
        raise BadOptions("game, clans and options are those of the record or the position")


def _clans(game: Game[Any], wish: Found) -> list[str]:
    numbers = game.clan_numbers(len(wish.seats), wish.clans)
    return [game.clans[number] for number in numbers]


def _place(game: Game[Any], number: int, wish: SeatWish, secrets: dict[int, str]) -> Place:
    if wish.kind == PERSON:
        return Place(PERSON, acts.said(wish.name, acts.LONGEST_NAME), key=key_of(secrets[number]))
    if wish.kind == BOT:
        acts.check_bot(wish.bot, game)
        return Place(BOT, bot=wish.bot)
    if wish.kind == FREE:
        return Place(FREE)
    raise BadOptions(f"a seat is for a {PERSON}, a {BOT}, or {FREE}; not {wish.kind!r}")
