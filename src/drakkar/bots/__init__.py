"""Bots: each sees what a person in its seat would see, and nothing else.

import drakkar

bot = drakkar.bots.make("karl", seed=1)
match = drakkar.new("blood_rage", seats=2, seed=7)
while not match.over:
    decision = match.pending[0]
    match.play(decision.seat, bot.choose(match.view(decision.seat), decision))

From weak to strong: `random`, then the levels `thrall`, `karl`, `jarl` and `konung`. Behind a level is a bot with
settings, which depends on the game: `net` (sight, draw), `policy` (temperature, style), `greedy` (tries, style) or
`mcts` (iterations, seconds, style). `make("mcts:iterations=400,style=loki", seed=1)` sets its own. `drakkar bots` also
lists those of plug-ins.
"""

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.levels import LEVELS
from drakkar.bots.roster import make

__all__ = ["LEVELS", "Advice", "Bot", "Budget", "make"]
