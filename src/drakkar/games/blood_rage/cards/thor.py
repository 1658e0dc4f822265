"""Thor: victory in battle."""

from drakkar.games.blood_rage.cards.kinds import CLAN, battle_card, upgrade

thors_glory = upgrade(
    CLAN,
    "Thor's Glory",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text=(
        "After a battle in which you take part and in which at least two enemy figures were destroyed, "
        "score 2 Glory (2 in all, not per figure)."
    ),
    god="Thor",
    not_yet=True,
)

thors_domain = upgrade(
    CLAN,
    "Thor's Domain",
    age=2,
    strength=1,
    copies=(0, 0, 1, 0),
    text=(
        "After you invade a province you may pay 2 Rage to pillage that province at once, as part of the "
        "same turn, if its token shows the reward side. Once per invade; a Warrior that follows through "
        "Frigga's Succor belongs to the same invade."
    ),
    god="Thor",
    not_yet=True,
)

thors_conquest = upgrade(
    CLAN,
    "Thor's Conquest",
    age=3,
    strength=3,
    copies=(1, 0, 0, 0),
    text="At the end of the game, score 3 Glory for each of your figures on the board.",
    god="Thor",
    not_yet=True,
)

thors_hammer = battle_card(
    "Thor's Hammer",
    age=1,
    bonus=1,
    copies=(1, 0, 0, 1),
    god="Thor",
    text="If you win, score 3 Glory.",
    not_yet=True,
)

thors_oath = battle_card(
    "Thor's Oath",
    age=2,
    bonus=1,
    copies=(1, 0, 0, 1),
    god="Thor",
    text="If you win, raise one clan stat of your choice by one step.",
    not_yet=True,
)

thors_primacy = battle_card(
    "Thor's Primacy",
    age=3,
    bonus=3,
    copies=(1, 1, 0, 0),
    god="Thor",
    text=(
        "The text of every card played in this battle by your opponents is cancelled before it acts; the "
        "bonuses of those cards stay."
    ),
    not_yet=True,
)

thors_ascension = battle_card(
    "Thor's Ascension",
    age=3,
    bonus=1,
    copies=(1, 0, 1, 0),
    god="Thor",
    text="If you win, gain 3 Rage and score 3 Glory.",
    not_yet=True,
)
