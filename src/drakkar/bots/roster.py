"""Bots by name, with their settings: `greedy`, `mcts:iterations=400`, `jarl:style=loki`."""

import importlib
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from drakkar.bots.bot import Bot, Budget
from drakkar.bots.greedy import GreedyBot
from drakkar.bots.level_bot import LevelBot
from drakkar.bots.levels import LEVELS, behind
from drakkar.bots.mcts import MctsBot
from drakkar.bots.policy_bot import PolicyBot
from drakkar.bots.random_bot import RandomBot
from drakkar.core import plugins
from drakkar.core.errors import BadArgument, DrakkarError
from drakkar.core.excerpt import quoted
from drakkar.core.game import Game, find

# Default iterations of a search.
USUAL_ITERATIONS: Final = 400


class Settings:
    """The settings given for a bot; each is read once."""

    def __init__(self, bot: str, words: str) -> None:
        self.bot = bot
        self.left: dict[str, str] = {}
        for word in filter(None, words.split(",")):
            name, equals, value = word.partition("=")
            if not equals or not value.strip():
                raise BadArgument(f"a setting of a bot is NAME=VALUE, not {quoted(word)}")
            self.left[name.strip()] = value.strip()

    def text(self, name: str) -> str:
        """A text; empty if it is not given."""
        return self.left.pop(name, "")

    def number(self, name: str, usual: float) -> float:
        """A number above 0."""
        text = self.left.pop(name, "")
        try:
            value = float(text) if text else usual
        except ValueError:
            value = -1.0
        if not isfinite(value) or (text and value <= 0):
            raise BadArgument(f"{self.bot}: {name} needs a number above 0, not {quoted(text)}")
        return value

    def count(self, name: str, usual: int) -> int:
        """A whole number above 0."""
        value = self.number(name, usual)
        if value != int(value):
            raise BadArgument(f"{self.bot}: {name} needs a whole number, not {value}")
        return int(value)

    def end(self) -> None:
        """Raise BadArgument if a setting was not read."""
        if self.left:
            raise BadArgument(f"the bot {self.bot} has no setting {quoted(next(iter(self.left)))}")


def make(words: str, seed: int, game: Game[Any] | str | None = None) -> Bot:
    """The bot for `name` or `name:setting=value,setting=value`; a level is a bot with its settings, and takes a style.

    With a game or its title, a style that the game does not have is refused at once, otherwise at the first choice.

    Raises:
        BadArgument: there is no such bot or setting; the message lists what there is.
        UnknownGame: there is no game with this title.
    """
    game = find(game) if isinstance(game, str) else game
    typed, _, rest = words.strip().partition(":")
    if typed not in LEVELS:
        return _made(typed, Settings(typed, rest), seed, game)
    settings = Settings(typed, rest)
    style = settings.text("style")
    settings.end()
    return (
        LevelBot(lambda title: _level(typed, style, seed, find(title)))
        if game is None
        else _level(typed, style, seed, game)
    )


def _level(level: str, style: str, seed: int, game: Game[Any]) -> Bot:
    """The bot behind a level in a game."""
    name, _, rest = behind(level, game, style).partition(":")
    own = f"style={style}" if style else ""
    return _made(name, Settings(level, ",".join(filter(None, (rest, own)))), seed, game)


def _made(name: str, settings: Settings, seed: int, game: Game[Any] | None) -> Bot:
    if name not in MAKERS and name not in MODULES:
        return _plugin_bot(name, settings, seed, game)
    if game is not None:
        game.evaluator(settings.left.get("style", ""))
    bot = MAKERS[name](settings, seed) if name in MAKERS else _installed(name)(settings, seed)
    settings.end()
    return bot


def plugin_names(title: str = "") -> tuple[str, ...]:
    """The bots of other packages, all or those that play one game; a broken plug-in gives a warning."""
    return tuple(name for name in plugins.entries(plugins.BOTS) if _is_listed(name) and plays(name, title))


def plays(name: str, title: str) -> bool:
    """Whether a plug-in plays a game: `games` lists its titles; without that it plays all."""
    titles: object = getattr(plugins.load(plugins.BOTS, name), "games", ())
    return not title or not titles or (isinstance(titles, (tuple, list)) and title in titles)


def _is_listed(name: str) -> bool:
    fault = ""
    if name in LEVELS or name in MAKERS or name in MODULES:
        fault = "its name is that of another bot"
    else:
        try:
            _factory(name)
        except plugins.BrokenPlugin as error:
            fault = str(error)
    if fault:
        plugins.warn(plugins.BOTS, name, fault)
    return not fault


def _factory(name: str) -> Callable[[Settings, int], Bot]:
    """The function that makes a plug-in bot from its settings and a seed."""
    found = plugins.load(plugins.BOTS, name)
    if not callable(found):
        raise plugins.BrokenPlugin("its entry point is neither a class nor a function")
    factory: Callable[[Settings, int], Bot] = found
    return factory


def _plugin_bot(name: str, settings: Settings, seed: int, game: Game[Any] | None) -> Bot:
    if name not in plugins.entries(plugins.BOTS):
        known = [*LEVELS, *MAKERS, *MODULES, *plugin_names()]
        raise BadArgument(f"there is no bot {quoted(name)}; there are: {', '.join(known)}")
    package = plugins.package_of(plugins.BOTS, name)
    try:
        factory = _factory(name)
    except plugins.BrokenPlugin as error:
        raise BadArgument(f"the bot {name} of {package} cannot be made: {error}") from error
    if game is not None and not plays(name, game.title):
        raise BadArgument(f"the bot {name} of {package} does not play {game.title}")
    try:
        bot = factory(settings, seed)
    except DrakkarError:
        raise
    except Exception as fault:
        raise BadArgument(f"the bot {name} of {package} cannot be made: {type(fault).__name__}: {fault}") from fault
    if not callable(getattr(bot, "choose", None)) or not callable(getattr(bot, "explain", None)):
        raise BadArgument(f"the bot {name} of {package} is not a Bot: it needs the methods choose and explain")
    settings.end()
    return bot


def install(name: str, module: str) -> None:
    """Register a bot by its module, which has a `make`, or by MODULE:FUNCTION; it is imported on first use."""
    MODULES[name] = module


def _installed(name: str) -> Callable[[Settings, int], Bot]:
    try:
        module, _, function = MODULES[name].partition(":")
        maker: Callable[[Settings, int], Bot] = getattr(importlib.import_module(module), function or "make")
    except ModuleNotFoundError as error:
        raise BadArgument(f"the bot {name}: {error}") from error
    return maker


def _random(_: Settings, seed: int) -> Bot:
    return RandomBot(seed)


def _policy(settings: Settings, seed: int) -> Bot:
    return PolicyBot(seed, settings.number("temperature", 1.0), settings.text("style"))


def _greedy(settings: Settings, seed: int) -> Bot:
    return GreedyBot(seed, settings.count("tries", 20), settings.text("style"))


def _mcts(settings: Settings, seed: int) -> Bot:
    seconds = settings.number("seconds", 0.0)
    iterations = settings.count("iterations", 0 if seconds else USUAL_ITERATIONS)
    return MctsBot(seed, Budget(iterations, seconds), settings.text("style"))


MAKERS: Final[dict[str, Callable[[Settings, int], Bot]]] = {
    "random": _random,
    "policy": _policy,
    "greedy": _greedy,
    "mcts": _mcts,
}
MODULES: Final[dict[str, str]] = {}
