"""The difficulty levels, from gentle to as strong as a second allows, and the bot behind each."""

from typing import Final

LEVELS: Final = {
    "thrall": "policy:temperature=2.5",
    "karl": "greedy",
    "jarl": "mcts:iterations=60",
    "konung": "mcts:seconds=0.9",
}
