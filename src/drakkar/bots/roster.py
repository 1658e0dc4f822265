"""The bots by name, with their settings: `greedy`, `mcts:iterations=400`, `jarl:style=loki`."""

import importlib
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from drakkar.bots.bot import Bot, Budget
from drakkar.bots.greedy import GreedyBot
from drakkar.bots.instinct_bot import InstinctBot
from drakkar.bots.levels import LEVELS
from drakkar.bots.mcts import MctsBot
from drakkar.bots.random_bot import RandomBot
from drakkar.core.errors import BadOptions
from drakkar.core.game import Game

# What a search does that is told nothing else.
USUAL_ITERATIONS: Final = 400


class Settings:
    """The settings somebody has named; each is taken once."""

    def __init__(self, bot: str, words: str) -> None:
        self.bot = bot
        self.left: dict[str, str] = {}
        for word in filter(None, words.split(",")):
            name, equals, value = word.partition("=")
            if not equals or not value.strip():
                raise BadOptions(f"a setting of a bot is NAME=VALUE, not {word!r}")
            self.left[name.strip()] = value.strip()

    def text(self, name: str) -> str:
        """A word, empty if it is not said."""
        return self.left.pop(name, "")

    def number(self, name: str, usual: float) -> float:
        """A number above 0."""
        text = self.left.pop(name, "")
        try:
            value = float(text) if text else usual
        except ValueError:
            value = -1.0
        if not isfinite(value) or (text and value <= 0):
            raise BadOptions(f"{self.bot}: {name} wants a number above 0, not {text!r}")
        return value

    def count(self, name: str, usual: int) -> int:
        """A whole number above 0."""
        value = self.number(name, usual)
        if value != int(value):
            raise BadOptions(f"{self.bot}: {name} wants a whole number, not {value}")
        return int(value)

    def end(self) -> None:
        """Nothing is left over."""
        if self.left:
            raise BadOptions(f"the bot {self.bot} has no setting {next(iter(self.left))!r}")


def make(words: str, seed: int, game: Game[Any] | None = None) -> Bot:
    """The bot that is meant by `name` or `name:setting=value,setting=value`; a level is a bot with its settings.

    Whoever names the game is told at once if nobody plays it in that style.
    """
    typed, _, rest = words.strip().partition(":")
    name, _, made_of = LEVELS.get(typed, typed).partition(":")
    if name not in MAKERS and name not in MODULES:
        raise BadOptions(f"there is no bot {name!r}; there are: {', '.join([*LEVELS, *MAKERS, *MODULES])}")
    settings = Settings(typed, ",".join(filter(None, (made_of, rest))))
    if game is not None:
        game.judge(settings.left.get("style", ""))
    bot = MAKERS[name](settings, seed) if name in MAKERS else _installed(name)(settings, seed)
    settings.end()
    return bot


def install(name: str, module: str) -> None:
    """Make a bot known: its module, which is loaded when it is asked for, has a `make`."""
    MODULES[name] = module


def _installed(name: str) -> Callable[[Settings, int], Bot]:
    try:
        maker: Callable[[Settings, int], Bot] = importlib.import_module(MODULES[name]).make
    except ModuleNotFoundError as error:
        raise BadOptions(f"the bot {name}: {error}") from error
    return maker


def _random(_: Settings, seed: int) -> Bot:
    return RandomBot(seed)


def _instinct(settings: Settings, seed: int) -> Bot:
    return InstinctBot(seed, settings.number("calm", 1.0), settings.text("style"))


def _greedy(settings: Settings, seed: int) -> Bot:
    return GreedyBot(seed, settings.count("tries", 20), settings.text("style"))


def _mcts(settings: Settings, seed: int) -> Bot:
    seconds = settings.number("seconds", 0.0)
    iterations = settings.count("iterations", 0 if seconds else USUAL_ITERATIONS)
    return MctsBot(seed, Budget(iterations, seconds), settings.text("style"))


MAKERS: Final[dict[str, Callable[[Settings, int], Bot]]] = {
    "random": _random,
    "instinct": _instinct,
    "greedy": _greedy,
    "mcts": _mcts,
}
MODULES: Final[dict[str, str]] = {}
