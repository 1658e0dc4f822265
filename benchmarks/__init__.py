"""Benchmarks that need more than the project itself; not part of the package."""
