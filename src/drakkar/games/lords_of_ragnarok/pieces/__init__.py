"""Players' pieces, and the functions that change them (sections 2, 5, 11 and 21)."""
