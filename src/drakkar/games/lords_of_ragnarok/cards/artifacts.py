"""The Artifacts: each may be exhausted at its moment, for its effect (LR-21.2)."""

from drakkar.core.flow import then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.artifacts import exhaust
from drakkar.games.lords_of_ragnarok.board import RUNES
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.figures import armies_gain_value, has_army_to_strengthen
from drakkar.games.lords_of_ragnarok.pools import draw_cards, gain_runes_of_choice, supply
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import RUNE_HAS_BEEN_CHANGED, RUNES_CHANGED, TURN_STARTS


@card("artifact", "mjolnir").when(TURN_STARTS)
def draw_a_card(s: State, me: Source, _: int) -> None:
    """T02."""
    exhaust(s, me)
    draw_cards(s, me.owner, 1)


@card("artifact", "gungnir").when(TURN_STARTS, has_army_to_strengthen)
def strengthen_an_army(s: State, me: Source, _: int) -> None:
    """T02, LR-28.3: not offered where it could do nothing."""
    exhaust(s, me)
    then(s, armies_gain_value, me.owner, 1)


def has_supply(s: State, _seat: int) -> bool:
    """LR-28.3."""
    return any(supply(s, rune) for rune in range(RUNES))


@card("artifact", "brisingamen").when(TURN_STARTS, has_supply)
def take_a_rune(s: State, me: Source, _: int) -> None:
    """T02."""
    exhaust(s, me)
    gain_runes_of_choice(s, me.owner, 1)


andvaris_ring = card("artifact", "andvaris_ring")


@andvaris_ring.modifies(RUNES_CHANGED)
def one_counts_as_another(_s: State, _me: Source, runes: int, _: int) -> int:
    """T08."""
    return runes + 1


@andvaris_ring.when(RUNE_HAS_BEEN_CHANGED)
def the_ring_is_exhausted(s: State, me: Source, _: int) -> None:
    """LR-21.2."""
    exhaust(s, me)
