"""The bots of one table: they make their decisions, keep the pace, and wait while a person could undo.

If everyone can see that a person has only one answer, the table gives it like a bot, at once.
"""

import asyncio
import contextlib
import logging
from contextvars import Context
from typing import Final, NamedTuple, Protocol

import msgspec

from drakkar.core.chance import seed_from
from drakkar.core.hosting import questions
from drakkar.server.live.bot_pool import BotFailed, BotPool, PoolClosed, Task
from drakkar.server.live.clock import Clock
from drakkar.server.live.tasks import task_of
from drakkar.server.log import commands, guide
from drakkar.server.log.entries import Entry
from drakkar.server.log.errors import Refused
from drakkar.server.log.table import NO_DECISION, Table

log = logging.getLogger("drakkar.server")

# Seconds before a bot retries after an error outside the bot, such as a failed write: first wait and maximum.
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 5.0


class TableHost(Protocol):
    """The part of a room that its bots use."""

    table: Table
    lock: asyncio.Lock

    @property
    def is_driver(self) -> bool:
        """Whether this server moves the bots of the table."""

    def is_attended(self) -> bool:
        """Whether people have been connected lately."""

    async def write(self, entry: Entry, *, as_driver: bool = False) -> None:
        """Append an entry to the log and apply it; the caller holds the lock."""

    def refresh(self) -> None:
        """Push changes that are not in the log."""


class Failure(NamedTuple):
    """A bot that cannot make a decision, and the class of its error."""

    decision: int
    bot: str
    kind: str


class BotSeats:
    """The seats of a table that bots play."""

    def __init__(self, host: TableHost, bot_pool: BotPool, clock: Clock) -> None:
        self.host = host
        self.bot_pool = bot_pool
        self.clock = clock
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._failures: dict[int, Failure] = {}
        # The choice that each seat has given up undoing.
        self._skipped: dict[int, int] = {}
        # Set when a change may end the wait for the undo window.
        self._changed = asyncio.Event()

    @property
    def table(self) -> Table:
        """The current table."""
        return self.host.table

    @property
    def are_idle(self) -> bool:
        """Whether no bot is thinking."""
        return not self._thinking

    @property
    def failed(self) -> dict[int, str]:
        """The seats whose bot has failed, with the class of its error; the match waits for them."""
        return {number: failure.kind for number, failure in self._failures.items()}

    def retry(self, seat: int) -> None:
        """Let a failed bot try again."""
        self._failures.pop(seat, None)
        self.reschedule()

    def skip_undo_window(self, seat: int) -> None:
        """Give up a person's current undo, so that the bots continue."""
        self._skipped[seat] = self.table.undo_of(seat)
        self._changed.set()

    async def close(self) -> None:
        """Cancel all thinking."""
        thoughts = [thought for _, thought in self._thinking.values()]
        self._thinking.clear()
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def reschedule(self) -> None:
        """After a change: start a task for every bot that owes a new decision, and cancel outdated tasks."""
        self._changed.set()
        # At the table of a puzzle the others do not choose: the board stays as it is while it is explained.
        is_driver = self.host.is_driver and not self.table.founded.puzzle
        for number, seat in enumerate(self.table.seats):
            known, thought = self._thinking.get(number, (NO_DECISION, None))
            may_think = is_driver and known == seat.decision and seat.is_automatic
            if thought is not None and (not may_think or thought.done()):
                thought.cancel()
                del self._thinking[number]
                known = NO_DECISION
            failure = self._failures.get(number)
            if failure is not None and (seat.decision, seat.bot) != failure[:2]:
                del self._failures[number]
            is_asked = is_driver and seat.is_automatic and seat.decision not in (NO_DECISION, known)
            if is_asked and number not in self._failures:
                # The bot thinks in a context of its own: it does not work for the request after which it is to move.
                task = asyncio.create_task(self._think(number, seat.decision), context=Context())
                self._thinking[number] = (seat.decision, task)

    def _owes(self, number: int, decision: int) -> bool:
        seat = self.table.seats[number]
        return seat.decision == decision and seat.is_automatic and self.host.is_driver

    async def _think(self, number: int, decision: int) -> None:
        """Let a bot choose and write the choice; errors outside the bot are retried."""
        choice, wait = "", FIRST_WAIT
        while self._owes(number, decision):
            try:
                choice = choice or await self._thought(number)
                if await self._answer(number, decision, choice):
                    return
            except PoolClosed:
                return
            except BotFailed as failure:
                self._fail(number, decision, failure.kind)
                return
            except Exception as error:  # noqa: BLE001 - the error's text could name a card; its class cannot
                fault = error.code if isinstance(error, Refused) else type(error).__name__
                log.error("a bot cannot answer: %s", fault, extra={"table": self.table.id})  # noqa: TRY400
                choice = ""
            await self.clock.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _fail(self, number: int, decision: int, kind: str) -> None:
        """Mark a bot as failed, if it still owes the decision."""
        if self._owes(number, decision):
            bot = self.table.seats[number].bot
            self._thinking.pop(number, None)
            self._failures[number] = Failure(decision, bot, kind)
            log.warning("a table waits for a bot that has failed", extra={"table": self.table.id, "bot": bot})
            self.host.refresh()

    async def _thought(self, number: int) -> str:
        """The bot's choice, after at least the table's pace. Secret choices are not watched, so they need no pace."""
        if not self.table.seats[number].bot:
            return self.table.seats[number].only_answer
        began = self.clock.monotonic()
        question = questions(self.table.match).get(number)
        pace = 0.0 if question is None or question.secret else self.table.founded.pace
        choice = guide.reply(self.table, number)
        choice = choice or await self.bot_pool.choose(self._task(number), self.table.id, self.host.is_attended)
        await self.clock.sleep(max(0.0, pace - (self.clock.monotonic() - began)))
        return choice

    async def _answer(self, number: int, decision: int, choice: str) -> bool:
        """Write a bot's choice once it ends no person's undo; False if it cannot be written now."""
        end = self.clock.monotonic() + self.table.founded.grace
        while self._owes(number, decision):
            await self._wait_for_undo_window(end)
            async with self.host.lock:
                # While this bot waited for the lock, another seat may have sealed, which makes this choice the last
                # one.
                if self._owes(number, decision) and not self._is_waited_for(end):
                    return await self._write_answer(number, decision, choice)
        return True

    async def _write_answer(self, number: int, decision: int, choice: str) -> bool:
        entry = commands.choose(self.table, self.clock.wall_ms(), number, decision, choice, 0)
        if entry is None:
            return True
        entry = msgspec.structs.replace(entry, automatic=not self.table.seats[number].bot)
        # From here on the answer counts, even if this task is cancelled.
        thought, is_written = self._thinking.pop(number, None), False
        try:
            await asyncio.shield(self.host.write(entry, as_driver=True))
            is_written = True
        except Refused as refusal:
            log.warning("a bot's choice was not written: %s", refusal.code, extra={"table": self.table.id})
        finally:
            if thought is not None and not is_written:
                self._thinking.setdefault(number, thought)
        return is_written

    def _task(self, number: int) -> Task:
        match, bot = self.table.match, self.table.seats[number].bot
        return task_of(Task, match, seat=number, bot=bot, bot_seed=seed_from(f"{match.seed} bot {number}"))

    async def _wait_for_undo_window(self, end: float) -> None:
        """Wait while a person could still undo their choice, until they skip it or time is up."""
        while self._is_waited_for(end):
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await self.clock.wait(self._changed, end - self.clock.monotonic())

    def _is_waited_for(self, end: float) -> bool:
        return self.clock.monotonic() < end and self._would_end_an_undo()

    def _would_end_an_undo(self) -> bool:
        """Whether a choice now would end a person's undo. Of several secret choices only the last one does."""
        asked = questions(self.table.match)
        is_last = len(asked) == 1 or not all(question.secret for question in asked.values())
        return is_last and any(
            seat.is_human
            and not seat.left
            and (choice := self.table.undo_of(number)) != 0
            and self._skipped.get(number) != choice
            for number, seat in enumerate(self.table.seats)
        )
