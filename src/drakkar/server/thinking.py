"""What a process does that thinks for bots: a task comes in as a line of JSON, the bot's choice goes out as another.

A task tells all that has been chosen at a table, and the match is rebuilt from it; the bot gets the view of its seat.
What was rebuilt is kept for a while, so that the next task of the same table replays only what is new. Nothing that
comes of a process but the choice itself may tell what is hidden at a table: of an error its type is told, and its place
in the code.
"""

import fcntl
import os
import select
import signal
import socket
import sys
import traceback
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

import drakkar
from drakkar.bots.bot import Bot
from drakkar.bots.random_bot import RandomBot
from drakkar.bots.roster import make

# So many tables does a process remember.
KEPT: Final = 16
# People and the server come first; and if memory runs out, a bot's process is the one that can be spared.
NICENESS: Final = 5
EXPENDABLE: Final = "500"
# The line that says that a process is ready.
READY: Final = b"ready\n"
LIFELINE: Final = 0


class Task(msgspec.Struct, frozen=True):
    """One decision of a bot: how the match began, every choice that stands, whose turn it is, and which bot thinks."""

    title: str
    clans: list[str]
    options: dict[str, bool | int | str]
    seed: int
    # The position that the match began with; it then says clans, options and seed itself.
    origin: str
    # The seat and the spelling in full of each.
    choices: list[tuple[int, str]]
    seat: int
    # As the roster reads it: `karl`, `jarl:style=loki`.
    bot: str
    bot_seed: int

    def beginning(self) -> tuple[object, ...]:
        """What the match began with: the same for all tasks of a table."""
        return self.title, tuple(self.clans), tuple(sorted(self.options.items())), self.seed, self.origin


class Answer(msgspec.Struct, frozen=True):
    """The spelling of a choice in full; or what went wrong, in words that tell nothing of the table."""

    choice: str = ""
    trouble: str = ""


class Memory:
    """The matches that were rebuilt last, each with the choices that led to it."""

    def __init__(self, size: int = KEPT) -> None:
        self.size = size
        self.kept: OrderedDict[tuple[object, ...], tuple[drakkar.Match, list[tuple[int, str]]]] = OrderedDict()

    def recall(self, task: Task) -> drakkar.Match:
        """The match of a task; if a choice that it remembers was taken back, it is rebuilt from the beginning."""
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


def begin(task: Task) -> drakkar.Match:
    """The match of a task before its first choice."""
    if task.origin:
        return drakkar.set_up(task.origin)
    return drakkar.new(task.title, len(task.clans), task.seed, dict(task.options), task.clans)


def choose(match: drakkar.Match, seat: int, bot: Bot) -> str:
    """What a bot chooses in a seat, from what the seat may see."""
    decision = next((decision for decision in match.pending if decision.seat == seat), None)
    if decision is None:
        raise drakkar.NotYourDecision(f"seat {seat} is not asked", seat)
    choice = bot.choose(match.view(seat), decision)
    if choice not in decision.options:
        raise drakkar.IllegalChoice("the bot has chosen what is none of its options", seat)
    return match.game.book.notation.spell(choice.code, in_full=True)


def think(task: Task, memory: Memory) -> str:
    """What the bot of a task chooses: a bot made anew, so that only the task decides."""
    match = memory.recall(task)
    return choose(match, task.seat, make(task.bot, task.bot_seed, match.game))


def stand_in(task: Task) -> str:
    """Any option, for a bot that cannot answer; the same task gives the same one."""
    return choose(Memory().recall(task), task.seat, RandomBot(task.bot_seed))


def answer(line: bytes, memory: Memory) -> Answer:
    """What comes of a task. Whoever runs out of memory gives up his process."""
    try:
        return Answer(choice=think(msgspec.json.decode(line, type=Task), memory))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 whatever is wrong with a bot, its seat must choose
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Answer(trouble=f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}")


def settle_in() -> None:
    """Make way for others, and leave it to the server when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(EXPENDABLE, "ascii")


def hold_on() -> None:
    """Live no longer than the server: when it ends, however it ends, the pipe from it does, and SIGIO ends us.

    A signal that nobody handles works in the midst of a thought; a thread that waits for the end of the pipe would
    not get a word in while compiled code searches.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(LIFELINE, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(LIFELINE, fcntl.F_SETFL, fcntl.fcntl(LIFELINE, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([LIFELINE], [], [], 0)[0]:
        sys.exit("the server is gone")


def be_silent() -> None:
    """From now on nothing is printed, nor told of how the process ends: it could tell what is hidden."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def main() -> None:
    """Answer the tasks that come in by the socket whose number is the argument, until it ends."""
    settle_in()
    hold_on()
    memory = Memory()
    with socket.socket(fileno=int(sys.argv[1])) as server, server.makefile("rb") as lines:
        be_silent()
        server.sendall(READY)
        for line in lines:
            server.sendall(msgspec.json.encode(answer(line, memory)) + b"\n")


if __name__ == "__main__":
    main()
