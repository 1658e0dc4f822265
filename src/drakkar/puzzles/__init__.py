"""Puzzles: moments of matches in which one choice is clearly best, each with a proof and an explanation."""
