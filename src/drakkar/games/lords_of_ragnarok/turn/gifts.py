"""Build Temple and the Gift draft (LR-15.6, LR-15.7, section 20)."""

from typing import Final

from drakkar.core.events import EVERYONE
from drakkar.core.flow import NO_CARD, Menu, emit, emit_list, then
from drakkar.core.vectors import append, empty
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import numbers_of
from drakkar.games.lords_of_ragnarok.choices import GIFT, TEMPLE
from drakkar.games.lords_of_ragnarok.events import GIFT_DISCARDED, GIFT_TAKEN, GIFTS_LAID_OUT, TEMPLE_BUILT
from drakkar.games.lords_of_ragnarok.game_data import track
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled, in_order, on_board
from drakkar.games.lords_of_ragnarok.pieces.player_pools import gain_priests
from drakkar.games.lords_of_ragnarok.state import BUILD_TEMPLE, State, rules
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import NO_SUCH_REGION
from drakkar.games.lords_of_ragnarok.turn.special_action import special
from drakkar.games.lords_of_ragnarok.victory.control import victory_is_checked
from drakkar.games.lords_of_ragnarok.windows import GIFT_HAS_BEEN_TAKEN, TEMPLE_PRIESTS

# The owner number of the only pile on offer.
HERE: Final = 0

BUILD_WHERE: Final = rules.question("temple", "LR-15.6", "build a Temple in a Region you control")
NO_TEMPLE_LEFT: Final = rules.why("no_temple_left", "LR-20.2", "the Temple Track is empty")
NOT_YOUR_SITE: Final = rules.why("not_your_site", "LR-15.6", "you do not control {region}")
NO_SHRINE: Final = rules.why("no_shrine", "LR-15.6", "{region} has no Shrine")
HAS_TEMPLE: Final = rules.why("has_temple", "LR-20.1", "{region} already has a Temple")
NO_SITE: Final = rules.why("no_site", "LR-15.6", "you control no Region with a Shrine but no Temple")


def why_not_temple(s: State, seat: int, region: int, _: int) -> int:
    """LR-15.6, LR-20.1."""
    if not on_board(s, region):
        return NO_SUCH_REGION.given(region)
    if not controlled(s, seat) >> region & 1:
        return NOT_YOUR_SITE.given(region)
    if not s.board.shrines >> region & 1:
        return NO_SHRINE.given(region)
    return HAS_TEMPLE.given(region) if s.regions.temples[region] else 0


def why_not_build_temple(s: State, seat: int) -> int:
    """LR-15.6, LR-20.2."""
    if not s.track_left:
        return NO_TEMPLE_LEFT.given()
    sites = numbers_of(controlled(s, seat) & s.board.shrines)
    return 0 if any(not s.regions.temples[region] for region in sites) else NO_SITE.given()


def gift_temples(s: State) -> list[int]:
    """LR-15.6: the Temples that will bring Gifts, by number; 1 is the next to be built."""
    printed = track(s.seats, s.rulings.gift_spaces)
    built = int(printed["spaces"]) - s.track_left
    return [space - built for space in printed["gift_spaces"] if space > built]


@rules.step_for
def build_temple(s: State, seat: int) -> None:
    """LR-15.6."""
    BUILD_WHERE.ask(s, seat)


def do_temple(s: State, seat: int, region: int, _: int) -> None:
    """LR-15.7: build the Temple, check victory, gain a Priest, draft."""
    brings_gifts = 1 in gift_temples(s)
    s.track_left -= 1
    s.regions.temples[region] = 1
    emit(s, TEMPLE_BUILT, seat, region)
    if brings_gifts:
        then(s, gifts_are_laid_out, seat)
    then(s, the_temple_brings_priests, seat)
    then(s, victory_is_checked)


@rules.step_for
def the_temple_brings_priests(s: State, seat: int) -> None:
    """LR-15.6. T13."""
    gain_priests(s, seat, TEMPLE_PRIESTS.of(s, seat, 1))


BUILD_WHERE.offer(TEMPLE, do_temple, why_not_temple)
special(BUILD_TEMPLE, why_not_build_temple, build_temple)

# The draft

TAKE_A_GIFT: Final = rules.question("gift", "LR-20.4", "take one Gift")
GIFT_NOT_THERE: Final = rules.why("gift_not_there", "LR-20.4", "no such Gift is on offer: {card}")


@rules.step_for
def gifts_are_laid_out(s: State, seat: int) -> None:
    """LR-20.4: one more Gift than there are players; the builder takes first."""
    drawn = empty()
    for _ in range(s.seats + 1):
        card = s.decks.gift.draw(s.flow.chance)
        if card != NO_CARD:
            s.offered.add(HERE, card)
            drawn = append(drawn, card)
    emit_list(s, EVERYONE, GIFTS_LAID_OUT, drawn[0], drawn[1:])
    then(s, the_last_gifts_are_discarded)
    for taker in reversed(in_order(s, seat)):
        then(s, a_gift_is_taken, taker)


@rules.step_for
def a_gift_is_taken(s: State, seat: int) -> None:
    """LR-20.4."""
    if s.offered.sizes[HERE]:
        TAKE_A_GIFT.ask(s, seat)


def why_not_gift(s: State, _seat: int, card: int, _: int) -> int:
    """LR-20.4."""
    return 0 if s.offered.has(HERE, card) else GIFT_NOT_THERE.given(card)


def gift_menu(s: State, _seat: int, menu: Menu) -> None:
    """The Gifts still laid out."""
    for card in s.offered.of(HERE):
        menu.add(GIFT, card)


def do_gift(s: State, seat: int, card: int, _: int) -> None:
    """LR-20.5: face up and in force from now on. T19."""
    s.offered.remove(HERE, card)
    s.gifts.add(seat, card)
    s.acting.add(seat, card)
    emit(s, GIFT_TAKEN, seat, card)
    GIFT_HAS_BEEN_TAKEN.announce(s, [seat], card)


@rules.step
def the_last_gifts_are_discarded(s: State) -> None:
    """LR-20.4."""
    for card in s.offered.take_all(HERE):
        s.decks.gift.discard(card)
        emit(s, GIFT_DISCARDED, card)


TAKE_A_GIFT.offer(GIFT, do_gift, why_not_gift, gift_menu)
