"""Usurp: the Hero takes a Region by Strength, without a battle (LR-15.12 to LR-15.16)."""

from typing import Final

from drakkar.core.flow import NOBODY, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.choices import DECLINE, RECRUIT
from drakkar.games.lords_of_ragnarok.events import USURPED
from drakkar.games.lords_of_ragnarok.monsters.monsters import do_decline
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    BARRED,
    armies_in,
    armies_retreat,
    is_barred,
    recruit,
    total,
    turn_order,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute
from drakkar.games.lords_of_ragnarok.state import STRENGTH, USURP, State, rules
from drakkar.games.lords_of_ragnarok.turn.manoeuvres import recruit_value, why_not_recruit_at_all
from drakkar.games.lords_of_ragnarok.turn.special_action import special
from drakkar.games.lords_of_ragnarok.victory.control import population, take_control
from drakkar.games.lords_of_ragnarok.windows import USURP_STRENGTH

RECRUIT_THERE: Final = rules.question("usurp_recruit", "LR-15.15", "recruit an Army in {about:region}, or decline")
ANOTHER_HERO: Final = rules.why("another_hero", "LR-15.12", "another player's Hero is in {region}")
YOURS_ALREADY: Final = rules.why("yours_already", "LR-15.12", "you already control {region}")
TOO_WEAK: Final = rules.why("too_weak", "LR-15.13", "needs Strength {need}; you have {have}")
ARMIES_TOO_STRONG: Final = rules.why("armies_too_strong", "LR-15.14", "the Armies there have {need}; you have {have}")
NOT_THERE: Final = rules.why("not_there", "LR-15.15", "only in {region}, which you have usurped")


def why_not_usurp(s: State, seat: int) -> int:
    """LR-15.12 to LR-15.14. T13."""
    region = s.hero_places[seat]
    if any(s.hero_places[other] == region for other in range(s.seats) if other != seat):
        return ANOTHER_HERO.given(region)
    if s.regions.control[region] == seat:
        return YOURS_ALREADY.given(region)
    strength = USURP_STRENGTH.of(s, seat, attribute(s, seat, STRENGTH))
    if s.regions.control[region] == NOBODY:
        need = population(s, region)
        return TOO_WEAK.given(need, strength) if strength < need else 0
    armies = sum(total(s, other, region) for other in range(s.seats) if other != seat)
    return ARMIES_TOO_STRONG.given(armies, strength) if strength < armies else 0


@rules.step_for
def usurp(s: State, seat: int) -> None:
    """LR-15.15, LR-15.16: other players' Armies retreat, the Hero takes control, and an Army may be recruited."""
    region = s.hero_places[seat]
    emit(s, USURPED, seat, region)
    then(s, the_usurper_recruits, seat, region)
    then(s, the_usurper_takes_control, seat, region)
    for other in reversed(turn_order(s)):
        if other != seat and armies_in(s, other, region):
            then(s, armies_retreat, other, region)


@rules.step_about
def the_usurper_takes_control(s: State, seat: int, region: int) -> None:
    """LR-15.15."""
    take_control(s, seat, region, by_battle=False)


@rules.step_about
def the_usurper_recruits(s: State, seat: int, region: int) -> None:
    """LR-15.15: if an Army is left in the pool, and not in the Boss's Region."""
    if why_not_recruit_at_all(s, seat) or is_barred(s, region):
        return
    if s.rulings.usurper_must_recruit:  # LR-29.21
        do_recruit_there(s, seat, region, 0)
    else:
        RECRUIT_THERE.ask(s, seat, region)


def why_not_recruit_there(s: State, seat: int, region: int, _: int) -> int:
    """LR-15.15: in this Region only."""
    if region != s.flow.about[seat]:
        return NOT_THERE.given(s.flow.about[seat])
    return BARRED.given(region) if is_barred(s, region) else 0


def do_recruit_there(s: State, seat: int, region: int, _: int) -> None:
    """LR-15.15: with the value of Authority."""
    recruit(s, seat, region, recruit_value(s, seat))


RECRUIT_THERE.offer(RECRUIT, do_recruit_there, why_not_recruit_there)
RECRUIT_THERE.offer(DECLINE, do_decline)
special(USURP, why_not_usurp, usurp)
