"""Trying one bomb: the error that it causes, how much the message quotes, and how long it takes."""

import asyncio
import time
from itertools import product
from random import Random

from starlette.requests import Request

from drakkar import (
    BadArgument,
    BadPosition,
    ChoiceError,
    DrakkarError,
    MatchOver,
    RecordError,
    WrongVersion,
    load,
    set_up,
)
from drakkar.core.excerpt import ECHOED, LONGEST_MESSAGE
from drakkar.core.match import Match
from drakkar.server.api.app import as_refusal
from drakkar.server.api.cookies import LONGEST_FOR_SOCKETS, own_cookies
from drakkar.server.api.sessions import Sessions, holder_of
from drakkar.server.live.clock import SystemClock
from drakkar.server.log import entries, messages
from drakkar.server.log.errors import Refused
from drakkar.server.web import forms
from drakkar.server.web.pages import language_of
from tests.bombs.bombs import Bomb
from tests.bombs.corpus import moments
from tests.server.memory_store import Kept, MemoryStore

# The CPU seconds that a refusal may take per character, and the minimum: even the smallest table takes some time.
FOR_EACH = 0.050 / 10_000
FLOOR = 0.030


class Tried:
    """The result of a bomb: accepted or refused, the CPU time, and the faults of the answer."""

    def __init__(self, bomb: Bomb) -> None:
        self.bomb = bomb
        self.accepted = False
        self.seconds = 0.0
        self.faults: list[str] = []

    @property
    def share(self) -> float:
        """The time taken as a share of the limit for a refusal."""
        return self.seconds / max(FLOOR, FOR_EACH * len(self.bomb.text))

    def check_message(self, error: Exception) -> None:
        """A refusal must be short, quote little and be encodable."""
        said = str(error)
        said.encode()
        if len(said) > LONGEST_MESSAGE + 100:
            self.faults.append(f"a message of {len(said)} characters")
        windows = range(max(0, len(said) - ECHOED))
        if any(said[at : at + ECHOED + 1] in self.bomb.text for at in windows):
            self.faults.append(f"a message repeats more than {ECHOED} characters")

    def fault(self, error: BaseException, where: str) -> None:
        """Note an unexpected error."""
        self.faults.append(f"{where}: {type(error).__name__}: {str(error)[:300]}")


def tried(bomb: Bomb) -> Tried:
    """Try a bomb at its entry point."""
    result = Tried(bomb)
    try:
        DOORS[bomb.door](result)
    except Exception as error:  # noqa: BLE001 - any error is the one we look for
        result.fault(error, bomb.door)
    return result


def _position(result: Tried) -> None:
    _taken_up(result, BadPosition)


def _record(result: Tried) -> None:
    _taken_up(result, RecordError)


def _taken_up(result: Tried, refusal: type[DrakkarError]) -> None:
    read = set_up if refusal is BadPosition else load
    begin = time.process_time()
    try:
        match = read(result.bomb.text)
    except (refusal, WrongVersion) as error:
        result.seconds = time.process_time() - begin
        result.check_message(error)
        return
    result.accepted = True
    _played_on(result, match)


def _played_on(result: Tried, match: Match) -> None:
    """An accepted text must be viewable, writable and playable, or raise a DrakkarError."""
    rng = Random(result.bomb.at)
    for _ in range(6):
        try:
            _looked_at(match)
            if match.over:
                return
            decision = rng.choice(match.pending)
            match.play(decision.seat, rng.choice(decision.choices))
        except DrakkarError as error:
            result.check_message(error)
            return
        except Exception as error:  # noqa: BLE001
            result.fault(error, f"after {len(match.history)} choices")
            return


def _looked_at(match: Match) -> None:
    match.position()
    match.record()
    for seat in (None, *range(match.seats)):
        view = match.view(seat)
        view.to_json()
        view.position()
        for choice in view.choices[:2]:
            view.preview(choice)
        match.events(seat)


def _choice(result: Tried) -> None:
    words = result.bomb.text
    for seat, way in product((0, 1, 99), ("why_not", "play", "preview")):
        match = moments()[result.bomb.at].copy()
        begin = time.process_time()
        try:
            _asked(match, way, seat, words)
            result.accepted = True
        except (BadArgument, ChoiceError, MatchOver) as error:
            result.seconds = max(result.seconds, time.process_time() - begin)
            result.check_message(error)
            reason = getattr(error, "reason", None)
            if reason is not None and any(len(str(value)) > LONGEST_MESSAGE for value in reason.params.values()):
                result.faults.append("a reason repeats what was sent")


def _asked(match: Match, way: str, seat: int, words: str) -> None:
    if way == "preview":
        match.view(seat).preview(words)
    elif way == "play":
        match.play(seat, words)
    else:
        match.why_not(seat, words)


def _message(result: Tried) -> None:
    body = result.bomb.text.encode("utf-8", "surrogatepass")
    for read in (
        messages.decode_command.decode,
        messages.decode_create_table.decode,
        messages.decode_sit.decode,
        messages.decode_authenticate.decode,
        entries.decode,
    ):
        begin = time.process_time()
        try:
            read(body)
            result.accepted = True
        except Exception as error:  # noqa: BLE001
            _refused(result, error, begin)


def _form(result: Tried) -> None:
    for read in (forms.create_table_of, forms.command_of):
        begin = time.process_time()
        try:
            read(forms.fields_of(result.bomb.text.encode("utf-8", "surrogatepass")))
            result.accepted = True
        except Exception as error:  # noqa: BLE001
            _refused(result, error, begin)


def _refused(result: Tried, error: Exception, begin: float) -> None:
    """The server must turn an error into a refusal, not into a server error."""
    said: Refused = as_refusal(error)
    result.seconds = max(result.seconds, time.process_time() - begin)
    if said.code == "server_error":
        result.fault(error, "server")
    result.check_message(said)


def _cookies(result: Tried) -> None:
    """The server must look up the session for any cookies; unreadable ones count as none."""
    begin = time.process_time()
    line = own_cookies(result.bomb.text.encode("latin-1"))
    for_socket = own_cookies(result.bomb.text.encode("latin-1"), LONGEST_FOR_SOCKETS)
    if len(for_socket) > LONGEST_FOR_SOCKETS:
        result.faults.append(f"a Cookie line of {len(for_socket)} bytes")
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": [(b"cookie", line)]}
    request = Request(scope)
    asyncio.run(Sessions(MemoryStore(Kept()), SystemClock()).load(request))
    language_of(request)
    result.accepted = bool(holder_of(request).session)
    result.seconds = time.process_time() - begin


DOORS = {
    "position": _position,
    "record": _record,
    "choice": _choice,
    "message": _message,
    "form": _form,
    "cookies": _cookies,
}
