"""A live table: connections, thinking bots and running clocks. All of it can be rebuilt from the log.

Commands run one at a time: each is checked against the table, written to the store, then applied and pushed.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from drakkar.core.errors import DrakkarError
from drakkar.core.reasons import Reason
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.bot_seats import BotSeats
from drakkar.server.live.broadcaster import Broadcaster
from drakkar.server.live.clock import Clock
from drakkar.server.live.document import Parts, document, events_since, intern_parts
from drakkar.server.live.elsewhere import Connected, Elsewhere
from drakkar.server.live.hints import Hints
from drakkar.server.live.presence import Presence
from drakkar.server.live.push_format import JSON, PushFormat, RenderCache
from drakkar.server.live.slices import in_slices
from drakkar.server.live.subscriber import Subscriber, Subscription
from drakkar.server.live.token_bucket import TokenBucket
from drakkar.server.log import commands, entries, messages, quotas
from drakkar.server.log.entries import BOT, Entry, encode
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.messages import Answer, Command, Done, State, encode_answer
from drakkar.server.log.store import RUNNING, BrokenLog, Conflict, Fenced, NoSuchTable, Store, StoreError
from drakkar.server.log.table import NO_DECISION, Table, replay_steps

log = logging.getLogger("drakkar.server")
T = TypeVar("T")

# Seconds without a connection after which a table's bots run with low priority.
UNATTENDED_AFTER: Final = 60.0


# A command that is overtaken more often is refused.
MOST_OVERTAKEN: Final = 20
SHORTER: Final = "this table's log has fewer entries than were written"
# The commands of a table that has stopped.
WHILE_STOPPED: Final = (messages.Agree, messages.Say, messages.Mute, messages.Leave, messages.Return)

# Subscribers that get the same messages: those of one seat, or the spectators, with one push format.
Audience = tuple[int | None, PushFormat]


class Overtaken(Refused):
    """Another server has written to the log first; the table has been read on, and the command can be tried again."""

    def __init__(self) -> None:
        super().__init__("stale", "another server has gone on with this table; look again")


class Driving(Protocol):
    """Which tables this server drives, if others use the same database."""

    def drives(self, table: str) -> bool:
        """Whether this server drives a table."""

    def fence(self, table: str) -> int:
        """The fence for what a driver writes."""

    def lose(self, table: str) -> None:
        """Another server drives a table now."""

    def attend(self, table: str, seen: Iterable[int]) -> None:
        """Clients of a table have come, gone, or sent a message for the seats `seen`."""


class LastPush(NamedTuple):
    """The parts and the version that were last pushed to an audience; `partial` after a priority push."""

    version: int
    parts: Parts
    partial: bool = False


class RoomHost(Protocol):
    """The part of the registry that a room uses."""

    store: Store
    bot_pool: BotPool
    clock: Clock
    broadcaster: Broadcaster

    async def create_rematch(self, table: Table) -> str:
        """Create a table for the same people."""

    async def dismiss(self, table_id: str) -> None:
        """Drop a table that has been deleted."""


class Room:
    """One live table."""

    def __init__(self, registry: RoomHost, table: Table, driving: Driving | None = None, served: int = 0) -> None:
        """`driving` is None if no other server uses the database; `served` is when the clocks last began anew."""
        self.registry = registry
        self.table = table
        self.driving = driving
        self.served = served
        self.subscribers: list[Subscriber] = []
        self.lock = asyncio.Lock()
        # The last push to each audience.
        self._last_push: dict[Audience, LastPush] = {}
        # The audiences that still need the latest push, and the parts rendered for the others.
        self._pending: list[Audience] = []
        self._cache: RenderCache = {}
        # Whether the table changed while a push was rendered.
        self._was_overtaken = False
        # The latest output of the push formats.
        self.rendered: dict[object, Any] = {}
        now = registry.clock.monotonic()
        self.presence = Presence(len(table.seats), registry.clock)
        self.elsewhere = Elsewhere()
        # Runs until no seat will be away or gone; the event makes it look again.
        self._presence_task: asyncio.Task[None] | None = None
        self._presence_moved = asyncio.Event()
        # By seat: the decision on the clock, whether its person plays, and the start time.
        self._asked: dict[int, tuple[int, bool, float]] = {}
        self._note_decisions()
        self.bots = BotSeats(self, registry.bot_pool, registry.clock)
        self.hints = Hints(self, registry.bot_pool)
        self.last_used = now
        self._chatting: dict[int, TokenBucket] = {}
        # When people were last connected. A new table with seats for people counts as attended.
        self._attended = now if any(seat.kind != BOT for seat in table.seats) else -UNATTENDED_AFTER
        # The status in the store.
        self._marked = table.status

    # --- Presence

    def subscribe_seat(
        self, seat: int | None, push_format: PushFormat = JSON, beside: frozenset[int] = frozenset()
    ) -> Subscriber:
        """Subscribe a connection; its first message is the whole state."""
        return self.subscribe(Subscription(seat, push_format, beside))

    def subscribe(self, subscription: Subscription) -> Subscriber:
        """`subscribe_seat` with all details of the connection."""
        seat = subscription.seat
        key = "" if seat is None else self.table.seats[seat].key
        subscriber: Subscriber = Subscriber(subscription, key, lambda: self._full(subscriber))
        self.subscribers.append(subscriber)
        self.mark_active(seat, *subscription.beside)
        self.registry.bot_pool.schedule()
        subscriber.send(self._full(subscriber))
        self._broadcast()
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a connection that is closed."""
        self.subscribers = [other for other in self.subscribers if other is not subscriber]
        self._attended = self.registry.clock.monotonic()
        if not self.subscribers:
            self.rendered.clear()
        self.mark_active(subscriber.seat, *subscriber.beside)
        self._broadcast()

    def _remove_unseated(self) -> None:
        """Turn subscribers that have lost their seat into spectators; disconnect spectators where none are allowed."""
        for subscriber in self.subscribers[:]:
            if subscriber.seat is not None and subscriber.key != self.table.seats[subscriber.seat].key:
                self._unseat(subscriber)
            if (
                subscriber in self.subscribers
                and subscriber.seat is None
                and self.table.started
                and not self.table.founded.spectators
            ):
                self.subscribers.remove(subscriber)
                subscriber.disconnect(
                    "no_spectators",
                    encode_answer(messages.RefusedAnswer(code="no_spectators", text=str(Refused("no_spectators")))),
                )

    def _unseat(self, subscriber: Subscriber) -> None:
        """Make a spectator of a connection that has lost its seat. A page must reload: it still shows a hand."""
        subscriber.seat, subscriber.key = None, ""
        self._tell_attendance()
        if close_reason := subscriber.push_format.unseated():
            self.subscribers.remove(subscriber)
            subscriber.disconnect("not_seated", close_reason)
        else:
            subscriber.send(self._full(subscriber))

    def dismiss(self, code: str) -> None:
        """Disconnect all clients, with a refusal."""
        for subscriber in self.subscribers:
            text = subscriber.push_format.refusal(self, Refused(code))
            subscriber.disconnect(code, encode_answer(messages.RefusedAnswer(code=code, text=text)))
        self.subscribers.clear()

    def revoke(self, key: str, but_session: str) -> None:
        """Unseat every connection that holds the seat by a link only, except those of one session."""
        lost = [one for one in self.subscribers if key in one.linked and one.session != but_session]
        for subscriber in lost:
            self._unseat(subscriber)
        if lost:
            self._remove_unseated()
            self._broadcast()

    def connected(self) -> Connected:
        """The clients of this server."""
        seats = {subscriber.seat for subscriber in self.subscribers if subscriber.seat is not None}
        beside = (subscriber.beside for subscriber in self.subscribers)
        spectators = sum(subscriber.seat is None for subscriber in self.subscribers)
        return Connected(frozenset(seats.union(*beside)), spectators)

    def connected_seats(self) -> set[int]:
        """The seats with a connection, to any server."""
        return {*self.connected().seats, *self.elsewhere.seats}

    def spectators(self) -> int:
        """The number of spectators, at all servers."""
        return self.connected().spectators + self.elsewhere.spectators

    def present_seats(self) -> set[int]:
        """The seats with a connection, or with one or a message a moment ago."""
        return set(self.presence.here)

    def gone_seats(self) -> set[int]:
        """The seats of players who have left or have been away for so long that the others may vote for a bot."""
        seats = enumerate(self.table.seats) if self.table.status == RUNNING else ()
        return {number for number, seat in seats if seat.is_human and (seat.left or number in self.presence.gone)}

    def is_attended(self) -> bool:
        """Whether people are connected, or were a moment ago; otherwise the table's bots get low priority."""
        is_watched = bool(self.subscribers or self.elsewhere.seats or self.elsewhere.spectators)
        return is_watched or self.registry.clock.monotonic() - self._attended < UNATTENDED_AFTER

    def mark_active(self, *seats: int | None) -> None:
        """Note that seats have connected, disconnected, polled or acted; others learn who is here and who is not."""
        self.last_used = self.registry.clock.monotonic()
        seen = [seat for seat in seats if seat is not None]
        self._tell_attendance(seen)
        self._see(seen)

    def _tell_attendance(self, seen: Iterable[int] = ()) -> None:
        if self.driving is not None:
            self.driving.attend(self.table.id, seen)

    def _see(self, seats: Iterable[int]) -> None:
        self.presence.see(seats)
        if self._update_presence():
            self._broadcast()

    def hear_elsewhere(self, server: str, told: Any) -> None:
        """Note who is at this table on another server."""
        before = self.elsewhere.seats, self.elsewhere.spectators
        seen = self.elsewhere.hear(server, told, len(self.table.seats))
        self._see([*seen, *before[0]])  # a seat that has just disconnected was here until now
        self._moved_elsewhere(before)

    def keep_elsewhere(self, alive: Container[str]) -> None:
        """Forget the clients of servers that are gone."""
        before = self.elsewhere.seats, self.elsewhere.spectators
        if self.elsewhere.keep(alive):
            self._see(before[0])
            self._moved_elsewhere(before)

    def _moved_elsewhere(self, before: tuple[frozenset[int], int]) -> None:
        if before[1] != self.elsewhere.spectators:
            self._broadcast()
        if before != (self.elsewhere.seats, self.elsewhere.spectators):
            self._attended = self.registry.clock.monotonic()
            self.registry.bot_pool.schedule()

    def poll(self, *seats: int | None) -> None:
        """Note a poll of a page without a socket; its seats are present while it polls."""
        self.mark_active(*seats)
        self._attended = self.last_used

    def _update_presence(self) -> bool:
        """Bring presence up to date, now and later; whether it changed."""
        changed = self.presence.update(self.connected_seats())
        self._presence_moved.set()
        if self._presence_task is None and self.presence.next_change(self.connected_seats()) is not None:
            self._presence_task = asyncio.create_task(self._follow_presence())
        return changed

    async def _follow_presence(self) -> None:
        """Tell everyone when a seat is away or gone, as long as there is something to wait for."""
        while (wait := self.presence.next_change(self.connected_seats())) is not None:
            self._presence_moved.clear()
            with contextlib.suppress(TimeoutError):
                await self.registry.clock.wait(self._presence_moved, wait)
            if self.presence.update(self.connected_seats()):
                self._broadcast()
        self._presence_task = None

    # --- Pushes

    def state(self, seat: int | None, since: int = 0, ident: messages.Id = None) -> bytes:
        """The whole table as a seat may see it, with the events since a version, in JSON."""
        events = events_since(self.table, seat, min(since, self.table.version))
        return encode_answer(State(id=ident, state=self.document(seat), told=events))

    def document(self, seat: int | None) -> dict[str, Any]:
        """Everything that a seat may know now."""
        return document(
            self.table,
            seat,
            self.present_seats(),
            self.clocks(),
            self.bots.failed,
            since=self.presence.since,
            gone=self.gone_seats(),
            watching=self.spectators(),
            hint=None if seat is None else self.hints.of(seat),
        )

    def _audiences(self, first: int | None = None) -> list[Audience]:
        """All current and previous audiences, those of seat `first` first."""
        found = dict.fromkeys(
            [*((subscriber.seat, subscriber.push_format) for subscriber in self.subscribers), *self._last_push]
        )
        return sorted(found, key=lambda audience: audience[0] != first)

    def _push(self, audience: Audience, but: Subscriber | None = None) -> None:
        """Push the changes since the last push to an audience, except to one subscriber."""
        seat, push_format = audience
        subscription = [one for one in self.subscribers if (one.seat, one.push_format) == audience]
        if not subscription:
            self._last_push.pop(audience, None)
            return
        before = self._last_push.get(audience)
        now = push_format.parts(self, seat, self._cache)
        intern_parts(now, (shown.parts for shown in self._last_push.values()))
        self._last_push[audience] = LastPush(self.table.version, now)
        if before is not None and (before.partial or before.parts != now):
            push = push_format.push(self, seat, before.parts, now, before.version, self._cache)
            for subscriber in subscription:
                if subscriber is not but:
                    subscriber.send(push)

    def _broadcast(self, first: int | None = None) -> None:
        """Push a change: at once to the seat that acted, in the background to all others."""
        self._cache = {}
        self._pending = self._audiences(first)
        for audience in self._pending[:]:
            if audience[0] == first is not None:
                self._push_to_actor(audience)
        if self._pending:
            self.registry.broadcaster.schedule(self)

    def _push_to_actor(self, audience: Audience) -> None:
        """Push to the seat that acted: if the format allows, first the parts for its decision, the rest later."""
        (seat, push_format), before = audience, self._last_push.get(audience)
        urgent = (
            push_format.priority_push(self, seat, before.parts, before.version, self._cache)
            if before is not None
            else None
        )
        if before is None or urgent is None:
            self._push(audience)
            self._pending.remove(audience)
            return
        self._last_push[audience] = LastPush(before.version, before.parts | urgent.parts, partial=True)
        for subscriber in self.subscribers:
            if urgent.parts and (subscriber.seat, subscriber.push_format) == audience:
                subscriber.send(urgent.message)

    def refresh(self) -> None:
        """Push changes that are not in the log: a bot has failed or tries again."""
        self._broadcast()

    @property
    def has_pending(self) -> bool:
        """Whether an audience has not had the latest push."""
        return bool(self._pending)

    def push_next(self) -> Iterator[None]:
        """Push to one audience; yields after each part of the work."""
        if not self._pending:  # the audience has left
            return
        audience, cache = self._pending.pop(0), self._cache
        seat, push_format = audience
        if not self._was_overtaken:
            for _ in push_format.render_steps(self, seat, cache):
                yield
                if self._cache is not cache:
                    # The table has changed again. Render without yielding next time; otherwise the spectators of a fast
                    # match would see nothing until its end.
                    self._was_overtaken = True
                    self._pending = list(dict.fromkeys([audience, *self._pending]))
                    return
        self._was_overtaken = False
        self._push(audience)
        if not self._pending:
            self._cache = {}

    def _full(self, subscriber: Subscriber) -> bytes:
        """The first message for a subscriber; brings its whole audience to the same version."""
        audience = subscriber.seat, subscriber.push_format
        self._cache = {}
        self._push(audience, but=subscriber)
        return subscriber.push_format.full(self, subscriber.seat, self._last_push[audience].parts)

    # --- Commands

    async def act(self, seat: int | None, message: Command) -> bytes:
        """Run a seat's command and return the answer; Refused if it is refused."""
        self.mark_active(seat)
        if isinstance(message, messages.Sync):
            return self.state(seat, message.since, message.id)
        if seat is None:
            raise Refused("not_seated")
        key = self.table.seats[seat].key
        try:
            async with self.lock:
                answer = await self.until_current(lambda: self._checked_act(seat, key, message))
                if isinstance(message, messages.Hint):
                    self.hints.ask(seat)
        except DrakkarError as error:
            raise to_refusal(error) from None
        answer.id = message.id
        return encode_answer(answer)

    @staticmethod
    async def until_current(command: Callable[[], Awaitable[T]]) -> T:
        """Run a command; check it again each time another server has written to the log first."""
        for _ in range(MOST_OVERTAKEN):
            with contextlib.suppress(Overtaken):
                return await command()
        return await command()

    async def _checked_act(self, seat: int, key: str, message: Command) -> Answer:
        if self.table.seats[seat].key != key:  # the player left the seat while this waited
            raise Refused("not_seated")
        self._check_open()
        self._check_going(message)
        return await self._act(seat, message)

    async def _act(self, seat: int, message: Command) -> Answer:
        match message:
            case messages.WhyNot():
                return self._why_not(seat, message.choice)
            case messages.Preview():
                return self._preview(seat, message.choice)
            case messages.SkipUndoWindow():
                self.bots.skip_undo_window(seat)
                return Done(version=self.table.version)
            case messages.Retry(seat=whom):
                commands.check_failed(self.table, seat, whom, self.bots.failed)
                self.bots.retry(whom)
                self.refresh()
                return Done(version=self.table.version)
            case messages.Rematch():
                return await self._rematch(seat)
            case messages.Reset():
                return await self._reset(seat, message.choice)
        entry = self._entry(seat, message)
        if entry is None:
            return Done(version=self.table.version, already=True)
        if isinstance(entry, entries.Chose | entries.Undid):
            commands.check_seated(self.table, seat)
        await self.write(entry)
        if isinstance(entry, entries.Replaced):
            self.bots.retry(entry.whom)  # also if the seat got the same bot again
        return Done(version=self.table.version)

    def _entry(self, seat: int, message: Command) -> Entry | None:
        """The log entry for a command."""
        table, at = self.table, self.registry.clock.wall_ms()
        match message:
            case messages.Choose():
                spent = self._time_spent(seat)
                return commands.choose(table, at, seat, message.decision, message.choice, spent, message.forced)
            case messages.Undo():
                return commands.undo(table, at, seat, message.choice)
            case messages.Say():
                said = commands.say(table, at, seat, message.text)
                self._check_chat_rate(seat)
                return said
            case messages.Mute():
                return commands.mute(table, at, seat, message.seat, message.muted)
            case messages.Start():
                return commands.start(table, at, seat, message.bot)
            case messages.Leave():
                return commands.leave(table, at, seat, message.stand_in)
            case messages.Return():
                return commands.come_back(table, at, seat)
            case messages.Agree():
                return commands.agree(table, at, seat)
            case _:
                return self._entry_about(seat, message)

    def _entry_about(self, seat: int, message: Command) -> Entry | None:
        """The log entry for a hint, or for a command about another seat."""
        table, at = self.table, self.registry.clock.wall_ms()
        match message:
            case messages.Hint():
                return commands.hint(table, at, seat, message.decision)
            case messages.Vote(seat=whom):
                return commands.vote(table, at, seat, whom, whom not in self.presence.gone)
            case messages.Replace(seat=whom):
                return commands.replace(table, at, seat, whom, message.bot, self.bots.failed)
            case messages.Claim(seat=whom):
                return commands.claim(table, at, seat, whom, self._time_left(whom) if whom < len(table.seats) else 0)
        raise AssertionError("every message has its act")

    def _why_not(self, seat: int, words: str) -> messages.WhyNotAnswer:
        if not self.table.started:
            raise Refused("not_started")
        reason: Reason | None = self.table.match.why_not(seat, words)
        if reason is None:
            return messages.WhyNotAnswer(choice=words)
        return messages.WhyNotAnswer(
            choice=words, code=reason.code, rule=reason.rule, text=reason.text, params=reason.params
        )

    def _preview(self, seat: int, words: str) -> messages.PreviewAnswer:
        if not self.table.started:
            raise Refused("not_started")
        return messages.PreviewAnswer(choice=words, preview=self.table.match.view(seat).preview(words).to_json())

    async def _reset(self, seat: int, choice: int) -> Done:
        """Undo a seat's choices, one after the other."""
        entry = commands.undo(self.table, self.registry.clock.wall_ms(), seat, choice)
        if entry is None:
            return Done(version=self.table.version, already=True)
        commands.check_seated(self.table, seat)
        while entry is not None:
            await self.write(entry)
            more = self.table.undo_of(seat)
            entry = commands.undo(self.table, self.registry.clock.wall_ms(), seat, more) if more else None
        return Done(version=self.table.version)

    async def _rematch(self, seat: int) -> messages.RematchCreated:
        if not self.table.match.over:
            raise Refused("not_now", "the match is not over yet")
        if not self.table.next_table:
            ident = await self.registry.create_rematch(self.table)
            try:
                await self.write(entries.Rematched(self.registry.clock.wall_ms(), seat, ident))
            except Overtaken:
                await self.registry.store.delete(ident)
                await self.registry.dismiss(ident)
                raise
        return messages.RematchCreated(table=self.table.next_table)

    async def sit(self, seat: int | None, name: str, key: str) -> int:
        """Give a player an open seat; return its number."""

        async def take() -> int:
            self._check_open()
            entry = commands.sit(self.table, self.registry.clock.wall_ms(), seat, name, key)
            await self.write(entry)
            self.mark_active(entry.seat)
            return entry.seat

        async with self.lock:
            return await self.until_current(take)

    @property
    def is_driver(self) -> bool:
        """Whether this server moves the bots of the table."""
        return self.driving is None or self.driving.drives(self.table.id)

    async def write(self, entry: Entry, *, as_driver: bool = False) -> None:
        """Append an entry to the log, apply it, and push the change; Overtaken if the log was longer.

        What is written as the driver is refused if another server drives the table by now.
        """
        quotas.check(self.table, entry)
        version, body = self.table.version, encode(entry)
        fence = self.driving.fence(self.table.id) if as_driver and self.driving is not None else 0
        try:
            await self.registry.store.append(self.table.id, version, body, fence)
        except Conflict:
            await self._read_on()
            if self.table.version <= version:
                raise Refused("broken_log", SHORTER) from None
            raise Overtaken from None
        except Fenced:
            assert self.driving is not None
            self.driving.lose(self.table.id)
            raise Refused("stale", "another server moves the bots of this table") from None
        except StoreError as error:
            raise self._failed(error) from None
        self.table.apply(entry)
        self.table.size += len(body)
        self._log_entries("written")
        self.table_changed(
            None
            if isinstance(entry, entries.Founded | entries.Started | entries.Closed | entries.Continued)
            else entry.seat
        )
        if self.table.status != self._marked:
            await self.mark()

    def _failed(self, error: StoreError) -> Refused:
        if isinstance(error, NoSuchTable):
            return Refused("deleted")
        log.warning("the store fails: %s", error, extra={"table": self.table.id})
        return Refused("broken_log", str(error)) if isinstance(error, BrokenLog) else Refused("store_unavailable")

    async def mark(self) -> None:
        """Set the table's status in the store. It is only for listings: the log is authoritative."""
        status = self.table.status
        log.info("table is %s", status, extra={"table": self.table.id, "version": self.table.version})
        with contextlib.suppress(StoreError):
            await self.registry.store.mark(self.table.id, status)
            self._marked = status

    async def catch_up(self) -> None:
        """Apply what other servers have written to the log."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> None:
        """Apply the entries after the known ones; the caller holds the lock."""
        table = self.table
        try:
            bodies = await self.registry.store.read(table.id, table.version)
        except StoreError as error:
            raise self._failed(error) from None
        if not bodies:
            return
        try:
            for body in bodies:
                entry = entries.decode(body)
                assert not isinstance(entry, entries.Continued), "it cuts off earlier entries"
                table.apply(entry)
                table.size += len(body)
        except Exception:  # noqa: BLE001 - the replay says what is wrong, without the error's text
            await self.reload()
            return
        self._marked = table.status
        self._log_entries("read")
        self.table_changed()

    def _log_entries(self, how: str) -> None:
        log.debug("entry %s", how, extra={"table": self.table.id, "version": self.table.version})

    async def reload(self) -> None:
        """Replay the whole log; the caller holds the lock."""
        try:
            bodies = await self.registry.store.read(self.table.id)
            table = await in_slices(replay_steps(self.table.id, bodies, self.table.lost))
        except StoreError as error:
            raise self._failed(error) from None
        if table.version < self.table.version:
            raise Refused("broken_log", SHORTER)
        self.table, self._marked = table, table.status
        self.table_changed()

    def table_changed(self, first: int | None = None) -> None:
        """Update clocks, bots and subscribers after a change; the seat that made it comes first."""
        self._note_decisions()
        self._remove_unseated()
        self.bots.reschedule()
        self._broadcast(first)

    def restart(self) -> None:
        """Begin the clocks anew, and let the bots move if this server drives the table."""
        self._asked.clear()
        self.table_changed()

    def _note_decisions(self) -> None:
        """Note since when each seat owes its decision: by the log if other servers serve the table too."""
        now, wall = self.registry.clock.monotonic(), self.registry.clock.wall_ms()
        for number, seat in enumerate(self.table.seats):
            if self._asked.get(number, ())[:2] != (seat.decision, seat.is_human):
                since = wall if self.driving is None else max(seat.asked_at, self.served)
                self._asked[number] = (seat.decision, seat.is_human, now - max(0, wall - since) / 1000)

    def _check_open(self) -> None:
        if self.table.closed is not None:
            raise Refused("closed", self.table.closed)

    def _check_going(self, message: Command) -> None:
        """Refused if the table has stopped and the command would change the match."""
        stop = self.table.stopped
        if stop is not None and not isinstance(message, WHILE_STOPPED):
            raise Refused(
                "not_now", f"this table has stopped until its players agree to go on under rules {stop.newest}"
            )

    def _check_chat_rate(self, seat: int) -> None:
        """Refused if a seat sends chat too fast."""
        now = self.registry.clock.monotonic()
        bucket = self._chatting.setdefault(seat, TokenBucket(quotas.LINES, quotas.LINES_AT_ONCE, now))
        if not bucket.take(now):
            raise Refused("too_many", "too many lines of chat", retry=bucket.wait_for(now, 1))

    # --- Clocks

    def clocks(self) -> list[int]:
        """The milliseconds that each seat has left; empty at a table without a clock."""
        return [self._time_left(number) for number in range(len(self.table.seats))] if self.table.founded.clock else []

    def _time_left(self, number: int) -> int:
        return self.table.seats[number].bank - self._time_spent(number)

    def _time_spent(self, number: int) -> int:
        """Milliseconds on a seat's running clock. Clocks do not run while the server is down."""
        decision, is_person, since = self._asked[number]
        if self.table.founded.clock is None or decision == NO_DECISION or not is_person:
            return 0
        return max(0, int((self.registry.clock.monotonic() - since) * 1000))

    # --- The end

    @property
    def is_idle(self) -> bool:
        """Whether there is no subscriber, no thinking bot, no running clock and no running command."""
        no_clock = self.table.founded.clock is None or not any(asked for asked, _, _ in self._asked.values())
        return no_clock and not self.subscribers and self.bots.are_idle and not self.lock.locked()

    async def close(self) -> None:
        """Stop the bots and wait for the current write."""
        await self.bots.close()
        await self.hints.close()
        if self._presence_task is not None:
            self._presence_task.cancel()
        async with self.lock:
            pass
