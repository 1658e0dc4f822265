"""Drakkar for those who study games: its matches through the interfaces that they already use.

Each module needs what its name says, all of it in the extra `research`: pip install 'drakkar[research]'.
"""
