"""Stage 1, Prayer: send a Priest, forge a Rune (section 9)."""

from typing import Final

from drakkar.core.flow import Menu, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import RUNES, numbers_of
from drakkar.games.lords_of_ragnarok.card import FIRST_OF, GOD
from drakkar.games.lords_of_ragnarok.choices import DONE, FORGE, PRAY
from drakkar.games.lords_of_ragnarok.events import PRIEST_SENT, RUNE_FORGED
from drakkar.games.lords_of_ragnarok.pieces.heroes import raise_attribute
from drakkar.games.lords_of_ragnarok.pieces.player_pools import limits_are_applied
from drakkar.games.lords_of_ragnarok.state import State, rules
from drakkar.games.lords_of_ragnarok.windows import FORGES_IN_REACH, LEVEL_BONUS, PRIEST_HAS_BEEN_SENT

PRAYING: Final = rules.question("prayer", "LR-9.1", "send a Priest, forge a Rune, or go on")
HAS_PRAYED: Final = rules.why("has_prayed", "LR-9.1", "you have already sent a Priest this stage")
NO_PRIEST: Final = rules.why("no_priest", "LR-9.2", "you have no Priest in your pool")
NO_SLOT: Final = rules.why("no_slot", "LR-9.3", "all {slots} slots of the Statue of {god} are taken")
HAS_FORGED: Final = rules.why("has_forged", "LR-9.1", "you have already forged a Rune this stage")
NO_FORGE_THERE: Final = rules.why("no_forge_there", "LR-9.10", "there is no Forge for you in {region}")
FORGE_EMPTY: Final = rules.why("forge_empty", "LR-9.10", "the Forge in {region} holds no Rune")


@rules.step
def prayer(s: State) -> None:
    """LR-9.1: both, in either order, or neither."""
    PRAYING.ask(s, s.turn)


def priests_on(s: State, god: int) -> int:
    """LR-9.3: the number of occupied slots of a Statue."""
    return sum(s.sent[god * s.seats + seat] for seat in range(s.seats))


def why_not_pray(s: State, seat: int, god: int, _: int) -> int:
    """LR-9.1 to LR-9.3, LR-9.7."""
    if s.prayed:
        return HAS_PRAYED.given()
    if not s.priests[seat]:
        return NO_PRIEST.given()
    slots = s.rulings.priest_slots
    return NO_SLOT.given(slots, god) if priests_on(s, god) >= slots else 0


def do_pray(s: State, seat: int, god: int, _: int) -> None:
    """LR-9.4, LR-9.5: the Attribute, then the bonus of the level, then triggered effects. T03."""
    s.prayed = True
    s.priests[seat] -= 1
    s.sent[god * s.seats + seat] += 1
    emit(s, PRIEST_SENT, seat, god)
    raise_attribute(s, seat, god)
    then(s, prayer)
    then(s, the_priest_has_been_sent, seat, god)
    LEVEL_BONUS.carry_out(s, FIRST_OF[GOD] + god, seat, s.levels[god])


@rules.step_about
def the_priest_has_been_sent(s: State, seat: int, god: int) -> None:
    """T03."""
    PRIEST_HAS_BEEN_SENT.announce(s, [seat], god)


def forges_in_reach(s: State, seat: int) -> int:
    """LR-9.10: the Hero's Region, as bits. T04."""
    return FORGES_IN_REACH.of(s, seat, 1 << s.hero_places[seat]) & s.board.forges


def forge_menu(s: State, seat: int, menu: Menu) -> None:
    """The legal Forges within reach."""
    for region in numbers_of(forges_in_reach(s, seat)):
        if not why_not_forge(s, seat, region, 0):
            menu.add(FORGE, region)


def why_not_forge(s: State, seat: int, region: int, _: int) -> int:
    """LR-9.10: a Forge within reach. T04."""
    if s.forged:
        return HAS_FORGED.given()
    in_reach = forges_in_reach(s, seat)
    if not in_reach >> region & 1:
        return NO_FORGE_THERE.given(region)
    return 0 if s.regions.forge_runes[region] else FORGE_EMPTY.given(region)


def do_forge(s: State, seat: int, region: int, _: int) -> None:
    """LR-9.10: then the limit applies."""
    s.forged = True
    then(s, prayer)
    take_from_forge(s, seat, region)


def take_from_forge(s: State, seat: int, region: int) -> None:
    """LR-9.10, LR-16.8: its Rune goes to the pool; then the limit applies."""
    rune = s.regions.forge_kinds[region]
    s.regions.forge_runes[region] = 0
    s.runes[seat * RUNES + rune] += 1
    emit(s, RUNE_FORGED, seat, rune, region)
    then(s, limits_are_applied, seat)


def do_go_on(_s: State, _seat: int, _a: int, _b: int) -> None:
    """LR-8.2: end the stage."""


PRAYING.offer(PRAY, do_pray, why_not_pray)
PRAYING.offer(FORGE, do_forge, why_not_forge, forge_menu)
PRAYING.offer(DONE, do_go_on)
