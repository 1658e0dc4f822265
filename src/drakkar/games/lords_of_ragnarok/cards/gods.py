"""The gods: what a Priest brings besides the Attribute, by the level of the Statue (LR-9.5)."""

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_gain_value
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, runes_of_one_kind
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import LEVEL_BONUS

odin = card(
    "god",
    "odin",
    text=(
        "A Priest sent to his Statue gives Authority +1. From level 1 on your Armies gain value too: 1, 2 or 3 in "
        "all at level 1, 2 or 3, split as you like."
    ),
    short="A Priest gives Authority +1 and as much value to your Armies as the Statue has levels.",
)


@odin.says(LEVEL_BONUS)
def odin_strengthens(s: State, seat: int, level: int) -> None:
    """LR-9.6: the total, split over the player's Armies."""
    then(s, armies_gain_value, seat, level)


thor = card(
    "god",
    "thor",
    text=(
        "A Priest sent to his Statue gives Strength +1. From level 1 on you draw Combat cards too: 1, 2 or 3 at "
        "level 1, 2 or 3."
    ),
    short="A Priest gives Strength +1 and as many Combat cards as the Statue has levels.",
)


@thor.says(LEVEL_BONUS)
def thor_arms(s: State, seat: int, level: int) -> None:
    """LR-9.5."""
    draw_cards(s, seat, level)


freya = card(
    "god",
    "freya",
    text=(
        "A Priest sent to her Statue gives Wisdom +1. From level 1 on you take Runes of one chosen kind too: 1, 2 or "
        "3 at level 1, 2 or 3."
    ),
    short="A Priest gives Wisdom +1 and as many Runes of one kind as the Statue has levels.",
)


@freya.says(LEVEL_BONUS)
def freya_gives_runes(s: State, seat: int, level: int) -> None:
    """LR-9.5, LR-9.9: of one chosen kind."""
    then(s, runes_of_one_kind, seat, level)
