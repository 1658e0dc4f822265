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
    """The bot behind a level in a game, with its settings; networks have no style."""
    own = game.levels.get(level, LEVELS[level])
    return LEVELS[level] if style and own.startswith("net") else own
