"""The games. Each is a folder with a `GAME`, imports the core and itself, and never a sibling."""

# Those that can be played; one that is still being written is not among them.
TITLES = ("blood_rage",)
