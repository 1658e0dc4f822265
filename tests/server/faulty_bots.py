"""The bot worker with bots that crash, hang, leak or cheat."""

import os
import signal
import sys

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.roster import MAKERS, Settings
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice, Notation
from drakkar.core.view import View
from drakkar.server.live import bot_worker


class Strange:
    """A bot whose name is its fault."""

    def __init__(self, fault: str, seed: int) -> None:
        self.fault = fault
        self.seed = seed

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """Fail in the named way."""
        print(view.table, self.seed)
        print(view.table, self.seed, file=sys.stderr)
        match self.fault:
            case "suicide":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "glutton":
                raise MemoryError
            case "tattler":
                raise ValueError(f"my choices are {decision.choices}, my seed is {self.seed}")
            case "cheat":
                return Choice(-1, "win", Notation())
        return decision.choices[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """No reasons."""
        return []


def strange(settings: Settings, seed: int) -> Bot:
    """A factory for the roster."""
    return Strange(settings.bot, seed)


if __name__ == "__main__":
    MAKERS.update(dict.fromkeys(("suicide", "glutton", "tattler", "cheat", "printer"), strange))
    bot_worker.main()
