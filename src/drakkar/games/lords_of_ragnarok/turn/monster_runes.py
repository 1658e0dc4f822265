"""The Rune actions for Monsters: take control, the Boss's ability, activate (LR-12.2, LR-12.3, LR-12.5 e)."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS, MONSTERS
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE_MONSTER, RELEASE
from drakkar.games.lords_of_ragnarok.choices import TAKE_MONSTER as TAKE
from drakkar.games.lords_of_ragnarok.events import MONSTER_TAKEN
from drakkar.games.lords_of_ragnarok.monsters.monsters import (
    a_monster_is_activated,
    can_activate_a_monster,
    is_neutral,
    take_ring_off,
    why_not_activate_monster,
)
from drakkar.games.lords_of_ragnarok.state import RINGS, State, rules
from drakkar.games.lords_of_ragnarok.turn.rune_action import (
    ACTIVATE,
    BOSS_ABILITY,
    TAKE_MONSTER,
    counts_as,
    rune_action,
    two_different,
)
from drakkar.games.lords_of_ragnarok.windows import BOSS_RUNE_ABILITY, MONSTERS_IN_REACH, RUNE_ACTIVATION

# Taking control

CHOOSE_MONSTER: Final = rules.question("take_monster", "LR-12.2", "take control of a neutral Monster")
CHOOSE_RELEASE: Final = rules.question("release", "LR-12.11", "give up one of your Monsters for {about:monster}")
NEVER_TAKEN: Final = rules.why("never_taken", "LR-12.12", "{monster} is the Boss")
RINGED: Final = rules.why("ringed", "LR-12.12", "another player controls {monster}")
OWN_RING: Final = rules.why("own_ring", "LR-12.2", "you already control {monster}")
MONSTER_FAR: Final = rules.why("monster_far", "LR-12.2", "{monster:the_monster} is not in your Hero's Region")
WRONG_RUNE: Final = rules.why("wrong_rune", "LR-12.2", "you have not paid the Rune of {monster}")
NO_MONSTER_HERE: Final = rules.why("no_monster_here", "LR-12.2", "no neutral Monster is in your Hero's Region")
NO_BOSS_HERE: Final = rules.why("no_boss_here", "LR-12.3", "the Boss is not in your Hero's Region")
NONE_TO_ACTIVATE: Final = rules.why("none_to_activate", "LR-12.5", "no Monster on the board is neutral or yours")
WITHOUT_YOUR_RING: Final = rules.why("without_your_ring", "LR-12.11", "you do not control {monster}")


def can_be_taken(s: State, seat: int) -> list[int]:
    """LR-12.2: the neutral Monsters in the Hero's Region. T08."""
    regions = MONSTERS_IN_REACH.of(s, seat, 1 << s.hero_places[seat])
    return [
        monster
        for monster in range(MONSTERS)
        if s.monsters.places[monster] != NOWHERE
        and is_neutral(s, monster)
        and regions >> s.monsters.places[monster] & 1
    ]


def why_not_take_one(s: State, seat: int) -> int:
    """LR-12.2, LR-12.10."""
    return 0 if can_be_taken(s, seat) else NO_MONSTER_HERE.given()


def runes_of_monsters(s: State, seat: int) -> int:
    """LR-12.2: a Rune of the Monster's kind."""
    found: int = 0
    for monster in can_be_taken(s, seat):
        found |= 1 << MONSTER_FACTS[monster].rune
    return found


@rules.step_about
def a_monster_is_chosen(s: State, seat: int, paid: int) -> None:
    """LR-12.2: a Monster whose Rune was paid."""
    CHOOSE_MONSTER.ask(s, seat, paid)


def why_not_take_monster(s: State, seat: int, monster: int, _: int) -> int:
    """LR-12.2, LR-12.12."""
    if monster == BOSS:
        return NEVER_TAKEN.given(monster)
    if not is_neutral(s, monster):
        return (OWN_RING if s.monsters.rings[monster] == seat else RINGED).given(monster)
    if monster not in can_be_taken(s, seat):
        return MONSTER_FAR.given(monster)
    return 0 if counts_as(s.flow.about[seat], MONSTER_FACTS[monster].rune) else WRONG_RUNE.given(monster)


def do_take_monster(s: State, seat: int, monster: int, _: int) -> None:
    """LR-12.11: if both rings are in use, one is released first."""
    if sum(ring == seat for ring in s.monsters.rings) == RINGS:
        CHOOSE_RELEASE.ask(s, seat, monster)
    else:
        put_ring(s, seat, monster)


def put_ring(s: State, seat: int, monster: int) -> None:
    """LR-12.11: the Monster stays where it is."""
    s.monsters.rings[monster] = seat
    emit(s, MONSTER_TAKEN, seat, monster)


def why_not_release(s: State, seat: int, monster: int, _: int) -> int:
    """LR-12.11."""
    return 0 if s.monsters.rings[monster] == seat else WITHOUT_YOUR_RING.given(monster)


def do_release(s: State, seat: int, monster: int, _: int) -> None:
    """LR-12.11, LR-17.20: it becomes neutral, and its ring goes to the other Monster."""
    take_ring_off(s, monster)
    put_ring(s, seat, s.flow.about[seat])


CHOOSE_MONSTER.offer(TAKE, do_take_monster, why_not_take_monster)
CHOOSE_RELEASE.offer(RELEASE, do_release, why_not_release)
rune_action(TAKE_MONSTER, runes_of_monsters, why_not_take_one, a_monster_is_chosen)

# The Boss


def rune_of_the_boss(_s: State, _seat: int) -> int:
    """LR-12.3."""
    return 1 << MONSTER_FACTS[BOSS].rune


def why_not_boss_ability(s: State, seat: int) -> int:
    """LR-12.3: the Boss is in the Hero's Region."""
    return 0 if s.monsters.places[BOSS] == s.hero_places[seat] else NO_BOSS_HERE.given()


@rules.step_for
def the_boss_uses_its_ability(s: State, seat: int) -> None:
    """LR-12.3: the ability on its card. T09."""
    BOSS_RUNE_ABILITY.carry_out(s, MONSTER_FACTS[BOSS].card, seat)


rune_action(BOSS_ABILITY, rune_of_the_boss, why_not_boss_ability, the_boss_uses_its_ability)

# Activating

CHOOSE_ACTIVATION: Final = rules.question("rune_activation", "LR-12.5", "activate a neutral Monster or one of yours")


def why_not_activate_one(s: State, seat: int) -> int:
    """LR-12.5 (e), LR-12.10."""
    return 0 if can_activate_a_monster(s, seat) else NONE_TO_ACTIVATE.given()


@rules.step_for
def a_monster_is_chosen_to_act(s: State, seat: int) -> None:
    """LR-12.5 (e)."""
    CHOOSE_ACTIVATION.ask(s, seat)


def do_activate_monster(s: State, seat: int, monster: int, _: int) -> None:
    """LR-12.5 (e); effects before the activation come first. T09."""
    then(s, a_monster_is_activated, seat, monster)
    RUNE_ACTIVATION.announce(s, [seat], monster)


CHOOSE_ACTIVATION.offer(ACTIVATE_MONSTER, do_activate_monster, why_not_activate_monster)
rune_action(ACTIVATE, two_different, why_not_activate_one, a_monster_is_chosen_to_act)
