"""The table as one seat may see it, built only from that seat's veiled state."""

from collections.abc import Sequence
from random import Random
from typing import Any

from drakkar.core.errors import FAULTS, BadPosition, IllegalChoice
from drakkar.core.events import Hidden
from drakkar.core.excerpt import unquoted
from drakkar.core.game import Game, Preview, Value, find
from drakkar.core.known_position import write_known
from drakkar.core.moment import Prompt, choices_of, counted, prompts_of
from drakkar.core.notation import Choice
from drakkar.core.reasons import BYTE, Reason, unfold


class View:
    """The table as one seat sees it, without anything that is hidden from it. Bots decide with a view.

    Attributes:
        title: the game.
        seat: the seat, or None for a spectator.
        version: the number of choices made before.
        rulings: the value of every ruling, by its name.
        known: the state of the game, with the hidden parts removed; `drakkar.redeal` fills them.

    >>> drakkar.new("blood_rage", seats=2, seed=7).view(1)
    <View of seat 1 (raven): blood_rage, 8 choices>
    """

    def __init__(
        self,
        game: Game[Any],
        seat: int | None,
        version: int,
        known: Any,
        rulings: dict[str, Value],
        machine_line: int = 0,
    ) -> None:
        self.title = game.title
        self.seat = seat
        self.version = version
        self.known = known
        self.rulings = rulings
        # As in a Match: the line where the [machine] part of the origin starts; 0 if there is none.
        self._machine_line = machine_line
        self._game = game
        # Computed once, on first use; `cached_property` does not cache in the compiled build.
        self._owed: dict[int, Prompt] | None = None
        self._choices: tuple[Choice, ...] | None = None
        self._table: dict[str, Any] | None = None

    def __repr__(self) -> str:
        if self.seat is None:
            return f"<View of a spectator: {self.title}>"
        side = self._game.say(self.known, self._game.side_sort, self.seat).casefold()
        return f"<View of seat {self.seat} ({side}): {self.title}, {counted(len(self.choices), 'choice')}>"

    @property
    def owed(self) -> dict[int, Prompt]:
        """The prompt of each seat that owes a decision.

        >>> view = drakkar.new("blood_rage", seats=2, seed=7).view(0)
        >>> {seat: prompt.code for seat, prompt in view.owed.items()}
        {0: 'draft', 1: 'draft'}
        """
        if self._owed is None:
            self._owed = prompts_of(self._game, self.known)
        return self._owed

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All legal choices of the seat now; none for a spectator.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7)
        >>> match.view(0).choices[0]
        <Choice 'pick Glorious Death!'>
        >>> match.view(None).choices
        ()
        """
        if self._choices is None:
            self._choices = () if self.seat is None else choices_of(self._game, self.known, self.seat)
        return self._choices

    @property
    def table(self) -> dict[str, Any]:
        """Everything that the seat sees on the table, in lists and dictionaries whose keys are the game's own.

        What the seat may not see is `Hidden`. `print(json.dumps(view.to_json()["table"], indent=1))` shows all keys.

        >>> view = drakkar.new("blood_rage", seats=2, seed=7).view(0)
        >>> view.table["first_player"]
        0
        """
        if self._table is None:
            self._table = {**self._game.view(self.known, self.seat), "rulings": dict(self.rulings)}
        return self._table

    def preview(self, choice: Choice | str) -> Preview:
        """The result of any of the seat's choices if no other player responds, as far as the seat can know.

        Raises:
            IllegalChoice: the seat cannot make this choice now; `reason` says which rule forbids it.

        >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
        >>> match.view(0).preview("invade leader Gimle").strengths
        {'Gimle': {'wolf': 3}}
        """
        codes = [choice.code] if isinstance(choice, Choice) else self._game.book.notation.read(choice)
        for legal in self.choices:
            if self.seat is not None and legal.code in codes:
                return self._preview(self.seat, legal.code)
        reason = self._why_not(codes)
        why = f": {reason}" if reason else " is not one of your choices now"
        raise IllegalChoice(f"{unquoted(str(choice))}{why}", -1 if self.seat is None else self.seat, reason)

    def _why_not(self, codes: Sequence[int]) -> Reason | None:
        """The rule that forbids a choice, as far as the seat can know; None if no rule of the game is the cause."""
        book = self._game.book
        if self.seat is None or not codes or book.asked(self.known, self.seat) is None:
            return None
        packed = book.why_not(self.known, self.seat, codes[0])
        why = book.whys[packed % BYTE] if packed else None
        if why is None or why is book.not_asked:
            return None
        return unfold(why, packed, self._say)

    def _say(self, sort: str, value: int) -> str:
        return self._game.say(self.known, sort, value)

    def _preview(self, seat: int, code: int) -> Preview:
        try:
            return self._game.preview(self.known, seat, code)
        except FAULTS as error:
            if not self._machine_line:
                raise
            raise self._broken() from error

    def position(self) -> str:
        """What the seat knows of this moment, as text for `drakkar.set_up`, which fills in the rest at random.

        >>> view = drakkar.new("blood_rage", seats=2, seed=7).view(0)
        >>> drakkar.set_up(view.position()).choices(0) == view.choices
        True
        """
        try:
            return write_known(self._game, self.known, self.seat, self.rulings)
        except FAULTS as error:
            if not self._machine_line:
                raise
            raise self._broken() from error

    def _broken(self) -> BadPosition:
        return BadPosition("the rules cannot continue from here", self._machine_line)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data for JSON; all keys are strings.

        >>> view = drakkar.new("blood_rage", seats=2, seed=7).view(0)
        >>> sorted(view.to_json())
        ['choices', 'owed', 'seat', 'table', 'title', 'version']
        """
        return {
            "title": self.title,
            "seat": self.seat,
            "version": self.version,
            "owed": [{"seat": seat, "prompt": prompt.to_json()} for seat, prompt in self.owed.items()],
            "choices": [choice.to_json() for choice in self.choices],
            "table": _as_data(self.table),
        }


def _as_data(value: Any) -> Any:
    if isinstance(value, Hidden):
        return value.to_json()
    if isinstance(value, dict):
        return {str(name): _as_data(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_data(inner) for inner in value]
    return value


def redeal(view: View, rng: Random) -> Any:
    """A full state that fits everything the seat of a view knows: hidden cards and future chance are drawn at random.

    Bots search on such states, so they cannot use hidden information.

    Args:
        view: the view of a seat or a spectator.
        rng: the source of randomness.

    >>> import random
    >>> view = drakkar.new("blood_rage", seats=2, seed=7).view(0)
    >>> state = drakkar.redeal(view, random.Random(1))

    A `FastState` plays on from there:

    >>> game = drakkar.fast_state(view.title, seats=2).game
    >>> drakkar.FastState(game, state)
    <FastState blood_rage: seat 0 decides, scores (0, 0)>
    """
    return find(view.title).redeal(view.known, view.seat, rng)
