"""The engine for games of decisions. It contains no game and imports nothing else from Drakkar."""
