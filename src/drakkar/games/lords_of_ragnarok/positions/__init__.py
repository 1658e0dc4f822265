"""Positions: a table as a text that people read and write."""
