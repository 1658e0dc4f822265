"""All files of card texts; loading them hooks every text onto its moment."""

from drakkar.games.lords_of_ragnarok.cards import artifacts, conditions, gods, heroes, realms, stories

FILES = (artifacts, conditions, gods, heroes, realms, stories)
