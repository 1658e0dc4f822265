"""The games. Each is a folder with a `GAME`, imports the core and itself, and never a sibling."""
