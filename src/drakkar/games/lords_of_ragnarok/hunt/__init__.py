"""A Hunt, and the Monsters action that starts it (sections 15 and 18)."""
