"""The Realms: what an ally may use when the first marker is laid before them (LR-14.7)."""

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.pools import draw_cards, gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import REALM_BONUS


@card("realm", "vanaheim").says(REALM_BONUS)
def a_rune_of_choice(s: State, seat: int, _: int) -> None:
    """LR-14.7."""
    gain_runes_of_choice(s, seat, 1)


@card("realm", "svartalfheim").says(REALM_BONUS)
def a_combat_card(s: State, seat: int, _: int) -> None:
    """LR-14.7."""
    draw_cards(s, seat, 1)
