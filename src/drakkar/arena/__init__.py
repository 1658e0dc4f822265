"""Bots against bots: balanced matches, and what can be said of them with numbers. Knows no game by name."""
