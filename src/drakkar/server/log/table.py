"""A table: a pure function of its log. The same log always gives the same table."""

import re
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

import msgspec

import drakkar
from drakkar.analysis import has_network
from drakkar.core.errors import DrakkarError, WrongVersion
from drakkar.core.events import Entry as Happened
from drakkar.core.game import REVISION, find
from drakkar.core.hosting import (
    commitment_of,
    forced_after,
    game_of,
    log_of,
    only_answer,
    questions,
    resolve,
    state_of,
    undoable,
)
from drakkar.core.loading import Loading
from drakkar.core.match import Match, Played
from drakkar.core.notation import Choice
from drakkar.core.record import RECORD as RECORD_HEAD
from drakkar.core.version import VERSION
from drakkar.lessons.lesson import Lesson
from drakkar.lessons.library import lesson_of
from drakkar.puzzles.library import puzzle_of
from drakkar.puzzles.puzzle import Puzzle
from drakkar.server.log import entries
from drakkar.server.log.entries import BOT, FREE, PERSON, Entry
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.revisions import Course, Stop, other_rules
from drakkar.server.log.store import CLOSED, OPEN, OVER, RUNNING

# The bot that plays for a person who left or whose time is up.
STAND_IN: Final = "karl"
NO_DECISION: Final = 0
# What a match can continue from.
POSITION: Final = "position"
RECORD: Final = "record"
LATEST_CHAT: Final = 200
LATEST_ASIDES: Final = 8
LATEST_UNDONE: Final = 4
# Choices of an uploaded record that are replayed in one step.
CHOICES_A_STEP: Final = 20

T = TypeVar("T")


class TakenBack(NamedTuple):
    """An undone choice by the version of its undo, and the number of events that were left.

    The code is -1 if the others had not seen the choice. Its spelling in the history could tell what else was in hand.
    """

    version: int
    seat: int
    code: int
    events: int


class Seat:
    """A seat: the person who holds it, and the player."""

    def __init__(self, place: entries.Place, bank: int) -> None:
        self.kind = place.kind
        self.name = place.name
        self.key = place.key
        self.bot = place.bot
        self.left = False
        self.votes: set[int] = set()
        self.muted: set[int] = set()
        # Milliseconds left on the clock; negative if overdrawn.
        self.bank = bank
        # The version since which the seat has owed its current decision.
        self.decision = NO_DECISION
        self.menu: tuple[int, ...] = ()
        # When, in Unix milliseconds, its player began to owe it.
        self.asked_at = 0
        # The only answer to it, if everyone can see that there is no other: the table gives it for a person.
        self.only_answer = ""
        # The latest decision for which it asked for a hint, and the number of hints.
        self.hinted = NO_DECISION
        self.hints = 0
        # The latest answer and its decision, to recognise a repeated message.
        self.answered: tuple[int, tuple[str, ...]] = (NO_DECISION, ())

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat, present or not."""
        return self.kind == PERSON

    @property
    def is_human(self) -> bool:
        """Whether a person plays now, and no bot for them."""
        return self.kind == PERSON and not self.bot

    @property
    def is_automatic(self) -> bool:
        """Whether a bot or the table itself makes the current decision."""
        return bool(self.bot or self.only_answer)

    @property
    def is_given_up(self) -> bool:
        """Whether its person has left or a bot plays for them: they choose nothing until they take the seat back."""
        return self.kind == PERSON and (self.left or bool(self.bot))


class Table:
    """A table at one version; `apply` moves it to the next."""

    def __init__(self, table_id: str, founded: entries.Founded, match: Match | None = None) -> None:
        """The table after its first entry; `match` is its match, if that was built before."""
        self.id = table_id
        self.founded = founded
        self.version = 0
        self.seats = [Seat(place, founded.clock.bank * 1000 if founded.clock else 0) for place in founded.seats]
        self.match = match if match is not None else match_of(founded)
        self.loaded = len(self.match.history)
        self.started = False
        # The version of each choice made here that was not undone; the choices of a group share theirs.
        self.chosen_at: list[int] = []
        # The versions of those that the table made itself.
        self.automatic: set[int] = set()
        # Undone choices by version, with their seats.
        self.undone: dict[int, int] = {}
        # The latest of them in detail, and the version of the latest choice that was made.
        self.taken_back: deque[TakenBack] = deque(maxlen=LATEST_UNDONE)
        self.last_choice = 0
        # By version: index of the first event that differs from the previous version.
        self.first_changed_event = [0]
        # Events as plain data, by the event and whether it may be fully known.
        self.event_cache: dict[tuple[Happened, bool], dict[str, object]] = {}
        # By seat: a version, and all events as the seat knew them then.
        self.histories: dict[int | None, tuple[int, list[dict[str, object]]]] = {}
        self.chat: list[entries.Said] = []
        # The latest lines of chat, undos and hints, with their versions; they are not events of the match.
        self.asides: deque[tuple[int, entries.Said | entries.Undid | entries.Hinted]] = deque(maxlen=LATEST_ASIDES)
        # The latest hints: the version, the seat, and the number of events before.
        self.hints: deque[tuple[int, int, int]] = deque(maxlen=LATEST_UNDONE)
        self.next_table = ""
        # The administrator's reason for closing the table; None if it is not closed.
        self.closed: str | None = None
        # The number of lines of chat, and the size of the log in bytes.
        self.lines = 0
        self.size = 0
        # Entries of the log that the store has lost; the log itself cannot tell.
        self.lost = 0
        # The rules in force, why the table has stopped (if it has), and the rules that seats have agreed to.
        self.rules = game_of(self.match).revision_of(self.match.rulings)
        self.stopped: Stop | None = None
        self._agreed: dict[int, str] = {}
        self.apply(founded)

    @property
    def status(self) -> str:
        """The status for the store. A match that was over when the table was closed stays over."""
        if self.started and self.match.over:
            return OVER
        if self.closed is not None:
            return CLOSED
        return RUNNING if self.started else OPEN

    def apply(self, entry: Entry) -> None:
        """Apply the next entry. It is valid: commands.py checked it before it was written."""
        before = [(seat.decision, seat.is_human) for seat in self.seats]
        self._apply(entry)
        for seat, owed in zip(self.seats, before, strict=True):
            if (seat.decision, seat.is_human) != owed:
                seat.asked_at = entry.at

    def _apply(self, entry: Entry) -> None:
        self.version += 1
        self.first_changed_event.append(len(log_of(self.match).entries))
        if isinstance(entry, entries.Said | entries.Undid | entries.Hinted):
            self.asides.append((self.version, entry))
        match entry:
            case entries.Founded():
                self._start_if_full()
            case entries.Seated():
                seat = self.seats[entry.seat]
                seat.kind, seat.name, seat.key = PERSON, entry.name, entry.key
                self._start_if_full()
            case entries.Started():
                self._fill(entry.bot)
                self._start_if_full()
            case entries.Chose():
                self._choose(entry)
            case entries.Undid():
                self._undo(entry)
            case entries.Rematched():
                self.next_table = entry.table
            case entries.Closed():
                self._close(entry.reason)
            case entries.Continued():
                self._go_on()
            case _:
                self._apply_social(entry)

    def _apply_social(self, entry: Entry) -> None:
        """Apply an entry about chat, leaving, returning or voting."""
        match entry:
            case entries.Said():
                # Drop half of the lines at once: otherwise each new line would shift all others in every push.
                self.lines += 1
                kept = self.chat if len(self.chat) < LATEST_CHAT else self.chat[LATEST_CHAT // 2 :]
                self.chat = [*kept, entry]
            case entries.Muted():
                (set.add if entry.muted else set.discard)(self.seats[entry.seat].muted, entry.whom)
            case entries.Left():
                self._leave(self.seats[entry.seat], entry.stand_in)
            case entries.Returned():
                seat = self.seats[entry.seat]
                seat.left, seat.bot = False, ""
                seat.votes.clear()
            case entries.Voted():
                seat = self.seats[entry.whom]
                seat.votes.add(entry.seat)
                if self.is_voted_out(entry.whom):
                    seat.bot = STAND_IN
            case entries.Claimed():
                seat = self.seats[entry.whom]
                # The current decision is not charged, because the bot makes it. The player's time is used up all the
                # same.
                seat.bot, seat.bank = STAND_IN, 0
            case _:
                self._apply_rest(entry)

    def _apply_rest(self, entry: Entry) -> None:
        match entry:
            case entries.Replaced():
                self.seats[entry.whom].bot = entry.bot
            case entries.Agreed():
                self._agreed[entry.seat] = entry.rules
            case entries.Hinted():
                self._hint(entry)

    @property
    def hints_allowed(self) -> bool:
        """Whether players may ask for hints: as the host has settled, or else if all other seats are bots."""
        others = sum(seat.kind != BOT for seat in self.seats) - 1
        allowed = not others if self.founded.hints is None else self.founded.hints
        return allowed and has_network(self.founded.game)

    def replace_chat_line(self, said: entries.Said, instead: entries.Said) -> None:
        """Replace a line of chat that was erased from the log."""
        self.chat = [instead if one == said else one for one in self.chat]
        for number, (version, aside) in enumerate(self.asides):
            if aside == said:
                self.asides[number] = version, instead

    def name_of(self, number: int, viewer: int | None) -> str:
        """The name of a seat's person for a viewer's seat; empty if the host has hidden it until the end."""
        hidden = self.founded.hide_names and self.status != OVER and number != viewer
        return "" if hidden else self.seats[number].name

    def voters(self, whom: int) -> set[int]:
        """The people who may vote on a bot for a seat: all others who play themselves."""
        return {number for number, seat in enumerate(self.seats) if seat.is_human and not seat.left and number != whom}

    def is_voted_out(self, whom: int) -> bool:
        """Whether more than half of the other players want a bot to play for a seat."""
        voters = self.voters(whom)
        return 2 * len(self.seats[whom].votes & voters) > len(voters)

    def voices(self) -> set[int]:
        """The people who must agree before a stopped table goes on: those who play, or if all have left, everyone."""
        people = {number for number, seat in enumerate(self.seats) if seat.is_person}
        here = {number for number in people if self.seats[number].is_human and not self.seats[number].left}
        return (here or people) if self.started else set()

    def agreed(self) -> set[int]:
        """The seats that have agreed to go on."""
        newest = self.stopped.newest if self.stopped is not None else ""
        return {number for number, rules in self._agreed.items() if rules == newest}

    def stop(self, stop: Stop | None) -> None:
        """Stop, if the rules of the table cannot be played any more."""
        self.stopped = stop
        for seat in self.seats if stop is not None else ():
            seat.decision, seat.menu = NO_DECISION, ()

    def _go_on(self) -> None:
        self.stopped = None
        if self.status == RUNNING:
            self._put_decisions(-1)

    def allows(self, entry: Entry) -> bool:
        """Whether the rules in force allow a choice or an undo that was made under earlier rules."""
        try:
            if isinstance(entry, entries.Chose):
                check_group(self.match, entry.seat, entry.choices)
            return not isinstance(entry, entries.Undid) or self.undo_of(entry.seat) == entry.choice
        except Refused:
            return False

    def skip(self) -> None:
        """Pass over an entry that has been cut off."""
        self.version += 1
        self.first_changed_event.append(len(log_of(self.match).entries))

    def _fill(self, bot: str) -> None:
        for seat in self.seats:
            if seat.kind == FREE:
                seat.kind, seat.bot = BOT, bot

    def _close(self, reason: str) -> None:
        self.closed = reason
        for seat in self.seats:
            seat.decision, seat.menu = NO_DECISION, ()

    def _leave(self, seat: Seat, stand_in: bool) -> None:
        if self.started:
            seat.left = True
            seat.bot = STAND_IN if stand_in else seat.bot
        else:
            seat.kind, seat.name, seat.key = FREE, "", ""
            seat.muted.clear()

    def _start_if_full(self) -> None:
        if not self.started and all(seat.kind != FREE for seat in self.seats):
            self.started = True
            self.first_changed_event[self.version] = 0
            self._put_decisions(-1)

    def _hint(self, entry: entries.Hinted) -> None:
        seat = self.seats[entry.seat]
        seat.hinted, seat.hints = entry.decision, seat.hints + 1
        self.hints.append((self.version, entry.seat, len(log_of(self.match).entries)))

    def _choose(self, entry: entries.Chose) -> None:
        seat = self.seats[entry.seat]
        for choice in entry.choices:
            self.match.play(entry.seat, choice)
            self.chosen_at.append(self.version)
        self.last_choice = self.version
        if entry.automatic:
            self.automatic.add(self.version)
        seat.answered = (seat.decision, entry.choices)
        if self.founded.clock and not entry.automatic:
            seat.bank += self.founded.clock.increment * 1000 * len(entry.choices) - entry.spent
        if seat.is_human and not entry.automatic:  # so the player is present
            seat.votes.clear()
        self._put_decisions(entry.seat)

    def _undo(self, entry: entries.Undid) -> None:
        before = log_of(self.match).entries[:]
        played = self.match.history[self.loaded + self.chosen_at.index(entry.choice)]
        for _ in range(self.chosen_at.count(entry.choice)):
            self.match.undo(entry.seat)
            self.chosen_at.remove(entry.choice)
            if self.founded.clock:
                self.seats[entry.seat].bank -= self.founded.clock.increment * 1000
        self.undone[entry.choice] = entry.seat
        same = 0
        after = log_of(self.match).entries
        while same < min(len(before), len(after)) and before[same] == after[same]:
            same += 1
        self.first_changed_event[self.version] = same
        # The seat owes the same decision again, so the question tells what the others had seen of the choice.
        book = game_of(self.match).book
        is_public = book.seen_by_others(state_of(self.match), entry.seat, played.code) == played.code
        self.taken_back.append(TakenBack(self.version, entry.seat, played.code if is_public else -1, len(after)))
        self._put_decisions(entry.seat)

    def _put_decisions(self, actor: int) -> None:
        """Number each seat's decision by the current version, unless the seat owes the same decision as before.

        In simultaneous choices, a choice of one seat does not change the decision numbers of the others.
        """
        asked = questions(self.match)
        for number, seat in enumerate(self.seats):
            if number not in asked:
                seat.decision, seat.menu, seat.only_answer = NO_DECISION, (), ""
                continue
            menu = (asked[number].number, *game_of(self.match).book.legal(state_of(self.match), number))
            if number == actor or seat.decision == NO_DECISION or menu != seat.menu:
                seat.decision, seat.menu = self.version, menu
                seat.only_answer = only_answer(self.match, number) if seat.is_person else ""

    def undo_of(self, number: int) -> int:
        """The version of the choice, or group of choices, that a seat can undo now; 0 if there is none.

        At the end all hidden information becomes public, so nothing can be undone. A group cannot be undone if any of
        its choices is final. An automatic choice would only be made again.
        """
        may_undo = self.status == RUNNING and self.founded.undo_allowed
        at = undoable(self.match, number) if may_undo else None
        if at is None or at < self.loaded:
            return 0
        version = self.chosen_at[at - self.loaded]
        is_final = version in self.automatic or any(played.final for played in self.group_at(at)[:-1])
        return 0 if is_final else version

    def group_at(self, at: int) -> list[Played]:
        """The choices that were made together with one of the history, up to that one."""
        first = self.loaded + self.chosen_at.index(self.chosen_at[at - self.loaded])
        return self.match.history[first : at + 1]

    def first_new_event(self, version: int) -> int:
        """The index of the first event that is new or changed since a version."""
        return min(self.first_changed_event[version + 1 :], default=len(log_of(self.match).entries))

    @cached_property
    def lesson(self) -> Lesson | None:
        """The lesson that the table teaches; None also if it was changed since, so that it has another position."""
        found = lesson_of(self.founded.game, self.founded.lesson) if self.founded.lesson else None
        return found if found is not None and found.position == self.founded.origin else None

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the table; None also if it was changed since, so that it has another position."""
        found = puzzle_of(self.founded.game, self.founded.puzzle) if self.founded.puzzle else None
        return found if found is not None and found.position == self.founded.origin else None

    @cached_property
    def origin(self) -> str | None:
        """Record or position, if the match did not begin with a fresh deal: its creator may know hidden cards.

        Nobody knows more about the position of a lesson or a puzzle than that says.
        """
        if not self.founded.origin or self.founded.lesson or self.founded.puzzle:
            return None
        return RECORD if is_record(self.founded.origin) else POSITION

    @cached_property
    def commitment(self) -> str | None:
        """The commitment to the seed; None for a table from a record or position, whose creator may know the seed."""
        return None if self.founded.origin else commitment_of(self.match)


def check_group(match: Match, seat: int, choices: tuple[str, ...], forced: bool = False) -> tuple[str, ...]:
    """Choices that a seat can make one after the other, in full; a refusal names the one that is not possible.

    A list with `forced` choices has those that the rules make by themselves too; they are left out. Sealed choices are
    made one by one, because a group is undone as a whole while others may seal theirs in between.
    """
    if len(choices) == 1:
        return (checked(match, seat, choices[0]).text,)
    trial, read, found, number = match.copy(), game_of(match).book.notation.read, list[str](), 0
    while number < len(choices):
        number, words = number + 1, choices[number]
        question = questions(trial).get(seat)
        if question is not None and question.secret:
            raise Refused("not_now", f"choice {number} of {len(choices)}, {words!r}, is sealed: make it by itself")
        try:
            choice = checked(trial, seat, words)
        except Refused as refusal:
            raise refusal.about(number, len(choices)) from None
        before = trial.copy() if forced else trial
        trial.play(seat, choice)
        made = forced_after(before, seat, choice) if forced else []
        found.append(choice.text)
        for code in made:
            if number == len(choices) or code not in read(choices[number]):
                break
            number += 1
    return tuple(found)


def checked(match: Match, seat: int, words: str) -> Choice:
    """A choice that the seat can make now; Refused otherwise."""
    try:
        return resolve(match, seat, words)
    except DrakkarError as error:
        raise to_refusal(error) from None


def match_of(founded: entries.Founded) -> Match:
    """The match of a new table. WrongVersion if the table was created under other rules."""
    return last_of(match_steps(founded))


def match_steps(founded: entries.Founded, rules: str = "") -> Iterator[Match | None]:
    """Build it in steps; the last one yields the match. `rules` are those in force, if not those of the founding."""
    game, played = find(founded.game), rules or founded.rules
    if played in game.retired_rules:
        played = game.rules_version
    if played not in (game.rules_version, *game.older_rules):
        raise WrongVersion(other_rules(game, played, founded.drakkar))
    if founded.origin:
        yield from load_origin_steps(founded.origin)
    else:
        seed, rulings = int(founded.seed), {**founded.rulings, REVISION: played}
        yield drakkar.new(founded.game, len(founded.sides), seed, rulings, founded.sides)


def load_origin(origin: str) -> Match:
    """The match of a record or position. A text that names no game is neither, and is refused as a whole."""
    return last_of(load_origin_steps(origin))


def load_origin_steps(origin: str) -> Iterator[Match | None]:
    """Load it in steps; the last one yields the match."""
    if is_record(origin):
        loading = Loading(origin)
        while not loading.step(CHOICES_A_STEP):
            yield None
        yield loading.match
    elif not re.search(r"""^[ \t]*["']?game["']?[ \t]*=""", origin, re.MULTILINE):
        raise Refused("bad_origin", "this is neither a record nor a position: it names no game")
    else:
        yield drakkar.set_up(origin)


def is_record(origin: str) -> bool:
    """Whether a text begins like a record; otherwise it may be a position."""
    said = (line.strip() for line in origin.splitlines())
    first = next((line for line in said if line and not line.startswith("#")), "")
    return first.startswith(RECORD_HEAD.rstrip())


def last_of(steps: Iterator[T | None]) -> T:
    """The value that the last step yields."""
    (last,) = deque(steps, maxlen=1)
    assert last is not None
    return last


def table_steps(table_id: str, founded: entries.Founded, rules: str = "") -> Iterator[Table | None]:
    """Build a table in steps; the last one yields it."""
    match: Match | None = None
    for step in match_steps(founded, rules):
        match = step
        yield None
    yield Table(table_id, founded, match)


def replay(table_id: str, bodies: list[bytes], lost: int = 0) -> Table:
    """The table of a log; Refused if it cannot be played here. The refusal names the entry, not its contents.

    `lost` is the number of entries that the store knows to have been lost from the end of the log.
    """
    return last_of(replay_steps(table_id, bodies, lost))


def replay_steps(table_id: str, bodies: list[bytes], lost: int = 0) -> Iterator[Table | None]:
    """Replay in steps; the last one yields the table."""
    table: Table | None = None
    number = size = 0
    course = Course([])
    try:
        course = Course(bodies)
        for body in bodies:
            number += 1
            entry, size = entries.decode(body), size + len(body)
            if table is None:
                assert isinstance(entry, entries.Founded), "a log begins with the founding"
                for step in table_steps(table_id, entry, course.begin(entry)):
                    table = step
                    yield None
            else:
                table.skip() if course.passes_over(number, entry, table.allows) else table.apply(entry)
                yield None
    except WrongVersion as error:
        raise to_refusal(error) from None
    except msgspec.ValidationError:
        writer = "Drakkar 0.1" if number == 1 and entries.is_of_01(bodies[0]) else "another version of Drakkar"
        refusal = f"entry {number} of this table was written by {writer}; this Drakkar {VERSION} cannot read it"
        raise Refused("wrong_version", refusal) from None
    except Exception:  # noqa: BLE001 - whatever the error, only this table cannot be played
        table = None
    if table is None:
        raise Refused("broken_log", f"entry {number} of this table's log is impossible, so the match cannot continue")
    if table.status in (OPEN, RUNNING):
        table.stop(course.stop(table.founded, number))
    table.lost, table.size = lost, size
    yield table
