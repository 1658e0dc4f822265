"""A table: what its log makes of it, and nothing else. Who reads the same log has the same table."""

import re
from collections import deque
from functools import cached_property
from typing import Final

import msgspec

import drakkar
from drakkar.core.errors import WrongVersion
from drakkar.core.events import Entry as Happened
from drakkar.core.game import find
from drakkar.core.match import Match
from drakkar.core.record import FORMAT
from drakkar.server import entries
from drakkar.server.entries import BOT, FREE, PERSON, Entry
from drakkar.server.refusals import Refused, refused
from drakkar.server.store import OPEN, OVER, RUNNING

# Who plays for a person who left or whose time is up.
STAND_IN: Final = "karl"
NO_DECISION: Final = 0
LATEST_CHAT: Final = 200
LATEST_ASIDES: Final = 8


class Seat:
    """Who sits there, and who plays."""

    def __init__(self, place: entries.Place, bank: int) -> None:
        self.kind = place.kind
        self.name = place.name
        self.key = place.key
        self.bot = place.bot
        self.left = False
        self.votes: set[int] = set()
        self.muted: set[int] = set()
        # Milliseconds that are left on its clock; below 0 they are overdrawn.
        self.bank = bank
        # Since which version it owes its present decision.
        self.decision = NO_DECISION
        self.menu: tuple[int, ...] = ()
        # Its latest answer, by the decision that it answered: so that the same one, sent again, is known.
        self.answered: tuple[int, str] = (NO_DECISION, "")

    @property
    def is_person(self) -> bool:
        """Whether a person holds it, present or not."""
        return self.kind == PERSON

    @property
    def plays_itself(self) -> bool:
        """Whether its person decides."""
        return self.kind == PERSON and not self.bot


class Table:
    """One table at one moment: `fold` brings it to the next."""

    def __init__(self, ident: str, founded: entries.Founded) -> None:
        self.ident = ident
        self.founded = founded
        self.version = 0
        self.seats = [Seat(place, founded.clock.bank * 1000 if founded.clock else 0) for place in founded.seats]
        self.match = match_of(founded)
        self.loaded = len(self.match.history)
        self.started = False
        # The version of each choice that stands and was made here.
        self.chosen_at: list[int] = []
        # Which choices were taken back, and by which seat.
        self.undone: dict[int, int] = {}
        # From which event on the story is another one since the version before, by version.
        self.told_from = [0]
        # What happened in words, by the event and by whether all of it may be known.
        self.worded: dict[tuple[Happened, bool], dict[str, object]] = {}
        # The whole story as each seat was told it last, and at which version.
        self.stories: dict[int | None, tuple[int, list[dict[str, object]]]] = {}
        self.chat: list[entries.Said] = []
        # The latest that happened beside the story, with their versions: words, and choices taken back.
        self.asides: deque[tuple[int, entries.Said | entries.Undid]] = deque(maxlen=LATEST_ASIDES)
        self.next_table = ""
        self.fold(founded)

    @property
    def status(self) -> str:
        """As a store knows it."""
        return OPEN if not self.started else OVER if self.match.over else RUNNING

    def fold(self, entry: Entry) -> None:
        """What one more entry makes of the table. It is true: what may not be was refused before it was written."""
        self.version += 1
        self.told_from.append(len(self.match.log.entries))
        if isinstance(entry, entries.Said | entries.Undid):
            self.asides.append((self.version, entry))
        match entry:
            case entries.Founded():
                self._start_if_full()
            case entries.Seated():
                seat = self.seats[entry.seat]
                seat.kind, seat.name, seat.key = PERSON, entry.name, entry.key
                self._start_if_full()
            case entries.Started():
                for seat in self.seats:
                    if seat.kind == FREE:
                        seat.kind, seat.bot = BOT, entry.bot
                self._start_if_full()
            case entries.Chose():
                self._choose(entry)
            case entries.Undid():
                self._undo(entry)
            case entries.Rematched():
                self.next_table = entry.table
            case _:
                self._mingle(entry)

    def _mingle(self, entry: Entry) -> None:
        """What people do beside the match."""
        match entry:
            case entries.Said():
                # Half of them at once: else each new line would move all lines before it, in every push.
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
                # What he thought about is not charged: the bot answers it. His time is used up all the same.
                seat.bot, seat.bank = STAND_IN, 0

    def voters(self, whom: int) -> set[int]:
        """The people who say whether a bot plays for a seat: all others who play themselves."""
        return {
            number for number, seat in enumerate(self.seats) if seat.plays_itself and not seat.left and number != whom
        }

    def is_voted_out(self, whom: int) -> bool:
        """Whether more than half of the others want a bot to play for a seat."""
        voters = self.voters(whom)
        return 2 * len(self.seats[whom].votes & voters) > len(voters)

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
            self.told_from[self.version] = 0
            self._put_decisions(-1)

    def _choose(self, entry: entries.Chose) -> None:
        seat = self.seats[entry.seat]
        self.match.play(entry.seat, entry.choice)
        self.chosen_at.append(self.version)
        seat.answered = (seat.decision, entry.choice)
        if self.founded.clock:
            seat.bank += self.founded.clock.increment * 1000 - entry.spent
        if seat.plays_itself:  # so he is there
            seat.votes.clear()
        self._put_decisions(entry.seat)

    def _undo(self, entry: entries.Undid) -> None:
        before = self.match.log.entries[:]
        self.match.undo(entry.seat)
        self.chosen_at.remove(entry.choice)
        self.undone[entry.choice] = entry.seat
        if self.founded.clock:
            self.seats[entry.seat].bank -= self.founded.clock.increment * 1000
        same = 0
        while same < min(len(before), len(self.match.log.entries)) and before[same] == self.match.log.entries[same]:
            same += 1
        self.told_from[self.version] = same
        self._put_decisions(entry.seat)

    def _put_decisions(self, actor: int) -> None:
        """Number what each seat owes by the present version, unless it owes the very same as before.

        Whoever chooses while others choose too is not disturbed by them: his decision keeps its number.
        """
        asked = self.match.asked()
        for number, seat in enumerate(self.seats):
            if number not in asked:
                seat.decision, seat.menu = NO_DECISION, ()
                continue
            menu = (asked[number].number, *self.match.game.book.legal(self.match.state, number))
            if number == actor or seat.decision == NO_DECISION or menu != seat.menu:
                seat.decision, seat.menu = self.version, menu

    def undo_of(self, number: int) -> int:
        """The version of the choice that a seat may take back now; 0 if there is none.

        At the end everything is open to everybody, so nobody goes back from there.
        """
        at = self.match.undoable(number) if self.status == RUNNING else None
        return 0 if at is None or at < self.loaded else self.chosen_at[at - self.loaded]

    def told_since(self, version: int) -> int:
        """The first event that somebody who knows the table as it was then has not been told, or was told otherwise."""
        return min(self.told_from[version + 1 :], default=len(self.match.log.entries))

    @cached_property
    def commitment(self) -> str | None:
        """What the seed can be checked by at the end; nothing where somebody can know what chance will bring."""
        return None if self.founded.origin else self.match.commitment()


def match_of(founded: entries.Founded) -> Match:
    """The match as it stands when the table is founded. WrongVersion if it is one of other rules."""
    rules = find(founded.game).rules_version
    if founded.rules != rules:
        raise WrongVersion(f"this table plays by rules {founded.rules} of {founded.game}; here are rules {rules}", 1)
    if founded.origin:
        return taken_up(founded.origin)
    return drakkar.new(founded.game, len(founded.clans), int(founded.seed), dict(founded.options), founded.clans)


def taken_up(origin: str) -> Match:
    """The match of a record or of a position; what names no game is neither, and no line of it is to blame."""
    said = (line.strip() for line in origin.splitlines())
    first = next((line for line in said if line and not line.startswith("#")), "")
    if first.startswith(FORMAT.rpartition(" ")[0]):
        return drakkar.load(origin)
    if not re.search(r"""^\s*["']?game["']?\s*=""", origin, re.MULTILINE):
        raise Refused("bad_origin", "this is neither a record nor a position: it names no game")
    return drakkar.set_up(origin)


def replayed(ident: str, bodies: list[bytes]) -> Table:
    """The table of a log; Refused if it cannot be played here. Why tells which entry, and nothing that it says."""
    table: Table | None = None
    number = 0
    try:
        for body in bodies:
            number += 1
            entry = entries.read(body)
            if table is None:
                assert isinstance(entry, entries.Founded), "a log begins with the founding"
                table = Table(ident, entry)
            else:
                table.fold(entry)
    except WrongVersion as error:
        raise refused(error) from None
    except msgspec.ValidationError:
        raise Refused("wrong_version", f"entry {number} was written by another version of Drakkar") from None
    except Exception:  # noqa: BLE001 - whatever it is, this table cannot be played, and all others can
        table = None
    if table is None:
        raise Refused("broken_log", f"entry {number} of this table's log cannot be, so it cannot be played on")
    return table
