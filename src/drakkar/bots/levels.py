"""The levels that people play against, from gentle to as strong as a second allows, and what each is made of."""

from typing import Final

LEVELS: Final = {
    "thrall": "instinct:calm=2.5",
    "karl": "greedy",
    "jarl": "mcts:iterations=60",
    "konung": "mcts:seconds=0.9",
}
