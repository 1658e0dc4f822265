"""Troops: upgrades of Leader, Warriors and Ship."""

from drakkar.games.blood_rage.cards.kinds import LEADER, SHIP, WARRIOR, upgrade

lord_of_hammers = upgrade(
    LEADER,
    "Lord of Hammers",
    age=1,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, you may move him to "
        "an adjacent province: one with an empty village, or Yggdrasil."
    ),
    not_yet=True,
)

brothers_in_arms = upgrade(
    WARRIOR,
    "Brothers in Arms",
    age=1,
    strength=1,
    copies=(1, 0, 0, 1),
    text=(
        "In each province, every two of your Warriors are worth 3 STR together; an odd Warrior is worth "
        "1. Each Warrior costs 1 Rage to invade."
    ),
    not_yet=True,
)

lokis_dragons = upgrade(
    SHIP,
    "Loki's Dragons",
    age=1,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 4 Glory.",
    god="Loki",
    not_yet=True,
)

lord_of_axes = upgrade(
    LEADER,
    "Lord of Axes",
    age=2,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, raise one clan stat "
        "of your choice by one step."
    ),
    not_yet=True,
)

experts_in_arms = upgrade(
    WARRIOR,
    "Experts in Arms",
    age=2,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Your Warriors have STR 2; each therefore costs 2 Rage to invade.",
)

fire_dragons = upgrade(
    SHIP,
    "Fire Dragons",
    age=2,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 8 Glory.",
    not_yet=True,
)

lord_of_spears = upgrade(
    LEADER,
    "Lord of Spears",
    age=3,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, raise each of your "
        "three clan stats by one step."
    ),
    not_yet=True,
)

masters_in_arms = upgrade(
    WARRIOR,
    "Masters in Arms",
    age=3,
    strength=2,
    copies=(1, 0, 0, 1),
    text=(
        "Your Warriors have STR 2 (2 Rage each to invade). In each province, every two of them are worth "
        "6 STR together; an odd Warrior is worth 2."
    ),
    not_yet=True,
)

eternal_dragons = upgrade(
    SHIP,
    "Eternal Dragons",
    age=3,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 12 Glory.",
    not_yet=True,
)
