"""The difficulty levels, from gentle to as strong as a second allows, and the bot behind each.

A game whose network comes with Drakkar has its own bots behind the levels: `Game.levels`.
"""

from typing import Any, Final

from drakkar.core.game import Game

LEVELS: Final = {
    "thrall": "policy:temperature=2.5",
    "karl": "greedy",
    "jarl": "mcts:iterations=60",
    "konung": "mcts:seconds=0.9",
}


def behind(level: str, game: Game[Any], style: str = "") -> str:
    """The bot behind a level in a game, with its settings; with a style the usual one, if the game's has none."""
    return game.levels.get(level, LEVELS[level]) if not style or takes_style(level, game) else LEVELS[level]


def takes_style(name: str, game: Game[Any]) -> bool:
    """Whether this is a level, and the bot behind it in a game has styles, as networks have not."""
    return name in LEVELS and not game.levels.get(name, LEVELS[name]).startswith("net")
