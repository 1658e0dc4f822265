"""When cards act, and in which order.

A *window* is a moment of the rules; a *number* is a value that the rules look up. Cards hook onto them:
`@window.when(card)` acts after the moment, `@number.modified_by(card)` changes the number. A card that adds a choice
gives a question one more verb (`Question.offer`), whose why-not checks that the card is in force. To change an outcome,
a card hooks onto the window before and edits the marks. Hooks are queued, never run inline: each resolves with all its
choices before the next, and only if its card is still in force. A *text* is an effect that the rules look up on one
card: `@text.of(card)`.
"""

from collections.abc import Callable
from typing import Generic

from drakkar.core.flow import FRAME, MOST_CARDS, NO_CARD, AboutStep, Book, Menu, Question, S, Step, drop, then
from drakkar.core.notation import Verb
from drakkar.core.vectors import Vec, append, empty, row, vec
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer


class Source:
    """The acting card and its seat."""

    def __init__(self, owner: int, card: int) -> None:
        self.owner = owner
        self.card = card


class Window(Generic[S]):
    """A moment at which cards act."""

    def __init__(self, book: Book[S], code: str) -> None:
        self.book = book
        self.code = code
        self.cards = vec(MOST_CARDS)
        self.hooks: dict[int, Step[S]] = {}
        self.conditions: dict[int, Callable[[S, int], bool]] = {}

    def when(
        self, card: int, only_if: Callable[[S, int], bool] | None = None
    ) -> Callable[[Callable[[S, Source, int], None]], Callable[[S, Source, int], None]]:
        """Let a card act at this moment, for a seat that meets the condition."""

        def register(effect: Callable[[S, Source, int], None]) -> Callable[[S, Source, int], None]:
            step: Step[S] = Hook(len(self.book.steps), f"{self.code} {effect.__name__}", self, card, effect)
            self.cards[card] = 1
            self.hooks[card] = self.book.add_step(step)
            if only_if is not None:
                self.conditions[card] = only_if
            return effect

        return register

    def announce(self, s: S, seats: list[int], about: int = 0) -> None:
        """Queue the effects of these seats' cards in force, those of the first seat first."""
        for owner in reversed(seats):
            cards = self.speaking(s, owner)
            if len(cards):
                self._queue(s, owner, cards, about)

    def speaking(self, s: S, owner: int) -> Vec:
        """The cards of a seat that act at this moment."""
        cards = s.in_force(owner, self.cards)
        if not len(cards) or not self.conditions:
            return cards
        return row(card for card in cards if card not in self.conditions or self.conditions[card](s, owner))

    def _queue(self, s: S, owner: int, cards: Vec, about: int) -> None:
        for at in range(len(cards) - 1, -1, -1):
            then(s, self.hooks[cards[at]], owner, about)


class Hook(Step[S]):
    """The effect of a card at a moment; it runs only if the card is still in force."""

    def __init__(
        self, number: int, name: str, window: Window[S], card: int, effect: Callable[[S, Source, int], None]
    ) -> None:
        super().__init__(number, name)
        self.window = window
        self.card = card
        self.effect = effect

    def run(self, s: S, seat: int, about: int) -> None:
        """Run the effect."""
        if self.card in self.window.speaking(s, seat):
            self.effect(s, Source(seat, self.card), about)


class OrderedWindow(Window[S]):
    """A moment at which a seat with several cards chooses which one acts next.

    The hooks wait on the stack in any order; the chosen one moves to the top.
    """

    def __init__(self, book: Book[S], code: str, order: Question[S], verb: Verb) -> None:
        super().__init__(book, code)
        self.order = order
        order.offer(verb, self._do_next, self._why_not_next)
        self.asking = book.add_step(AboutStep(len(book.steps), f"{code} order", self._ask))
        self.cannot_act = book.why(f"{code}_cannot_act", order.rule, "{card} has no effect now")

    def _queue(self, s: S, owner: int, cards: Vec, about: int) -> None:
        super()._queue(s, owner, cards, about)
        if len(cards) > 1:
            then(s, self.asking, owner, about)

    def _ask(self, s: S, owner: int, about: int) -> None:
        if len(self._waiting(s, owner, about)) > 1:
            self.order.ask(s, owner, about)

    def _waiting(self, s: S, owner: int, about: int) -> Vec:
        """The cards whose hooks are on top of the stack and that still act."""
        speaking = self.speaking(s, owner)
        found = empty()
        for at in range(s.flow.depth - 1, -1, -1):
            card = self._card_of(s, at, owner, about)
            if card == NO_CARD:
                break
            if card in speaking:
                found = append(found, card)
        return found

    def _card_of(self, s: S, at: int, owner: int, about: int) -> int:
        """The card of this window that waits in this frame for this seat; NO_CARD if the frame is another step."""
        step = self.book.steps[s.flow.stack[at * FRAME]]
        same = s.flow.stack[at * FRAME + 1] == owner and s.flow.stack[at * FRAME + 2] == about
        return step.card if same and isinstance(step, Hook) and step.window is self else NO_CARD

    def _why_not_next(self, s: S, seat: int, card: int, _: int) -> int:
        return 0 if card in self._waiting(s, seat, s.flow.about[seat]) else self.cannot_act.given(card)

    def _do_next(self, s: S, seat: int, card: int, _: int) -> None:
        flow, about = s.flow, s.flow.about[seat]
        at = flow.depth - 1
        while self._card_of(s, at, seat, about) != card:
            at -= 1
        drop(flow, at)
        then(s, self.asking, seat, about)
        then(s, self.hooks[card], seat, about)


class OfferedWindow(Window[S]):
    """A moment at which a seat may use its cards, one after the other, until it declines or none are left."""

    def __init__(self, book: Book[S], code: str, offer: Question[S], use: Verb, decline: Verb) -> None:
        super().__init__(book, code)
        self.question = offer
        offer.offer(use, self._do_use, self._why_not_use, self._menu)
        offer.offer(decline, self._do_decline)
        self.use = use
        self.asking = book.add_step(AboutStep(len(book.steps), f"{code} offer", self._ask))
        self.cannot_use = book.why(f"{code}_cannot_use", offer.rule, "{card} cannot be used now")

    def _queue(self, s: S, owner: int, cards: Vec, about: int) -> None:  # noqa: ARG002 - looked up again each time
        then(s, self.asking, owner, about)

    def _ask(self, s: S, owner: int, about: int) -> None:
        if len(self.speaking(s, owner)):
            self.question.ask(s, owner, about)

    def _why_not_use(self, s: S, seat: int, card: int, _: int) -> int:
        return 0 if card in self.speaking(s, seat) else self.cannot_use.given(card)

    def _menu(self, s: S, seat: int, menu: Menu) -> None:
        for card in self.speaking(s, seat):
            menu.add(self.use, card)

    def _do_use(self, s: S, seat: int, card: int, _: int) -> None:
        about = s.flow.about[seat]
        then(s, self.asking, seat, about)
        then(s, self.hooks[card], seat, about)

    def _do_decline(self, s: S, seat: int, _a: int, _b: int) -> None:
        """Use no more cards at this moment."""


class Text(Generic[S]):
    """An effect that the rules look up on one card: an attack, a bonus."""

    def __init__(self, book: Book[S], code: str) -> None:
        self.book = book
        self.code = code
        self.steps: dict[int, Step[S]] = {}

    def of(self, card: int) -> Callable[[Callable[[S, int, int], None]], Callable[[S, int, int], None]]:
        """Register the effect of this card; it gets a seat and what it is about."""

        def register(effect: Callable[[S, int, int], None]) -> Callable[[S, int, int], None]:
            step: Step[S] = AboutStep(len(self.book.steps), f"{self.code} {effect.__name__}", effect)
            self.steps[card] = self.book.add_step(step)
            return effect

        return register

    def carry_out(self, s: S, card: int, seat: int, about: int = 0) -> None:
        """Run the effect of the card next; a card without one does nothing."""
        if card in self.steps:
            then(s, self.steps[card], seat, about)


class Number(Generic[S]):
    """A number that the rules look up and that cards may change."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.cards = vec(MOST_CARDS)
        self.hooks: dict[int, Callable[[S, Source, int, int], int]] = {}

    def modified_by(
        self, card: int
    ) -> Callable[[Callable[[S, Source, int, int], int]], Callable[[S, Source, int, int], int]]:
        """Let a card change the number. The function gets the value so far, and must change nothing else."""

        def register(change: Callable[[S, Source, int, int], int]) -> Callable[[S, Source, int, int], int]:
            self.cards[card] = 1
            self.hooks[card] = change
            return change

        return register

    def changed_by(self, s: S, seat: int) -> Vec:
        """The cards in force of this seat that change the number."""
        return s.in_force(seat, self.cards)

    def of(self, s: S, seat: int, value: int, about: int = 0) -> int:
        """The number for this seat, changed by its cards in force."""
        for card in s.in_force(seat, self.cards):
            value = self.hooks[card](s, Source(seat, card), value, about)
        return value
