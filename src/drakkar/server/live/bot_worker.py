"""The worker process of the bots: it reads a task as a line of JSON and answers with the bot's choice.

Analysis for people has its tasks too, with plain data as answers.

A task contains all choices made at a table. The match is rebuilt from them, and the bot gets the view of its seat.
Rebuilt matches are cached, so the next task of the same table replays only the new choices. Apart from the choice, the
output must not reveal hidden information: an error is reported by its class and its place in the code.
"""

import fcntl
import os
import select
import signal
import socket
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any, Final

import msgspec

import drakkar
from drakkar.bots.bot import Bot
from drakkar.bots.roster import make
from drakkar.core.hosting import game_of
from drakkar.core.moment import Decision
from drakkar.server.live import analyst
from drakkar.server.live.tasks import AnalysisTask, Answer, AnyTask, MatchTask, ReviewTask, Task
from drakkar.server.live.worker_pool import READY

# Matches that a process caches.
CACHE_SIZE: Final = 48
# If memory runs out, the kernel should kill a worker rather than the server.
OOM_SCORE: Final = "500"
PARENT_PIPE: Final = 0


class MatchCache:
    """The latest rebuilt matches, each with its choices."""

    def __init__(self, size: int = CACHE_SIZE) -> None:
        self.size = size
        self.kept: OrderedDict[tuple[object, ...], tuple[drakkar.Match, list[tuple[int, str]]]] = OrderedDict()

    def rebuild(self, task: MatchTask) -> drakkar.Match:
        """The match of a task. If a cached choice was undone, the match is rebuilt from the beginning."""
        beginning = task.beginning()
        match, known = self.kept.pop(beginning) if beginning in self.kept else (begin(task), [])
        if known != task.choices[: len(known)]:
            match, known = begin(task), []
        for seat, choice in task.choices[len(known) :]:
            match.play(seat, choice)
        self.kept[beginning] = match, task.choices
        if len(self.kept) > self.size:
            self.kept.popitem(last=False)
        return match


def begin(task: MatchTask) -> drakkar.Match:
    """The match of a task before its first choice."""
    if task.origin:
        return drakkar.set_up(task.origin)
    return drakkar.new(task.title, len(task.sides), task.seed, dict(task.rulings), task.sides)


def owed_by(match: drakkar.Match, seat: int) -> Decision:
    """The decision that a seat owes; NotYourDecision if it owes none."""
    for decision in match.pending:
        if decision.seat == seat:
            return decision
    raise drakkar.NotYourDecision(f"seat {seat} is not asked", seat)


def choose(match: drakkar.Match, seat: int, bot: Bot) -> str:
    """The bot's choice for a seat, made from the seat's view."""
    decision = owed_by(match, seat)
    choice = bot.choose(match.view(seat), decision)
    if choice not in decision.choices:
        raise drakkar.IllegalChoice("the bot chose something that is not one of its choices", seat)
    return game_of(match).book.notation.spell(choice.code, in_full=True)


def think(task: Task, cache: MatchCache) -> str:
    """The choice of a task's bot. The bot is created anew, so the result depends on the task alone."""
    match = cache.rebuild(task)
    return choose(match, task.seat, make(task.bot, task.bot_seed, game_of(match)))


def analyse(task: AnalysisTask, cache: MatchCache) -> Any:
    """The result of an analysis, as plain data."""
    match = cache.rebuild(task)
    if isinstance(task, ReviewTask):
        return analyst.review_slice(match, task.begun)
    return analyst.hint(match, owed_by(match, task.seat))


def check(task: Task) -> None:
    """Raise the engine's error if no bot could answer this task: its seat owes no decision, or a choice is illegal."""
    owed_by(MatchCache().rebuild(task), task.seat)


def answer(line: bytes, cache: MatchCache) -> Answer:
    """The answer to a task. A MemoryError ends the process."""
    began = process_time()
    try:
        task: AnyTask = msgspec.json.decode(line, type=AnyTask)
        if isinstance(task, Task):
            return Answer(choice=think(task, cache), seconds=process_time() - began)
        return Answer(result=analyse(task, cache), seconds=process_time() - began)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - any error of a bot is shown at its table
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Answer(trouble=f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}")


def ignore_interrupts() -> None:
    """Ignore Ctrl-C, because the server ends its workers, and be the first to go if memory runs out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE, "ascii")


def exit_with_server() -> None:
    """End this process when the server ends: its pipe closes then, and SIGIO kills the process.

    The default action of a signal works in the middle of a search. A thread that waits for the pipe would not run while
    compiled code searches.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(PARENT_PIPE, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(PARENT_PIPE, fcntl.F_SETFL, fcntl.fcntl(PARENT_PIPE, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([PARENT_PIPE], [], [], 0)[0]:
        sys.exit()


def silence_output() -> None:
    """Discard all output, including a traceback at exit: it could reveal hidden information."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def serve_lines(handle: Callable[[bytes], bytes]) -> None:
    """Answer lines from the socket whose file descriptor is the first argument, until it closes."""
    ignore_interrupts()
    exit_with_server()
    with socket.socket(fileno=int(sys.argv[1])) as server, server.makefile("rb") as lines:
        silence_output()
        server.sendall(READY)
        for line in lines:
            server.sendall(handle(line) + b"\n")


def main() -> None:
    """Answer tasks."""
    cache = MatchCache()
    serve_lines(lambda line: msgspec.json.encode(answer(line, cache)))


if __name__ == "__main__":
    main()
