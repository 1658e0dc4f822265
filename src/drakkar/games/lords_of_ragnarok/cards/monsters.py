"""The Monsters' cards: their Region attacks, and Loki's moves (LR-17.13 to LR-17.18, LR-12.3, LR-22.3)."""

from typing import Final

from drakkar.core.flow import NOBODY, Menu, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import index_of
from drakkar.games.lords_of_ragnarok.board import NO_GOD, numbers_of
from drakkar.games.lords_of_ragnarok.card import BOSS, DIVINE
from drakkar.games.lords_of_ragnarok.cards.card_text import card
from drakkar.games.lords_of_ragnarok.choices import DISCARD, DISCARD_RUNE, FAVOUR, MOVE, PLACE_MONSTER, REGION
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.events import MARKER_DISCARDED
from drakkar.games.lords_of_ragnarok.monsters.event_cards import place_boss_by_event, place_monster
from drakkar.games.lords_of_ragnarok.monsters.monsters import (
    an_army_loses_one,
    an_army_loses_two,
    move_monster,
    the_monster_moves,
    why_not_hit,
    why_not_monster_move,
)
from drakkar.games.lords_of_ragnarok.pieces.artifacts import return_artifact
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    FULL_VALUE,
    armies_in,
    armies_retreat,
    army_like,
    can_gain,
    on_board,
    players_in,
    strengthen,
    turn_order,
    weaken,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import (
    discard_menu,
    do_discard,
    do_discard_rune,
    runes_held,
    why_not_discard,
    why_not_discard_rune,
)
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import NO_SUCH_REGION
from drakkar.games.lords_of_ragnarok.windows import BOSS_EVENT, BOSS_RUNE_ABILITY, REGION_ATTACK

NO_ARMY_THERE: Final = rules.why("no_army_there", "LR-17.9", "no Army that this can affect is in {region}")


def place_of(s: State, monster: int) -> int:
    """The Region of a Monster."""
    return s.monsters.places[monster]


def near_with_armies(s: State, monster: int) -> list[int]:
    """The adjacent Regions with an Army."""
    return [region for region in numbers_of(s.board.near[place_of(s, monster)]) if players_in(s, region)]


def why_not_near_army(s: State, seat: int, region: int, _: int) -> int:
    """LR-17.13, LR-17.14: an adjacent Region with an Army."""
    far = why_not_monster_move(s, seat, region, 0)
    if far:
        return far
    return 0 if players_in(s, region) else NO_ARMY_THERE.given(region)


# Fafnir

FAFNIR_MOVES: Final = rules.question("fafnir_moves", "LR-17.13", "move {about:monster} to a Region with an Army")


fafnir = card(
    "monster",
    "fafnir",
    text=(
        "If Armies are in its Region: one of them loses 2 value. If none are: move Fafnir to an adjacent Region with "
        "an Army (this move tramples); if there is no such Region, nothing happens."
    ),
    short="An Army here loses 2; if none, he moves to one. Special: 2 Injuries, 1 Rune is discarded.",
)


@fafnir.says(REGION_ATTACK)
def fire_or_flight(s: State, seat: int, monster: int) -> None:
    """LR-17.13."""
    if players_in(s, place_of(s, monster)):
        then(s, an_army_loses_two, seat, place_of(s, monster))
    elif near_with_armies(s, monster):
        FAFNIR_MOVES.ask(s, seat, monster)


def do_fly(s: State, seat: int, region: int, _: int) -> None:
    """LR-17.8: this is a move, so it tramples."""
    move_monster(s, seat, s.flow.about[seat], region)


FAFNIR_MOVES.offer(MOVE, do_fly, why_not_near_army)

# Troll

TROLL_THROWS: Final = rules.question("troll_throws", "LR-17.14", "choose the adjacent Region that is hit")


troll = card(
    "monster",
    "troll",
    text=(
        "-1 value to one Army in its Region, and -1 value to one Army in one adjacent Region; each part only if "
        "there is such an Army."
    ),
    short="An Army here and one adjacent lose 1. Special: 1 Injury, the Hunt fails, a Hero is moved.",
)


@troll.says(REGION_ATTACK)
def two_blows(s: State, seat: int, monster: int) -> None:
    """LR-17.14: one blow here, one in an adjacent Region; a blow without an Army to hit is skipped."""
    then(s, a_rock_is_thrown, seat, monster)
    then(s, an_army_loses_one, seat, place_of(s, monster))


@rules.step_about
def a_rock_is_thrown(s: State, seat: int, monster: int) -> None:
    """LR-17.14."""
    if near_with_armies(s, monster):
        TROLL_THROWS.ask(s, seat, monster)


def do_throw(s: State, seat: int, region: int, _: int) -> None:
    """LR-17.14."""
    then(s, an_army_loses_one, seat, region)


TROLL_THROWS.offer(REGION, do_throw, why_not_near_army)

# Hati and Skoll

PREY: Final = rules.question("prey", "LR-17.15", "discard a Combat card or a Rune to {about:monster}")
HOLY_PLACE: Final = rules.question(
    "holy_place", "LR-17.15", "place {about:monster} in a Region with a Statue or Temple"
)
NOT_HOLY: Final = rules.why("not_holy", "LR-17.15", "{region} is not another Region with a Statue or Temple")
ANOTHER_MONSTER: Final = rules.why("another_monster", "LR-2.10", "only {monster} can be placed")


hati_skoll = card(
    "monster",
    "hati_skoll",
    text=(
        "The player controlling their Region discards 1 Combat card or 1 Rune of their choice (nothing if they have "
        "neither or there is no controller). Then place them in another Region with a Statue or a Temple (no Trample)."
    ),
    short="The controller here loses a card or Rune; they move. Special: 2 Injuries, half the hand.",
)


@hati_skoll.says(REGION_ATTACK)
def hunger_and_flight(s: State, seat: int, monster: int) -> None:
    """LR-17.15: the player who controls the Region chooses what to discard."""
    then(s, the_wolves_run, seat, monster)
    prey = s.regions.control[place_of(s, monster)]
    if prey != NOBODY and (s.hand.sizes[prey] or runes_held(s, prey)):
        PREY.ask(s, prey, monster)


PREY.offer(DISCARD, do_discard, why_not_discard, discard_menu)
PREY.offer(DISCARD_RUNE, do_discard_rune, why_not_discard_rune)


@rules.step_about
def the_wolves_run(s: State, seat: int, monster: int) -> None:
    """LR-17.15, LR-17.8: placed, so they trample nothing."""
    HOLY_PLACE.ask(s, seat, monster)


def why_not_other(s: State, seat: int, monster: int) -> int:
    """The question allows only one Monster."""
    about = s.flow.about[seat]
    return 0 if monster == about else ANOTHER_MONSTER.given(about)


def why_not_holy(s: State, seat: int, monster: int, region: int) -> int:
    """LR-17.15."""
    if why_not_other(s, seat, monster) or not on_board(s, region):
        return why_not_other(s, seat, monster) or NO_SUCH_REGION.given(region)
    holy = s.board.god[region] != NO_GOD or s.regions.temples[region]
    return 0 if holy and region != place_of(s, monster) else NOT_HOLY.given(region)


def do_place_monster(s: State, _seat: int, monster: int, region: int) -> None:
    """LR-2.10."""
    place_monster(s, monster, region)


HOLY_PLACE.offer(PLACE_MONSTER, do_place_monster, why_not_holy)

# Huldra

HULDRA_WHERE: Final = rules.question("huldra_where", "LR-17.16", "choose the Region that {about:monster} favours")
HULDRA_WHOM: Final = rules.question("huldra_whom", "LR-17.16", "choose the Army in {about:region} that gains 1 value")


huldra = card(
    "monster",
    "huldra",
    text="+1 value to one Army, of any player, in her Region or an adjacent one.",
    short="An Army here or adjacent gains 1. Special: the Hunt fails, the hunter's hand is lost.",
)


@huldra.says(REGION_ATTACK)
def a_favour(s: State, seat: int, monster: int) -> None:
    """LR-17.16, LR-17.4: if an Army can gain value."""
    near = [place_of(s, monster), *numbers_of(s.board.near[place_of(s, monster)])]
    if any(has_growing_army(s, region) for region in near):
        HULDRA_WHERE.ask(s, seat, monster)


def has_growing_army(s: State, region: int) -> bool:
    """LR-2.7: whether an Army there is below 6."""
    return any(s.armies[army] == region and can_gain(s, army) for army in range(s.seats * ARMIES))


def why_not_favour_in(s: State, seat: int, region: int, _: int) -> int:
    """LR-17.16: her Region or an adjacent one."""
    here = region == place_of(s, s.flow.about[seat])
    if not here and why_not_monster_move(s, seat, region, 0):
        return why_not_monster_move(s, seat, region, 0)
    return 0 if has_growing_army(s, region) else NO_ARMY_THERE.given(region)


def do_favour_in(s: State, seat: int, region: int, _: int) -> None:
    """LR-17.16."""
    HULDRA_WHOM.ask(s, seat, region)


def why_not_favour(s: State, seat: int, clan: int, value: int) -> int:
    """LR-17.16: any player's Army below 6."""
    region = s.flow.about[seat]
    if why_not_hit(s, clan, value, region):
        return why_not_hit(s, clan, value, region)
    army = army_like(s, index_of(s.sides, clan), value, region)
    return 0 if can_gain(s, army) else FULL_VALUE.given()


def do_favour(s: State, seat: int, clan: int, value: int) -> None:
    """LR-17.16."""
    strengthen(s, army_like(s, index_of(s.sides, clan), value, s.flow.about[seat]), 1)


HULDRA_WHERE.offer(REGION, do_favour_in, why_not_favour_in)
HULDRA_WHOM.offer(FAVOUR, do_favour, why_not_favour)

# Grendel

SAME_LAND: Final = rules.question("same_land", "LR-17.17", "place {about:monster} in a Region of the same Land")
OTHER_LAND: Final = rules.why("other_land", "LR-17.17", "{region} is not in the Land of {monster}")
MUST_MOVE: Final = rules.why("must_move", "LR-29.24", "{monster:the_monster} must leave its Region")


grendel = card(
    "monster",
    "grendel",
    text=(
        "All Armies in its Region retreat, and the Control marker there is discarded. If the Region had no Control "
        "marker: place Grendel in any Region of the same Land (no Trample)."
    ),
    short="Armies here retreat, control ends. Special: 1 Injury, an Attribute -1, the Hunt fails.",
)


@grendel.says(REGION_ATTACK)
def horror(s: State, seat: int, monster: int) -> None:
    """LR-17.17: all Armies retreat, then the control marker is removed."""
    region = place_of(s, monster)
    then(s, the_marker_goes, seat, monster)
    for owner in reversed(turn_order(s)):
        if armies_in(s, owner, region):
            then(s, armies_retreat, owner, region)


@rules.step_about
def the_marker_goes(s: State, seat: int, monster: int) -> None:
    """LR-4.7, LR-17.17: without a marker to remove, Grendel is placed in any Region of the Land."""
    region = place_of(s, monster)
    owner = s.regions.control[region]
    if owner == NOBODY:
        SAME_LAND.ask(s, seat, monster)
        return
    s.regions.control[region] = NOBODY
    s.regions.uncovered[region] = 1
    emit(s, MARKER_DISCARDED, owner, region)
    god = s.board.god[region]
    if s.rulings.artifact_returns and god != NO_GOD:
        return_artifact(s, DIVINE[god])


def why_not_in_land(s: State, seat: int, monster: int, region: int) -> int:
    """LR-17.17: any Region of that Land, including its own (by ruling, LR-29.24, another one)."""
    if why_not_other(s, seat, monster) or not on_board(s, region):
        return why_not_other(s, seat, monster) or NO_SUCH_REGION.given(region)
    if region == place_of(s, monster) and not s.rulings.grendel_may_stay:
        return MUST_MOVE.given(monster)
    same = s.board.land[region] == s.board.land[place_of(s, monster)]
    return 0 if same else OTHER_LAND.given(region, monster)


SAME_LAND.offer(PLACE_MONSTER, do_place_monster, why_not_in_land)

# Draugr


draugr = card(
    "monster",
    "draugr",
    text=(
        "If Armies are in its Region: each of them loses 1 value. If none are: move Draugr to an adjacent Region (this "
        "move tramples)."
    ),
    short="Each Army here loses 1; if none, it moves. Special: 1 Injury, one Wound is open again.",
)


@draugr.says(REGION_ATTACK)
def cold_hands(s: State, seat: int, monster: int) -> None:
    """LR-17.18: weaken each Army here; without one, move and trample."""
    region = place_of(s, monster)
    if not players_in(s, region):
        then(s, the_monster_moves, seat, monster)
        return
    for army in range(s.seats * ARMIES):
        if s.armies[army] == region:
            weaken(s, army, 1)


# Loki

LOKI_WHERE: Final = rules.question("loki_where", "LR-12.3", "place {about:monster} in any Region")


loki = card(
    "monster",
    "loki",
    text=(
        "No Army may be placed in or moved into his Region. Only a player with 2 kills (Monster figures + Slayer "
        "tokens; 1 with two players) may hunt him. Rune ability (1 Rune of his kind, your Hero in his Region): place "
        "him in any Region. When an Event activates him: draw the next Event card and place him in its Region."
    ),
    short="No Army may enter. 2 kills (2p: 1) to hunt him. Special: 2 Injuries; Wisdom below 4 fails.",
)


@loki.says(BOSS_RUNE_ABILITY)
def anywhere(s: State, seat: int, _: int) -> None:
    """T09, LR-12.3: placed in any Region, so it tramples nothing."""
    LOKI_WHERE.ask(s, seat, BOSS)


def why_not_anywhere(s: State, seat: int, monster: int, region: int) -> int:
    """LR-12.3."""
    return why_not_other(s, seat, monster) or (0 if on_board(s, region) else NO_SUCH_REGION.given(region))


def anywhere_menu(s: State, _seat: int, menu: Menu) -> None:
    """All Regions."""
    menu.add_all(PLACE_MONSTER, BOSS, s.board.all)


LOKI_WHERE.offer(PLACE_MONSTER, do_place_monster, why_not_anywhere, anywhere_menu)


@loki.says(BOSS_EVENT)
def where_the_next_event_is(s: State, _seat: int, _: int) -> None:
    """T17, LR-22.3: placed in the Region of the next Event card, which is discarded."""
    place_boss_by_event(s)
