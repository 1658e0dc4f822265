"""Armies, Heroes and Drakkars: positions, values, movement and retreat (sections 2 and 11).

An Army is an integer: six for each seat, in the pool (NOWHERE) or in a Region with a value of 1 to 6.
"""

from typing import Final

from drakkar.core.flow import NOBODY, Menu, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NO_SEA, NOWHERE, numbers_of
from drakkar.games.lords_of_ragnarok.card import BOSS
from drakkar.games.lords_of_ragnarok.choices import RETREAT, STRENGTHEN
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.events import (
    ARMIES_RETREAT,
    ARMY_DESTROYED,
    ARMY_MOVED,
    ARMY_PLACED,
    ARMY_RECRUITED,
    ARMY_STRENGTHENED,
    ARMY_WEAKENED,
    DRAKKAR_MOVED,
    HERO_MOVED,
    HERO_PLACED,
    NO_RETREAT,
)
from drakkar.games.lords_of_ragnarok.state import HIGHEST, NO_ARMY, State, rules
from drakkar.games.lords_of_ragnarok.windows import ARMY_HAS_ENTERED, ARMY_HAS_FALLEN

MOST_VALUE: Final[int] = HIGHEST


def in_order(s: State, first: int) -> list[int]:
    """All seats, clockwise from the given one."""
    return [(first + turn) % s.seats for turn in range(s.seats)]


def turn_order(s: State) -> list[int]:
    """The active player first, then clockwise."""
    return in_order(s, s.turn)


def owner_of(army: int) -> int:
    """The owner of an Army."""
    return army // ARMIES


def armies_in(s: State, seat: int, region: int) -> list[int]:
    """A player's Armies in a Region, or in the pool."""
    first = seat * ARMIES
    return [army for army in range(first, first + ARMIES) if s.armies[army] == region]


def army_like(s: State, seat: int, value: int, region: int) -> int:
    """One of a player's equal Armies of this value in a Region, or NO_ARMY."""
    first = seat * ARMIES
    for army in range(first, first + ARMIES):
        if s.armies[army] == region and s.values[army] == value:
            return army
    return NO_ARMY


def total(s: State, seat: int, region: int) -> int:
    """The total value of a player's Armies in a Region."""
    found: int = 0
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        if s.armies[army] == region:
            found += s.values[army]
    return found


def players_in(s: State, region: int) -> int:
    """The players with Armies in a Region, as bits."""
    found: int = 0
    for army in range(s.seats * ARMIES):
        if s.armies[army] == region:
            found |= 1 << owner_of(army)
    return found


def alone_in(s: State, region: int) -> int:
    """The only player with Armies in a Region; NOBODY if there are none or several."""
    found: int = NOBODY
    for army in range(s.seats * ARMIES):
        if s.armies[army] == region and owner_of(army) != found:
            if found != NOBODY:
                return NOBODY
            found = owner_of(army)
    return found


def contested(s: State) -> int:
    """LR-19.1: the Regions with Armies of two players, as bits."""
    seen: int = 0
    found: int = 0
    for seat in range(s.seats):
        here: int = 0
        for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
            here |= 1 << s.armies[army]
        found |= seen & here
        seen |= here
    return found & s.board.all


def not_their_own(s: State) -> int:
    """The Regions with an Army of a player who does not control them, as bits."""
    found: int = 0
    for seat in range(s.seats):
        for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
            region = s.armies[army]
            if s.regions.control[region] != seat:
                found |= 1 << region
    return found & s.board.all


def others_in(s: State, seat: int, region: int) -> bool:
    """Whether another player's Army is there."""
    return players_in(s, region) & ~(1 << seat) != 0


def is_barred(s: State, region: int) -> bool:
    """LR-17.12: no Army enters the Region of the Boss."""
    return s.monsters.places[BOSS] == region


def barred(s: State) -> int:
    """LR-17.12: the Region of the Boss, if it is on the board, as bits."""
    return 1 << s.monsters.places[BOSS]


def on_board(s: State, region: int) -> bool:
    """LR-3.1: whether this side of the board has the Region."""
    return bool(s.board.all >> region & 1)


def reach(s: State, seat: int, region: int) -> int:
    """LR-11.5: the Regions within one step for a player's Hero or Army, with the Drakkar bridge, as bits."""
    near = s.board.near[region]
    sea = s.drakkars[seat]
    if sea != NO_SEA and s.board.coast[sea] >> region & 1:
        near |= s.board.coast[sea]
    return near & ~(1 << region)


def is_in_the_land(s: State, seat: int, region: int) -> bool:
    """LR-27.4: whether a player's Hero is in the Land of a Region."""
    here = s.hero_places[seat]
    return here != NOWHERE and s.board.land[here] == s.board.land[region]


def controlled(s: State, seat: int) -> int:
    """The Regions that a player controls, as bits."""
    found: int = 0
    for region in range(1, s.board.count + 1):
        if s.regions.control[region] == seat:
            found |= 1 << region
    return found


# Changes to Armies


def strengthen(s: State, army: int, amount: int) -> None:
    """LR-2.7: value above 6 is lost."""
    value = min(s.values[army] + amount, MOST_VALUE)
    if value != s.values[army]:
        s.values[army] = value
        emit(s, ARMY_STRENGTHENED, owner_of(army), s.armies[army], value)


def weaken(s: State, army: int, amount: int) -> None:
    """LR-2.8: below 1 the Army is destroyed."""
    if s.values[army] <= amount:
        destroy(s, army)
        return
    s.values[army] -= amount
    emit(s, ARMY_WEAKENED, owner_of(army), s.armies[army], s.values[army])


def destroy(s: State, army: int) -> None:
    """LR-2.8: it returns to its owner's pool. T26."""
    emit(s, ARMY_DESTROYED, owner_of(army), s.armies[army])
    s.armies[army], s.values[army] = NOWHERE, 0
    ARMY_HAS_FALLEN.announce(s, [owner_of(army)], army)


def move_army(s: State, army: int, region: int) -> None:
    """LR-2.10: a move, so movement effects apply. T22."""
    emit(s, ARMY_MOVED, owner_of(army), s.values[army], s.armies[army], region)
    _enter(s, army, region)


def place_army(s: State, army: int, region: int) -> None:
    """LR-2.10: placing is not a move. T22."""
    emit(s, ARMY_PLACED, owner_of(army), s.values[army], region)
    _enter(s, army, region)


def recruit(s: State, seat: int, region: int, value: int) -> None:
    """LR-13.3: an Army from the pool. T22."""
    army = armies_in(s, seat, NOWHERE)[0]
    s.values[army] = min(value, MOST_VALUE)
    emit(s, ARMY_RECRUITED, seat, s.values[army], region)
    _enter(s, army, region)


def _enter(s: State, army: int, region: int) -> None:
    s.armies[army] = region
    s.regions.arrived[region] = owner_of(army)
    ARMY_HAS_ENTERED.announce(s, turn_order(s), army)


# Heroes and Drakkars


def move_hero(s: State, seat: int, region: int) -> None:
    """LR-11.1: one step."""
    emit(s, HERO_MOVED, seat, s.hero_places[seat], region)
    s.hero_places[seat] = region


def place_hero(s: State, seat: int, region: int) -> None:
    """LR-2.10: place the Hero anywhere."""
    emit(s, HERO_PLACED, seat, region)
    s.hero_places[seat] = region


def sail(s: State, seat: int, sea: int) -> None:
    """LR-11.3."""
    emit(s, DRAKKAR_MOVED, seat, sea)
    s.drakkars[seat] = sea


# Retreat

RETREAT_TO: Final = rules.question("retreat", "LR-11.6", "your Armies retreat from {about:region}: choose where to")
NOT_NEAR: Final = rules.why("not_near", "LR-11.6", "{region} is not adjacent to {origin:region}")
NOT_YOURS: Final = rules.why("not_yours", "LR-11.6", "you do not control {region}")
BARRED: Final = rules.why("barred", "LR-17.12", "no Army may enter {region}: the Boss is there")
OTHERS_THERE: Final = rules.why("others_there", "LR-11.9", "another player's Army is in {region}")


@rules.step_about
def armies_retreat(s: State, seat: int, region: int) -> None:
    """LR-11.7, LR-11.8: all to one Region; without one they are destroyed."""
    if not armies_in(s, seat, region):
        return
    if any(not why_not_retreat_from(s, seat, region, target) for target in numbers_of(reach(s, seat, region))):
        RETREAT_TO.ask(s, seat, region)
        return
    emit(s, NO_RETREAT, seat, region)
    for army in armies_in(s, seat, region):
        destroy(s, army)


def why_not_retreat_from(s: State, seat: int, origin: int, region: int) -> int:
    """LR-11.6, LR-11.9, LR-11.10; LR-29.13: by ruling also into another battle in a Region of one's own."""
    if not reach(s, seat, origin) >> region & 1:
        return NOT_NEAR.given(region, origin)
    if is_barred(s, region):
        return BARRED.given(region)
    joins = s.rulings.retreat_into_battle and s.battle.region == origin and s.regions.control[region] == seat
    if others_in(s, seat, region) and not (joins and armies_in(s, seat, region)):
        return OTHERS_THERE.given(region)
    anywhere = s.battle.region == origin and s.rulings.retreat_to_any_free
    return 0 if anywhere or s.regions.control[region] == seat else NOT_YOURS.given(region)


def why_not_retreat(s: State, seat: int, region: int, _: int) -> int:
    """LR-11.6."""
    return why_not_retreat_from(s, seat, s.flow.about[seat], region)


def retreat_menu(s: State, seat: int, menu: Menu) -> None:
    """The legal Regions within one step."""
    for region in numbers_of(reach(s, seat, s.flow.about[seat])):
        if not why_not_retreat(s, seat, region, 0):
            menu.add(RETREAT, region)


def do_retreat(s: State, seat: int, region: int, _: int) -> None:
    """LR-11.6: movement effects do not apply."""
    origin = s.flow.about[seat]
    emit(s, ARMIES_RETREAT, seat, origin, region)
    for army in armies_in(s, seat, origin):
        s.armies[army] = region


RETREAT_TO.offer(RETREAT, do_retreat, why_not_retreat, retreat_menu)

# Gaining value

STRENGTHEN_ARMIES: Final = rules.question("strengthen", "LR-27.7", "+1 value to one of your Armies ({about} left)")
NO_SUCH_ARMY: Final = rules.why("no_such_army", "LR-27.7", "you have no Army of value {value} in {region}")
FULL_VALUE: Final = rules.why("full_value", "LR-2.7", "an Army's value is 6 at most")


@rules.step_about
def armies_gain_value(s: State, seat: int, amount: int) -> None:
    """LR-27.7: this much value in all, split over the player's Armies anywhere; what they cannot take is lost."""
    if amount and has_army_to_strengthen(s, seat):
        STRENGTHEN_ARMIES.ask(s, seat, amount)


def has_army_to_strengthen(s: State, seat: int) -> bool:
    """Whether a player has an Army on the board below 6."""
    return any(can_gain(s, army) for army in range(seat * ARMIES, seat * ARMIES + ARMIES))


def can_gain(s: State, army: int) -> bool:
    """LR-2.7: on the board and below 6."""
    return s.armies[army] != NOWHERE and s.values[army] < MOST_VALUE


def why_not_strengthen(s: State, seat: int, value: int, region: int) -> int:
    """LR-2.7, LR-27.7."""
    if region == NOWHERE or army_like(s, seat, value, region) == NO_ARMY:
        return NO_SUCH_ARMY.given(value, region)
    return FULL_VALUE.given() if value >= MOST_VALUE else 0


def strengthen_menu(s: State, seat: int, menu: Menu) -> None:
    """Every Army on the board that can gain value; equal Armies are one choice."""
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        if can_gain(s, army) and army_like(s, seat, s.values[army], s.armies[army]) == army:
            menu.add(STRENGTHEN, s.values[army], s.armies[army])


def do_strengthen(s: State, seat: int, value: int, region: int) -> None:
    """One value, then go on to the next."""
    strengthen(s, army_like(s, seat, value, region), 1)
    then(s, armies_gain_value, seat, s.flow.about[seat] - 1)


STRENGTHEN_ARMIES.offer(STRENGTHEN, do_strengthen, why_not_strengthen, strengthen_menu)
