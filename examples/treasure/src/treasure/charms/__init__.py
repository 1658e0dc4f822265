"""The charms, which are the cards of this game: one module each. The order of the modules is that of their numbers."""

from treasure.charms import horn, thief

__all__ = ["horn", "thief"]
