"""Twin tables: a random session at a table, and the same session with other cards that one audience cannot see.

The server's own code builds both from a log of entries. In the twin, the packs come from a re-dealt state, and the
secret choices of others are changed to fit it. So the twin has another log, other hands and other sealed cards, but the
audience has seen and done exactly the same.
"""

import copy
from dataclasses import dataclass
from random import Random
from typing import Final
from unittest import mock

import msgspec

import drakkar
from drakkar.core.chance import chance_from
from drakkar.core.events import Log
from drakkar.core.hosting import log_of, questions, state_of, undoable
from drakkar.core.match import Match
from drakkar.games.blood_rage.choices import QUEST
from drakkar.games.blood_rage.events import DEALT
from drakkar.games.blood_rage.memory import visits
from drakkar.games.blood_rage.state import DEAL, State
from drakkar.server.live.bot_pool import BotPool
from drakkar.server.live.bot_seats import BotSeats
from drakkar.server.live.broadcaster import Broadcastable, Broadcaster
from drakkar.server.live.clock import Clock
from drakkar.server.live.push_format import JSON
from drakkar.server.live.room import Room
from drakkar.server.live.subscriber import Subscriber, Subscription
from drakkar.server.log import commands, entries, messages
from drakkar.server.log.entries import BOT, FREE, PERSON, Chose, Entry, Founded, Place, TimeControl
from drakkar.server.log.errors import Refused
from drakkar.server.log.sqlite_store import SqliteStore
from drakkar.server.log.store import Store
from drakkar.server.log.table import Table
from tests.blood_rage.worlds import GAME, in_secret
from tests.server.fake_clock import FakeClock

IDENT: Final = "a-table"
# Chat lines that seats send now and then.
IDLE_WORDS: Final = ("Skål!", "my turn?", "<b>well</b>", "I have nothing", "…")


class Unforkable(Exception):
    """An undone choice does not fit this deal: a player who saw it knows more than their view says."""


class Paper(SqliteStore):
    """A store that only records writes."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    async def append(self, table: str, version: int, entry: bytes, fence: int = 0) -> None:
        """Record an entry."""
        self.written.append(entry)

    async def mark(self, table: str, status: str) -> None:
        """Ignored: there are no listings."""


class Swift(Broadcaster):
    """A broadcaster that pushes to all audiences at once."""

    def schedule(self, source: Broadcastable) -> None:
        """Push to all audiences."""
        while source.has_pending:
            for _ in source.push_next():
                pass


class Household:
    """A room's host without disk and bots, with a fake clock."""

    def __init__(self) -> None:
        self.paper = Paper()
        self.held = FakeClock()
        self.store: Store = self.paper
        self.bot_pool = BotPool(1)
        self.clock: Clock = self.held
        self.broadcaster: Broadcaster = Swift(self.held)

    async def create_rematch(self, table: Table) -> str:
        """A fixed id for the new table."""
        return "another-table"

    async def dismiss(self, table_id: str) -> None:
        """Ignored: nothing is deleted."""


class Asleep(BotSeats):
    """Bots that choose only when the test makes them."""

    def reschedule(self) -> None:
        """Do nothing."""


class Quiet(Room):
    """A room whose present seats the test sets, and whose bots never choose by themselves."""

    def __init__(self, registry: Household, table: Table) -> None:
        super().__init__(registry, table)
        self.held = registry.held
        self.bots = Asleep(self, registry.bot_pool, registry.clock)
        self.present: set[int] = set()

    def present_seats(self) -> set[int]:
        """The seats that the test has set."""
        return self.present

    def _update_presence(self) -> bool:
        self.presence.update(self.present)
        return False


class Ear(Subscriber):
    """A subscriber that keeps all messages."""

    def __init__(self, seat: int | None, key: str = "") -> None:
        super().__init__(Subscription(seat, JSON), key, lambda: b"")
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Keep a message."""
        self.heard.append(message)


@dataclass(frozen=True)
class Note:
    """An entry of a log, the time of writing, and the seats connected then."""

    seconds: float
    present: frozenset[int]
    entry: Entry


@dataclass
class Seen:
    """A table at a moment, and the messages to one audience up to it."""

    room: Quiet
    ear: Ear

    @property
    def match(self) -> Match:
        """The match of the table."""
        return self.room.table.match


# --- One session


def wish(rng: Random, seed: int, fewest_people: int = 1) -> Founded:
    """A table of 2 to 5 seats: random rulings, clans and kinds of seats, with or without a clock."""
    seats = rng.randint(2, 5)
    clans = rng.sample(range(len(GAME.sides)), seats)
    kinds = [PERSON if number < fewest_people else rng.choice([PERSON, PERSON, BOT, FREE]) for number in range(seats)]
    rng.shuffle(kinds)
    places = [
        Place(PERSON, f"p{number}", key=f"key {number}")
        if kind == PERSON
        else Place(BOT, bot="karl")
        if kind == BOT
        else Place(FREE)
        for number, kind in enumerate(kinds)
    ]
    return Founded(
        at=1_700_000_000_000,
        game=GAME.title,
        rules=GAME.rules_version,
        sides=[GAME.sides[clan] for clan in clans],
        rulings=GAME.random_rulings(chance_from(seed), clans),
        seed=str(seed),
        seats=places,
        name="an evening",
        clock=TimeControl(rng.choice([5, 60, 900]), rng.choice([0, 10])) if rng.random() < 0.6 else None,
        pace=0.8,
        grace=4.0,
    )


async def evening(seed: int) -> list[Note]:
    """A whole random match, with chat, mutes, leaving, stand-ins, votes, claims and many undos."""
    rng = Random(seed)
    founded = wish(rng, seed)
    registry = Household()
    room = Quiet(registry, Table(IDENT, founded))
    notes = [Note(registry.held.seconds, frozenset(), founded)]

    def note() -> None:
        while len(notes) <= len(registry.paper.written):
            entry = entries.decode(registry.paper.written[len(notes) - 1])
            notes.append(Note(registry.held.seconds, frozenset(room.present), entry))

    while room.table.status != "over":
        registry.held.seconds += rng.choice([0.25, 1.0, 3.5, 61.0 if rng.random() < 0.05 else 2.0])
        registry.held.wall += 1000
        if rng.random() < 0.1:
            room.present = {number for number, _ in enumerate(room.table.seats) if rng.random() < 0.7}
        try:
            await somebody_acts(room, rng)
        except Refused:
            continue
        note()
    return notes


async def somebody_acts(room: Quiet, rng: Random) -> None:
    """A random seat does something; Refused if it may not."""
    table = room.table
    people = [number for number, seat in enumerate(table.seats) if seat.is_person]
    if not table.started:
        open_seats = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
        if rng.random() < 0.5:
            number = await room.sit(rng.choice(open_seats), "late", f"key {rng.randrange(10**6)}")
            assert number in open_seats
        elif rng.random() < 0.5:
            await room.act(rng.choice(people), messages.Start())
        else:
            await room.act(rng.choice(people), messages.Say(text=rng.choice(IDLE_WORDS)))
        return
    undoing = [
        number for number in people if table.undo_of(number) and (is_unseen(table, number) or rng.random() < 0.1)
    ]
    if undoing and rng.random() < 0.12:
        await someone_undoes(room, rng.choice(undoing))
    elif rng.random() < 0.08:
        await room.act(rng.choice(people), mingling(room, rng))
    else:
        await choose(
            room, seat := rng.choice(sorted(questions(table.match))), rng.choice(table.match.choices(seat)).text
        )


def is_unseen(table: Table, seat: int) -> bool:
    """Whether the choice that a seat can undo has not revealed a card of its hand."""
    at = undoable(table.match, seat)
    return at is not None and not table.match.history[at].text.startswith(("upgrade ", "quest "))


def mingling(room: Room, rng: Random) -> messages.Command:
    """A random command beside the match; it may be refused."""
    other = rng.randrange(len(room.table.seats))
    some: list[messages.Command] = [
        messages.Say(text=rng.choice(IDLE_WORDS)),
        messages.Mute(seat=other, muted=rng.random() < 0.7),
        messages.Leave(),
        messages.Return(),
        messages.Return(),
        messages.Vote(seat=other),
        messages.Claim(seat=other),
        messages.SkipUndoWindow(),
    ]
    return rng.choice(some)


async def choose(room: Room, seat: int, words: str) -> bytes:
    """Make a choice for a seat, whether person or bot; one that was given up chooses like a bot."""
    decision = room.table.seats[seat].decision
    if room.table.seats[seat].is_human and not room.table.seats[seat].left:
        return await room.act(seat, messages.Choose(decision=decision, choice=words))
    entry = commands.choose(room.table, room.registry.clock.wall_ms(), seat, decision, words, 0)
    assert entry is not None
    await room.write(entry)
    return b""


async def someone_undoes(room: Room, seat: int) -> bytes:
    """Undo the seat's choice, even if the seat was given up since."""
    choice = room.table.undo_of(seat)
    if room.table.seats[seat].is_given_up:
        entry = commands.undo(room.table, room.registry.clock.wall_ms(), seat, choice)
        assert entry is not None
        await room.write(entry)
        return b""
    return await room.act(seat, messages.Undo(choice=choice))


# --- The same session in two deals


def as_it_was(notes: list[Note], audience: int | None, listening: int) -> Seen:
    """The table after these entries; its audience was connected for the last few."""
    return _retold(Table(IDENT, _founded(notes)), notes, audience, listening, None)


def in_another_world(here: Seen, notes: list[Note], audience: int | None, listening: int, rng: Random) -> Seen:
    """The twin: everything that the audience cannot know is re-dealt. Unforkable if an undone choice does not fit."""
    world: State = drakkar.redeal(here.match.view(audience), rng)
    founded, clans = _founded(notes), here.match._side_numbers
    state = GAME.set_up(clans, here.match.rulings, chance_from(here.match.seed), Log([]))
    state.flow.chance.feed(dealt_alike(here.match, audience, world))
    GAME.book.settle(state)
    match = Match(GAME, state, clans, here.match.rulings, here.match.seed, "")
    with mock.patch("drakkar.server.log.table.match_of", return_value=match):
        table = Table(IDENT, founded)
    return _retold(table, notes, audience, listening, _Translator(here.room.table, world, audience, rng))


def dealt_alike(match: Match, audience: int | None, world: State) -> list[int]:
    """The outcomes of chance that deal the packs of a world, in the order in which the audience has seen them."""
    dealt = [values[1:] for kind, _, values in log_of(match).entries if kind == DEALT.number]
    fed = []
    true = (*state_of(match).drafts, state_of(match).draft)
    for age, draft in enumerate((*world.drafts, world.draft)):
        deck = list(draft.deck)
        for pack in range(draft.packs):
            cards, seen = list(draft.cards[pack * DEAL : (pack + 1) * DEAL]), visits(draft, pack, audience)
            if seen:
                first, came = seen[0] * draft.at_once, list(dealt[age * match.seats + pack])
                for card in true[age].cards[pack * DEAL : pack * DEAL + first]:
                    came.remove(card)
                cards[first:] = came
            for card in cards:
                at = deck.index(card)
                fed.append(at)
                deck[at] = deck[-1]
                deck.pop()
    return fed


def _founded(notes: list[Note]) -> Founded:
    founded = notes[0].entry
    assert isinstance(founded, Founded)
    return founded


def _retold(
    table: Table, notes: list[Note], audience: int | None, listening: int, translator: "_Translator | None"
) -> Seen:
    registry = Household()
    room = Quiet(registry, table)
    ear = Ear(audience)
    for number, note in enumerate(notes):
        registry.held.seconds = note.seconds
        room.present = set(note.present)
        if number:
            entry = translator.translated(table, note.entry) if translator else note.entry
            table.apply(entry)
            room.table_changed()
        if number == max(0, len(notes) - 1 - listening):
            ear.key = "" if audience is None else table.seats[audience].key
            room.subscribers.append(ear)
            ear.send(room._full(ear))
    return Seen(room, ear)


class _Translator:
    """Translates the choices of others into another deal."""

    def __init__(self, original: Table, world: State, audience: int | None, rng: Random) -> None:
        self.match = original.match
        self.stands = {version: number for number, version in enumerate(original.chosen_at)}
        self.world = world
        self.audience = audience
        self.rng = rng
        self.age = 1
        self.quests = [0] * original.match.seats

    def translated(self, table: Table, entry: Entry) -> Entry:
        """The corresponding entry in that deal."""
        if not isinstance(entry, Chose) or entry.seat == self.audience:
            return entry
        state = state_of(table.match)
        if state.age > self.age:
            self.age, self.quests = state.age, [0] * table.match.seats
        number = self.stands.get(table.version + 1)
        if number is None:
            code = self._taken_back(table.match, entry)
        else:
            code = in_secret(self.match, state, self.world, self.match.history[number], number, self.quests)
        return msgspec.structs.replace(entry, choice=table.match._spell(entry.seat, code))

    def _taken_back(self, match: Match, entry: Chose) -> int:
        """An undone choice: the same one, or any if no other player saw which it was."""
        question = questions(match)[entry.seat]
        legal = list(GAME.book.legal(state_of(match), entry.seat))
        if question.secret:
            return int(self.rng.choice(legal))
        meant = GAME.book.notation.read(entry.choice)
        verbs = GAME.book.notation.verb_of
        if any(verbs[code] == QUEST.number for code in meant):
            legal = [code for code in legal if verbs[code] == QUEST.number]
            if legal:
                return int(self.rng.choice(legal))
        for code in meant:
            if code in legal:
                return int(code)
        raise Unforkable(entry.choice)


def forked(seen: Seen) -> Seen:
    """A copy of the table that continues separately, with a new subscriber."""
    before, old = seen.room, seen.room.table
    table = copy.copy(old)
    table.match = old.match.copy()
    table.seats = [copy.copy(seat) for seat in old.seats]
    for seat in table.seats:
        seat.votes, seat.muted = set(seat.votes), set(seat.muted)
    table.chosen_at, table.undone, table.first_changed_event = (
        old.chosen_at[:],
        dict(old.undone),
        old.first_changed_event[:],
    )
    table.histories = {}
    registry = Household()
    registry.held.seconds, registry.held.wall = before.held.seconds, before.held.wall
    room, ear = Quiet(registry, table), Ear(seen.ear.seat, seen.ear.key)
    room.subscribers, room.present = [ear], set(before.present)
    room._last_push, room._asked = dict(before._last_push), dict(before._asked)
    was = before.presence
    room.presence.seen, room.presence.seen_at = dict(was.seen), dict(was.seen_at)
    room.presence.here, room.presence.gone, room.presence.since = was.here, was.gone, dict(was.since)
    room.bots._skipped.update(before.bots._skipped)
    return Seen(room, ear)
