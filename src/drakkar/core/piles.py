"""Cards that lie together: a pile for each seat, and a deck that is drawn from at random.

A deck has no order that anybody could peek at: chance decides when a card is drawn, which is the same as having been
shuffled before. Only what was looked at and laid back has its place, on top or underneath.
"""

from drakkar.core.chance import Chance
from drakkar.core.flow import NO_CARD, Menu
from drakkar.core.notation import Verb
from drakkar.core.vectors import Vec, different, holds, index_of, twin, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


class Zone:
    """Cards that lie together, a pile for each seat: a hand, a pack, what has been laid aside."""

    def __init__(self, room: int, cards: Vec, sizes: Vec) -> None:
        self.room = room
        self.cards = cards
        self.sizes = sizes

    def copy(self) -> "Zone":
        """The same piles apart."""
        return Zone(self.room, twin(self.cards), twin(self.sizes))

    def of(self, seat: int) -> Vec:
        """The cards of a seat, in the order in which they came."""
        start = seat * self.room
        return self.cards[start : start + self.sizes[seat]]

    def each(self, seat: int) -> Vec:
        """The cards of a seat, equal ones once."""
        return different(self.of(seat))

    def offer(self, seat: int, menu: Menu, verb: Verb, among: Vec) -> None:
        """One choice for each card of a seat that is among these, equal ones once."""
        start = seat * self.room
        menu.add_each(verb, self.cards, start, start + self.sizes[seat], among)

    def has(self, seat: int, card: int) -> bool:
        """Whether such a card is among the seat's."""
        start = seat * self.room
        return holds(self.cards, start, start + self.sizes[seat], card)

    def add(self, seat: int, card: int) -> None:
        """Lay a card to the others."""
        assert self.sizes[seat] < self.room, "there is room for it"
        self.cards[seat * self.room + self.sizes[seat]] = card
        self.sizes[seat] += 1

    def remove(self, seat: int, card: int) -> None:
        """Take one such card away; the others keep their order."""
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
        """Take all cards of a seat away."""
        cards = self.of(seat)
        for at in range(seat * self.room, seat * self.room + self.sizes[seat]):
            self.cards[at] = NO_CARD
        self.sizes[seat] = 0
        return cards


def new_zone(seats: int, room: int) -> Zone:
    """Empty piles, with room for so many cards each."""
    return Zone(room, vec(seats * room, NO_CARD), vec(seats))


class Deck:
    """A deck and its discard pile, with room for all of its cards in each part.

    `cards` are those that chance draws from, `left` of them; `top` was laid back on top, `under` are `buried` cards
    underneath, the first to come first; `discards` are `thrown` cards, openly.
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
        """The same deck apart."""
        return Deck(
            twin(self.cards), self.left, self.top, twin(self.under), self.buried, twin(self.discards), self.thrown
        )

    def size(self) -> int:
        """How many cards can be drawn before the discards are shuffled in."""
        return self.left + self.buried + (0 if self.top == NO_CARD else 1)

    def discarded(self) -> Vec:
        """The discard pile, the first card first."""
        return self.discards[: self.thrown]

    def draw(self, chance: Chance) -> int:
        """Take the next card; an empty deck takes its discards first, and without any there is NO_CARD."""
        if not self.size():
            self.shuffle_in()
        if self.top != NO_CARD:
            card, self.top = self.top, NO_CARD
            return card
        if self.left:
            return self._take(chance.below(self.left))
        return self._dig() if self.buried else NO_CARD

    def take(self, card: int) -> None:
        """Take one such card out of those that chance draws from; it is there."""
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
        """Lay a card on the discard pile."""
        self.discards[self.thrown] = card
        self.thrown += 1

    def bury(self, card: int) -> None:
        """Lay a card underneath."""
        self.under[self.buried] = card
        self.buried += 1

    def shuffle_in(self) -> None:
        """The discards join the cards that chance draws from."""
        for at in range(self.thrown):
            self.cards[self.left + at] = self.discards[at]
            self.discards[at] = NO_CARD
        self.left += self.thrown
        self.thrown = 0


def new_deck(cards: Vec) -> Deck:
    """All of these in the deck, nothing discarded."""
    room = len(cards)
    return Deck(twin(cards), room, NO_CARD, vec(room, NO_CARD), 0, vec(room, NO_CARD), 0)
