"""The refusals of the server, each with a stable code that programs can rely on."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from drakkar.core.errors import (
    BadArgument,
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
from drakkar.core.excerpt import message
from drakkar.core.reasons import Reason

# Each code with its HTTP status and meaning.
CODES: Final = {
    "unreadable": (400, "the text matches no choice of this game, or several"),
    "illegal": (409, "a rule forbids this choice now; `rule` and `text` say which"),
    "not_your_decision": (409, "it is another player's decision"),
    "stale": (409, "the decision, or the choice to undo, is no longer current: get the state again"),
    "cannot_undo": (409, "other players have chosen since, randomness was used, or hidden information was revealed"),
    "match_over": (409, "the match is over"),
    "not_started": (409, "seats are still open"),
    "already_started": (409, "the match has already begun"),
    "seat_taken": (409, "the seat is taken, or no seat is open"),
    "lesson": (409, "this lesson asks for another choice; `text` says why this one is worse here"),
    "puzzle": (409, "a puzzle has one try, and this one has had it"),
    "not_now": (409, "this is not possible now; `text` says why"),
    "closed": (409, "the administrator has closed the table; `text` says why"),
    "deleted": (410, "the administrator has deleted the table"),
    "chat_full": (409, "this table has no room for more chat; the match continues"),
    "table_full": (409, "the table's log has reached its limit"),
    "bad_argument": (400, "the game has no such ruling, side, bot or number of seats"),
    "bad_origin": (400, "the record or position cannot be used; `text` names the line"),
    "wrong_version": (
        409,
        "another version of Drakkar wrote it, or it needs other rules than the server's; `text` names both",
    ),
    "broken_log": (500, "the stored log of this table cannot be replayed; other tables are not affected"),
    "bad_message": (400, "not a message of the protocol"),
    "too_large": (413, "the message is too large"),
    "too_many": (429, "too many messages, connections or tables from one address; wait `retry` seconds"),
    "too_fast": (429, "this address has used up its CPU time; wait `retry` seconds"),
    "too_slow": (408, "the request took too long to arrive"),
    "wrong_host": (421, "the server does not answer to that host name"),
    "not_seated": (403, "the request needs the secret of a seat at this table"),
    "no_spectators": (403, "this table has no spectators"),
    "wrong_origin": (403, "pages of other sites may not use this server"),
    "no_table": (404, "there is no such table"),
    "no_code": (404, "no table with open seats has this code"),
    "no_page": (404, "there is no page at this address"),
    "wrong_method": (405, "this address does not support that HTTP method"),
    "store_unavailable": (503, "the server cannot store anything now; nothing was lost, try again"),
    "server_error": (500, "an error in the server; nothing was lost"),
}
NO_TEXTS: Final[Mapping[str, str]] = MappingProxyType({})


class Refused(Exception):
    """A refused request with its code; `detail` is English text beyond the meaning of the code.

    `retry` is the number of seconds to wait, if a retry can help. `texts` is the refusal by language, if it has one.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        reason: Reason | None = None,
        retry: float = 0.0,
        texts: Mapping[str, str] = NO_TEXTS,
    ) -> None:
        super().__init__(message(detail) or CODES[code][1])
        self.code = code
        self.detail = message(detail)
        self.reason = reason
        self.retry = retry
        self.texts = texts

    def about(self, number: int, of_all: int) -> "Refused":
        """The same refusal, for one choice of a group."""
        return Refused(self.code, f"nothing was done: choice {number} of {of_all}: {self}", self.reason, self.retry)

    @property
    def rule(self) -> str:
        """The rule that forbids it; empty if there is none."""
        return self.reason.rule if self.reason is not None else ""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES[self.code][0]


# The first match counts.
_CODE_OF: Final = (
    (UnreadableChoice, "unreadable"),
    (NotYourDecision, "not_your_decision"),
    (IllegalChoice, "illegal"),
    (CannotUndo, "cannot_undo"),
    (MatchOver, "match_over"),
    (UnknownGame, "bad_argument"),
    (BadArgument, "bad_argument"),
    (WrongVersion, "wrong_version"),
    (RecordError, "bad_origin"),
    (BadPosition, "bad_origin"),
)


def to_refusal(error: DrakkarError) -> Refused:
    """An engine error as a refusal."""
    code = next((code for kind, code in _CODE_OF if isinstance(error, kind)), "not_now")
    reason: Reason | None = getattr(error, "reason", None)
    return Refused(code, str(error), reason)
