"""The program of a bot's process, with bots that no table should have."""

import os
import signal
import sys

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.roster import MAKERS, Settings
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View
from drakkar.server import thinking


class Strange:
    """A bot with a fault: its name."""

    def __init__(self, fault: str, seed: int) -> None:
        self.fault = fault
        self.seed = seed

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """Fail."""
        print(view.table, self.seed)
        print(view.table, self.seed, file=sys.stderr)
        match self.fault:
            case "suicide":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "glutton":
                raise MemoryError
            case "tattler":
                raise ValueError(f"my options are {decision.options}, my seed is {self.seed}")
            case "cheat":
                return Choice(-1, "win")
        return decision.options[0]

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """It has no reasons."""
        return []


def strange(settings: Settings, seed: int) -> Bot:
    """As the roster makes them."""
    return Strange(settings.bot, seed)


if __name__ == "__main__":
    MAKERS.update(dict.fromkeys(("suicide", "glutton", "tattler", "cheat", "printer"), strange))
    thinking.main()
