"""Drakkar for research: matches through standard interfaces.

Each module needs the package in its name; the extra `research` has them all: pip install 'drakkar[research]'.
"""
