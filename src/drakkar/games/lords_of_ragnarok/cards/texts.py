"""All files of card texts; importing them hooks every text to its window."""

from drakkar.games.lords_of_ragnarok.cards import (
    artifacts,
    attacks,
    combat,
    conditions,
    events,
    gifts_freya,
    gifts_odin,
    gifts_thor,
    gods,
    heroes,
    monsters,
    realms,
    special_attacks,
    stories,
)

FILES = (
    artifacts,
    attacks,
    combat,
    conditions,
    events,
    gifts_freya,
    gifts_odin,
    gifts_thor,
    gods,
    heroes,
    monsters,
    realms,
    special_attacks,
    stories,
)
