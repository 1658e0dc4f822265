"""The levels `karl`, `jarl` and `konung` as they were; the search of konung has a fixed number of tries."""

from typing import Final

from benchmarks.classics.greedy import GreedyBot
from benchmarks.classics.mcts import MctsBot
from drakkar.bots.bot import Bot, Budget
from drakkar.bots.roster import Settings

TRIES: Final = 20
A_LITTLE: Final = 60
# About as many as 0.9 seconds had room for on the compiled build.
A_LOT: Final = 770


def karl(_: Settings, seed: int) -> Bot:
    """It looks one step ahead."""
    return GreedyBot(seed, TRIES)


def jarl(_: Settings, seed: int) -> Bot:
    """It searches a little."""
    return MctsBot(seed, Budget(A_LITTLE))


def konung(_: Settings, seed: int) -> Bot:
    """It searches a lot."""
    return MctsBot(seed, Budget(A_LOT))
