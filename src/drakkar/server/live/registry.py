"""All tables of one server: it creates new ones, loads stored ones, and keeps them in memory while they are in use."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec

from drakkar.core.chance import fresh_seed
from drakkar.core.errors import BadArgument, DrakkarError
from drakkar.core.excerpt import quoted
from drakkar.core.game import REVISION, Game, default_title, find
from drakkar.core.version import VERSION
from drakkar.lessons.lesson import Lesson
from drakkar.lessons.library import find_lesson
from drakkar.lessons.replies import GENTLE
from drakkar.puzzles.library import find_puzzle
from drakkar.puzzles.puzzle import Puzzle
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.broadcaster import Broadcaster
from drakkar.server.live.clock import Clock
from drakkar.server.live.reviews import Reviews
from drakkar.server.live.room import Room
from drakkar.server.live.sharing import Sharing
from drakkar.server.live.slices import in_slices
from drakkar.server.live.upload_worker import Upload
from drakkar.server.live.uploads import Reader
from drakkar.server.log import commands, entries
from drakkar.server.log.entries import BOT, FREE, PERSON, Place, encode
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.messages import CreateTable, SeatSpec, TableCreated
from drakkar.server.log.secrets import hash_secret, new_secret, new_table_id
from drakkar.server.log.store import OPEN, RUNNING, BrokenLog, NoSuchTable, Store, StoreError
from drakkar.server.log.table import Table, replay_steps, table_steps

log = logging.getLogger("drakkar.server")

# Seconds until an unused table is dropped from memory; the store keeps it.
FORGET_AFTER: Final = 300.0
SWEEP_INTERVAL: Final = 30.0
# Seconds between two attempts while the store is unavailable at start-up.
RETRY_INTERVAL: Final = 2.0
MAX_LISTED: Final = 50
MAX_BANK: Final = 7 * 24 * 3600


class TableRegistry:
    """The tables of one server."""

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        clock: Clock,
        uploads: Reader,
        name: Callable[[], str] = new_table_id,
        seed: Callable[[], int] = fresh_seed,
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.clock = clock
        self.uploads = uploads
        self.broadcaster = Broadcaster(clock)
        self.rooms: dict[str, Room] = {}
        self._name = name
        self._seed = seed
        self._opening: dict[str, asyncio.Task[Room]] = {}
        # Tables that are being deleted.
        self._deleting: set[str] = set()
        self._background: list[asyncio.Task[None]] = []
        self._closed = False
        self.sharing = Sharing(store.peers, self) if store.peers is not None else None
        self.reviews = Reviews(store, bot_pool, clock, self)

    async def open(self) -> None:
        """Start: bots continue at their tables, and unused tables are regularly dropped from memory."""
        self._background = [asyncio.create_task(self._sweep()), asyncio.create_task(self.reviews.go_on())]
        if self.sharing is None:
            self._background.append(asyncio.create_task(self._reopen_all()))
        else:
            await self.sharing.open()

    async def close(self) -> None:
        """Stop. Nothing is lost: every table continues when the store is opened again."""
        self._closed = True
        for task in self._background:
            task.cancel()
        if self.sharing is not None:
            await self.sharing.close()
        await asyncio.gather(*self._background, *self._opening.values(), return_exceptions=True)
        await self.reviews.close()
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        await self.broadcaster.close()
        self.rooms.clear()

    # --- Existing tables

    async def room(self, table_id: str) -> Room:
        """The live table with this id. Refused if there is none, or if it cannot be played under these rules.

        If other servers use the database, the table is read on, so that nobody who changes servers sees an earlier one.
        """
        room = await self._live(table_id)
        if self.sharing is not None:
            await room.catch_up()
        return room

    async def finished(self, table_id: str) -> Table:
        """A table whose review goes on. Refused if there is none."""
        return (await self._live(table_id)).table

    async def _live(self, table_id: str) -> Room:
        if self._closed:
            raise Refused("store_unavailable", "the server stops; every table goes on when it is back")
        if table_id in self._deleting:
            raise Refused("no_table")
        if table_id in self.rooms:
            # The table must not be dropped before the requesting client has connected.
            self.rooms[table_id].last_used = self.clock.monotonic()
            return self.rooms[table_id]
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._open(table_id))
        return await asyncio.shield(self._opening[table_id])

    @contextlib.asynccontextmanager
    async def without(self, table_id: str) -> AsyncIterator[Room | None]:
        """Keep a table out of the registry while it is deleted; yields its room if it was live."""
        self._deleting.add(table_id)
        try:
            if table_id in self._opening:
                await asyncio.gather(self._opening[table_id], return_exceptions=True)
            yield self.rooms.pop(table_id, None)
        finally:
            self._deleting.discard(table_id)

    async def _open(self, table_id: str) -> Room:
        try:
            bodies = await self.store.read(table_id)
            table = await in_slices(replay_steps(table_id, bodies, await self.store.lost(table_id)))
            served = 0 if self.store.peers is None else await self.store.peers.served(table_id)
            room = self._add(table, served)
            if self.sharing is not None:
                self.sharing.attendance.loaded(table_id)
            return await self._go_on_alone(room)
        except NoSuchTable:
            raise Refused("no_table") from None
        except BrokenLog as error:
            raise Refused("broken_log", str(error)) from None
        except StoreError as error:
            log.warning("the store fails: %s", error, extra={"table": table_id})
            raise Refused("store_unavailable") from None
        finally:
            del self._opening[table_id]

    async def _go_on_alone(self, room: Room) -> Room:
        """Let a stopped table go on if nobody has to agree: the match has not begun, or only bots play."""

        async def go_on() -> None:
            stop = room.table.stopped
            if stop is not None and not room.table.voices():
                await room.write(entries.Continued(self.clock.wall_ms(), -1, stop.newest, stop.kept))

        await room.until_current(go_on)
        return room

    def _add(self, table: Table, served: int = 0) -> Room:
        room = Room(self, table, self.sharing, served)
        self.rooms[table.id] = room
        room.bots.reschedule()
        return room

    async def listed(self) -> list[Table]:
        """Tables with open seats, then matches that can be watched, newest first."""
        found = []
        for status in (OPEN, RUNNING):
            for table_id in await self.store.tables(status, MAX_LISTED):
                with contextlib.suppress(Refused):
                    table = (await self._live(table_id)).table
                    if table.status == status and (status == OPEN or table.founded.spectators):
                        found.append(table)
        return found

    async def _reopen_all(self) -> None:
        """Load every unfinished table, so that its bots continue; the sweep drops those that wait for people."""
        waiting = [(table_id, status) for status in (RUNNING, OPEN) for table_id in await self._all_tables(status)]
        while waiting:
            # A table that can't be read must not delay the others.
            waiting = [(table_id, status) for table_id, status in waiting if not await self.reopen(table_id, status)]
            if waiting:
                await self.clock.sleep(RETRY_INTERVAL)

    async def _all_tables(self, status: str) -> list[str]:
        """All tables with a status; retries until the store answers."""
        found: list[str] = []
        while True:
            try:
                more = await self.store.tables(status, MAX_LISTED, found[-1] if found else "")
            except StoreError as error:
                log.warning("the store fails: %s", error)
                await self.clock.sleep(RETRY_INTERVAL)
            else:
                found += more
                if not more:
                    return found

    async def reopen(self, table_id: str, status: str) -> bool:
        """Load one table, so that its bots continue; False if it must be retried."""
        await asyncio.sleep(0)
        try:
            room = await self.room(table_id)
            if room.table.status != status:  # the server ended between writing an entry and marking the status
                await room.mark()
        except Refused as refusal:
            log.warning("table not taken up: %s", refusal, extra={"table": table_id, "code": refusal.code})
            return refusal.code != "store_unavailable"
        return True

    async def _sweep(self) -> None:
        while True:
            await self.clock.sleep(SWEEP_INTERVAL)
            now = self.clock.monotonic()
            for table_id, room in list(self.rooms.items()):
                if room.is_idle and now - room.last_used > FORGET_AFTER:
                    del self.rooms[table_id]

    async def dismiss(self, table_id: str) -> None:
        """Drop a table that has been deleted, and disconnect its clients."""
        async with self.without(table_id) as room:
            if room is not None:
                await room.bots.close()
                room.dismiss("deleted")

    # --- New tables

    async def create(self, spec: CreateTable, address: str = "") -> TableCreated:
        """Create a table for an address. With an uploaded text, an empty list of seats means one person and bots."""
        lesson = _lesson_of(spec) if spec.lesson else None
        puzzle = _puzzle_of(spec) if spec.puzzle else None
        if lesson is not None:
            spec = msgspec.structs.replace(spec, origin=lesson.position, lesson=lesson.name)
        if puzzle is not None:
            spec = msgspec.structs.replace(spec, origin=puzzle.position, puzzle=puzzle.name, undo_allowed=False)
        upload = await self.uploads.read(spec.origin, address) if spec.origin else None
        if upload is not None and lesson is not None:
            spec = _for_learner(spec, lesson.side, upload.sides)
        if upload is not None and puzzle is not None:
            spec = _for_learner(spec, puzzle.side, upload.sides)
        if upload is not None and not spec.seats:
            bots = [SeatSpec(kind=BOT)] * (len(upload.sides) - 1)
            spec = msgspec.structs.replace(spec, seats=[SeatSpec(kind=PERSON), *bots])
        secrets = {number: new_secret() for number, seat in enumerate(spec.seats) if seat.kind == PERSON}
        try:
            founded = self._first_entry(spec, secrets, upload)
        except DrakkarError as error:
            raise to_refusal(error) from None
        table_id = await self._store(founded)
        return TableCreated(table=table_id, secrets={str(number): secret for number, secret in secrets.items()})

    def _first_entry(self, spec: CreateTable, secrets: dict[int, str], origin: Upload | None) -> entries.Founded:
        game = find(origin.game if origin else spec.game or default_title())
        if spec.clock is not None and not 0 < spec.clock.bank <= MAX_BANK >= spec.clock.increment >= 0:
            raise BadArgument(f"a clock has 1 to {MAX_BANK} seconds")
        if origin is not None:
            _check_origin(origin, spec)
        if REVISION in spec.rulings:
            raise BadArgument("a new table is played by the newest rules")
        sides = list(origin.sides) if origin else _sides(game, spec)
        return entries.Founded(
            at=self.clock.wall_ms(),
            game=game.title,
            rules=game.revision_of(origin.rulings if origin else {}),
            sides=sides,
            rulings=origin.rulings if origin else game.resolve_rulings(dict(spec.rulings)),
            seed=origin.seed if origin else str(self._seed()),
            seats=[_place(game, number, seat, secrets) for number, seat in enumerate(spec.seats)],
            name=commands.clean_text(spec.name, commands.MAX_NAME),
            origin=spec.origin,
            spectators=spec.spectators,
            clock=spec.clock,
            pace=spec.pace,
            grace=spec.grace,
            undo_allowed=spec.undo_allowed,
            hide_names=spec.hide_names,
            hints=spec.hints,
            lesson=spec.lesson,
            puzzle=spec.puzzle,
            drakkar=VERSION,
        )

    async def create_rematch(self, table: Table) -> str:
        """Create a table for the same people, with a new deal."""
        seats = [
            Place(PERSON, seat.name, key=seat.key) if seat.is_person else Place(BOT, bot=seat.bot)
            for seat in table.seats
        ]
        old, game = table.founded, find(table.founded.game)
        again = msgspec.structs.replace(
            old,
            rules=game.rules_version,
            rulings={name: old.rulings[name] for name in old.rulings if name != REVISION},
            at=self.clock.wall_ms(),
            seed=str(self._seed()),
            seats=seats,
            origin="",
            lesson="",
            puzzle="",
            previous=table.id,
            drakkar=VERSION,
        )
        return await self._store(again)

    async def _store(self, founded: entries.Founded) -> str:
        table_id = self._name()
        table, body = await in_slices(table_steps(table_id, founded)), encode(founded)
        table.size = len(body)
        try:
            await self.store.create(table_id, body, table.status)
        except StoreError as error:
            log.warning("the store fails: %s", error)
            raise Refused("store_unavailable") from None
        if self.sharing is not None:
            self.sharing.founded(table_id)
        self._add(table, founded.at)
        log.info("table founded", extra={"table": table_id, "game": founded.game, "seats": len(founded.seats)})
        return table_id


def _lesson_of(spec: CreateTable) -> Lesson:
    """The lesson that a new table teaches."""
    if spec.origin or spec.clock is not None or [seat.kind for seat in spec.seats] != [PERSON]:
        raise Refused("bad_argument", "a lesson has one seat for a person, its own position and no clock")
    try:
        return find_lesson(spec.game or default_title(), spec.lesson)
    except DrakkarError as error:
        raise to_refusal(error) from None


def _puzzle_of(spec: CreateTable) -> Puzzle:
    """The puzzle of a new table."""
    if spec.lesson or spec.origin or spec.clock is not None or [seat.kind for seat in spec.seats] != [PERSON]:
        raise Refused("bad_argument", "a puzzle has one seat for a person, its own position and no clock")
    try:
        return find_puzzle(spec.game or default_title(), spec.puzzle)
    except DrakkarError as error:
        raise to_refusal(error) from None


def _for_learner(spec: CreateTable, learner: str, sides: list[str]) -> CreateTable:
    """The table of a lesson or puzzle: gentle bots beside a side. Nobody watches; a hint would tell what to find."""
    bot = SeatSpec(kind=BOT, bot=GENTLE)
    seats = [spec.seats[0] if side == learner else bot for side in sides]
    return msgspec.structs.replace(spec, seats=seats, spectators=False, hints=False)


def _check_origin(origin: Upload, spec: CreateTable) -> None:
    if len(origin.sides) != len(spec.seats):
        raise BadArgument(f"this match has {len(origin.sides)} seats, not {len(spec.seats)}")
    if spec.sides or spec.rulings or (spec.game and spec.game != origin.game):
        raise BadArgument("game, sides and rulings are those of the record or the position")


def _sides(game: Game[Any], spec: CreateTable) -> list[str]:
    numbers = game.side_numbers(len(spec.seats), spec.sides)
    return [game.sides[number] for number in numbers]


def _place(game: Game[Any], number: int, spec: SeatSpec, secrets: dict[int, str]) -> Place:
    if spec.kind == PERSON:
        return Place(PERSON, commands.clean_text(spec.name, commands.MAX_NAME), key=hash_secret(secrets[number]))
    if spec.kind == BOT:
        commands.check_bot(spec.bot, game)
        return Place(BOT, bot=spec.bot)
    if spec.kind == FREE:
        return Place(FREE)
    raise BadArgument(f"a seat is for a {PERSON}, a {BOT}, or {FREE}; not {quoted(spec.kind)}")
