"""The bot `gated:at=FOLDER`: it plays at random, and waits before each choice while FOLDER has a file `closed`."""

import os
import time
from pathlib import Path

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.random_bot import RandomBot
from drakkar.bots.roster import Settings, install
from drakkar.core.moment import Decision
from drakkar.core.notation import Choice
from drakkar.core.view import View

install("gated", "tests.cluster.gated")


class GatedBot:
    """A random bot behind a gate. Who waits there has left a file with the number of its process."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.inner = RandomBot(seed)

    def choose(self, view: View, decision: Decision, budget: Budget | None = None) -> Choice:
        """A random choice, when the gate is open."""
        while (self.folder / "closed").exists():
            (self.folder / f"{os.getpid()}").touch()
            time.sleep(0.02)
        return self.inner.choose(view, decision, budget)

    def explain(self, view: View, decision: Decision, budget: Budget | None = None) -> list[Advice]:
        """No estimates."""
        return self.inner.explain(view, decision, budget)


def make(settings: Settings, seed: int) -> Bot:
    """`gated:at=FOLDER`."""
    return GatedBot(Path(settings.text("at")), seed)
