"""The value of Regions, Armies, Heroes and pools. The unit is an empty Region."""

from typing import Final

from drakkar.core.flow import NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NO_GOD, NOWHERE, REALMS, numbers_of
from drakkar.games.lords_of_ragnarok.card import ARTIFACTS, VALUE
from drakkar.games.lords_of_ragnarok.components import ARMIES
from drakkar.games.lords_of_ragnarok.pieces.figures import is_barred, others_in, reach, total
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute, card_limit, runes_held
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, LOWEST, STRENGTH, State
from drakkar.games.lords_of_ragnarok.turn.special_action import markers_of
from drakkar.games.lords_of_ragnarok.victory.control import population, temples_controlled, temples_of_a_gothi
from drakkar.games.lords_of_ragnarok.victory.ragnarok import ENOUGH_CARDS, at_yggdrasil
from drakkar.games.lords_of_ragnarok.victory.victory_progress import kills, kills_of_a_slayer, leader_at_yggdrasil

SETTLEMENT: Final = 0.5
SHRINE: Final = 0.4
TEMPLE: Final = 1.5
FORGE: Final = 0.4
STATUE: Final = 1.0
# A whole Land, five Temples, and the kills before the Boss; partial progress counts a share of each.
LAND: Final = 5.0
TEMPLES: Final = 12.0
KILLS: Final = 5.0
# A Region at Yggdrasil before any condition is turned, the increase for each turned condition, and the lead in the last
# turns.
TREE: Final = 0.3
TREE_NEARER: Final = 0.5
LEADING: Final = 4.0

ARMY_VALUE: Final = 0.45
WITHIN_REACH: Final = 0.35
ATTRIBUTE: Final = 0.8
INJURY: Final = 0.9
RUNE: Final = 0.35
CARD: Final = 0.15
CARD_VALUE: Final = 0.15
PRIEST: Final = 0.6
REALM: Final = 0.8
GIFT: Final = 2.0
ARTIFACT: Final = 0.9
CHARGE: Final = 0.3
RING: Final = 0.8
WOUND: Final = 0.4
MARKER: Final = 0.35
TO_BE_USURPED: Final = 0.6


def urgency(s: State) -> float:
    """The current value of a Region at Yggdrasil."""
    nearer = float(ENOUGH_CARDS if s.ragnarok.last_turns != NOBODY else sum(s.ragnarok.turned))
    return TREE + TREE_NEARER * nearer


def region_worth(s: State, seat: int, region: int) -> float:
    """The value of controlling a Region: its contents, and the player's share of its Land."""
    board = s.board
    worth = 1.0
    if board.settlements >> region & 1:
        worth += SETTLEMENT
    if s.regions.temples[region]:
        worth += TEMPLE
    elif board.shrines >> region & 1:
        worth += SHRINE
    if board.forges >> region & 1:
        worth += FORGE
    if board.god[region] != NO_GOD:
        worth += STATUE
    if board.yggdrasil >> region & 1:
        worth += urgency(s)
    held, size = land_held(s, seat, board.land[region])
    return worth + float(held) / float(size)


def land_held(s: State, seat: int, land: int) -> tuple[int, int]:
    """How many Regions of a Land a player controls, and how many it has."""
    held: int = 0
    size: int = 0
    regions = s.board.lands[land]
    for region in range(1, s.board.count + 1):
        if regions >> region & 1:
            size += 1
            if s.regions.control[region] == seat:
                held += 1
    return held, size


def victories_worth(s: State, seat: int) -> float:
    """Progress to the four victories; each step counts more than the one before."""
    shares = []
    for land in range(len(s.board.lands)):
        held, size = land_held(s, seat, land)
        shares.append(float(held) / float(size))
    shares.sort(reverse=True)
    best = (shares[0] + shares[1] + shares[2]) / 3.0
    worth = LAND * 3.0 * best * best + LAND * 0.3 * (shares[0] * shares[0] + shares[1] * shares[1])
    temples = float(temples_controlled(s, seat)) / float(temples_of_a_gothi(s))
    slain = min(1.0, float(kills(s, seat)) / float(kills_of_a_slayer(s)))
    worth += TEMPLES * temples * temples + KILLS * slain
    worth += urgency(s) * float(at_yggdrasil(s, seat))
    if s.ragnarok.last_turns != NOBODY and leader_at_yggdrasil(s) == seat:
        worth += LEADING
    return worth


def regions_worth(s: State, seat: int) -> float:
    """The value of all Regions that a player controls."""
    worth = 0.0
    for region in range(1, s.board.count + 1):
        if s.regions.control[region] == seat:
            worth += region_worth(s, seat, region)
    return worth


def armies_worth(s: State, seat: int) -> float:
    """Armies by their values, and by the best Region that each could move to and take."""
    worth = 0.0
    for army in range(seat * ARMIES, seat * ARMIES + ARMIES):
        here = s.armies[army]
        if here == NOWHERE:
            continue
        value = s.values[army]
        worth += ARMY_VALUE * float(value)
        best = 0.0
        for region in numbers_of(reach(s, seat, here)):
            if s.regions.control[region] != seat and can_take(s, seat, region, value):
                best = max(best, region_worth(s, seat, region))
        worth += WITHIN_REACH * best
    return worth


def can_take(s: State, seat: int, region: int, value: int) -> bool:
    """Whether an Army of this value, with those already there, would take a Region if no cards were played."""
    if is_barred(s, region):
        return False
    strength = value + total(s, seat, region)
    if others_in(s, seat, region):
        return strength > sum(total(s, other, region) for other in range(s.seats) if other != seat)
    return strength >= population(s, region)


def hero_worth(s: State, seat: int) -> float:
    """LR-15.12: what the Hero could usurp in its Region; Attributes and Injuries."""
    worth = 0.0
    for which in range(ATTRIBUTES):
        at = seat * ATTRIBUTES + which
        worth += ATTRIBUTE * float(s.fields[at] - LOWEST)
        if s.injured[at]:
            worth -= INJURY * (0.5 + 0.5 * float(s.fields[at] - LOWEST))
    here = s.hero_places[seat]
    if here != NOWHERE and can_usurp(s, seat, here):
        worth += TO_BE_USURPED * region_worth(s, seat, here)
    return worth


def can_usurp(s: State, seat: int, region: int) -> bool:
    """LR-15.12 to LR-15.14, without the effects of cards."""
    if s.regions.control[region] == seat:
        return False
    for other in range(s.seats):
        if other != seat and s.hero_places[other] == region:
            return False
    strength = attribute(s, seat, STRENGTH)
    if s.regions.control[region] == NOBODY:
        return strength >= population(s, region)
    return strength >= sum(total(s, other, region) for other in range(s.seats) if other != seat)


def pool_worth(s: State, seat: int) -> float:
    """Runes, cards, Priests, Realms, Gifts, Artifacts, Monsters; markers on the wheel count as used actions."""
    worth = RUNE * float(runes_held(s, seat)) + PRIEST * float(s.priests[seat])
    for card in s.hand.of(seat):
        worth += CARD + (CARD_VALUE * float(VALUE[card]) if card >= 0 else 2.0 * CARD_VALUE)
    worth += 0.1 * float(card_limit(s, seat))
    for realm in range(REALMS):
        if s.alliances[realm] >> seat & 1:
            worth += REALM
    worth += GIFT * float(s.gifts.sizes[seat])
    for artifact in range(ARTIFACTS):
        if s.artifacts[artifact] == seat:
            worth += ARTIFACT + CHARGE * float(s.charged[artifact])
    worth += RING * float(sum(ring == seat for ring in s.monsters.rings))
    worth += WOUND * float(sum(marker == seat for marker in s.monsters.wounds))
    return worth - MARKER * float(markers_of(s, seat))
