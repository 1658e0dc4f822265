"""Statistics of each card, from the events of any game: how often it was seen, picked, played and scored with.

Every event that names one seat and one card is a use of that card, counted under the role or else the code of the
event. Two more are counted: how often a seat could have picked a card in a draft (`seen`), and at which pick it was
taken (`pick_number`, summed). Cards of the same name are separated by the part of the match in which they first appear.
"""

from collections import Counter
from typing import Final

from drakkar.core.events import FIRST_PLAYER, PART, PICK, EventKind, Log
from drakkar.core.hosting import game_of, say_of
from drakkar.core.match import Match
from drakkar.core.moment import Decision

SEEN: Final = "seen"
PICK_NUMBER: Final = "pick_number"

SEAT: Final = "seat"
CARD: Final = "card"

# Counts by seat, by part of the match, card and use.
CardUses = dict[str, dict[str, dict[str, list[int]]]]


class CardTracker:
    """Collects the card uses of one match."""

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        self.say = say_of(match)
        self.kinds = game_of(match).book.kinds
        self.notation = game_of(match).book.notation
        sides = (game_of(match).side_sort, SEAT)
        self.places = {kind.number: place for kind in self.kinds if (place := _seat_and_card(kind, sides))}
        self.many = {kind.number: len(kind.names) - 1 for kind in self.kinds if _names_many_cards(kind)}
        # The part in which each card first appeared.
        self.parts: dict[int, int] = {}
        self.read = 0
        self.part = 0
        self.first: int | None = None
        self.picks = [0] * self.seats
        self.uses: CardUses = {}
        # The number of events of each kind.
        self.events: Counter[str] = Counter()

    def follow(self, log: Log) -> None:
        """Process the events since the last call."""
        for number, _, values in log.entries[self.read :]:
            kind = self.kinds[number]
            self.events[kind.code] += 1
            if number in self.places:
                seat, card = (values[index] for index in self.places[number])
                self._use(kind, seat, card)
            elif number in self.many:
                for card in values[self.many[number] :]:
                    self.parts.setdefault(card, self.part)
            elif kind.role == PART:
                self.part = values[0]
                self.picks = [0] * self.seats
            elif kind.role == FIRST_PLAYER:
                self.first = values[0]
        self.read = len(log.entries)

    def offer(self, decision: Decision) -> None:
        """Count the cards that a seat can pick from."""
        for choice in decision.choices:
            verb, words, _ = self.notation.taken_apart(choice.code)
            self._add(SEEN, decision.seat, self.part, words[verb.sorts.index(CARD)])

    def _use(self, kind: EventKind, seat: int, card: int) -> None:
        part, name = self.parts.setdefault(card, self.part), self.say(CARD, card)
        self._add(kind.role or kind.code, seat, part, name)
        if kind.role == PICK:
            self.picks[seat] += 1
            self._add(PICK_NUMBER, seat, part, name, self.picks[seat])

    def _add(self, use: str, seat: int, part: int, card: str, times: int = 1) -> None:
        uses = self.uses.setdefault(str(part), {}).setdefault(card, {})
        uses.setdefault(use, [0] * self.seats)[seat] += times


def _seat_and_card(kind: EventKind, sides: tuple[str, ...]) -> tuple[int, int] | None:
    """The indices of the seat and the card among the values of an event; None if it does not name one of each."""
    if kind.sentence.takes_many:
        return None
    sorts = [kind.sorts[name] for name in kind.names]
    seats = [index for index, sort in enumerate(sorts) if sort in sides]
    return (seats[0], sorts.index(CARD)) if seats and CARD in sorts else None


def _names_many_cards(kind: EventKind) -> bool:
    """Whether an event names any number of cards."""
    return kind.sentence.takes_many and kind.sorts[kind.names[-1]] == CARD
