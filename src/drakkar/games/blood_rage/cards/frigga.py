"""Frigga: care for the clan."""

from drakkar.games.blood_rage.cards.kinds import CLAN, battle_card, upgrade

friggas_charm = upgrade(
    CLAN,
    "Frigga's Charm",
    age=1,
    strength=0,
    copies=(1, 0, 0, 0),
    text=("Every upgrade card you play costs 1 Rage less, but never less than 0. Invade costs are not changed."),
    god="Frigga",
    not_yet=True,
)

friggas_succor = upgrade(
    CLAN,
    "Frigga's Succor",
    age=1,
    strength=2,
    copies=(0, 1, 0, 0),
    text=(
        "Each time you invade a province, one Warrior from your reserve may invade that province too, for "
        "0 Rage. It needs an empty village of its own and room under Horns."
    ),
    god="Frigga",
    not_yet=True,
)

friggas_protection = upgrade(
    CLAN,
    "Frigga's Protection",
    age=2,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "Whenever a figure of yours would be destroyed, you may pay 1 Rage: that figure survives and "
        "stays where it is. Decide and pay for each figure separately. Not in the Ragnarök phase, and not "
        "for a figure given up as a price."
    ),
    god="Frigga",
    not_yet=True,
)

friggas_domain = upgrade(
    CLAN,
    "Frigga's Domain",
    age=3,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "You may take an Invade action with one of your figures in Valhalla. It costs 1 Rage in all, "
        "whatever the figure; every other invade rule applies."
    ),
    god="Frigga",
    not_yet=True,
)

friggas_sacrifice = upgrade(
    CLAN,
    "Frigga's Sacrifice",
    age=3,
    strength=1,
    copies=(0, 1, 0, 0),
    text=(
        "New action for 0 Rage: two of your figures on the board are destroyed; then raise one clan stat "
        "of your choice by one step."
    ),
    god="Frigga",
    not_yet=True,
)

friggas_grace = battle_card(
    "Frigga's Grace",
    age=1,
    bonus=2,
    copies=(1, 0, 1, 0),
    god="Frigga",
    text=(
        "If you pillage successfully with this card, raise one clan stat by one step, but not the stat of "
        "the token you have just taken; after a 5 Glory token or the Yggdrasil token any stat may be "
        "chosen."
    ),
    not_yet=True,
)
