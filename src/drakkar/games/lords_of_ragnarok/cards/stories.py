"""The Stories: one bonus each, after the choice of Heroes (LR-7.9)."""

from typing import Final

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import ALLY
from drakkar.games.lords_of_ragnarok.pieces.figures import armies_gain_value
from drakkar.games.lords_of_ragnarok.pieces.player_pools import draw_cards, gain_priests, runes_of_one_kind
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.turn.rune_action import ALLIED_ALREADY, ally
from drakkar.games.lords_of_ragnarok.windows import STORY_BONUS

odinsson = card("story", "odinsson", "You take the first turn of the game.")


@odinsson.says(STORY_BONUS)
def first_turn(s: State, seat: int, _: int) -> None:
    """LR-7.10."""
    s.first_player = seat


thorsson = card("story", "thorsson", "Draw 1 Combat card.")


@thorsson.says(STORY_BONUS)
def a_combat_card(s: State, seat: int, _: int) -> None:
    """One card."""
    draw_cards(s, seat, 1)


freyasson = card("story", "freyasson", "Take 2 Runes of one kind of your choice.")


@freyasson.says(STORY_BONUS)
def two_runes(s: State, seat: int, _: int) -> None:
    """Two of one kind."""
    then(s, runes_of_one_kind, seat, 2)


STORY_ALLIANCE: Final = rules.question("story_alliance", "LR-7.9", "ally with any Realm")


story_alliance = card(
    "story",
    "story_alliance",
    text="Ally with any Realm, bordering or not; this alliance gives no Combat card.",
)


@story_alliance.says(STORY_BONUS)
def an_alliance(s: State, seat: int, _: int) -> None:
    """LR-12.9: with any Realm, and without a Combat card."""
    STORY_ALLIANCE.ask(s, seat)


def why_not_story_ally(s: State, seat: int, realm: int, _: int) -> int:
    """LR-12.8."""
    return ALLIED_ALREADY.given(realm) if s.alliances[realm] >> seat & 1 else 0


def do_story_ally(s: State, seat: int, realm: int, _: int) -> None:
    """LR-12.9."""
    ally(s, seat, realm, draws=False)


STORY_ALLIANCE.offer(ALLY, do_story_ally, why_not_story_ally)


story_5 = card("story", "story_5", "+1 value to one of your two Armies.")


@story_5.says(STORY_BONUS)
def a_stronger_army(s: State, seat: int, _: int) -> None:
    """One value to one of the two Armies."""
    then(s, armies_gain_value, seat, 1)


story_6 = card("story", "story_6", "Take 1 Priest from the supply into your pool.")


@story_6.says(STORY_BONUS)
def a_priest(s: State, seat: int, _: int) -> None:
    """Into the pool."""
    gain_priests(s, seat, 1)
