"""A table that is live: people connected to it, bots thinking for it, a clock running. All of it can be built anew.

One act at a time: it is checked against the table, written to the store, and only then made true and told.
"""

import asyncio
import contextlib
import logging
from typing import Final, Protocol

from drakkar.core.chance import seed_from
from drakkar.core.errors import DrakkarError
from drakkar.core.match import Match
from drakkar.core.reasons import Reason
from drakkar.server import acts, entries, messages
from drakkar.server.document import Parts, difference, document, parts, share, told
from drakkar.server.entries import Entry, written
from drakkar.server.listener import Listener
from drakkar.server.messages import Act, Answer, Done, Push, State, encoded
from drakkar.server.refusals import Refused, refused
from drakkar.server.store import Conflict, Store, StoreError, StoreUnavailable
from drakkar.server.table import NO_DECISION, Table, replayed
from drakkar.server.thinkers import Task, Thinkers
from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# After so many seconds without a connection or a message somebody counts as gone.
GONE_AFTER: Final = 60.0
# How long a bot waits before it tries again to write its choice down, at first and at most.
FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 30.0


class House(Protocol):
    """What a room needs of the house that it is in."""

    store: Store
    thinkers: Thinkers
    times: Times

    async def found_again(self, table: Table) -> str:
        """A new table for the same people."""


class Room:
    """One live table."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.listeners: list[Listener] = []
        self._lock = asyncio.Lock()
        # What each audience was told last.
        self._shown: dict[int | None, Parts] = {}
        now = house.times.ticks()
        self._seen = dict.fromkeys(range(len(table.seats)), now)
        # Which decision each seat's clock runs for, and since when.
        self._asked = {number: (seat.decision, now) for number, seat in enumerate(table.seats)}
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        # Who will not take back what he could.
        self._went_on: set[int] = set()
        self._go_on = asyncio.Event()
        self.last_used = now

    # --- Who is here

    def listen(self, seat: int | None) -> Listener:
        """Tell a new connection of everything, from the whole state on."""
        listener = Listener(seat, lambda: self.state(seat))
        self.listeners.append(listener)
        listener.tell(self.state(seat))
        self._touch(seat)
        self._tell_all(self.table.version)
        return listener

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self.listeners.remove(listener)
        self._touch(listener.seat)
        if all(other.seat != listener.seat for other in self.listeners):
            self._shown.pop(listener.seat, None)
        self._tell_all(self.table.version)

    def here(self) -> set[int]:
        """The seats that somebody is connected for."""
        return {listener.seat for listener in self.listeners if listener.seat is not None}

    def is_here(self, seat: int) -> bool:
        """Whether somebody is connected for a seat, or was a moment ago."""
        return seat in self.here() or self.house.times.ticks() - self._seen[seat] < GONE_AFTER

    def _touch(self, seat: int | None) -> None:
        self.last_used = self.house.times.ticks()
        if seat is not None:
            self._seen[seat] = self.last_used

    # --- What they are told

    def state(self, seat: int | None, since: int = 0, ident: messages.Id = None) -> bytes:
        """The whole table as a seat may see it, and what happened since a version."""
        whole = self._document(seat)
        self._shown[seat] = parts(whole)
        return encoded(State(id=ident, state=whole, told=told(self.table, seat, min(since, self.table.version))))

    def _document(self, seat: int | None) -> dict[str, object]:
        return document(self.table, seat, self.here(), self.clocks())

    def _tell_all(self, since: int) -> None:
        """Tell everyone what is different from what they were told last."""
        for seat in {listener.seat for listener in self.listeners}:
            before, now = self._shown.get(seat, {}), parts(self._document(seat))
            changed, gone = difference(before, now)
            share(now, self._shown.values())
            self._shown[seat] = now
            if changed or gone:
                told_now = told(self.table, seat, since)
                push = encoded(Push(version=self.table.version, changed=changed, gone=gone, told=told_now))
                for listener in self.listeners:
                    if listener.seat == seat:
                        listener.tell(push)

    # --- What they do

    async def act(self, seat: int | None, message: Act) -> bytes:
        """Do what a seat asks for, and answer; Refused if it is not done."""
        self._touch(seat)
        if isinstance(message, messages.Sync):
            return self.state(seat, message.since, message.id)
        if seat is None:
            raise Refused("not_seated")
        try:
            async with self._lock:
                answer = await self._act(seat, message)
        except DrakkarError as error:
            raise refused(error) from None
        answer.id = message.id
        return encoded(answer)

    async def _act(self, seat: int, message: Act) -> Answer:
        match message:
            case messages.WhyNot():
                return self._why_not(seat, message.choice)
            case messages.Foresee():
                return self._foresee(seat, message.choice)
            case messages.GoOn():
                self._went_on.add(seat)
                self._go_on.set()
                return Done(version=self.table.version)
            case messages.Rematch():
                return await self._rematch(seat)
        entry = self._entry(seat, message)
        if entry is None:
            return Done(version=self.table.version, already=True)
        await self.write(entry)
        return Done(version=self.table.version)

    def _entry(self, seat: int, message: Act) -> Entry | None:
        """What the log will tell of an act."""
        table, at = self.table, self.house.times.now()
        match message:
            case messages.Choose():
                return acts.choose(table, at, seat, message.decision, message.choice, self._spent(seat))
            case messages.Undo():
                return acts.undo(table, at, seat, message.choice)
            case messages.Say():
                return acts.say(table, at, seat, message.text)
            case messages.Mute():
                return acts.mute(table, at, seat, message.seat, message.muted)
            case messages.Start():
                return acts.start(table, at, seat, message.bot)
            case messages.Leave():
                return acts.leave(table, at, seat)
            case messages.Return():
                return acts.come_back(table, at, seat)
            case messages.Vote():
                return acts.vote(table, at, seat, message.seat, self.is_here(message.seat))
            case messages.Claim():
                return acts.claim(table, at, seat, message.seat, self._left(message.seat))
        raise AssertionError("every message has its act")

    def _why_not(self, seat: int, words: str) -> messages.Because:
        if not self.table.started:
            raise Refused("not_started")
        reason: Reason | None = self.table.match.why_not(seat, words)
        if reason is None:
            return messages.Because(choice=words)
        return messages.Because(
            choice=words, code=reason.code, rule=reason.rule, text=reason.text, params=reason.params
        )

    def _foresee(self, seat: int, words: str) -> messages.Foreseen:
        if not self.table.started:
            raise Refused("not_started")
        return messages.Foreseen(choice=words, preview=self.table.match.view(seat).preview(words).to_json())

    async def _rematch(self, seat: int) -> messages.RematchAt:
        if not self.table.match.over:
            raise Refused("not_now", "the match is not over yet")
        if not self.table.next_table:
            ident = await self.house.found_again(self.table)
            await self.write(entries.Rematched(self.house.times.now(), seat, ident))
        return messages.RematchAt(table=self.table.next_table)

    async def sit(self, seat: int | None, name: str, key: str) -> int:
        """Somebody takes an open seat; which one."""
        async with self._lock:
            entry = acts.sit(self.table, self.house.times.now(), seat, name, key)
            await self.write(entry)
            self._touch(entry.seat)
            return entry.seat

    async def write(self, entry: Entry) -> None:
        """Write an entry down; then it is true, and everybody is told."""
        version, status = self.table.version, self.table.status
        try:
            await self.house.store.append(self.table.ident, version, written(entry))
        except Conflict:
            await self._read_again()
            raise Refused("stale", "another server has gone on with this table; look again") from None
        except StoreUnavailable:
            raise Refused("store_unavailable") from None
        self.table.fold(entry)
        self.go_on(version)
        if self.table.status != status:
            await self.mark()

    async def mark(self) -> None:
        """Let the store know what the table is doing, for its lists alone: what is true is in the log."""
        log.info("table is %s", self.table.status, extra={"table": self.table.ident, "version": self.table.version})
        with contextlib.suppress(StoreError):
            await self.house.store.mark(self.table.ident, self.table.status)

    async def _read_again(self) -> None:
        """Somebody else has written: the log is right."""
        version = self.table.version
        self.table = replayed(self.table.ident, await self.house.store.read(self.table.ident))
        self.go_on(min(version, self.table.version))

    def go_on(self, since: int) -> None:
        """The table is another one since that version: clocks, listeners and bots take note."""
        now = self.house.times.ticks()
        for number, seat in enumerate(self.table.seats):
            if self._asked[number][0] != seat.decision:
                self._asked[number] = (seat.decision, now)
        self._went_on.clear()
        self._tell_all(since)
        self.wake_bots()

    # --- Clocks

    def clocks(self) -> list[int]:
        """The milliseconds that each seat has left; nothing at a table without a clock."""
        return [self._left(number) for number in range(len(self.table.seats))] if self.table.founded.clock else []

    def _left(self, number: int) -> int:
        return self.table.seats[number].bank - self._spent(number)

    def _spent(self, number: int) -> int:
        """How long a seat has been thinking, if its own time runs; while the server was down, nobody's did."""
        decision, since = self._asked[number]
        if self.table.founded.clock is None or decision == NO_DECISION or not self.table.seats[number].plays_itself:
            return 0
        return max(0, int((self.house.times.ticks() - since) * 1000))

    # --- Bots

    def wake_bots(self) -> None:
        """Let every bot that owes a decision think about it."""
        for number, seat in enumerate(self.table.seats):
            known, thought = self._thinking.get(number, (NO_DECISION, None))
            if thought is not None and known != seat.decision:
                thought.cancel()
                del self._thinking[number]
            if seat.bot and seat.decision not in (NO_DECISION, known):
                task = asyncio.create_task(self._think(number, seat.decision))
                self._thinking[number] = (seat.decision, task)

    async def _think(self, number: int, decision: int) -> None:
        """Find a bot's answer, take at least the table's pace for it, and write it down."""
        began = self.house.times.ticks()
        choice = await self.house.thinkers.choose(self._task(number))
        await self.house.times.sleep(max(0.0, self.table.founded.pace - (self.house.times.ticks() - began)))
        await self._let_undo()
        wait = FIRST_WAIT
        while self.table.seats[number].decision == decision and self.table.seats[number].bot:
            if await self._answer(number, decision, choice):
                return
            await self.house.times.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _answer(self, number: int, decision: int, choice: str) -> bool:
        """A bot chooses; False if that could not be written down now."""
        async with self._lock:
            try:
                entry = acts.choose(self.table, self.house.times.now(), number, decision, choice, 0)
                # From here on the answer stands, whatever becomes of the thought.
                self._thinking.pop(number, None)
                if entry is not None:
                    await asyncio.shield(self.write(entry))
            except Refused as refusal:
                log.warning("a bot's choice was refused: %s", refusal.code, extra={"table": self.table.ident})
                return refusal.code != "store_unavailable"
            return True

    def _task(self, number: int) -> Task:
        match: Match = self.table.match
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

    async def _let_undo(self) -> None:
        """Wait while the person before could still take his choice back, until he says "go on" or some time is over."""
        end = self.house.times.ticks() + self.table.founded.grace
        while self._would_end_an_undo() and (left := end - self.house.times.ticks()) > 0:
            with contextlib.suppress(TimeoutError):
                await self.house.times.wait(self._go_on, left)
            self._go_on.clear()

    def _would_end_an_undo(self) -> bool:
        """Whether a choice now would take a person's undo away; sealed choices of others do not, but for the last."""
        asked = self.table.match.asked()
        is_last = len(asked) == 1 or not all(question.secret for question in asked.values())
        return is_last and any(
            seat.plays_itself and not seat.left and number not in self._went_on and self.table.undo_of(number)
            for number, seat in enumerate(self.table.seats)
        )

    # --- The end

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and no bot thinks."""
        return not self.listeners and not self._thinking

    async def close(self) -> None:
        """Stop thinking; what was being written is written."""
        thoughts = [thought for _, thought in self._thinking.values()]
        self._thinking.clear()
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)
        async with self._lock:
            pass
