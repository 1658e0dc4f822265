"""The leak scan: if hidden cards are re-dealt, nothing that the server sends to a client that cannot see them differs.

At random moments of random matches each seat, and a spectator, has a twin table (see twin_tables.py). The whole state,
the pushes before it, the record, every answer and refusal, and the next push that reveals nothing are the same, byte by
byte. Ids and times are injected.

With DRAKKAR_FULL=1 the slow scan takes 200 matches instead of 20.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec
import pytest

from drakkar.core.hosting import all_events, questions, state_of, undoable
from drakkar.core.kit import fingerprint
from drakkar.core.match import Match
from drakkar.games.blood_rage.choices import CARD, KEEP, LATE, PICK, QUEST, UPGRADE
from drakkar.server.api.app import Api, record_of, summary
from drakkar.server.api.guard import ANY_HOST
from drakkar.server.api.rate_limiter import Limits, RateLimiter
from drakkar.server.live import document as documents
from drakkar.server.live.room import Room
from drakkar.server.log import messages
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import WhyNotAnswer
from drakkar.server.log.table import Table
from drakkar.server.web.hot_seat import Screen, SharedPanelFeed
from drakkar.server.web.layout_feeds import HandFeed, ScreenFeed
from drakkar.server.web.panel_feed import PanelFeed
from tests.blood_rage.worlds import GAME
from tests.server.fake_clock import held_house
from tests.server.twin_tables import (
    Ear,
    Note,
    Seen,
    Unforkable,
    as_it_was,
    choose,
    evening,
    forked,
    in_another_world,
    mingling,
    someone_undoes,
)

FULL: Final = os.environ.get("DRAKKAR_FULL", "") not in ("", "0")
BLOCKS: Final = 20
PAGES: Final = PanelFeed("en")
SCREEN: Final = ScreenFeed("en")
HAND: Final = HandFeed("en")
NOTATION: Final = GAME.book.notation
NONSENSE: Final = ("?", "pick", "card ", "quest", "keep nobody", "Tyr", "upgrade !", "ᚠᚢᚦ", "a" * 200, "pass pass", "0")


def whole(pages: PanelFeed, room: Room, seat: int | None) -> bytes:
    """The first message of a page."""
    return pages.full(room, seat, pages.parts(room, seat, {}))


class Leak(AssertionError):
    """A message depends on information that its audience may not have."""


@dataclass
class Count:
    """The counts of a scan."""

    forks: int = 0
    unforkable: int = 0
    same: int = 0
    answers: int = 0
    pushes: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


def compare(what: str, here: object, there: object) -> None:
    """Raise Leak unless both are equal."""
    if here != there:
        raise Leak(f"{what}: {here!r} and {there!r}"[:4000])


class Scan:
    """Compares tables with their twins."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.count = Count()

    async def match(self, seed: int, moments: int) -> None:
        """Scan some moments of one session, for every seat and a spectator."""
        notes, rng = await evening(seed), Random(f"moments {seed}")
        for _ in range(moments):
            length = rng.randrange(2, len(notes))
            for audience in (*range(len(as_it_was(notes[:1], None, 0).room.table.seats)), None):
                await self.moment(notes[:length], audience, rng)

    async def moment(self, notes: list[Note], audience: int | None, rng: Random) -> None:
        """Scan one moment for one audience."""
        listening = rng.choice([1, 2, 4, 8])
        here = as_it_was(notes, audience, listening)
        if not here.room.table.started:
            return
        try:
            there = in_another_world(here, notes, audience, listening, rng)
        except Unforkable:
            self.count.unforkable += 1
            return
        self.count.forks += 1
        self.count.same += fingerprint(state_of(here.match)) == fingerprint(state_of(there.match))
        self.told(here, there, audience, rng)
        await self.asked(here, there, audience, rng)
        await self.next(here, there, audience, rng)

    def told(self, here: Seen, there: Seen, audience: int | None, rng: Random) -> None:
        """Compare everything that the audience gets without a request."""
        compare("pushes", here.ear.heard, there.ear.heard)
        since = rng.randrange(here.room.table.version + 1)
        for seen in (here, there):
            seen.room.held.seconds += 1.5
        compare("state", here.room.state(audience), there.room.state(audience))
        compare("state since", here.room.state(audience, since), there.room.state(audience, since))
        compare("page", whole(PAGES, here.room, audience), whole(PAGES, there.room, audience))
        shared = SharedPanelFeed("en", screen=Screen(tuple(range(len(here.room.table.seats))), audience))
        compare("a screen of several people", whole(shared, here.room, 0), whole(shared, there.room, 0))
        compare("a big screen", whole(SCREEN, here.room, None), whole(SCREEN, there.room, None))
        if audience is not None:
            compare("a hand", whole(HAND, here.room, audience), whole(HAND, there.room, audience))
        compare("record", record(here, audience), record(there, audience))
        compare("list", msgspec.json.encode(summary(here.room.table)), msgspec.json.encode(summary(there.room.table)))
        compare("clocks", here.room.clocks(), there.room.clocks())
        # Bots wait for this, so its value shows in how long they take.
        compare("wait", here.room.bots._would_end_an_undo(), there.room.bots._would_end_an_undo())

    async def answer(self, seen: Seen, seat: int | None, said: bytes) -> bytes:
        """The answer to a seat's message."""
        ear = Ear(seat)
        await self.api._handle_message(seen.room, ear, said, "")
        return b"\n".join(ear.heard)

    async def asked(self, here: Seen, there: Seen, audience: int | None, rng: Random) -> None:
        """Compare the answers to requests, including forbidden ones."""
        for act in attempts(here.match, there.match, here.room.table, audience, rng):
            said = msgspec.json.encode(act)
            answer = await self.answer(here, audience, said)
            compare(said.decode(), answer, await self.answer(there, audience, said))
            self.count.answers += 1
            self.count.kinds[kind_of(answer)] += 1
        compare("nothing done", here.room.table.version, there.room.table.version)
        compare("nothing heard", here.ear.heard, there.ear.heard)

    async def next(self, here: Seen, there: Seen, audience: int | None, rng: Random) -> None:
        """Compare the next push after various actions, unless the action reveals hidden information."""
        for step in (self.a_choice, self.a_choice, self.an_undo, self.a_word):
            one, other = forked(here), forked(there)
            if not await step(one, other, audience, rng):
                continue
            compare("push", one.ear.heard, other.ear.heard)
            compare("state", one.room.state(audience), other.room.state(audience))
            self.count.pushes += bool(one.ear.heard)

    async def a_choice(self, one: Seen, other: Seen, audience: int | None, rng: Random) -> bool:
        """A seat chooses: the same choice in both tables, or any secret one. False if that would reveal something."""
        if one.match.over:
            return False
        seat = rng.choice(sorted(questions(one.match)))
        question = questions(one.match)[seat]
        both = [{choice.code: choice.text for choice in seen.match.choices(seat)} for seen in (one, other)]
        common = sorted(both[0].keys() & both[1].keys())
        if question.secret and seat != audience and len(questions(one.match)) > 1:
            codes = [rng.choice(sorted(choices)) for choices in both]
        elif common:
            codes = [rng.choice(common)] * 2
        else:
            return False
        answers = [
            await choose(seen.room, seat, choices[code])
            for seen, code, choices in zip((one, other), codes, both, strict=True)
        ]
        if any(seen.match.history[-1].final for seen in (one, other)):
            return False
        if seat == audience:
            compare("done", *answers)
        self.count.kinds[f"push after {question.code}"] += 1
        return True

    async def an_undo(self, one: Seen, other: Seen, audience: int | None, rng: Random) -> bool:
        """A seat undoes a choice."""
        seats = [[seat for seat in range(seen.match.seats) if seen.room.table.undo_of(seat)] for seen in (one, other)]
        compare("who can undo", *seats)
        if not seats[0]:
            return False
        seat = rng.choice(seats[0])
        answers = [await someone_undoes(seen.room, seat) for seen in (one, other)]
        if seat == audience:
            compare("undone", *answers)
        self.count.kinds["push after undo"] += 1
        return True

    async def a_word(self, one: Seen, other: Seen, audience: int | None, rng: Random) -> bool:
        """A seat chats, leaves, votes or claims; this may be refused."""
        people = [number for number, seat in enumerate(one.room.table.seats) if seat.is_person]
        seat, act = rng.choice(people), mingling(one.room, rng)
        later = rng.choice([0.0, 100.0, 1000.0])
        for seen in (one, other):
            seen.room.held.seconds += later
        said = msgspec.json.encode(act)
        answers = [await self.answer(seen, seat, said) for seen in (one, other)]
        compare(said.decode(), *answers)
        return True


def record(seen: Seen, audience: int | None) -> bytes:
    """The record for download."""
    try:
        return record_of(seen.room.table, audience).encode()
    except Refused as refusal:
        return refusal.code.encode()


def kind_of(answer: bytes) -> str:
    """The name of an answer, with its code."""
    read = msgspec.json.decode(answer)
    return f"{read['is']} {read.get('code', '')}".strip()


def attempts(here: Match, there: Match, table: Table, audience: int | None, rng: Random) -> list[messages.Command]:
    """Requests that could reveal something: everything that is refused, and all questions."""
    seat = -1 if audience is None else audience
    decision = 0 if audience is None else table.seats[audience].decision
    words = sorted({*suspicious(here, there, seat, rng), *NONSENSE})
    mine = [] if here.over or audience is None else [choice.text for choice in here.choices(audience)]
    asks: list[messages.Command] = [
        messages.WhyNot(choice=word) for word in (*words, *rng.sample(mine, min(4, len(mine))))
    ]
    asks += [messages.Preview(choice=word) for word in rng.sample([*words, *mine], 8)]
    for word in words:
        wrong = rng.choice([0, decision + 1, max(0, decision - 1), table.version, rng.randrange(1000)])
        theirs = table.seats[rng.randrange(len(table.seats))].decision
        asks += [messages.Choose(decision=number, choice=word) for number in {wrong, theirs} - {decision}]
        if audience is not None and not is_legal(here, audience, word):
            asks.append(messages.Choose(decision=decision, choice=word))
    undo = 0 if audience is None else table.undo_of(audience)
    versions = {0, undo + 1, table.version, rng.randrange(table.version + 1), *list(table.undone)[:2]} - {undo}
    asks += [messages.Undo(choice=version) for version in sorted(versions)]
    return [*asks, messages.Rematch(), messages.SkipUndoWindow(), messages.Start(), messages.Mute(seat=15)]


def suspicious(here: Match, there: Match, seat: int, rng: Random) -> list[str]:
    """Words that could match a card of another hand in one of the deals, and some random ones."""
    codes = [rng.randrange(NOTATION.size) for _ in range(6)]
    for match in (here, there):
        for other in (number for number in range(match.seats) if number != seat):
            theirs = [choice.code for choice in match.choices(other)] if other in questions(match) else []
            codes += rng.sample(theirs, min(4, len(theirs)))
            state = state_of(match)
            held = [*state.hand.of(other), *state.quests.of(other), *state.played.of(other), *state.draft.of(other)]
            for card in rng.sample(held, min(2, len(held))):
                codes.append(rng.choice([PICK, KEEP, UPGRADE, QUEST, CARD, LATE]).code(card))
    return [NOTATION.spell(code, in_full=rng.random() < 0.5) for code in codes]


def is_legal(match: Match, seat: int, words: str) -> bool:
    """Whether a choice is legal."""
    return not match.over and any(code in GAME.book.legal(state_of(match), seat) for code in NOTATION.read(words))


def scanned(tmp_path: Any, seeds: range, moments: int) -> Count:
    """The counts of a scan of these matches; raises Leak if there is one."""

    async def scan() -> Count:
        registry = held_house(tmp_path)
        try:
            scanning = Scan(Api(registry, RateLimiter(Limits(cpu=0), registry.clock), ANY_HOST))
            for seed in seeds:
                await scanning.match(seed, moments)
            return scanning.count
        finally:
            await registry.store.close()

    return asyncio.run(scan())


@pytest.mark.slow
@pytest.mark.parametrize("block", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_nothing_that_is_sent_depends_on_what_its_reader_may_not_know(tmp_path: Any, block: int) -> None:
    count = scanned(tmp_path, range(100 + 2 * block, 102 + 2 * block), 2)
    assert count.forks > 10
    assert count.same < count.forks / 5
    assert count.answers > 50 * count.forks
    assert count.pushes > count.forks


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_and_so_it_is_at_random_moments_of_two_hundred_matches(tmp_path: Any, block: int) -> None:
    """With DRAKKAR_FULL=1 twenty blocks of ten matches, otherwise of one."""
    matches = 10 if FULL else 1
    count = scanned(tmp_path, range(1000 + matches * block, 1000 + matches * (block + 1)), 2)
    assert count.forks > matches
    assert count.same < count.forks / 5
    # One match has few moments; what players took back weighs more there.
    assert count.unforkable < count.forks / (4 if FULL else 2)


# --- The scan finds leaks

TRUE_DOCUMENT: Final = documents.document
TRUE_TOLD: Final = documents.events_since
TRUE_PUT: Final = Table._put_decisions
TRUE_WHY_NOT: Final = Room._why_not


def with_the_view_of_a_neighbour(table: Table, seat: int | None, *others: Any, **more: Any) -> dict[str, Any]:
    """A document with the view of the wrong seat."""
    theirs = TRUE_DOCUMENT(table, ((seat or 0) + 1) % len(table.seats), *others, **more)
    return {**TRUE_DOCUMENT(table, seat, *others, **more), "view": theirs["view"]}


def with_nothing_hidden(table: Table, seat: int | None, since: int) -> messages.EventSlice:
    """Events with everything revealed."""
    told = TRUE_TOLD(table, seat, since)
    return messages.EventSlice(told.start, [event.to_json() for event in all_events(table.match, told.start)])


def numbering_anew_at_some_seals(table: Table, actor: int) -> None:
    """The decisions of all others get new numbers when a seat seals certain cards."""
    TRUE_PUT(table, actor)
    if actor >= 0 and table.match.history and table.match.history[-1].code % 2:
        for number, seat in enumerate(table.seats):
            if number != actor and seat.decision:
                seat.decision = table.version


def with_a_clock_that_stops_for_quests(room: Room, number: int) -> int:
    """The clock of a seat behaves differently when it holds certain cards."""
    return 0 if sum(state_of(room.table.match).hand.of(number)) % 2 else 100


def naming_what_others_can_do(room: Room, seat: int, words: str) -> WhyNotAnswer:
    """A reason that reveals whether any other player could."""
    others = [number for number in questions(room.table.match) if number != seat]
    if any(room.table.match.why_not(other, words) is None for other in others if words not in NONSENSE):
        return WhyNotAnswer(choice=words, text="another could")
    return TRUE_WHY_NOT(room, seat, words)


def letting_undo_only_what_was_dull(table: Table, number: int) -> int:
    """Whether a seat may undo depends on the card that it sealed."""
    at = undoable(table.match, number) if table.started else None
    return 0 if at is None or table.match.history[at].code % 2 else table.chosen_at[at - table.loaded]


def with_the_whole_position(table: Table, seat: int | None) -> str:
    """The record of a running match, for any client."""
    return table.match.position()


PLANTS: Final[dict[str, Callable[..., object]]] = {
    "drakkar.server.live.room.document": with_the_view_of_a_neighbour,
    "drakkar.server.live.room.events_since": with_nothing_hidden,
    "drakkar.server.log.table.Table._put_decisions": numbering_anew_at_some_seals,
    "drakkar.server.live.room.Room._time_spent": with_a_clock_that_stops_for_quests,
    "drakkar.server.live.room.Room._why_not": naming_what_others_can_do,
    "drakkar.server.log.table.Table.undo_of": letting_undo_only_what_was_dull,
    "tests.server.test_leaks.record_of": with_the_whole_position,
}


@pytest.mark.slow
@pytest.mark.parametrize("place", [*PLANTS])
def test_a_planted_leak_is_found(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(place, PLANTS[place])
    with pytest.raises(Leak):
        scanned(tmp_path, range(100, 106), 2)
