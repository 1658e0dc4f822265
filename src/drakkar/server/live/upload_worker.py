"""The worker process that reads uploads: it checks whether a text is a valid record or position.

A text that takes too much time or memory, or crashes the engine, ends this process and not the server.
"""

import resource
import signal
from collections.abc import Callable
from time import process_time
from typing import Final

import msgspec

from drakkar.core.errors import DrakkarError
from drakkar.server.live.bot_worker import serve_lines
from drakkar.server.log.errors import Refused, to_refusal
from drakkar.server.log.table import load_origin

# CPU seconds for one text; then the kernel ends the process.
LONGEST: Final = 5.0
# Memory limit of the process in bytes.
MOST_MEMORY: Final = 1 << 30


class Upload(msgspec.Struct, frozen=True):
    """The match of an uploaded text; or the code and the text of a refusal."""

    game: str = ""
    sides: list[str] = []
    rulings: dict[str, bool | int | str] = {}
    # As a string, because the number is too long for most JSON parsers.
    seed: str = "0"
    # CPU seconds for reading.
    seconds: float = 0.0
    code: str = ""
    text: str = ""


def read(line: bytes) -> bytes:
    """Read one text, given as a JSON string."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        return msgspec.json.encode(upload_of(msgspec.json.decode(line, type=str)))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def upload_of(text: str) -> Upload:
    """The match of a text, or a refusal."""
    began = process_time()
    try:
        match = load_origin(text)
    except (Refused, DrakkarError) as error:
        refusal = error if isinstance(error, Refused) else to_refusal(error)
        return Upload(code=refusal.code, text=refusal.detail, seconds=process_time() - began)
    seconds = process_time() - began
    return Upload(match.title, list(match.sides), dict(match.rulings), str(match.seed), seconds)


def main(read_line: Callable[[bytes], bytes] = read) -> None:
    """Read texts within limits of time and memory."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    serve_lines(read_line)


if __name__ == "__main__":
    main()
