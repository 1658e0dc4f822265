"""Hunts: their start, the sequence of Monster rounds and Hero rounds, their end (section 18)."""

from typing import Final

from drakkar.core.flow import NO_CARD, emit, follow, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS
from drakkar.games.lords_of_ragnarok.components import no_hunt
from drakkar.games.lords_of_ragnarok.events import HUNT_DECLARED, HUNT_FAILED
from drakkar.games.lords_of_ragnarok.hunt.hero_round import hero_round, is_slain
from drakkar.games.lords_of_ragnarok.hunt.monster_round import HERE, draw_attack_cards, monster_round
from drakkar.games.lords_of_ragnarok.hunt.wounds import clear_wounds, take_monster_artifact
from drakkar.games.lords_of_ragnarok.pieces.heroes import deal_injury
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute, draw_cards, limits_are_applied
from drakkar.games.lords_of_ragnarok.state import STRENGTH, WISDOM, State, rules
from drakkar.games.lords_of_ragnarok.windows import (
    AFTER_THE_HUNT,
    AFTERMATH,
    HUNT_DRAWS,
    HUNT_IS_DECLARED,
    HUNT_IS_OVER,
    HUNT_STARTS,
)

FIRST_ATTACKS: Final = 2


@rules.step_about
def a_hunt_is_declared(s: State, seat: int, monster: int) -> None:
    """LR-18.1, LR-18.2: the right-hand neighbour acts for the Monster, regardless of who controls it."""
    s.hunt.hunter, s.hunt.monster = seat, monster
    s.hunt.side = (seat + s.seats - 1) % s.seats
    emit(s, HUNT_DECLARED, seat, monster, s.hunt.side)
    follow(s, (before_the_hunt, the_hunt_starts, the_first_cards_are_drawn, the_hunt_goes_on))


@rules.step
def before_the_hunt(s: State) -> None:
    """T28."""
    HUNT_IS_DECLARED.announce(s, [s.hunt.hunter], s.hunt.monster)


@rules.step
def the_hunt_starts(s: State) -> None:
    """T29."""
    HUNT_STARTS.announce(s, [s.hunt.hunter], s.hunt.monster)


@rules.step
def the_first_cards_are_drawn(s: State) -> None:
    """LR-18.2: the hunter draws as many cards as Strength, the Monster side draws two of the fourteen."""
    hunter = s.hunt.hunter
    if is_slain(s):
        return
    drawn_by = WISDOM if s.rulings.hunters_draw_wisdom else STRENGTH  # LR-29.22
    draw_cards(s, hunter, HUNT_DRAWS.of(s, hunter, attribute(s, hunter, drawn_by)))
    draw_attack_cards(s, FIRST_ATTACKS)


@rules.step
def the_hunt_goes_on(s: State) -> None:
    """LR-18.3, LR-18.22, LR-18.24: Monster rounds and Hero rounds, until the Monster is defeated or the Hunt fails."""
    if is_slain(s):
        then(s, the_hunt_is_over)
    elif s.hunt.over:
        then(s, the_hunt_fails)
    else:
        follow(s, (monster_round, hero_round, the_hunt_goes_on))


@rules.step
def the_hunt_fails(s: State) -> None:
    """LR-18.24, LR-18.27: one Injury; markers stay on a Monster and leave the Boss."""
    emit(s, HUNT_FAILED, s.hunt.hunter, s.hunt.monster)
    if s.hunt.monster == BOSS:
        clear_wounds(s, BOSS)
    then(s, the_hunt_is_over)
    deal_injury(s, s.hunt.hunter)


@rules.step
def the_hunt_is_over(s: State) -> None:
    """LR-18.31: the outcome is known; then the Artifact, effects after the Hunt, and the hand limit. T36."""
    follow(s, (the_artifact_is_taken, after_the_hunt, the_hunt_is_closed))
    HUNT_IS_OVER.announce(s, [s.hunt.hunter], s.hunt.monster)


@rules.step
def the_artifact_is_taken(s: State) -> None:
    """LR-18.30. T37."""
    take_monster_artifact(s, s.hunt.hunter, s.hunt.monster)


@rules.step
def after_the_hunt(s: State) -> None:
    """T37."""
    AFTER_THE_HUNT.announce(s, [s.hunt.hunter], s.hunt.monster)


@rules.step
def the_hunt_is_closed(s: State) -> None:
    """LR-5.13, LR-18.31, LR-24.1: shuffle the fourteen cards together, apply the limit again, then any aftermath."""
    hunt, s.hunt = s.hunt, no_hunt()
    for card in s.attack_hand.take_all(HERE):
        s.decks.attack.discard(card)
    if hunt.attack != NO_CARD:
        s.decks.attack.discard(hunt.attack)
    s.decks.attack.shuffle_in()
    if hunt.aftermath:
        AFTERMATH.carry_out(s, MONSTER_FACTS[hunt.monster].card, hunt.side, hunt.hunter)
    then(s, limits_are_applied, hunt.hunter)
