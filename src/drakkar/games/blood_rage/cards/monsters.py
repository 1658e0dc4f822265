"""Monsters: upgrades that bring a figure of their own."""

from drakkar.games.blood_rage.cards.kinds import monster

troll = monster(
    "Troll",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text="Invading a province with it destroys every enemy Warrior there. Your own Warriors are spared.",
    not_yet=True,
)

dwarf_chieftain = monster(
    "Dwarf Chieftain",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text="STR 2, but 0 Rage to play as an upgrade and 0 Rage every time it invades.",
    cost=0,
)

sea_serpent = monster(
    "Sea Serpent",
    age=1,
    strength=3,
    copies=(0, 1, 0, 0),
    text="Counts as a Ship as well as a Monster: it may only invade a fjord and never moves.",
    counts_as_ship=True,
)

valkyrie = monster(
    "Valkyrie",
    age=2,
    strength=2,
    copies=(1, 0, 0, 0),
    text="Score 2 Glory for each enemy figure destroyed in a battle in which this Monster takes part.",
    not_yet=True,
)

dark_elf = monster(
    "Dark Elf",
    age=2,
    strength=1,
    copies=(1, 0, 0, 0),
    text="May invade Yggdrasil directly. STR 3 while in Yggdrasil, STR 1 everywhere else.",
    not_yet=True,
)

fire_giant = monster(
    "Fire Giant",
    age=2,
    strength=4,
    copies=(0, 1, 0, 0),
    text=(
        "Invading a province with it destroys every enemy figure there that is not a Monster, the "
        "supporting fjord included. Your own figures are spared."
    ),
    not_yet=True,
)

frost_giant = monster(
    "Frost Giant",
    age=3,
    strength=4,
    copies=(1, 0, 0, 0),
    text=(
        "When you successfully pillage the province this Monster is in, you take the reward of the "
        "pillage token a second time."
    ),
    not_yet=True,
)

soldier_of_hel = monster(
    "Soldier of Hel",
    age=3,
    strength=3,
    copies=(1, 0, 0, 0),
    text="STR 3, but 0 Rage to play as an upgrade and 0 Rage every time it invades.",
    cost=0,
)

volur_witch = monster(
    "Volur Witch",
    age=3,
    strength=3,
    copies=(0, 1, 0, 0),
    text=("Whenever she would be destroyed while in an outer province, her owner may move her to Yggdrasil instead."),
    not_yet=True,
)
