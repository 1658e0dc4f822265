"""Lessons: short matches from a position, with goals, guiding sentences and an answer to each wrong choice."""
