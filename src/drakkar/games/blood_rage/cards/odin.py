"""Odin: sacrifice and wisdom."""

from drakkar.games.blood_rage.cards.kinds import CLAN, battle_card, upgrade

odins_inspiration = upgrade(
    CLAN,
    "Odin's Inspiration",
    age=2,
    strength=2,
    copies=(1, 0, 0, 0),
    text="The Glory you score for your figures destroyed by Ragnarök is doubled.",
    god="Odin",
    not_yet=True,
)

odins_throne = upgrade(
    CLAN,
    "Odin's Throne",
    age=3,
    strength=2,
    copies=(1, 0, 0, 0),
    text="The Glory of each quest you complete is doubled; the stat raise stays at one step.",
    god="Odin",
    not_yet=True,
)

odins_smite = battle_card(
    "Odin's Smite",
    age=1,
    bonus=1,
    copies=(1, 1, 0, 0),
    god="Odin",
    text=(
        "Before strengths are compared, each of your opponents in the battle loses one Warrior from the "
        "province, if it has one there."
    ),
    not_yet=True,
)

odins_tide = battle_card(
    "Odin's Tide",
    age=2,
    bonus=1,
    copies=(1, 0, 1, 0),
    god="Odin",
    text=(
        "Before strengths are compared, every clan in the battle, yours too, keeps one figure of its "
        "choice there (province or supporting fjord); when all have chosen, their other figures in the "
        "battle are destroyed together."
    ),
    not_yet=True,
)

odins_judgement = battle_card(
    "Odin's Judgement",
    age=3,
    bonus=2,
    copies=(1, 0, 1, 0),
    god="Odin",
    text="Score 2 Glory for each figure destroyed in this battle, whoever owned it, you included.",
    not_yet=True,
)
