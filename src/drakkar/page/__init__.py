"""The interface of a game's page in a browser. Games implement it; the server renders it."""
