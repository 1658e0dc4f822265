"""A table that is live: people connected to it, bots thinking for it, a clock running. All of it can be built anew.

One act at a time: it is checked against the table, written to the store, and only then made true and told.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

from drakkar.core.errors import DrakkarError
from drakkar.core.reasons import Reason
from drakkar.server import acts, entries, messages
from drakkar.server.bot_seats import BotSeats
from drakkar.server.document import Parts, document, share, told
from drakkar.server.entries import Entry, written
from drakkar.server.herald import Herald
from drakkar.server.listener import Hearing, Listener
from drakkar.server.messages import Act, Answer, Done, State, encoded
from drakkar.server.refusals import Refused, refused
from drakkar.server.store import BrokenLog, Conflict, Store, StoreError
from drakkar.server.table import NO_DECISION, Table, replayed
from drakkar.server.telling import JSON, Made, Telling
from drakkar.server.thinkers import Thinkers
from drakkar.server.times import Times

log = logging.getLogger("drakkar.server")

# After so many seconds without a connection or a message somebody counts as gone.
GONE_AFTER: Final = 60.0
# A page without a socket looks more often than this.
BETWEEN_LOOKS: Final = 10.0


# Who is told the same: a seat, or whoever watches, in one way of telling.
Audience = tuple[int | None, Telling]


class Shown(NamedTuple):
    """What an audience was told last, and of which version; it may owe the rest where what is urgent was told."""

    version: int
    parts: Parts
    owes: bool = False


class House(Protocol):
    """What a room needs of the house that it is in."""

    store: Store
    thinkers: Thinkers
    times: Times
    herald: Herald

    async def found_again(self, table: Table) -> str:
        """A new table for the same people."""


class Room:
    """One live table."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.listeners: list[Listener] = []
        self.lock = asyncio.Lock()
        # What each audience was told last: the listeners of one seat who are told in one way.
        self._shown: dict[Audience, Shown] = {}
        # Who has still to be told how the table is now, and what has been made of it for those who were.
        self._behind: list[Audience] = []
        self._made: Made = {}
        # Whether the table went on while somebody was about to be told of it.
        self._was_overtaken = False
        # What ways of telling keep of what they made last.
        self.drawn: dict[object, Any] = {}
        now = house.times.ticks()
        self._seen = dict.fromkeys(range(len(table.seats)), now)
        # When a page without a socket last looked for a seat.
        self._looked: dict[int, float] = {}
        # Which decision each seat's clock runs for, whether for its person, and since when.
        self._asked = {number: (seat.decision, seat.plays_itself, now) for number, seat in enumerate(table.seats)}
        self.bots = BotSeats(self, house.thinkers, house.times)
        self.last_used = now
        # What the store was told that the table is doing.
        self._marked = table.status

    # --- Who is here

    def listen(self, seat: int | None, telling: Telling = JSON, beside: frozenset[int] = frozenset()) -> Listener:
        """Tell a new connection of everything, from the whole state on."""
        key = "" if seat is None else self.table.seats[seat].key
        hearing = Hearing(seat, telling, beside)
        listener: Listener = Listener(hearing, key, lambda: self._whole(listener))
        self.listeners.append(listener)
        self.touch(seat, *beside)
        listener.tell(self._whole(listener))
        self._spread()
        return listener

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self.listeners = [other for other in self.listeners if other is not listener]
        if not self.listeners:
            self.drawn.clear()
        self.touch(listener.seat, *listener.beside)
        self._spread()

    def _show_out(self) -> None:
        """Whoever got up before the match watches from now on; if nobody may watch the match, watchers go."""
        for listener in self.listeners[:]:
            if listener.seat is not None and listener.key != self.table.seats[listener.seat].key:
                listener.seat, listener.key = None, ""
                listener.tell(self._whole(listener))
            if listener.seat is None and self.table.started and not self.table.founded.spectators:
                self.listeners.remove(listener)
                listener.dismiss(
                    "no_spectators", encoded(messages.No(code="no_spectators", text=str(Refused("no_spectators"))))
                )

    def here(self) -> set[int]:
        """The seats that somebody is connected for, or looks for now and then."""
        seats = {listener.seat for listener in self.listeners if listener.seat is not None}
        latest = self.house.times.ticks() - BETWEEN_LOOKS
        looking = {seat for seat, at in self._looked.items() if at > latest}
        return seats.union(looking, *(listener.beside for listener in self.listeners))

    def is_here(self, seat: int) -> bool:
        """Whether somebody is connected for a seat, or was a moment ago."""
        return seat in self.here() or self.house.times.ticks() - self._seen[seat] < GONE_AFTER

    def touch(self, *seats: int | None) -> None:
        """Somebody has looked, or done something."""
        self.last_used = self.house.times.ticks()
        for seat in seats:
            if seat is not None:
                self._seen[seat] = self.last_used

    def look(self, *seats: int | None) -> None:
        """A page without a socket looks; it is here as long as it looks again and again."""
        before = self.here()
        self.touch(*seats)
        self._looked.update({seat: self.last_used for seat in seats if seat is not None})
        if self.here() != before:
            self._spread()

    # --- What they are told

    def state(self, seat: int | None, since: int = 0, ident: messages.Id = None) -> bytes:
        """The whole table as a seat may see it, and what happened since a version, in JSON."""
        events = told(self.table, seat, min(since, self.table.version))
        return encoded(State(id=ident, state=self.document(seat), told=events))

    def document(self, seat: int | None) -> dict[str, Any]:
        """What a seat is told now."""
        return document(self.table, seat, self.here(), self.clocks())

    def _audiences(self, first: int | None = None) -> list[Audience]:
        """Everyone who is told or was told before; those of one seat first."""
        found = dict.fromkeys([*((listener.seat, listener.telling) for listener in self.listeners), *self._shown])
        return sorted(found, key=lambda audience: audience[0] != first)

    def _tell(self, audience: Audience, but: Listener | None = None) -> None:
        """Tell an audience, but for one of it, what is different from what it was told last."""
        seat, telling = audience
        hearing = [one for one in self.listeners if (one.seat, one.telling) == audience]
        if not hearing:
            self._shown.pop(audience, None)
            return
        before = self._shown.get(audience)
        now = telling.parts(self, seat, self._made)
        share(now, (shown.parts for shown in self._shown.values()))
        self._shown[audience] = Shown(self.table.version, now)
        if before is not None and (before.owes or before.parts != now):
            push = telling.push(self, seat, before.parts, now, before.version, self._made)
            for listener in hearing:
                if listener is not but:
                    listener.tell(push)

    def _spread(self, first: int | None = None) -> None:
        """Things are different: one seat is told at once, everyone else when nobody waits for an answer."""
        self._made = {}
        self._behind = self._audiences(first)
        for audience in self._behind[:]:
            if audience[0] == first is not None:
                self._tell_first(audience)
        if self._behind:
            self.house.herald.send(self)

    def _tell_first(self, audience: Audience) -> None:
        """Tell who acted what he decides with, and the rest in its turn; everything, where that is not parted."""
        (seat, telling), before = audience, self._shown.get(audience)
        urgent = telling.urgent(self, seat, before.parts, before.version, self._made) if before is not None else None
        if before is None or urgent is None:
            self._tell(audience)
            self._behind.remove(audience)
            return
        self._shown[audience] = Shown(before.version, before.parts | urgent.parts, owes=True)
        for listener in self.listeners:
            if urgent.parts and (listener.seat, listener.telling) == audience:
                listener.tell(urgent.message)

    @property
    def has_news(self) -> bool:
        """Whether an audience is behind."""
        return bool(self._behind)

    def tell_one(self) -> Iterator[None]:
        """Tell one audience that is behind, with a pause after each part of the work."""
        if not self._behind:  # whoever was has gone
            return
        audience, made = self._behind.pop(0), self._made
        seat, telling = audience
        if not self._was_overtaken:
            for _ in telling.draw(self, seat, made):
                yield
                if self._made is not made:
                    # Things are different again. Next time without a pause: else whoever watches a quick match would
                    # hear of nothing before it is over.
                    self._was_overtaken = True
                    self._behind = list(dict.fromkeys([audience, *self._behind]))
                    return
        self._was_overtaken = False
        self._tell(audience)
        if not self._behind:
            self._made = {}

    def _whole(self, listener: Listener) -> bytes:
        """Everything, for one who begins; whoever hears the same is brought to the same moment, so they go on alike."""
        audience = listener.seat, listener.telling
        self._made = {}
        self._tell(audience, but=listener)
        return listener.telling.whole(self, listener.seat, self._shown[audience].parts)

    # --- What they do

    async def act(self, seat: int | None, message: Act) -> bytes:
        """Do what a seat asks for, and answer; Refused if it is not done."""
        self.touch(seat)
        if isinstance(message, messages.Sync):
            return self.state(seat, message.since, message.id)
        if seat is None:
            raise Refused("not_seated")
        key = self.table.seats[seat].key
        try:
            async with self.lock:
                if self.table.seats[seat].key != key:  # he got up while this waited
                    raise Refused("not_seated")
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
                self.bots.go_on(seat)
                return Done(version=self.table.version)
            case messages.Rematch():
                return await self._rematch(seat)
            case messages.Reset():
                return await self._reset(seat, message.choice)
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
                return acts.leave(table, at, seat, message.stand_in)
            case messages.Return():
                return acts.come_back(table, at, seat)
            case messages.Vote(seat=whom):
                return acts.vote(table, at, seat, whom, whom in self._seen and self.is_here(whom))
            case messages.Claim(seat=whom):
                return acts.claim(table, at, seat, whom, self._left(whom) if whom in self._seen else 0)
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

    async def _reset(self, seat: int, choice: int) -> Done:
        """Take back one choice after the other."""
        entry = acts.undo(self.table, self.house.times.now(), seat, choice)
        if entry is None:
            return Done(version=self.table.version, already=True)
        while entry is not None:
            await self.write(entry)
            more = self.table.undo_of(seat)
            entry = acts.undo(self.table, self.house.times.now(), seat, more) if more else None
        return Done(version=self.table.version)

    async def _rematch(self, seat: int) -> messages.RematchAt:
        if not self.table.match.over:
            raise Refused("not_now", "the match is not over yet")
        if not self.table.next_table:
            ident = await self.house.found_again(self.table)
            await self.write(entries.Rematched(self.house.times.now(), seat, ident))
        return messages.RematchAt(table=self.table.next_table)

    async def sit(self, seat: int | None, name: str, key: str) -> int:
        """Somebody takes an open seat; which one."""
        async with self.lock:
            entry = acts.sit(self.table, self.house.times.now(), seat, name, key)
            await self.write(entry)
            self.touch(entry.seat)
            return entry.seat

    async def write(self, entry: Entry) -> None:
        """Write an entry down; then it is true, and everybody is told."""
        version = self.table.version
        try:
            await self.house.store.append(self.table.ident, version, written(entry))
        except Conflict:
            await self._read_again()
            raise Refused("stale", "another server has gone on with this table; look again") from None
        except StoreError as error:
            raise self._failed(error) from None
        self.table.fold(entry)
        self.go_on(None if isinstance(entry, (entries.Founded, entries.Started)) else entry.seat)
        if self.table.status != self._marked:
            await self.mark()

    def _failed(self, error: StoreError) -> Refused:
        log.warning("the store fails: %s", error, extra={"table": self.table.ident})
        return Refused("broken_log", str(error)) if isinstance(error, BrokenLog) else Refused("store_unavailable")

    async def mark(self) -> None:
        """Let the store know what the table is doing, for its lists alone: what is true is in the log."""
        status = self.table.status
        log.info("table is %s", status, extra={"table": self.table.ident, "version": self.table.version})
        with contextlib.suppress(StoreError):
            await self.house.store.mark(self.table.ident, status)
            self._marked = status

    async def _read_again(self) -> None:
        """Somebody else has written: the log is right."""
        try:
            table = replayed(self.table.ident, await self.house.store.read(self.table.ident))
        except StoreError as error:
            raise self._failed(error) from None
        version = self.table.version
        if table.version <= version:
            raise Refused("broken_log", "this table's log has fewer entries than were written")
        self.table = table
        self.go_on()

    def go_on(self, first: int | None = None) -> None:
        """The table is another one: clocks, bots and listeners take note, and who did it is told at once."""
        now = self.house.times.ticks()
        for number, seat in enumerate(self.table.seats):
            if self._asked[number][:2] != (seat.decision, seat.plays_itself):
                self._asked[number] = (seat.decision, seat.plays_itself, now)
        self._show_out()
        self.bots.wake()
        self._spread(first)

    # --- Clocks

    def clocks(self) -> list[int]:
        """The milliseconds that each seat has left; nothing at a table without a clock."""
        return [self._left(number) for number in range(len(self.table.seats))] if self.table.founded.clock else []

    def _left(self, number: int) -> int:
        return self.table.seats[number].bank - self._spent(number)

    def _spent(self, number: int) -> int:
        """How long a seat has been thinking, if its own time runs; while the server was down, nobody's did."""
        decision, is_person, since = self._asked[number]
        if self.table.founded.clock is None or decision == NO_DECISION or not is_person:
            return 0
        return max(0, int((self.house.times.ticks() - since) * 1000))

    # --- The end

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens, no bot thinks, no clock runs and nothing is being done."""
        no_clock = self.table.founded.clock is None or not any(asked for asked, _, _ in self._asked.values())
        return no_clock and not self.listeners and self.bots.are_idle and not self.lock.locked()

    async def close(self) -> None:
        """Stop thinking; what was being written is written."""
        await self.bots.close()
        async with self.lock:
            pass
