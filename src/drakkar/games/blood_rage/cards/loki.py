"""Loki: losing pays."""

from drakkar.games.blood_rage.cards.kinds import CLAN, battle_card, upgrade

lokis_domain = upgrade(
    CLAN,
    "Loki's Domain",
    age=1,
    strength=1,
    copies=(1, 0, 0, 0),
    text="Score 1 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    god="Loki",
    not_yet=True,
)

lokis_blessing = upgrade(
    CLAN,
    "Loki's Blessing",
    age=1,
    strength=1,
    copies=(0, 0, 1, 0),
    text=(
        "When you lose a battle, one Warrior from your reserve may invade that province for 0 Rage once "
        "the losers' figures are gone. It needs an empty village and room under Horns."
    ),
    god="Loki",
    not_yet=True,
)

lokis_eminence = upgrade(
    CLAN,
    "Loki's Eminence",
    age=2,
    strength=2,
    copies=(0, 1, 0, 0),
    text="Score 2 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    god="Loki",
    not_yet=True,
)

lokis_wrath = upgrade(
    CLAN,
    "Loki's Wrath",
    age=3,
    strength=3,
    copies=(0, 0, 1, 0),
    text="Score 3 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    god="Loki",
    not_yet=True,
)

lokis_trickery = battle_card(
    "Loki's Trickery",
    age=1,
    bonus=0,
    copies=(1, 0, 1, 0),
    god="Loki",
    text="If you lose, take 1 Rage from the winner: the winner's Rage goes down, yours goes up.",
    not_yet=True,
)

lokis_backstab = battle_card(
    "Loki's Backstab",
    age=2,
    bonus=0,
    copies=(1, 0, 1, 0),
    god="Loki",
    text="If you lose, take 2 Glory from the winner: the winner's Glory goes down, yours goes up.",
    not_yet=True,
)

lokis_poison = battle_card(
    "Loki's Poison",
    age=3,
    bonus=0,
    copies=(1, 0, 0, 1),
    god="Loki",
    text=(
        "If you lose, take into your hand all cards the winner has played in this battle and that are "
        "still on the table, late cards included."
    ),
    not_yet=True,
)
