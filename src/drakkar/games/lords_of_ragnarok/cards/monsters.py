"""The Monsters' cards: their Region attacks, and where Loki goes (LR-17.13 to LR-17.18, LR-12.3, LR-22.3)."""

from typing import Final

from drakkar.core.flow import NOBODY, Menu, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import index_of
from drakkar.games.lords_of_ragnarok.board import NO_GOD, numbers_of
from drakkar.games.lords_of_ragnarok.cards.kinds import BOSS, card
from drakkar.games.lords_of_ragnarok.choices import DISCARD, DISCARD_RUNE, FAVOUR, MOVE, PLACE_MONSTER, REGION
from drakkar.games.lords_of_ragnarok.event_cards import place_boss_by_event, place_monster
from drakkar.games.lords_of_ragnarok.events import MARKER_DISCARDED
from drakkar.games.lords_of_ragnarok.figures import (
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
from drakkar.games.lords_of_ragnarok.manoeuvres import NO_SUCH_REGION
from drakkar.games.lords_of_ragnarok.monsters import (
    an_army_loses_one,
    an_army_loses_two,
    move_monster,
    the_monster_moves,
    why_not_hit,
    why_not_monster_move,
)
from drakkar.games.lords_of_ragnarok.parts import ARMIES
from drakkar.games.lords_of_ragnarok.pools import (
    discard_menu,
    do_discard,
    do_discard_rune,
    runes_held,
    why_not_discard,
    why_not_discard_rune,
)
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import BOSS_EVENT, BOSS_RUNE_ABILITY, REGION_ATTACK

NO_ARMY_THERE: Final = rules.why("no_army_there", "LR-17.9", "no Army that this could act on is in {region}")


def place_of(s: State, monster: int) -> int:
    """The Region of a Monster."""
    return s.monsters.places[monster]


def near_with_armies(s: State, monster: int) -> list[int]:
    """The adjacent Regions that hold an Army."""
    return [region for region in numbers_of(s.board.near[place_of(s, monster)]) if players_in(s, region)]


def why_not_near_army(s: State, seat: int, region: int, _: int) -> int:
    """LR-17.13, LR-17.14: an adjacent Region with an Army."""
    far = why_not_monster_move(s, seat, region, 0)
    if far:
        return far
    return 0 if players_in(s, region) else NO_ARMY_THERE.given(region)


# Fafnir

FAFNIR_MOVES: Final = rules.question("fafnir_moves", "LR-17.13", "move {about:monster} to a Region with an Army")


@card("monster", "fafnir").says(REGION_ATTACK)
def fire_or_flight(s: State, seat: int, monster: int) -> None:
    """LR-17.13."""
    if players_in(s, place_of(s, monster)):
        then(s, an_army_loses_two, seat, place_of(s, monster))
    elif near_with_armies(s, monster):
        FAFNIR_MOVES.ask(s, seat, monster)


def do_fly(s: State, seat: int, region: int, _: int) -> None:
    """LR-17.8: a move, which tramples."""
    move_monster(s, seat, s.flow.about[seat], region)


FAFNIR_MOVES.offer(MOVE, do_fly, why_not_near_army)

# Troll

TROLL_THROWS: Final = rules.question("troll_throws", "LR-17.14", "choose the adjacent Region that is hit")


@card("monster", "troll").says(REGION_ATTACK)
def two_blows(s: State, seat: int, monster: int) -> None:
    """LR-17.14: one here, one next door; a half without an Army is skipped."""
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
HOLY_PLACE: Final = rules.question("holy_place", "LR-17.15", "place {about:monster} where a Statue or a Temple stands")
NOT_HOLY: Final = rules.why("not_holy", "LR-17.15", "{region} is no other Region with a Statue or a Temple")
ANOTHER_MONSTER: Final = rules.why("another_monster", "LR-17.5", "this is about {monster}")


@card("monster", "hati_skoll").says(REGION_ATTACK)
def hunger_and_flight(s: State, seat: int, monster: int) -> None:
    """LR-17.15: the controller discards by its own choice."""
    then(s, the_wolves_run, seat, monster)
    prey = s.regions.control[place_of(s, monster)]
    if prey != NOBODY and (s.hand.sizes[prey] or runes_held(s, prey)):
        PREY.ask(s, prey, monster)


PREY.offer(DISCARD, do_discard, why_not_discard, discard_menu)
PREY.offer(DISCARD_RUNE, do_discard_rune, why_not_discard_rune)


@rules.step_about
def the_wolves_run(s: State, seat: int, monster: int) -> None:
    """LR-17.15, LR-17.8: placed, so nothing is trampled."""
    HOLY_PLACE.ask(s, seat, monster)


def why_not_other(s: State, seat: int, monster: int) -> int:
    """The question is about one Monster."""
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
HULDRA_WHOM: Final = rules.question("huldra_whom", "LR-17.16", "say which Army in {about:region} gains 1 value")


@card("monster", "huldra").says(REGION_ATTACK)
def a_favour(s: State, seat: int, monster: int) -> None:
    """LR-17.16, LR-17.4: as far as an Army can gain."""
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
    """LR-17.16: of any player, below 6."""
    region = s.flow.about[seat]
    if why_not_hit(s, clan, value, region):
        return why_not_hit(s, clan, value, region)
    army = army_like(s, index_of(s.clans, clan), value, region)
    return 0 if can_gain(s, army) else NO_ARMY_THERE.given(region)


def do_favour(s: State, seat: int, clan: int, value: int) -> None:
    """LR-17.16."""
    strengthen(s, army_like(s, index_of(s.clans, clan), value, s.flow.about[seat]), 1)


HULDRA_WHERE.offer(REGION, do_favour_in, why_not_favour_in)
HULDRA_WHOM.offer(FAVOUR, do_favour, why_not_favour)

# Grendel

SAME_LAND: Final = rules.question("same_land", "LR-17.17", "place {about:monster} in a Region of the same Land")
OTHER_LAND: Final = rules.why("other_land", "LR-17.17", "{region} is not in the Land of {monster}")


@card("monster", "grendel").says(REGION_ATTACK)
def horror(s: State, seat: int, monster: int) -> None:
    """LR-17.17: all Armies retreat, then the marker goes."""
    region = place_of(s, monster)
    then(s, the_marker_goes, seat, monster)
    for owner in reversed(turn_order(s)):
        if armies_in(s, owner, region):
            then(s, armies_retreat, owner, region)


@rules.step_about
def the_marker_goes(s: State, seat: int, monster: int) -> None:
    """LR-4.7, LR-17.17: without one Grendel goes elsewhere in the Land."""
    region = place_of(s, monster)
    owner = s.regions.control[region]
    if owner == NOBODY:
        SAME_LAND.ask(s, seat, monster)
        return
    s.regions.control[region] = NOBODY
    s.regions.uncovered[region] = 1
    emit(s, MARKER_DISCARDED, owner, region)


def why_not_in_land(s: State, seat: int, monster: int, region: int) -> int:
    """LR-17.17: any Region of that Land, where it stands too."""
    if why_not_other(s, seat, monster) or not on_board(s, region):
        return why_not_other(s, seat, monster) or NO_SUCH_REGION.given(region)
    same = s.board.land[region] == s.board.land[place_of(s, monster)]
    return 0 if same else OTHER_LAND.given(region, monster)


SAME_LAND.offer(PLACE_MONSTER, do_place_monster, why_not_in_land)

# Draugr


@card("monster", "draugr").says(REGION_ATTACK)
def cold_hands(s: State, seat: int, monster: int) -> None:
    """LR-17.18: each Army here, or a move, which tramples."""
    region = place_of(s, monster)
    if not players_in(s, region):
        then(s, the_monster_moves, seat, monster)
        return
    for army in range(s.seats * ARMIES):
        if s.armies[army] == region:
            weaken(s, army, 1)


# Loki

LOKI_WHERE: Final = rules.question("loki_where", "LR-12.3", "place {about:monster} in any Region")


@card("monster", "loki").says(BOSS_RUNE_ABILITY)
def anywhere(s: State, seat: int, _: int) -> None:
    """LR-12.3: placed, so nothing is trampled. T09."""
    LOKI_WHERE.ask(s, seat, BOSS)


def why_not_anywhere(s: State, seat: int, monster: int, region: int) -> int:
    """LR-12.3."""
    return why_not_other(s, seat, monster) or (0 if on_board(s, region) else NO_SUCH_REGION.given(region))


def anywhere_menu(s: State, _seat: int, menu: Menu) -> None:
    """All Regions."""
    menu.add_all(PLACE_MONSTER, BOSS, s.board.all)


LOKI_WHERE.offer(PLACE_MONSTER, do_place_monster, why_not_anywhere, anywhere_menu)


@card("monster", "loki").says(BOSS_EVENT)
def where_the_next_event_is(s: State, _seat: int, _: int) -> None:
    """LR-22.3. T17."""
    place_boss_by_event(s)
