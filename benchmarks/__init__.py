"""Measures that need more than the project itself; they are no part of the package."""
