"""Piles of cards for each seat, and decks drawn at random.

A deck has no hidden order: chance decides which card is drawn, which is equivalent to a shuffle. Only cards that were
seen and put back have a place, on top or at the bottom.
"""

from drakkar.core.chance import Chance
from drakkar.core.flow import NO_CARD, Menu
from drakkar.core.notation import Verb
from drakkar.core.vectors import Vec, different, holds, index_of, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


class Zone:
    """A pile of cards for each seat: a hand, a pack, cards set aside."""

    def __init__(self, room: int, cards: Vec, sizes: Vec) -> None:
        self.room = room
        self.cards = cards
        self.sizes = sizes

    def copy(self) -> "Zone":
        """An independent copy."""
        return Zone(self.room, twin(self.cards), twin(self.sizes))

    def of(self, seat: int) -> Vec:
        """The cards of a seat, in the order in which they were added."""
        start = seat * self.room
        return self.cards[start : start + self.sizes[seat]]

    def each(self, seat: int) -> Vec:
        """The cards of a seat without duplicates."""
        return different(self.of(seat))

    def offer(self, seat: int, menu: Menu, verb: Verb, among: Vec) -> None:
        """Add a choice for each card of a seat that `among` marks; equal cards only once."""
        start = seat * self.room
        menu.add_each(verb, self.cards, start, start + self.sizes[seat], among)

    def has(self, seat: int, card: int) -> bool:
        """Whether the seat has such a card."""
        start = seat * self.room
        return holds(self.cards, start, start + self.sizes[seat], card)

    def add(self, seat: int, card: int) -> None:
        """Add a card to the seat's pile."""
        assert self.sizes[seat] < self.room, "there is room for it"
        self.cards[seat * self.room + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def remove(self, seat: int, card: int) -> None:
        """Remove one such card; the others keep their order."""
        start = seat * self.room
        end = start + self.sizes[seat] - 1
        at = start
        while self.cards[at] != card:
            at += 1
        while at < end:
            self.cards[at] = self.cards[at + 1]
            at += 1
        self.cards[end] = NO_CARD
        self.sizes[seat] -= 1

    def take_all(self, seat: int) -> Vec:
        """Remove and return all cards of a seat."""
        cards = self.of(seat)
        for at in range(seat * self.room, seat * self.room + self.sizes[seat]):
            self.cards[at] = NO_CARD
        self.sizes[seat] = 0
        return cards


def new_zone(seats: int, room: int) -> Zone:
    """Empty piles with room for `room` cards each."""
    return Zone(room, vec(seats * room, NO_CARD), vec(seats))


class Deck:
    """A deck and its discard pile, each with room for all cards.

    Chance draws from the first `left` of `cards`. `top` was put back on top. `under` holds `buried` cards at the
    bottom, the next one first. `discards` holds `thrown` cards, face up.
    """

    def __init__(self, cards: Vec, left: int, top: int, under: Vec, buried: int, discards: Vec, thrown: int) -> None:
        self.cards = cards
        self.left = left
        self.top = top
        self.under = under
        self.buried = buried
        self.discards = discards
        self.thrown = thrown

    def copy(self) -> "Deck":
        """An independent copy."""
        return Deck(
            twin(self.cards), self.left, self.top, twin(self.under), self.buried, twin(self.discards), self.thrown
        )

    def size(self) -> int:
        """The number of cards that can be drawn before the discards are shuffled in."""
        return self.left + self.buried + (0 if self.top == NO_CARD else 1)

    def discarded(self) -> Vec:
        """The discard pile, oldest card first."""
        return self.discards[: self.thrown]

    def draw(self, chance: Chance) -> int:
        """Draw a card. An empty deck first shuffles in its discards; NO_CARD if there are none."""
        if not self.size():
            self.shuffle_in()
        if self.top != NO_CARD:
            card, self.top = self.top, NO_CARD
            return card
        if self.left:
            return self._take(chance.below(self.left))
        return self._dig() if self.buried else NO_CARD

    def take(self, card: int) -> None:
        """Remove one such card, which must be among those that chance draws from."""
        self._take(index_of(self.cards, card))

    def _take(self, at: int) -> int:
        card = self.cards[at]
        self.left -= 1
        self.cards[at] = self.cards[self.left]
        self.cards[self.left] = NO_CARD
        return card

    def _dig(self) -> int:
        card = self.under[0]
        self.buried -= 1
        for at in range(self.buried):
            self.under[at] = self.under[at + 1]
        self.under[self.buried] = NO_CARD
        return card

    def discard(self, card: int) -> None:
        """Put a card on the discard pile."""
        self.discards[self.thrown] = card
        self.thrown += 1

    def bury(self, card: int) -> None:
        """Put a card at the bottom of the deck."""
        self.under[self.buried] = card
        self.buried += 1

    def shuffle_in(self) -> None:
        """Return the discards to the cards that chance draws from."""
        for at in range(self.thrown):
            self.cards[self.left + at] = self.discards[at]
            self.discards[at] = NO_CARD
        self.left += self.thrown
        self.thrown = 0


def new_deck(cards: Vec) -> Deck:
    """A deck of all these cards, with an empty discard pile."""
    room = len(cards)
    return Deck(twin(cards), room, NO_CARD, vec(room, NO_CARD), 0, vec(room, NO_CARD), 0)
