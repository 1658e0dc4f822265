"""Treasure: a one-minute game that uses everything in the core, as a template for other games.

Each player takes a charm in secret. In each of five rounds chance lays out a treasure of 1 to 6 gold; all players bid 0
to 2 gold in secret; a bid higher than all others takes the treasure and is paid. A player with 12 gold wins at once.
"""

from treasure.game import GAME

__all__ = ["GAME"]
