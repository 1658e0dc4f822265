"""All errors of Drakkar, as one tree.

DrakkarError
├── ChoiceError (also a ValueError)   seat, reason, choice
│   ├── UnreadableChoice              no choice of this game is spelled like that
│   └── IllegalChoice                 understood, but a rule forbids it now
│       └── NotYourDecision           understood, but the seat owes no decision now
├── CannotUndo                        seat, reason; the choice has had consequences that others know of
├── MatchOver                         the match has ended
├── UnknownGame (also a ValueError)   there is no game of that title
├── BadArgument (also a ValueError)   a seat, a side or a ruling that the game does not have
├── BadPosition (also a ValueError)   line; a position that cannot be, or cannot be read
├── RecordError (also a ValueError)   line
│   └── CorruptRecord                 cut off, edited, or not a record at all
└── WrongVersion (also a ValueError)  line; another version of Drakkar wrote it, or it needs other rules
"""

from typing import Final

from drakkar.core.build import mypyc_attr
from drakkar.core.chance import Undecided
from drakkar.core.excerpt import message as bounded
from drakkar.core.notation import Choice
from drakkar.core.reasons import Reason

# Errors that the rules can raise on unchecked numbers. Some DrakkarErrors are also of these types.
FAULTS: Final = (
    AssertionError,
    LookupError,
    ArithmeticError,
    ValueError,
    TypeError,
    AttributeError,
    RuntimeError,
    StopIteration,
    Undecided,
)


@mypyc_attr(native_class=False)
class Brief(type):
    """The metaclass of all errors: `help` leaves out the methods of Python's exceptions."""

    def __dir__(cls) -> list[str]:
        return [name for name in super().__dir__() if not name.startswith("__") and not hasattr(Exception, name)]


class DrakkarError(Exception, metaclass=Brief):
    """The base of all errors that Drakkar raises on purpose. Its message is short, even for long input.

    >>> try:
    ...     drakkar.new("chess", seats=2)
    ... except drakkar.DrakkarError as error:
    ...     print(error)
    there is no game 'chess'; there are: blood_rage, lords_of_ragnarok
    """

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))


class ChoiceError(DrakkarError, ValueError):
    """A choice was refused. The match is the same as before.

    Attributes:
        seat: the seat that tried to choose.
        reason: why it was refused, as a `Reason`; None if the message says it all.
        choice: the choice, if the words could be read; otherwise None.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> try:
    ...     match.play(0, "castle")
    ... except drakkar.ChoiceError as error:
    ...     print(error.seat, error.reason.code)
    0 unreadable
    """

    def __init__(self, message: str, seat: int, reason: Reason | None = None, choice: Choice | None = None) -> None:
        super().__init__(message)
        self.seat = seat
        self.reason = reason
        self.choice = choice


class UnreadableChoice(ChoiceError):
    """No choice of the game has this spelling, or several have.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> try:
    ...     match.play(0, "castle")
    ... except drakkar.UnreadableChoice as error:
    ...     print(error.reason.code)
    unreadable
    """


class IllegalChoice(ChoiceError):
    """A rule forbids the choice now; `reason` says which rule.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> try:
    ...     match.play(0, "invade warrior Yggdrasil")
    ... except drakkar.IllegalChoice as error:
    ...     print(error.reason)
    Yggdrasil cannot be invaded · BR-7.4
    """


class NotYourDecision(IllegalChoice):
    """The seat owes no decision now; another seat does.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7, rulings={"first_game_no_draft": True})
    >>> try:
    ...     match.play(1, "pass")
    ... except drakkar.NotYourDecision as error:
    ...     print(error.reason.params)
    {'asked': ['wolf']}
    """


class CannotUndo(DrakkarError):
    """The seat has no choice that it may take back now; `reason` says why.

    >>> match = drakkar.new("blood_rage", seats=2, seed=7)
    >>> try:
    ...     match.undo(0)
    ... except drakkar.CannotUndo as error:
    ...     print(error.reason.code)
    nothing_chosen
    """

    def __init__(self, reason: Reason, seat: int) -> None:
        super().__init__(str(reason))
        self.seat = seat
        self.reason = reason


class MatchOver(DrakkarError):
    """The match has ended, so no more choices can be made.

    >>> state = drakkar.fast_state("blood_rage", seats=2, seed=7)
    >>> import random
    >>> _ = state.playout(random.Random(1))
    >>> try:
    ...     state.apply(0)
    ... except drakkar.MatchOver as error:
    ...     print(error)
    the match is over
    """


class UnknownGame(DrakkarError, ValueError):
    """There is no game with this title.

    >>> try:
    ...     drakkar.fast_state("chess", seats=2)
    ... except drakkar.UnknownGame as error:
    ...     print(error)
    there is no game 'chess'; there are: blood_rage, lords_of_ragnarok
    """


class BadArgument(DrakkarError, ValueError):
    """The game does not have this ruling, this number of seats or this side.

    >>> try:
    ...     drakkar.new("blood_rage", seats=9)
    ... except drakkar.BadArgument as error:
    ...     print(error)
    blood_rage is for 2 to 5 seats, not 9
    """


class BadPosition(DrakkarError, ValueError):
    """A position cannot be read, or describes a moment that no match can reach; `line` is the line that shows it.

    >>> try:
    ...     drakkar.set_up('game = "chess"')
    ... except drakkar.BadPosition as error:
    ...     print(error.line)
    1
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class RecordError(DrakkarError, ValueError):
    """A record cannot be loaded; `line` is the line that shows why.

    >>> try:
    ...     drakkar.load("once upon a time")
    ... except drakkar.RecordError as error:
    ...     print(error.line)
    1
    """

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class CorruptRecord(RecordError):
    """The text is cut off, was edited, or is not a record at all.

    >>> try:
    ...     drakkar.load("once upon a time")
    ... except drakkar.CorruptRecord as error:
    ...     print(error)
    line 1: this is not a Drakkar record
    """


class WrongVersion(DrakkarError, ValueError):
    """Another version of Drakkar wrote this record, position, dataset or network, in another format or for other rules.

    The message names both versions. `line` is the line that shows it; 0 for a file without lines.

    >>> try:
    ...     drakkar.load("drakkar record 1")
    ... except drakkar.WrongVersion as error:
    ...     print(error)
    line 1: this record is format 1, written by Drakkar 0.1; this Drakkar 0.2.0 reads format 2
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
