"""All files of card texts; loading them hooks every text onto its moment."""

from drakkar.games.lords_of_ragnarok.cards import (
    artifacts,
    attacks,
    combat,
    conditions,
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
