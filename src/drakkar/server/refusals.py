"""What the server says no to, and the stable code for it that programs can rely on."""

from typing import Final

from drakkar.core.errors import (
    BadOptions,
    BadPosition,
    CannotUndo,
    DrakkarError,
    IllegalChoice,
    MatchOver,
    NotYourDecision,
    RecordError,
    UnknownGame,
    UnreadableChoice,
    WrongVersion,
)
from drakkar.core.reasons import Reason

# Each code, the HTTP status that goes with it, and when it is given.
CODES: Final = {
    "unreadable": (400, "no choice of this game is spelled like that, or several are"),
    "illegal": (409, "a rule forbids this choice now; `rule` and `text` say which"),
    "not_your_decision": (409, "somebody else is asked"),
    "stale": (409, "the decision, or the choice to undo, is not the present one: look again"),
    "cannot_undo": (409, "others have chosen since, chance was used, or something became known"),
    "match_over": (409, "the last choice has been made"),
    "not_started": (409, "seats are still open"),
    "already_started": (409, "the match has begun"),
    "seat_taken": (409, "somebody sits there, or no seat is open"),
    "not_now": (409, "this cannot be done at this moment; `text` says why"),
    "bad_options": (400, "an option, a clan, a bot or a number of seats that the game does not have"),
    "bad_origin": (400, "a record or a position that cannot be taken up; `text` names the line"),
    "wrong_version": (409, "the match was played under other rules than this server's"),
    "broken_log": (500, "what is kept of this table cannot be played; all other tables go on"),
    "bad_message": (400, "no message of the protocol"),
    "too_large": (413, "a message above the limit"),
    "too_many": (429, "too many messages, connections or tables from one place; wait a little"),
    "not_seated": (403, "the secret of a seat is needed, and none of this table was shown"),
    "no_spectators": (403, "this table is not to be watched"),
    "wrong_origin": (403, "a page of another site may not speak to this server"),
    "no_table": (404, "there is no such table"),
    "no_page": (404, "there is nothing at this address"),
    "wrong_method": (405, "this address is asked otherwise"),
    "store_unavailable": (503, "nothing can be written now; nothing was lost, try again"),
    "server_error": (500, "a fault of the server; nothing was lost"),
}


class Refused(Exception):
    """Something that is not done, with its code; `detail` is what the code alone does not say, in English."""

    def __init__(self, code: str, detail: str = "", reason: Reason | None = None) -> None:
        super().__init__(detail or CODES[code][1])
        self.code = code
        self.detail = detail
        self.reason = reason

    @property
    def rule(self) -> str:
        """The rule that forbids it, where one does."""
        return self.reason.rule if self.reason is not None else ""

    @property
    def status(self) -> int:
        """For HTTP."""
        return CODES[self.code][0]


# The first that fits.
_CODE_OF: Final = (
    (UnreadableChoice, "unreadable"),
    (NotYourDecision, "not_your_decision"),
    (IllegalChoice, "illegal"),
    (CannotUndo, "cannot_undo"),
    (MatchOver, "match_over"),
    (UnknownGame, "bad_options"),
    (BadOptions, "bad_options"),
    (WrongVersion, "wrong_version"),
    (RecordError, "bad_origin"),
    (BadPosition, "bad_origin"),
)


def refused(error: DrakkarError) -> Refused:
    """What the engine refused, as the server says it."""
    code = next((code for kind, code in _CODE_OF if isinstance(error, kind)), "not_now")
    reason: Reason | None = getattr(error, "reason", None)
    return Refused(code, str(error), reason)
