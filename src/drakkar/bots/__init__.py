"""Players that are programs: each sees what a person in its seat would see, and nothing else."""

from drakkar.bots.bot import Advice, Bot, Budget
from drakkar.bots.levels import LEVELS
from drakkar.bots.roster import make

__all__ = ["LEVELS", "Advice", "Bot", "Budget", "make"]
