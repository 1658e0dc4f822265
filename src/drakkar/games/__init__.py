"""The games. Each is a folder with a `GAME`; it imports the core and itself, never another game."""

TITLES = ("blood_rage", "lords_of_ragnarok")
