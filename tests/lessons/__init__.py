"""Lessons: their files, their progress, and the proof that they can be done."""
