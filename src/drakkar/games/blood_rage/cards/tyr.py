"""Tyr: strength and courage."""

from drakkar.games.blood_rage.cards.kinds import CLAN, battle_card, upgrade

tyrs_domain = upgrade(
    CLAN,
    "Tyr's Domain",
    age=1,
    strength=0,
    copies=(0, 1, 0, 0),
    text="A quest card you reveal in battle may be used as a battle card with bonus +3 and no text.",
    god="Tyr",
    not_yet=True,
)

tyrs_challenge = upgrade(
    CLAN,
    "Tyr's Challenge",
    age=2,
    strength=0,
    copies=(1, 0, 0, 0),
    text=(
        "New action for 2 Rage: pillage a province whose token lies on its pillaged side. All pillage "
        "rules apply; on success the token's reward is taken once more. The token stays on its pillaged "
        "side."
    ),
    god="Tyr",
    not_yet=True,
)

tyrs_prowess = upgrade(
    CLAN,
    "Tyr's Prowess",
    age=2,
    strength=2,
    copies=(0, 1, 0, 0),
    text=(
        "When you win a battle, each card you played in it may go back to your hand for 1 Rage per card "
        "instead of being discarded."
    ),
    god="Tyr",
    not_yet=True,
)

tyrs_wrath = upgrade(
    CLAN,
    "Tyr's Wrath",
    age=3,
    strength=1,
    copies=(0, 1, 0, 0),
    text="A quest card you reveal in battle may be used as a battle card with bonus +5 and no text.",
    god="Tyr",
    not_yet=True,
)

tyrs_bash = battle_card(
    "Tyr's Bash",
    age=1,
    bonus=2,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_smash_1 = battle_card(
    "Tyr's Smash",
    age=1,
    bonus=3,
    copies=(1, 1, 0, 1),
    god="Tyr",
)

tyrs_crush_1 = battle_card(
    "Tyr's Crush",
    age=1,
    bonus=4,
    copies=(0, 0, 1, 0),
    god="Tyr",
)

tyrs_smite_1 = battle_card(
    "Tyr's Smite",
    age=1,
    bonus=5,
    copies=(1, 0, 0, 1),
    god="Tyr",
)

tyrs_smash_2 = battle_card(
    "Tyr's Smash",
    age=2,
    bonus=3,
    copies=(0, 0, 1, 1),
    god="Tyr",
)

tyrs_crush_2 = battle_card(
    "Tyr's Crush",
    age=2,
    bonus=4,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_smite_2 = battle_card(
    "Tyr's Smite",
    age=2,
    bonus=5,
    copies=(0, 1, 0, 0),
    god="Tyr",
)

tyrs_rage_2 = battle_card(
    "Tyr's Rage",
    age=2,
    bonus=6,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_crush_3 = battle_card(
    "Tyr's Crush",
    age=3,
    bonus=4,
    copies=(1, 0, 0, 1),
    god="Tyr",
)

tyrs_smite_3 = battle_card(
    "Tyr's Smite",
    age=3,
    bonus=5,
    copies=(0, 0, 1, 0),
    god="Tyr",
)

tyrs_rage_3 = battle_card(
    "Tyr's Rage",
    age=3,
    bonus=6,
    copies=(1, 0, 0, 0),
    god="Tyr",
)

tyrs_judgement = battle_card(
    "Tyr's Judgement",
    age=3,
    bonus=8,
    copies=(0, 0, 0, 1),
    god="Tyr",
)
