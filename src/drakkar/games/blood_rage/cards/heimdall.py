"""Heimdall: he sees what comes."""

from drakkar.games.blood_rage.cards.kinds import battle_card

heimdalls_sight = battle_card(
    "Heimdall's Sight",
    age=1,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Bonus X: X is the highest bonus on a single card that your opponents have on the table when "
        "strengths are compared, late cards included; 0 if there is none. Another Heimdall's Sight is "
        "ignored when X is looked for."
    ),
    not_yet=True,
)

heimdalls_eye = battle_card(
    "Heimdall's Eye",
    age=2,
    bonus=2,
    copies=(2, 1, 0, 1),
    god="Heimdall",
    text=(
        "May be laid face down as your normal card, or added face up in the late window on top of the card you chose."
    ),
    late=True,
)

heimdalls_watch_2 = battle_card(
    "Heimdall's Watch",
    age=2,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Discard every card revealed in this battle, this one too (nobody takes any back); you score "
        "Glory equal to the sum of their bonuses; then all participants choose and reveal new cards."
    ),
    not_yet=True,
)

heimdalls_gaze = battle_card(
    "Heimdall's Gaze",
    age=3,
    bonus=3,
    copies=(1, 1, 0, 0),
    god="Heimdall",
    text=(
        "May be laid face down as your normal card, or added face up in the late window on top of the card you chose."
    ),
    late=True,
)

heimdalls_watch_3 = battle_card(
    "Heimdall's Watch",
    age=3,
    bonus=0,
    copies=(1, 0, 0, 0),
    god="Heimdall",
    text=(
        "Discard every card revealed in this battle, this one too (nobody takes any back); you score "
        "Glory equal to the sum of their bonuses; then all participants choose and reveal new cards."
    ),
    not_yet=True,
)
