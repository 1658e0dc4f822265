"""The Heroes' abilities."""

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.control import region_taken, was_fought_for
from drakkar.games.lords_of_ragnarok.events import TEXT_ACTS
from drakkar.games.lords_of_ragnarok.figures import armies_in, is_in_the_land
from drakkar.games.lords_of_ragnarok.pools import draw_cards, gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import (
    BATTLE_STRENGTH,
    CONTROL_HAS_CHANGED,
    INJURY_DEALT,
    REALMS_ALLIED,
)


@card("hero", "ragnar").modifies(BATTLE_STRENGTH)
def one_for_each_army(s: State, me: Source, strength: int, region: int) -> int:
    """LR-27.11: only as attacker."""
    attacks = s.battle.attacker == me.owner and is_in_the_land(s, me.owner, region)
    return strength + (len(armies_in(s, me.owner, region)) if attacks else 0)


@card("hero", "aslaug").modifies(REALMS_ALLIED)
def bordering_realms_too(s: State, me: Source, realms: int, _: int) -> int:
    """LR-27.12."""
    return realms | s.board.realms[s.hero_places[me.owner]]


@card("hero", "snorri").when(CONTROL_HAS_CHANGED)
def a_rune_for_a_settlement(s: State, me: Source, taking: int) -> None:
    """LR-27.13: not for what was fought for."""
    region = region_taken(taking)
    settled = s.board.settlements >> region & 1
    if settled and not was_fought_for(taking) and is_in_the_land(s, me.owner, region):
        emit(s, TEXT_ACTS, me.owner, me.card)
        gain_runes_of_choice(s, me.owner, 1)


beowulf = card("hero", "beowulf")


@beowulf.when(INJURY_DEALT)
def a_card_for_an_injury(s: State, me: Source, _: int) -> None:
    """LR-27.15."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    draw_cards(s, me.owner, 1)
