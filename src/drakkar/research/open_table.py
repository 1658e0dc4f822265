"""A match with explicit chance: whenever the rules draw, the caller supplies the outcome, one card at a time.

The rules draw in the middle of a step. A table therefore keeps the state before the choice that led there, and repeats
the choice with one more outcome. Future draws are stored nowhere, so no copy of a table can contain them.
"""

from random import Random
from typing import Any

from drakkar.core.chance import Undecided, open_chance
from drakkar.core.events import Entry, Log, may_know, only
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, Value, find
from drakkar.core.view import View

# In place of an event's number: a choice, which its seat remembers.
CHOSE = -1


class OpenTable:
    """A match with explicit chance. Chance decides if there are `outcomes`; else a seat does, or the match is over.

    `state` is the last one in which a seat owed a decision. It is never changed, so copies of a table share it. `log`
    has the events since the start of the match, or since `origin`: a state sampled for a seat, that seat, and what it
    remembers of the time before.
    """

    def __init__(self, title: str, sides: list[int], rulings: dict[str, Value]) -> None:
        self.title = title
        self.sides = sides
        self.rulings = rulings
        self.state: Any = None
        self.origin: tuple[Any, int, str] | None = None
        self.log: list[Entry] = []
        self.done: list[int] = []
        self.choice = CHOSE
        self.fed: list[int] = []
        self.outcomes = 0
        # A cache of sentences, shared by all copies of a table.
        self.said: dict[tuple[int, tuple[int, ...], bool], str] = {}
        self._go_on()

    @property
    def game(self) -> Game[Any]:
        """The game of the table."""
        return find(self.title)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.outcomes and self.state.flow.over

    @property
    def seat(self) -> int:
        """The seat that decides, unless chance does."""
        return next_seat(self.state.flow)

    def legal(self) -> list[int]:
        """The legal choices of the seat that decides, in order."""
        return sorted(self.game.book.legal(self.state, self.seat))

    def apply(self, number: int) -> None:
        """Apply an outcome of chance, or a choice of the seat that decides."""
        if self.outcomes:
            self.fed = [*self.fed, number]
        else:
            self.choice, self.fed = number, []
        self.done = [*self.done, number]
        self._go_on()

    def _go_on(self) -> None:
        """Make the choice with the outcomes so far; another draw may come up."""
        chance, log = open_chance(), Log([])
        chance.feed(self.fed)
        try:
            if self.state is None:
                after = self.game.set_up(self.sides, self.rulings, chance, log)
                self.game.book.settle(after)
            else:
                after = self.game.copy(self.state)
                after.flow.chance, after.flow.log = chance, log
                log.entries.append((CHOSE, only(self.seat), (self.choice,)))
                self.game.book.answer(after, self.seat, self.choice)
        except Undecided as undecided:
            self.outcomes = undecided.outcomes
            return
        self.state, self.outcomes = after, 0
        self.log = self.log + log.entries

    def told(self, seat: int) -> str:
        """Everything that a seat remembers: its knowledge when the log began, the events it saw, its own choices."""
        lines = []
        if self.origin is not None:
            imagined, imagined_by, remembered = self.origin
            lines = [remembered if seat == imagined_by else self.view(imagined, seat).position()]
        for kind, audience, values in self.log:
            knows = may_know(audience, seat)
            if knows or kind != CHOSE:
                lines.append(self.said.get((kind, values, knows)) or self._sentence(kind, values, knows))
        return "\n".join(lines)

    def _sentence(self, kind: int, values: tuple[int, ...], knows: bool) -> str:
        game, state = self.game, self.state
        if kind == CHOSE:
            sentence = f"> {game.book.notation.spell(values[0], in_full=True)}"
        else:
            sentence = str(
                game.book.kinds[kind].describe(values, knows, lambda sort, value: game.say(state, sort, value))
            )
        self.said[kind, values, knows] = sentence
        return sentence

    def view(self, state: Any, seat: int | None) -> View:
        """The view of a state for a seat (None: a spectator)."""
        return View(self.game, seat, len(self.done), self.game.veil(state, seat), self.rulings)

    def elsewhere(self, seat: int, rng: Random) -> "OpenTable":
        """Another table that is possible for the seat; it has no history, so it cannot be serialised."""
        other = self.copy()
        other.state = self.game.redeal(self.view(self.state, seat).known, seat, rng)
        other.origin, other.log = (other.state, seat, self.told(seat)), []
        return other

    def copy(self) -> "OpenTable":
        """An independent copy; shared parts are never changed."""
        other = OpenTable.__new__(OpenTable)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, _: dict[int, Any]) -> "OpenTable":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin is not None:
            raise TypeError("a table that a seat imagines has no past to be written down")
        return again, (self.title, self.sides, self.rulings, self.done)


def again(title: str, sides: list[int], rulings: dict[str, Value], done: list[int]) -> OpenTable:
    """The table after these choices and outcomes."""
    table = OpenTable(title, sides, rulings)
    for number in done:
        table.apply(number)
    return table
