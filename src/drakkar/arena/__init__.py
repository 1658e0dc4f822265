"""Bots against bots: balanced matches and their statistics. It names no game."""
