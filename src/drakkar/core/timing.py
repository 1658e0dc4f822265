"""How cards are told of a moment, and in which order.

A *window* is a moment of the rules, a *number* is something the rules ask for. Cards hook onto them:
`@window.when(card)` after it happened do this, `@number.modified_by(card)` the number is different. A card
that adds a line to a menu gives a question one more verb (`Question.offer`), whose why-not asks whether the
card is in force; a card that makes something happen otherwise hooks onto the window before it and changes
what is marked to happen. Hooks are queued, never run inline: each resolves with all its choices before the
next, and only if its card is still in force by then.
"""

from collections.abc import Callable
from typing import Generic

from drakkar.core.flow import Book, S, Step, then

# The cards that act for a seat now: upgrades on its sheet, cards it has played.
InForce = Callable[[S, int], list[int]]


class Source:
    """The card that speaks, and the seat for which it does."""

    def __init__(self, owner: int, card: int) -> None:
        self.owner = owner
        self.card = card


class Window(Generic[S]):
    """A moment at which cards act."""

    def __init__(self, book: Book[S], code: str, in_force: InForce[S]) -> None:
        self.book = book
        self.code = code
        self.in_force = in_force
        self.hooks: dict[int, Step[S]] = {}

    def when(self, card: int) -> Callable[[Callable[[S, Source, int], None]], Callable[[S, Source, int], None]]:
        """Let a card act at this moment."""

        def register(effect: Callable[[S, Source, int], None]) -> Callable[[S, Source, int], None]:
            def act(s: S, owner: int, about: int) -> None:
                if card in self.in_force(s, owner):
                    effect(s, Source(owner, card), about)

            act.__name__ = f"{self.code} {effect.__name__}"
            self.hooks[card] = self.book.step_about(act)
            return effect

        return register

    def announce(self, s: S, first: int, about: int = 0) -> None:
        """Queue what the cards in force do now: those of the first seat, then clockwise."""
        if not self.hooks:
            return
        seats = len(s.flow.asked)
        for turn in range(seats - 1, -1, -1):
            owner = (first + turn) % seats
            for card in reversed(self.in_force(s, owner)):
                hook = self.hooks.get(card)
                if hook is not None:
                    then(s, hook, owner, about)


class Number(Generic[S]):
    """A number that the rules ask for and that cards may change."""

    def __init__(self, code: str, in_force: InForce[S]) -> None:
        self.code = code
        self.in_force = in_force
        self.hooks: dict[int, Callable[[S, Source, int, int], int]] = {}

    def modified_by(
        self, card: int
    ) -> Callable[[Callable[[S, Source, int, int], int]], Callable[[S, Source, int, int], int]]:
        """Let a card change the number: it gets the value so far and what it is about, and changes nothing else."""

        def register(change: Callable[[S, Source, int, int], int]) -> Callable[[S, Source, int, int], int]:
            self.hooks[card] = change
            return change

        return register

    def of(self, s: S, seat: int, value: int, about: int = 0) -> int:
        """The number for this seat, with everything its cards in force change."""
        if self.hooks:
            for card in self.in_force(s, seat):
                change = self.hooks.get(card)
                if change is not None:
                    value = change(s, Source(seat, card), value, about)
        return value
