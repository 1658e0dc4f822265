"""A turn and its five stages (sections 8 to 16 and 20)."""
