"""How a game of decisions runs. This package knows no game and imports nothing of ours."""
