"""Everything Drakkar can refuse, as one tree.

DrakkarError
├── ChoiceError (also a ValueError)   seat, reason, choice
│   ├── UnreadableChoice              no choice of this game is spelled like that
│   ├── IllegalChoice                 understood, but a rule forbids it now
│   └── NotYourDecision               understood, but somebody else is asked
├── CannotUndo                        seat, reason; what was chosen has had consequences that others know of
├── MatchOver                         the last choice has been made
├── UnknownGame
├── BadOptions                        an option, a number of seats or a clan that the game does not have
├── BadPosition (also a ValueError)   line; a position that cannot be, or cannot be read
└── RecordError (also a ValueError)   line
    ├── CorruptRecord                 cut off, edited, or not a record at all
    └── WrongVersion                  written under other rules or in another format
"""

from drakkar.core.notation import Choice
from drakkar.core.reasons import Reason


class DrakkarError(Exception):
    """Whatever Drakkar refuses."""


class ChoiceError(DrakkarError, ValueError):
    """A choice that was not accepted; the match is as it was before."""

    def __init__(self, message: str, seat: int, reason: Reason | None = None, choice: Choice | None = None) -> None:
        super().__init__(message)
        self.seat = seat
        self.reason = reason
        self.choice = choice


class UnreadableChoice(ChoiceError):
    """No choice of this game is spelled like that, or several are."""


class IllegalChoice(ChoiceError):
    """A rule forbids it now; `reason` says which."""


class NotYourDecision(IllegalChoice):
    """Somebody else is asked."""


class CannotUndo(DrakkarError):
    """There is nothing that this seat may take back now."""

    def __init__(self, reason: Reason, seat: int) -> None:
        super().__init__(str(reason))
        self.seat = seat
        self.reason = reason


class MatchOver(DrakkarError):
    """The last choice has been made."""


class UnknownGame(DrakkarError, ValueError):
    """No game of that title is installed."""


class BadOptions(DrakkarError, ValueError):
    """An option, a number of seats or a clan that the game does not have."""


class BadPosition(DrakkarError, ValueError):
    """A position that cannot be, or cannot be read, and the line that shows it."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class RecordError(DrakkarError, ValueError):
    """A record that cannot be loaded, and the line that shows it."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class CorruptRecord(RecordError):
    """Cut off, edited, or not a record at all."""


class WrongVersion(RecordError):
    """Written under other rules or in another format."""
