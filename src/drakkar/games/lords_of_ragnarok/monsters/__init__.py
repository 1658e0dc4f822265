"""Monsters, the Boss and the Event cards that move them (sections 17 and 22)."""
