"""The bots of one table: each thinks about what it owes, keeps the pace, and waits while a person could undo."""

import asyncio
import contextlib
import logging
from typing import Final, Protocol

from drakkar.core.chance import seed_from
from drakkar.server import acts
from drakkar.server.entries import Entry
from drakkar.server.refusals import Refused
from drakkar.server.table import NO_DECISION, Table
from drakkar.server.thinkers import Closed, Task, Thinkers
from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# How long a bot waits before it tries again, if it could not write its choice down: at first and at most.
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 5.0


class Desk(Protocol):
    """What the bots need of the room that they are in."""

    table: Table
    lock: asyncio.Lock

    async def write(self, entry: Entry) -> None:
        """Write an entry down and make it true; the lock is held."""


class BotSeats:
    """Whoever of a table's seats is played by a bot."""

    def __init__(self, desk: Desk, thinkers: Thinkers, times: Times) -> None:
        self.desk = desk
        self.thinkers = thinkers
        self.times = times
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        # The choice that each seat said it will not take back.
        self._went_on: dict[int, int] = {}
        # Something has changed for the bots that wait for an undo.
        self._news = asyncio.Event()

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.desk.table

    @property
    def are_idle(self) -> bool:
        """Whether none of them thinks."""
        return not self._thinking

    def go_on(self, seat: int) -> None:
        """A person will not take back what he could."""
        self._went_on[seat] = self.table.undo_of(seat)
        self._news.set()

    async def close(self) -> None:
        """Stop thinking."""
        thoughts = [thought for _, thought in self._thinking.values()]
        self._thinking.clear()
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def wake(self) -> None:
        """The table has changed: let every bot that owes a decision think about it."""
        self._news.set()
        for number, seat in enumerate(self.table.seats):
            known, thought = self._thinking.get(number, (NO_DECISION, None))
            if thought is not None and (known != seat.decision or not seat.bot):
                thought.cancel()
                del self._thinking[number]
                known = NO_DECISION
            if seat.bot and seat.decision not in (NO_DECISION, known):
                task = asyncio.create_task(self._think(number, seat.decision))
                self._thinking[number] = (seat.decision, task)

    def _owes(self, number: int, decision: int) -> bool:
        seat = self.table.seats[number]
        return seat.decision == decision and bool(seat.bot)

    async def _think(self, number: int, decision: int) -> None:
        """Find a bot's answer and write it down; whatever fails is tried again: nobody waits for it in vain."""
        choice, wait = "", FIRST_WAIT
        while self._owes(number, decision):
            try:
                choice = choice or await self._thought(number)
                if await self._answer(number, decision, choice):
                    return
            except Closed:
                return
            except Exception as error:  # noqa: BLE001 - its words could name a card; its kind does not
                fault = error.code if isinstance(error, Refused) else type(error).__name__
                log.error("a bot cannot answer: %s", fault, extra={"table": self.table.ident})  # noqa: TRY400
                choice = ""
            await self.times.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _thought(self, number: int) -> str:
        """What a bot chooses, after the table's pace at least; nobody follows what is sealed, so that has none."""
        began = self.times.ticks()
        question = self.table.match.asked().get(number)
        pace = 0.0 if question is None or question.secret else self.table.founded.pace
        choice = await self.thinkers.choose(self._task(number))
        await self.times.sleep(max(0.0, pace - (self.times.ticks() - began)))
        return choice

    async def _answer(self, number: int, decision: int, choice: str) -> bool:
        """A bot chooses, once nobody would lose an undo by it; False if that cannot be written down now."""
        end = self.times.ticks() + self.table.founded.grace
        while self._owes(number, decision):
            await self._let_undo(end)
            async with self.desk.lock:
                # While it waited for its turn to write, another may have sealed, and now it is the last.
                if self._owes(number, decision) and not self._is_waited_for(end):
                    return await self._write_answer(number, decision, choice)
        return True

    async def _write_answer(self, number: int, decision: int, choice: str) -> bool:
        entry = acts.choose(self.table, self.times.now(), number, decision, choice, 0)
        if entry is None:
            return True
        # From here on the answer stands, whatever becomes of the thought.
        thought, is_written = self._thinking.pop(number, None), False
        try:
            await asyncio.shield(self.desk.write(entry))
            is_written = True
        except Refused as refusal:
            log.warning("a bot's choice was not written: %s", refusal.code, extra={"table": self.table.ident})
        finally:
            if thought is not None and not is_written:
                self._thinking.setdefault(number, thought)
        return is_written

    def _task(self, number: int) -> Task:
        match = self.table.match
        return Task(
            title=match.game.title,
            clans=list(match.clans),
            options=dict(match.settings),
            seed=match.seed,
            origin=match.origin,
            choices=[(played.seat, played.text) for played in match.history],
            seat=number,
            bot=self.table.seats[number].bot,
            bot_seed=seed_from(f"{match.seed} bot {number}"),
        )

    async def _let_undo(self, end: float) -> None:
        """Wait while the person before could still take his choice back, until he says "go on" or some time is over."""
        while self._is_waited_for(end):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await self.times.wait(self._news, end - self.times.ticks())

    def _is_waited_for(self, end: float) -> bool:
        return self.times.ticks() < end and self._would_end_an_undo()

    def _would_end_an_undo(self) -> bool:
        """Whether a choice now would take a person's undo away; sealed choices of others do not, but for the last."""
        asked = self.table.match.asked()
        is_last = len(asked) == 1 or not all(question.secret for question in asked.values())
        return is_last and any(
            seat.plays_itself
            and not seat.left
            and (choice := self.table.undo_of(number)) != 0
            and self._went_on.get(number) != choice
            for number, seat in enumerate(self.table.seats)
        )
