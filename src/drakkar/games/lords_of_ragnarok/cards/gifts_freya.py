"""The Gifts of Freya: Runes, Priests, Monsters, foresight."""

from typing import Final

from drakkar.core.events import only
from drakkar.core.flow import NO_CARD, emit, emit_to
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import BURY, DECLINE, MOVE, PLACE_HERO
from drakkar.games.lords_of_ragnarok.events import CARD_BURIED, CARD_FORESEEN, TEXT_ACTS
from drakkar.games.lords_of_ragnarok.monsters.monsters import (
    do_decline,
    do_monster_move,
    monster_move_menu,
    why_not_monster_move,
)
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled
from drakkar.games.lords_of_ragnarok.pieces.player_pools import gain_priests, gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import PREPARE, State, rules
from drakkar.games.lords_of_ragnarok.turn.rune_action import (
    TWO_ALIKE,
    TWO_DIFFERENT,
    do_place_hero,
    place_hero_menu,
    why_not_place_hero,
)
from drakkar.games.lords_of_ragnarok.windows import (
    ALLIANCE_DRAWS,
    FORGES_IN_REACH,
    GIFT_HAS_BEEN_TAKEN,
    MONSTERS_IN_REACH,
    PAYMENTS,
    PRIEST_HAS_BEEN_SENT,
    RUNE_ACTIVATION,
    RUNE_LIMIT,
    RUNES_FOR_COVERED,
    SPECIAL_ACTION_OVER,
    TEMPLE_PRIESTS,
    TRAMPLE_LOSS,
    TURN_ENDS,
)

MOVE_FIRST: Final = rules.question("songs_and_legends", "LR-28.1", "move {about:monster} one Region first, or decline")


songs_and_legends = card(
    "gift",
    "songs_and_legends",
    text=(
        "When your Rune action activates a Monster you control: you may first move it one Region (this move may "
        "trample), then activate it."
    ),
    short="Before your Rune action activates a Monster of yours, you may move it one Region.",
)


@songs_and_legends.when(RUNE_ACTIVATION)
def it_may_move_first(s: State, me: Source, monster: int) -> None:
    """T09: a Monster under the player's own ring."""
    if s.monsters.rings[monster] == me.owner:
        MOVE_FIRST.ask(s, me.owner, monster)


MOVE_FIRST.offer(MOVE, do_monster_move, why_not_monster_move, monster_move_menu)
MOVE_FIRST.offer(DECLINE, do_decline)

rune_pouch = card("gift", "rune_pouch", "On taking this Gift, take any 1 Rune. Your Rune limit is 2 higher.")


@rune_pouch.when(GIFT_HAS_BEEN_TAKEN)
def a_rune_on_taking(s: State, me: Source, gift: int) -> None:
    """T19."""
    if gift == me.card:
        gain_runes_of_choice(s, me.owner, 1)


@rune_pouch.modifies(RUNE_LIMIT)
def two_more_runes(_s: State, _me: Source, limit: int, _: int) -> int:
    """T27."""
    return limit + 2


seidr = card("gift", "seidr", "A Rune action that costs 2 different Runes may be paid with 2 Runes of one kind.")


@seidr.modifies(PAYMENTS)
def two_alike_will_do(_s: State, _me: Source, payments: int, _: int) -> int:
    """T08."""
    return payments | TWO_ALIKE if payments & TWO_DIFFERENT else payments


temple_tithe = card(
    "gift",
    "temple_tithe",
    text="On taking this Gift, and each time you build a Temple: take 1 more Priest.",
)


@temple_tithe.when(GIFT_HAS_BEEN_TAKEN)
def a_priest_on_taking(s: State, me: Source, gift: int) -> None:
    """T19."""
    if gift == me.card:
        gain_priests(s, me.owner, 1)


@temple_tithe.modifies(TEMPLE_PRIESTS)
def one_priest_more(_s: State, _me: Source, priests: int, _: int) -> int:
    """T13."""
    return priests + 1


pilgrims = card(
    "gift",
    "pilgrims",
    text="When you send a Priest to a Statue whose Region you control: take any 1 Rune.",
)


@pilgrims.when(PRIEST_HAS_BEEN_SENT)
def a_rune_of_ones_own_statue(s: State, me: Source, god: int) -> None:
    """T03."""
    if s.regions.control[s.board.statue_region(god)] == me.owner:
        emit(s, TEXT_ACTS, me.owner, me.card)
        gain_runes_of_choice(s, me.owner, 1)


golden_tears = card(
    "gift",
    "golden_tears",
    text="When your marker on the wheel is covered: take any 2 Runes instead of 1.",
)


@golden_tears.modifies(RUNES_FOR_COVERED)
def two_runes_for_a_marker(_s: State, _me: Source, _runes: int, _: int) -> int:
    """T12."""
    return 2


many_friends = card(
    "gift",
    "many_friends",
    text="When you ally with a Realm: draw 1 Combat card even if you are not the first there.",
)


@many_friends.modifies(ALLIANCE_DRAWS)
def a_card_for_any_alliance(_s: State, _me: Source, _cards: int, _: int) -> int:
    """T23."""
    return 1


beast_tongue = card(
    "gift",
    "beast_tongue",
    text=(
        "Rune action: the neutral Monster you take control of may also be in a Region adjacent to the one with your "
        "Hero."
    ),
    short="Rune action: the Monster you take control of may also be next to your Hero's Region.",
)


@beast_tongue.modifies(MONSTERS_IN_REACH)
def adjacent_monsters_too(s: State, me: Source, regions: int, _: int) -> int:
    """T08, LR-11.5: without the Drakkar."""
    return regions | s.board.near[s.hero_places[me.owner]]


heavy_hooves = card("gift", "heavy_hooves", "When a Monster you control tramples: the Army loses 2 value instead of 1.")


@heavy_hooves.modifies(TRAMPLE_LOSS)
def two_value_each(_s: State, _me: Source, _loss: int, _: int) -> int:
    """T21."""
    return 2


forge_friend = card(
    "gift",
    "forge_friend",
    text="Prayer: you may take the Rune from a Forge in a Region you control instead of the one in your Hero's Region.",
    short="Prayer: you may forge in a Region you control instead of at your Hero.",
)


@forge_friend.modifies(FORGES_IN_REACH)
def forges_of_ones_own_regions(s: State, me: Source, regions: int, _: int) -> int:
    """T04."""
    return regions | controlled(s, me.owner)


FALCON_CLOAK: Final = rules.question("falcon_cloak", "LR-28.1", "place your Hero in any Region, or decline")


def has_prepared(s: State, _seat: int) -> bool:
    """Whether the Special action was Prepare."""
    return s.action == PREPARE


falcon_cloak = card("gift", "falcon_cloak", "After your Prepare action: you may place your Hero in any Region.")


@falcon_cloak.when(SPECIAL_ACTION_OVER, has_prepared)
def the_hero_may_fly(s: State, me: Source, _: int) -> None:
    """T14."""
    FALCON_CLOAK.ask(s, me.owner)


FALCON_CLOAK.offer(PLACE_HERO, do_place_hero, why_not_place_hero, place_hero_menu)
FALCON_CLOAK.offer(DECLINE, do_decline)

SECOND_SIGHT: Final = rules.question("second_sight", "LR-24.4", "put the Event card under the deck, or leave it on top")


second_sight = card(
    "gift",
    "second_sight",
    text="End of your turn: look at the top Event card; leave it there or put it under the deck.",
)


@second_sight.when(TURN_ENDS)
def the_top_event_is_seen(s: State, me: Source, _: int) -> None:
    """T18, LR-24.4: other players do not see it."""
    deck = s.decks.event
    deck.top = deck.draw(s.flow.chance)
    s.decks.foreseen[deck.top] |= 1 << me.owner
    emit_to(s, only(me.owner), CARD_FORESEEN, me.owner, deck.top)
    SECOND_SIGHT.ask(s, me.owner)


def do_bury(s: State, seat: int, _a: int, _b: int) -> None:
    """T18."""
    s.decks.event.bury(s.decks.event.top)
    s.decks.event.top = NO_CARD
    emit(s, CARD_BURIED, seat)


SECOND_SIGHT.offer(BURY, do_bury)
SECOND_SIGHT.offer(DECLINE, do_decline)
