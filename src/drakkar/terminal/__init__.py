"""A match at the terminal, told and asked in plain lines; any game, reached by its title."""
