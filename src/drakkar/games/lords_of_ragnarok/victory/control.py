"""Control of Regions, and the victories that follow from it (sections 1 and 4)."""

from typing import Final

from drakkar.core.flow import NOBODY, emit, end_match, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NO_GOD, REGIONS, numbers_of
from drakkar.games.lords_of_ragnarok.card import DIVINE
from drakkar.games.lords_of_ragnarok.events import CONTROL_LOST, CONTROL_TAKEN, VICTORY
from drakkar.games.lords_of_ragnarok.pieces.artifacts import gain_artifact
from drakkar.games.lords_of_ragnarok.pieces.figures import alone_in, controlled, not_their_own, total, turn_order
from drakkar.games.lords_of_ragnarok.state import GOTHI, JARL, State, rules
from drakkar.games.lords_of_ragnarok.windows import CONTROL_HAS_CHANGED

LANDS_OF_A_JARL: Final = 3
TWO_PLAYERS: Final = 2

# A change of control as one integer: the Region, and how it happened.
FROM_NEUTRAL: Final = 32
BY_BATTLE: Final = 64


def region_taken(taking: int) -> int:
    """The Region that was taken."""
    return taking % FROM_NEUTRAL


def was_neutral(taking: int) -> bool:
    """Whether the Region was neutral before."""
    return taking & FROM_NEUTRAL != 0


def was_fought_for(taking: int) -> bool:
    """LR-27.13: whether control was gained in step 6 of a battle."""
    return taking & BY_BATTLE != 0


def population(s: State, region: int) -> int:
    """LR-4.2, LR-4.7: 0 with a control marker, otherwise the printed number."""
    if s.regions.control[region] != NOBODY:
        return 0
    if s.regions.uncovered[region] and s.rulings.uncovered_counts_zero:
        return 0
    return s.board.population[region]


def takes(s: State, seat: int, region: int) -> bool:
    """LR-4.1, LR-4.2: whether a player whose Armies are alone in a Region takes control of it."""
    return total(s, seat, region) >= population(s, region)


def is_settled(s: State) -> bool:
    """Whether there is no battle to fight, and a control check would change nothing."""
    for region in numbers_of(not_their_own(s)):
        seat = alone_in(s, region)
        if seat == NOBODY or takes(s, seat, region):
            return False
    return True


@rules.step
def control_is_checked(s: State) -> None:
    """LR-4.1 to LR-4.3, LR-8.6: every player's Armies, in all Regions without a battle to fight."""
    takings = []
    for region in numbers_of(not_their_own(s)):
        seat = alone_in(s, region)
        if seat != NOBODY and takes(s, seat, region):
            takings.append(put_marker(s, seat, region, by_battle=False))
    if takings:
        control_has_changed(s, takings)


def take_control(s: State, seat: int, region: int, by_battle: bool) -> None:
    """LR-19.12, LR-15.15: control gained without a check."""
    control_has_changed(s, [put_marker(s, seat, region, by_battle)])


def put_marker(s: State, seat: int, region: int, by_battle: bool) -> int:
    """LR-4.6: a marker replaces another player's; the result is the change as one integer."""
    before = s.regions.control[region]
    if before != NOBODY:
        emit(s, CONTROL_LOST, before, region)
    s.regions.control[region] = seat
    s.regions.uncovered[region] = 0
    emit(s, CONTROL_TAKEN, seat, region)
    return region + (FROM_NEUTRAL if before == NOBODY else 0) + (BY_BATTLE if by_battle else 0)


def control_has_changed(s: State, takings: list[int]) -> None:
    """LR-4.9: Divine Artifacts, victory check, then T24 in turn order, each in order of the Regions' numbers."""
    for taking in takings:
        region = region_taken(taking)
        god = s.board.god[region]
        if god != NO_GOD:
            gain_artifact(s, s.regions.control[region], DIVINE[god])
    for seat in reversed(turn_order(s)):
        for taking in reversed(takings):
            if s.regions.control[region_taken(taking)] == seat:
                then(s, control_acts, seat, taking)
    then(s, victory_is_checked)


@rules.step_about
def control_acts(s: State, seat: int, taking: int) -> None:
    """T24."""
    CONTROL_HAS_CHANGED.announce(s, [seat], taking)


# Victory


def lands_controlled(s: State, seat: int) -> int:
    """LR-2.4: the number of Lands in which the player controls every Region."""
    mine = controlled(s, seat)
    return sum(land & ~mine == 0 for land in s.board.lands)


def temples_controlled(s: State, seat: int) -> int:
    """LR-20.1: Temples count for the player who controls their Region."""
    return sum(s.regions.temples[region] for region in range(1, REGIONS) if s.regions.control[region] == seat)


def temples_of_a_gothi(s: State) -> int:
    """LR-1.3, LR-26.5."""
    return 4 if s.seats == TWO_PLAYERS else 5


@rules.step
def victory_is_checked(s: State) -> None:
    """LR-1.2, LR-1.3, LR-1.5, LR-1.6: the first player in turn order with a fulfilled condition wins alone."""
    for seat in turn_order(s):
        if lands_controlled(s, seat) >= LANDS_OF_A_JARL:
            win(s, seat, JARL)
            return
        if temples_controlled(s, seat) >= temples_of_a_gothi(s):
            win(s, seat, GOTHI)
            return


def win(s: State, seat: int, victory: int) -> None:
    """LR-1.5, LR-25.5: end the match at once, whatever is queued. Call it only as the last thing a step does."""
    s.winners = 1 << seat
    s.victory = victory
    emit(s, VICTORY, seat, victory)
    end_match(s)
