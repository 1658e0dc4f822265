"""The bots by name, with their settings: `random`, `mcts:iterations=400`."""

from collections.abc import Callable
from typing import Final

from drakkar.bots.bot import Bot, Budget
from drakkar.bots.greedy import GreedyBot
from drakkar.bots.mcts import MctsBot
from drakkar.bots.random_bot import RandomBot
from drakkar.core.errors import BadOptions

Settings = dict[str, str]


def make(words: str, seed: int) -> Bot:
    """The bot that is meant by `name` or `name:setting=value,setting=value`."""
    name, _, rest = words.strip().partition(":")
    if name not in MAKERS:
        raise BadOptions(f"there is no bot {name!r}; there are: {', '.join(MAKERS)}")
    settings: Settings = {}
    for word in filter(None, rest.split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise BadOptions(f"a setting of a bot is NAME=VALUE, not {word!r}")
        settings[key.strip()] = value.strip()
    bot = MAKERS[name](settings, seed)
    if settings:
        raise BadOptions(f"the bot {name} has no setting {next(iter(settings))!r}")
    return bot


def _random(_: Settings, seed: int) -> Bot:
    return RandomBot(seed)


def _greedy(settings: Settings, seed: int) -> Bot:
    return GreedyBot(seed, int(settings.pop("deals", "3")), settings.pop("style", ""))


def _mcts(settings: Settings, seed: int) -> Bot:
    budget = Budget(int(settings.pop("iterations", "0")), float(settings.pop("seconds", "0")))
    return MctsBot(seed, budget, settings.pop("style", ""))


# Each takes the settings it knows out of the dictionary.
MAKERS: Final[dict[str, Callable[[Settings, int], Bot]]] = {"random": _random, "greedy": _greedy, "mcts": _mcts}
