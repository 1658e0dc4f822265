"""Setup, and the choice of Heroes before the first turn (sections 6 and 7)."""
