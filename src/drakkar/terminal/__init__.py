"""Play in a terminal, in plain lines; any game, by its title."""
