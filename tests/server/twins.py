"""Twin tables: one evening at a table, and the same evening with other cards where somebody cannot see them.

Both are made by the server's own code from a log of entries. In the twin the packs are those of a re-dealt world, and
what the others chose in secret is what fits it. So the twin has another log, other hands and other sealed cards; but
whoever the world was dealt for has seen, heard and done the very same.
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
from drakkar.core.match import Match
from drakkar.games.blood_rage.choices import QUEST
from drakkar.games.blood_rage.events import DEALT
from drakkar.games.blood_rage.memory import visits
from drakkar.games.blood_rage.state import DEAL, State
from drakkar.server import acts, entries, messages
from drakkar.server.bot_seats import BotSeats
from drakkar.server.entries import BOT, FREE, PERSON, Chose, Clock, Entry, Founded, Place
from drakkar.server.herald import Hall, Herald
from drakkar.server.listener import Hearing, Listener
from drakkar.server.refusals import Refused
from drakkar.server.room import Room
from drakkar.server.sqlite_store import SqliteStore
from drakkar.server.store import Store
from drakkar.server.table import Table
from drakkar.server.telling import JSON
from drakkar.server.thinkers import Thinkers
from drakkar.server.times import Times
from tests.blood_rage.worlds import GAME, in_secret
from tests.server.held import HeldTimes

IDENT: Final = "a-table"
# What some seat does now and then beside its choices.
IDLE_WORDS: Final = ("Skål!", "my turn?", "<b>well</b>", "I have nothing", "…")


class Unforkable(Exception):
    """What somebody did and took back does not fit into this world: whoever saw it knows more than his view says."""


class Paper(SqliteStore):
    """A store that only notes what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    async def append(self, table: str, version: int, entry: bytes) -> None:
        """One more."""
        self.written.append(entry)

    async def mark(self, table: str, status: str) -> None:
        """Nobody asks for lists here."""


class Swift(Herald):
    """Whoever has news for everybody tells everybody before he does anything else."""

    def send(self, hall: Hall) -> None:
        """To all of them."""
        while hall.has_news:
            for _ in hall.tell_one():
                pass


class Household:
    """What a room needs, without a disk, without bots and with held time."""

    def __init__(self) -> None:
        self.paper = Paper()
        self.held = HeldTimes()
        self.store: Store = self.paper
        self.thinkers = Thinkers(1)
        self.times: Times = self.held
        self.herald: Herald = Swift(self.held)

    async def found_again(self, table: Table) -> str:
        """The name of a new table, injected."""
        return "another-table"


class Asleep(BotSeats):
    """Bots that choose when the test lets them."""

    def wake(self) -> None:
        """Not now."""


class Quiet(Room):
    """A room where those are present whom the test names, and bots sleep."""

    def __init__(self, house: Household, table: Table) -> None:
        super().__init__(house, table)
        self.held = house.held
        self.bots = Asleep(self, house.thinkers, house.times)
        self.present: set[int] = set()

    def here(self) -> set[int]:
        """Whoever the test says."""
        return self.present


class Ear(Listener):
    """A connection that keeps all it was told."""

    def __init__(self, seat: int | None, key: str = "") -> None:
        super().__init__(Hearing(seat, JSON), key, lambda: b"")
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        """Keep it."""
        self.heard.append(message)


@dataclass(frozen=True)
class Note:
    """An entry of a log, when it was written, and who was connected then."""

    seconds: float
    present: frozenset[int]
    entry: Entry


@dataclass
class Seen:
    """A table at a moment, and what one audience was told on the way there."""

    room: Quiet
    ear: Ear

    @property
    def match(self) -> Match:
        """What is played there."""
        return self.room.table.match


# --- One evening


def wish(rng: Random, seed: int, fewest_people: int = 1) -> Founded:
    """A table of 2 to 5 seats: random options, clans and seats, with a clock or without."""
    seats = rng.randint(2, 5)
    clans = rng.sample(range(len(GAME.clans)), seats)
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
        clans=[GAME.clans[clan] for clan in clans],
        options=GAME.random_settings(chance_from(seed), clans),
        seed=str(seed),
        seats=places,
        name="an evening",
        clock=Clock(rng.choice([5, 60, 900]), rng.choice([0, 10])) if rng.random() < 0.6 else None,
        pace=0.8,
        grace=4.0,
    )


async def evening(seed: int) -> list[Note]:
    """A whole random match, with chat, mutes, leavers, stand-ins, votes, claims and many undos."""
    rng = Random(seed)
    founded = wish(rng, seed)
    house = Household()
    room = Quiet(house, Table(IDENT, founded))
    notes = [Note(house.held.seconds, frozenset(), founded)]

    def note() -> None:
        while len(notes) <= len(house.paper.written):
            entry = entries.read(house.paper.written[len(notes) - 1])
            notes.append(Note(house.held.seconds, frozenset(room.present), entry))

    while room.table.status != "over":
        house.held.seconds += rng.choice([0.25, 1.0, 3.5, 61.0 if rng.random() < 0.05 else 2.0])
        house.held.wall += 1000
        if rng.random() < 0.1:
            room.present = {number for number, _ in enumerate(room.table.seats) if rng.random() < 0.7}
        try:
            await somebody_acts(room, rng)
        except Refused:
            continue
        note()
    return notes


async def somebody_acts(room: Quiet, rng: Random) -> None:
    """Some seat does something; Refused if it may not."""
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
        seat = rng.choice(undoing)
        await room.act(seat, messages.Undo(choice=table.undo_of(seat)))
    elif rng.random() < 0.08:
        await room.act(rng.choice(people), mingling(room, rng))
    else:
        await choose(room, seat := rng.choice(sorted(table.match.asked())), rng.choice(table.match.options(seat)).text)


def is_unseen(table: Table, seat: int) -> bool:
    """Whether the choice that a seat can take back tells nobody what it held."""
    at = table.match.undoable(seat)
    return at is not None and not table.match.history[at].text.startswith(("upgrade ", "quest "))


def mingling(room: Room, rng: Random) -> messages.Act:
    """Something that people do beside the match; it may be refused."""
    other = rng.randrange(len(room.table.seats))
    some: list[messages.Act] = [
        messages.Say(text=rng.choice(IDLE_WORDS)),
        messages.Mute(seat=other, muted=rng.random() < 0.7),
        messages.Leave(),
        messages.Return(),
        messages.Return(),
        messages.Vote(seat=other),
        messages.Claim(seat=other),
        messages.GoOn(),
    ]
    return rng.choice(some)


async def choose(room: Room, seat: int, words: str) -> bytes:
    """The seat answers what it is asked, be it a person or a bot."""
    decision = room.table.seats[seat].decision
    if room.table.seats[seat].plays_itself:
        return await room.act(seat, messages.Choose(decision=decision, choice=words))
    entry = acts.choose(room.table, room.house.times.now(), seat, decision, words, 0)
    assert entry is not None
    await room.write(entry)
    return b""


async def someone_undoes(room: Room, seat: int) -> bytes:
    """The seat takes back what it can; whoever plays for it, it is a person's right."""
    return await room.act(seat, messages.Undo(choice=room.table.undo_of(seat)))


# --- The same evening for two worlds


def as_it_was(notes: list[Note], audience: int | None, listening: int) -> Seen:
    """The table after these entries; its audience has listened to the last few."""
    return _retold(Table(IDENT, _founded(notes)), notes, audience, listening, None)


def in_another_world(here: Seen, notes: list[Note], audience: int | None, listening: int, rng: Random) -> Seen:
    """The twin: all that the audience cannot know is dealt anew. Unforkable if somebody took back what does not fit."""
    world: State = drakkar.redeal(here.match.view(audience), rng)
    founded, clans = _founded(notes), here.match.clan_numbers
    state = GAME.set_up(clans, here.match.settings, chance_from(here.match.seed), Log([]))
    state.flow.chance.feed(dealt_alike(here.match, audience, world))
    GAME.book.settle(state)
    match = Match(GAME, state, clans, here.match.settings, here.match.seed, "")
    with mock.patch("drakkar.server.table.match_of", return_value=match):
        table = Table(IDENT, founded)
    return _retold(table, notes, audience, listening, _Translator(here.room.table, world, audience, rng))


def dealt_alike(match: Match, audience: int | None, world: State) -> list[int]:
    """What chance must say so that the packs of a world are dealt, in the order in which the audience has seen them."""
    dealt = [values[1:] for kind, _, values in match.log.entries if kind == DEALT.number]
    fed = []
    true = (*match.state.drafts, match.state.draft)
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
    house = Household()
    room = Quiet(house, table)
    ear = Ear(audience)
    for number, note in enumerate(notes):
        house.held.seconds = note.seconds
        room.present = set(note.present)
        if number:
            entry = translator.translated(table, note.entry) if translator else note.entry
            table.fold(entry)
            room.go_on()
        if number == max(0, len(notes) - 1 - listening):
            ear.key = "" if audience is None else table.seats[audience].key
            room.listeners.append(ear)
            ear.tell(room._whole(ear))
    return Seen(room, ear)


class _Translator:
    """Says what everybody chose in another world."""

    def __init__(self, original: Table, world: State, audience: int | None, rng: Random) -> None:
        self.match = original.match
        self.stands = {version: number for number, version in enumerate(original.chosen_at)}
        self.world = world
        self.audience = audience
        self.rng = rng
        self.age = 1
        self.quests = [0] * original.match.seats

    def translated(self, table: Table, entry: Entry) -> Entry:
        """The entry that tells the same in that world."""
        if not isinstance(entry, Chose) or entry.seat == self.audience:
            return entry
        state = table.match.state
        if state.age > self.age:
            self.age, self.quests = state.age, [0] * table.match.seats
        number = self.stands.get(table.version + 1)
        if number is None:
            code = self._taken_back(table.match, entry)
        else:
            code = in_secret(self.match, state, self.world, self.match.history[number], number, self.quests)
        return msgspec.structs.replace(entry, choice=table.match.spell(entry.seat, code))

    def _taken_back(self, match: Match, entry: Chose) -> int:
        """A choice that was taken back: the very same, or another one if nobody saw which it was."""
        question = match.asked()[entry.seat]
        legal = list(GAME.book.legal(match.state, entry.seat))
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
    """The same table, to go on apart, with a fresh ear."""
    before, old = seen.room, seen.room.table
    table = copy.copy(old)
    table.match = old.match.copy()
    table.seats = [copy.copy(seat) for seat in old.seats]
    for seat in table.seats:
        seat.votes, seat.muted = set(seat.votes), set(seat.muted)
    table.chosen_at, table.undone, table.told_from = old.chosen_at[:], dict(old.undone), old.told_from[:]
    table.stories = {}
    house = Household()
    house.held.seconds, house.held.wall = before.held.seconds, before.held.wall
    room, ear = Quiet(house, table), Ear(seen.ear.seat, seen.ear.key)
    room.listeners, room.present = [ear], set(before.present)
    room._shown, room._seen, room._asked = dict(before._shown), dict(before._seen), dict(before._asked)
    room.bots._went_on.update(before.bots._went_on)
    return Seen(room, ear)
