"""The Gifts of Thor: Combat cards, the Hero, Hunts."""

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.kinds import card
from drakkar.games.lords_of_ragnarok.events import TEXT_ACTS
from drakkar.games.lords_of_ragnarok.pools import draw_cards
from drakkar.games.lords_of_ragnarok.state import State
from drakkar.games.lords_of_ragnarok.windows import (
    BATTLE_NEARS,
    BATTLE_STRENGTH,
    CARD_LIMIT,
    GIFT_HAS_BEEN_TAKEN,
    HERO_STEPS,
    INJURIES_HEALED,
    PREPARE_DRAWS,
)


@card("gift", "training_yard").modifies(PREPARE_DRAWS)
def the_first_time_one_more(_s: State, _me: Source, cards: int, times: int) -> int:
    """T13."""
    return cards if times else cards + 1


@card("gift", "shoulder_to_shoulder").modifies(BATTLE_STRENGTH)
def beside_the_hero(s: State, me: Source, strength: int, region: int) -> int:
    """T40."""
    return strength + (2 if s.hero_places[me.owner] == region else 0)


def has_empty_hand(s: State, seat: int) -> bool:
    """No Combat card."""
    return not s.hand.sizes[seat]


@card("gift", "battle_cry").when(BATTLE_NEARS, has_empty_hand)
def a_card_for_the_battle(s: State, me: Source, _: int) -> None:
    """T38."""
    emit(s, TEXT_ACTS, me.owner, me.card)
    draw_cards(s, me.owner, 1)


@card("gift", "thunder_step").modifies(HERO_STEPS)
def a_third_region(_s: State, _me: Source, _steps: int, _: int) -> int:
    """T06."""
    return 3


@card("gift", "grim_endurance").modifies(INJURIES_HEALED)
def two_injuries(_s: State, _me: Source, _injuries: int, _: int) -> int:
    """T06."""
    return 2


armoury = card("gift", "armoury")


@armoury.when(GIFT_HAS_BEEN_TAKEN)
def two_cards_on_taking(s: State, me: Source, gift: int) -> None:
    """T19."""
    if gift == me.card:
        draw_cards(s, me.owner, 2)


@armoury.modifies(CARD_LIMIT)
def two_more_cards(_s: State, _me: Source, limit: int, _: int) -> int:
    """T27."""
    return limit + 2
