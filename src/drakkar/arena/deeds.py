"""What became of each card, told by the events of any game: whoever took it, played it, made something of it.

A deed is an event that names one seat and one card. Beside them stand two that no event tells: how often a seat could
have taken a card in the draft (`seen`), and as its how manieth it took it (`turn`, added up). Cards of one name are
told apart by the Age in which they first turned up.
"""

from collections import Counter
from typing import Final

from drakkar.core.events import EventKind, Log
from drakkar.core.match import Match
from drakkar.core.moment import Decision

# Words of the platform: a game that has ages, turns, a first player, a draft or quests says so with these codes.
AGE_BEGINS: Final = "age_begins"
FIRST_PLAYER: Final = "first_player"
TURN_BEGINS: Final = "turn_begins"
DRAFT: Final = "draft"
PICKED: Final = "picked"
QUEST_COMMITTED: Final = "quest_committed"
QUEST_FULFILLED: Final = "quest_fulfilled"
QUEST_FAILED: Final = "quest_failed"

SEEN: Final = "seen"
TURN: Final = "turn"

SEATS: Final = ("clan", "seat")
CARD: Final = "card"

# By Age, card and deed: how often, by seat.
Found = dict[str, dict[str, dict[str, list[int]]]]


class Deeds:
    """Follows one match."""

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        self.say = match.say
        self.kinds = match.game.book.kinds
        self.places = {kind.number: place for kind in self.kinds if (place := _place(kind))}
        self.many = {kind.number: len(kind.names) - 1 for kind in self.kinds if _tells_of_many(kind)}
        self.ages: dict[int, int] = {}
        self.read = 0
        self.age = 0
        self.first: int | None = None
        self.picks = [0] * self.seats
        self.found: Found = {}
        # How often each kind of event happened.
        self.events: Counter[str] = Counter()

    def follow(self, log: Log) -> None:
        """Take in what has happened since."""
        for number, _, values in log.entries[self.read :]:
            code = self.kinds[number].code
            self.events[code] += 1
            if number in self.places:
                seat, card = (values[at] for at in self.places[number])
                self._do(code, seat, card)
            elif number in self.many:
                for card in values[self.many[number] :]:
                    self.ages.setdefault(card, self.age)
            elif code == AGE_BEGINS:
                self.age = values[0]
                self.picks = [0] * self.seats
            elif code == FIRST_PLAYER:
                self.first = values[0]
        self.read = len(log.entries)

    def offer(self, decision: Decision) -> None:
        """Somebody sees these cards, and takes one."""
        if decision.prompt.code == DRAFT:
            for option in decision.options:
                self._add(SEEN, decision.seat, self.age, option.text.partition(" ")[2])

    def _do(self, deed: str, seat: int, card: int) -> None:
        age, name = self.ages.setdefault(card, self.age), self.say(CARD, card)
        self._add(deed, seat, age, name)
        if deed == PICKED:
            self.picks[seat] += 1
            self._add(TURN, seat, age, name, self.picks[seat])

    def _add(self, deed: str, seat: int, age: int, card: str, times: int = 1) -> None:
        deeds = self.found.setdefault(str(age), {}).setdefault(card, {})
        deeds.setdefault(deed, [0] * self.seats)[seat] += times


def _place(kind: EventKind) -> tuple[int, int] | None:
    """Where the values of an event name the seat and the card; None if it is not about one of each."""
    if kind.sentence.takes_many:
        return None
    sorts = [kind.sorts[name] for name in kind.names]
    seats = [at for at, sort in enumerate(sorts) if sort in SEATS]
    return (seats[0], sorts.index(CARD)) if seats and CARD in sorts else None


def _tells_of_many(kind: EventKind) -> bool:
    """Whether an event names any number of cards."""
    return kind.sentence.takes_many and kind.sorts[kind.names[-1]] == CARD
