"""The gods: what a Priest brings beside the Attribute, by the level of the Statue (LR-9.5)."""

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.figures import armies_gain_value
from drakkar.games.lords_of_ragnarok.pools import draw_cards, runes_of_one_kind
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import LEVEL_BONUS


@card("god", "odin").says(LEVEL_BONUS)
def odin_strengthens(s: State, seat: int, level: int) -> None:
    """LR-9.6: in all, split over own Armies."""
    then(s, armies_gain_value, seat, level)


@card("god", "thor").says(LEVEL_BONUS)
def thor_arms(s: State, seat: int, level: int) -> None:
    """LR-9.5."""
    draw_cards(s, seat, level)


@card("god", "freya").says(LEVEL_BONUS)
def freya_gives_runes(s: State, seat: int, level: int) -> None:
    """LR-9.5, LR-9.9: of one chosen kind."""
    then(s, runes_of_one_kind, seat, level)
