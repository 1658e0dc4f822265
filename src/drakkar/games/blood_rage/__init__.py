"""Blood Rage, for two to five clans."""

from drakkar.games.blood_rage.game import GAME

__all__ = ["GAME"]
