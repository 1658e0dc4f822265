"""The reviews of finished matches: computed in worker processes, slice by slice, and stored with their tables.

Every slice is a task of the lowest priority, so a review never holds up a hint or a bot for long. The parts are stored
on the way, and an unfinished review goes on after a restart; a server whose review stops is replaced by another one
that uses the same database.
"""

import asyncio
import logging
import zlib
from collections import OrderedDict
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from drakkar.analysis import Review, analyser_of, has_network
from drakkar.core.errors import BadArgument
from drakkar.server.live.bot_pool import BotFailed, BotPool, PoolClosed
from drakkar.server.live.clock import Clock
from drakkar.server.live.tasks import ReviewTask, task_of
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import as_json
from drakkar.server.log.store import DONE, FAILED, OVER, UNFINISHED, Store, StoredReview, StoreError
from drakkar.server.log.table import Table

log = logging.getLogger("drakkar.server")

# The states that people see: nothing was asked for, it is being made, it is there, it stopped with an error.
NONE: Final = "none"
RUNNING: Final = "running"
# Seconds between two writes of a part.
STORED_EVERY: Final = 10.0
# A review that has not been stored for this long has lost its server.
ABANDONED_AFTER: Final = 60.0
LOOK_INTERVAL: Final = 30.0
# Later than every time.
ANY_TIME: Final = 2**62
# Reviews that run at once on this server, and those that it decodes once and keeps.
MOST_RUNNING: Final = 20
MOST_CACHED: Final = 16


class ReviewState(NamedTuple):
    """Where the review of a match stands: its state, what is known so far, and the kind of the error if it failed."""

    state: str
    review: Review | None = None
    error: str = ""

    @property
    def progress(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self.review.progress if self.review is not None else 0.0

    def to_json(self) -> dict[str, Any]:
        """The state as plain data, without the review."""
        return {"state": self.state, "progress": round(self.progress, 4), "error": self.error}


class Tables(Protocol):
    """Finds the tables whose reviews go on."""

    async def finished(self, table_id: str) -> Table:
        """A table; Refused if there is none."""


class Running:
    """A review that is being made: who asked for it, the task that makes it, and the latest part as plain data."""

    def __init__(self, person: str, part: dict[str, Any] | None) -> None:
        self.person = person
        self.task: asyncio.Task[None] | None = None
        self._part = part
        self._read: Review | None = None

    @property
    def part(self) -> dict[str, Any] | None:
        """The latest part; None before the first one."""
        return self._part

    @part.setter
    def part(self, part: dict[str, Any]) -> None:
        self._part, self._read = part, None

    @property
    def review(self) -> Review | None:
        """The latest part. It is read only if it is shown: a part has some hundred kilobytes."""
        if self._read is None and self._part is not None:
            self._read = Review.from_json(self._part)
        return self._read


class Reviews:
    """The reviews of all tables of a server."""

    def __init__(self, store: Store, bot_pool: BotPool, clock: Clock, tables: Tables) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.clock = clock
        self.tables = tables
        self._running: dict[str, Running] = {}
        self._cache: OrderedDict[str, Review] = OrderedDict()

    async def of(self, table: Table) -> ReviewState:
        """Where the review of a finished match stands. Refused if there can be none."""
        check(table)
        if table.id in self._running:
            return ReviewState(RUNNING, self._running[table.id].review)
        analyser = analyser_of(table.founded.game)
        cached = self._cache.get(table.id)
        if cached is not None and cached.is_current:
            self._cache.move_to_end(table.id)
            return ReviewState(DONE, cached)
        stored = await self._read(table.id, analyser)
        if stored is None:
            return ReviewState(NONE)
        part, error = decode(stored.body)
        review = Review.from_json(part) if part is not None else None
        if stored.state == DONE and review is not None:
            self._remember(table.id, review)
            return ReviewState(DONE, review)
        return ReviewState(RUNNING if stored.state == UNFINISHED else FAILED, review, error)

    async def ask(self, table: Table, person: str) -> ReviewState:
        """Begin the review of a finished match, or go on with one that failed; one that runs or is done stays as it is.

        Refused if the person has another one running.
        """
        known = await self.of(table)
        if known.state in (DONE, RUNNING):
            return known
        if any(running.person == person for running in self._running.values()):
            raise Refused("not_now", "another review that you asked for is being made: one at a time")
        if len(self._running) >= MOST_RUNNING:
            raise Refused("too_many", "this server is making enough reviews already", retry=30.0)
        begun = known.review and known.review.to_json()
        await self._store(table, UNFINISHED, begun)
        if table.id not in self._running:  # another request was faster
            self._begin(table, begun, person)
        return ReviewState(RUNNING, known.review)

    async def go_on(self) -> None:
        """Go on with reviews that no server is making; runs until it is cancelled."""
        while True:
            await self.resume()
            await self.clock.sleep(LOOK_INTERVAL)

    async def resume(self) -> None:
        """Go on with the reviews that have lost their server.

        A server that has its database for itself makes all of them; otherwise another server may be making one.
        """
        alone = self.store.peers is None
        before = ANY_TIME if alone else self.clock.wall_ms() - int(1000 * ABANDONED_AFTER)
        try:
            found = await self.store.unfinished_reviews(before, MOST_RUNNING)
        except StoreError as error:
            log.warning("the store fails: %s", error)
            return
        for stored in found:
            if stored.table not in self._running and len(self._running) < MOST_RUNNING:
                await self._resume(stored)

    async def _resume(self, stored: StoredReview) -> None:
        try:
            table = await self.tables.finished(stored.table)
            check(table)
            if stored.analyser == analyser_of(table.founded.game):
                kept = await self._read(stored.table, stored.analyser)
                self._begin(table, decode(kept.body)[0] if kept is not None else None, "")
        except Refused as refusal:
            log.warning("a review cannot go on: %s", refusal, extra={"table": stored.table})

    async def close(self) -> None:
        """Stop all work; it goes on at the next start."""
        tasks = [running.task for running in self._running.values() if running.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- The work

    def _begin(self, table: Table, begun: dict[str, Any] | None, person: str) -> None:
        running = Running(person, begun)
        self._running[table.id] = running
        running.task = asyncio.create_task(self._work(table, running))

    async def _work(self, table: Table, running: Running) -> None:
        try:
            await self._make(table, running)
        except PoolClosed:
            pass
        except BotFailed as failure:
            log.warning("a review has failed: %s", failure.kind, extra={"table": table.id})
            await self._keep(table, FAILED, running.part, failure.kind)
        finally:
            del self._running[table.id]

    async def _make(self, table: Table, running: Running) -> None:
        """Make the review slice by slice, and store its parts."""
        stored = self.clock.monotonic()
        while running.part is None or not running.part["done"]:
            # The table's own bots are not charged with it.
            task = task_of(ReviewTask, table.match, begun=running.part)
            running.part = await self.bot_pool.analyse(task, f"review {table.id}")
            if self.clock.monotonic() - stored >= STORED_EVERY:
                stored = self.clock.monotonic()
                await self._keep(table, UNFINISHED, running.part)
        await self._keep(table, DONE, running.part)
        if running.review is not None:
            self._remember(table.id, running.review)

    async def _keep(self, table: Table, state: str, part: dict[str, Any] | None, error: str = "") -> None:
        """Store a part; the work goes on if that fails."""
        try:
            await self._store(table, state, part, error)
        except Refused as refusal:
            log.warning("a review is not stored: %s", refusal, extra={"table": table.id})

    async def _store(self, table: Table, state: str, part: dict[str, Any] | None, error: str = "") -> None:
        body = await asyncio.to_thread(encode, part, error)
        try:
            await self.store.keep_review(table.id, analyser_of(table.founded.game), state, body)
        except StoreError as fault:
            raise Refused("store_unavailable", str(fault)) from None

    async def _read(self, table: str, analyser: str) -> StoredReview | None:
        try:
            return await self.store.review(table, analyser)
        except StoreError as error:
            raise Refused("store_unavailable", str(error)) from None

    def _remember(self, table: str, review: Review) -> None:
        self._cache[table] = review
        self._cache.move_to_end(table)
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)


def check(table: Table) -> None:
    """Refused if a match cannot be reviewed."""
    if table.status != OVER:
        raise Refused("not_now", "a match is reviewed once it is over: a review tells what is hidden")
    if not has_network(table.founded.game):
        raise Refused("not_now", "this game has no network, so it cannot be reviewed")


def encode(part: dict[str, Any] | None, error: str = "") -> bytes:
    """A part of a review as it is stored, with the kind of the error that ended it."""
    return zlib.compress(as_json({"error": error, "review": part}))


def decode(body: bytes) -> tuple[dict[str, Any] | None, str]:
    """A stored part, and the kind of its error. A damaged one is made anew."""
    try:
        stored = msgspec.json.decode(zlib.decompress(body), type=dict[str, Any])
        if stored["review"] is not None:
            Review.from_json(stored["review"])
        return stored["review"], str(stored["error"])
    except (zlib.error, msgspec.MsgspecError, BadArgument, KeyError):
        return None, ""
