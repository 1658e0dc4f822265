"""Tables whose rules the server no longer plays.

Such a table is replayed under the newest rules, up to the first choice that they do not allow, and stops there. Its
players can agree to go on from that point; the choices after it are cut off.
"""

import contextlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from drakkar.core.facts import HASHED
from drakkar.core.game import Game, find
from drakkar.core.version import other_version
from drakkar.server.log import entries
from drakkar.server.log.entries import Continued, Entry

TAG = b'{"type":"continued"'


class Stop(NamedTuple):
    """Why a table has stopped: its rules, the newest rules, the last valid entry and the choices after it."""

    rules: str
    newest: str
    kept: int
    cut: int


class Course:
    """How a log is replayed: under which rules, and which of its choices are passed over."""

    def __init__(self, bodies: list[bytes]) -> None:
        self.rules = ""
        self.is_stopped = False
        self.kept = self.cut = 0
        self._agreed: list[tuple[int, Continued]] = []
        for number, body in enumerate(bodies, 1):
            if body[: len(TAG)] == TAG:
                # A broken entry is reported when the log is replayed.
                with contextlib.suppress(msgspec.DecodeError):
                    entry = entries.decode(body)
                    assert isinstance(entry, Continued), "the tag names the kind of an entry"
                    self._agreed.append((number, entry))

    def begin(self, founded: entries.Founded) -> str:
        """The rules of the latest agreement, or those that the table was created under."""
        self.rules = self._agreed[-1][1].rules if self._agreed else founded.rules
        self.is_stopped = self.rules in find(founded.game).retired_rules
        return self.rules

    def passes_over(self, number: int, entry: Entry, allows: Callable[[Entry], bool]) -> bool:
        """Whether an entry is cut off: by an agreement, or now, because the newest rules do not allow it."""
        if not isinstance(entry, entries.Chose | entries.Undid):
            return False
        if any(made.kept < number < at for at, made in self._agreed):
            return True
        if not self.is_stopped or (not self.cut and allows(entry)):
            return False
        self.kept, self.cut = self.kept if self.cut else number - 1, self.cut + 1
        return True

    def stop(self, founded: entries.Founded, entry_count: int) -> Stop | None:
        """Why the table stops at the end of its log; None if it goes on."""
        if not self.is_stopped:
            return None
        newest = find(founded.game).rules_version
        return Stop(self.rules, newest, self.kept if self.cut else entry_count, self.cut)


def other_rules(game: Game[Any], played: str, writer: str) -> str:
    """Why a table of these rules cannot be played: its rules differ, or only the printed facts."""
    (rules, _, facts), (known, _, ours) = played.partition(HASHED), game.rules_version.partition(HASHED)
    if rules != known or facts == ours:
        return other_version(f"this table of {game.title} is for rules", played, writer, f"rules {game.rules_version}")
    start = (
        "start the server with the table's file, `drakkar serve --data FILE`"
        if facts
        else "start the server without --data"
    )
    return (
        f"this table of {game.title} is played with {_named(facts)}, and this server plays with {_named(ours)}; {start}"
    )


def _named(facts: str) -> str:
    """The facts with this hash, in words."""
    return f"corrected printed facts ({facts})" if facts else "the facts of the package"
