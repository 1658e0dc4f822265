"""The games. Each is a folder with a `GAME`, imports the core and itself, and never a sibling."""

TITLES = ("blood_rage", "lords_of_ragnarok")
