"""A match whose chance is open: whenever the rules draw, somebody outside says what comes, one card at a time.

The rules draw in the middle of a step. So a table keeps the state before the choice that led there, and makes the
choice anew with one outcome more; what nobody has drawn yet is nowhere, and no copy of a table knows it.
"""

from random import Random
from typing import Any

from drakkar.core.chance import Undecided, open_chance
from drakkar.core.events import Entry, Log, may_know, only
from drakkar.core.flow import next_seat
from drakkar.core.game import Game, Value, find
from drakkar.core.view import View

# In the place of an event's number: a choice, which its owner remembers.
CHOSE = -1


class OpenTable:
    """Either chance decides, then there are so many `outcomes`; or a seat does; or the match is over.

    `state` is the last one in which somebody was asked; it is never changed, so copies of a table share it. `log` is
    what has happened since the beginning of the match, or since `origin`: a state that a seat imagines, and who
    remembers what of the time before.
    """

    def __init__(self, title: str, clans: list[int], settings: dict[str, Value]) -> None:
        self.title = title
        self.clans = clans
        self.settings = settings
        self.state: Any = None
        self.origin: tuple[Any, int, str] | None = None
        self.log: list[Entry] = []
        self.done: list[int] = []
        self.choice = CHOSE
        self.fed: list[int] = []
        self.outcomes = 0
        # Sentences that were said before, for all copies of a table.
        self.said: dict[tuple[int, tuple[int, ...], bool], str] = {}
        self._go_on()

    @property
    def game(self) -> Game[Any]:
        """Whose rules hold."""
        return find(self.title)

    @property
    def over(self) -> bool:
        """Whether nobody decides any more."""
        return not self.outcomes and self.state.flow.over

    @property
    def seat(self) -> int:
        """Who decides, unless chance does."""
        return next_seat(self.state.flow)

    def legal(self) -> list[int]:
        """What the seat that decides may choose, in order."""
        return sorted(self.game.book.legal(self.state, self.seat))

    def apply(self, number: int) -> None:
        """What chance brings, or the choice of the seat that decides."""
        if self.outcomes:
            self.fed = [*self.fed, number]
        else:
            self.choice, self.fed = number, []
        self.done = [*self.done, number]
        self._go_on()

    def _go_on(self) -> None:
        """Make the choice, with what chance has brought so far; perhaps chance has the word again."""
        chance, log = open_chance(), Log([])
        chance.feed(self.fed)
        try:
            if self.state is None:
                after = self.game.set_up(self.clans, self.settings, chance, log)
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
        """All that a seat remembers: what it knew when the log began, every event it was told of, its own choices."""
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
        """What a seat (None: a spectator) may know of a state."""
        return View(self.game, seat, len(self.done), self.game.veil(state, seat), self.settings)

    def elsewhere(self, seat: int, rng: Random) -> "OpenTable":
        """Another table that the seat could just as well be at; its past is not told, so it cannot be written down."""
        other = self.copy()
        other.state = self.game.redeal(self.view(self.state, seat).known, seat, rng)
        other.origin, other.log = (other.state, seat, self.told(seat)), []
        return other

    def copy(self) -> "OpenTable":
        """The same table, to be continued apart: nothing that they share is ever changed."""
        other = OpenTable.__new__(OpenTable)
        other.__dict__.update(self.__dict__)
        return other

    def __deepcopy__(self, _: dict[int, Any]) -> "OpenTable":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin is not None:
            raise TypeError("a table that a seat imagines has no past to be written down")
        return again, (self.title, self.clans, self.settings, self.done)


def again(title: str, clans: list[int], settings: dict[str, Value], done: list[int]) -> OpenTable:
    """The table to which these choices and outcomes lead."""
    table = OpenTable(title, clans, settings)
    for number in done:
        table.apply(number)
    return table
