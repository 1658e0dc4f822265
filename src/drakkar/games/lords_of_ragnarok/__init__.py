"""Lords of Ragnarok, for two to four players."""

from drakkar.games.lords_of_ragnarok.game import GAME

__all__ = ["GAME"]
