"""Re-dealt worlds of Lords of Ragnarok."""

from functools import partial

from drakkar.core.game import find
from tests.hidden_worlds import in_another_world, moments_of

__all__ = ["GAME", "in_another_world", "random_moments"]

GAME = find("lords_of_ragnarok")

random_moments = partial(moments_of, "lords_of_ragnarok")
