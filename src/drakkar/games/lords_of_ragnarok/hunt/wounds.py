"""Wound spaces: covering them, their rewards, and the defeat of a Monster (LR-18.16 to LR-18.33)."""

from typing import Final

from drakkar.core.flow import NOBODY, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE, REALMS
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS, MONSTERS, NO_REWARD, REWARD_NAMES
from drakkar.games.lords_of_ragnarok.choices import ALLY, MOST_WOUNDS, SPACE, STRENGTHEN
from drakkar.games.lords_of_ragnarok.events import (
    MONSTER_DEFEATED,
    REWARD_GAINED,
    SLAYER_TOKEN,
    WOUND_DEALT,
    WOUND_UNCOVERED,
)
from drakkar.games.lords_of_ragnarok.monsters.monsters import take_ring_off
from drakkar.games.lords_of_ragnarok.pieces.artifacts import gain_artifact
from drakkar.games.lords_of_ragnarok.pieces.figures import (
    armies_gain_value,
    army_like,
    has_army_to_strengthen,
    strengthen,
    strengthen_menu,
    turn_order,
    why_not_strengthen,
)
from drakkar.games.lords_of_ragnarok.pieces.player_pools import gain_priests, gain_runes_of_choice
from drakkar.games.lords_of_ragnarok.state import OUT_OF_THE_GAME, SLAYER, SLAYERS, State, rules
from drakkar.games.lords_of_ragnarok.turn.rune_action import ALLIED_ALREADY, ally
from drakkar.games.lords_of_ragnarok.victory.control import win
from drakkar.games.lords_of_ragnarok.windows import WOUND_HAS_BEEN_DEALT

# LR-18.28: this many markers on a Monster earn a Slayer token when it is defeated.
MARKERS_OF_A_SLAYER: Final = 4

REALM_REWARD: Final[int] = REWARD_NAMES.index("realm")
PRIEST_REWARD: Final[int] = REWARD_NAMES.index("priest")
RUNE_REWARD: Final[int] = REWARD_NAMES.index("rune")
ARMY_PLUS_TWO: Final[int] = REWARD_NAMES.index("army+2")


def is_open(s: State, monster: int, space: int) -> bool:
    """Whether a Monster has this Wound space and no marker covers it."""
    there = space < MONSTER_FACTS[monster].spaces
    return there and s.monsters.wounds[monster * MOST_WOUNDS + space] == NOBODY


def open_spaces(s: State, monster: int) -> list[int]:
    """The Wound spaces that are not covered."""
    return [space for space in range(MONSTER_FACTS[monster].spaces) if is_open(s, monster, space)]


def markers_on(s: State, seat: int, monster: int) -> int:
    """How many Wound spaces of a Monster a player covers."""
    first = monster * MOST_WOUNDS
    return sum(s.monsters.wounds[at] == seat for at in range(first, first + MOST_WOUNDS))


def kills(s: State, seat: int) -> int:
    """LR-15.11, LR-18.28: Monster figures and Slayer tokens together."""
    figures = sum(s.monsters.slain_by[monster] == seat for monster in range(MONSTERS))
    return s.slayers[seat] + figures


# A Wound is dealt


def deal_wound(s: State, seat: int, monster: int, space: int) -> None:
    """LR-18.16, LR-18.19, LR-18.32: in a Hunt the space gives its reward; the last one defeats the Monster. T35.

    LR-18.33: the Boss cannot be wounded outside a Hunt.
    """
    if monster == BOSS and s.hunt.monster != BOSS:
        return
    s.monsters.wounds[monster * MOST_WOUNDS + space] = seat
    emit(s, WOUND_DEALT, seat, space, monster)
    if not open_spaces(s, monster):
        then(s, the_monster_is_defeated, seat, monster)
    if s.hunt.monster == monster:
        s.hunt.wounds += 1
        WOUND_HAS_BEEN_DEALT.announce(s, [seat], space)
        reward = MONSTER_FACTS[monster].reward[space]
        if reward != NO_REWARD:
            emit(s, REWARD_GAINED, seat, reward)
            then(s, a_reward_is_gained, seat, reward)


def uncover(s: State, monster: int, space: int) -> None:
    """Remove the marker from a Wound space; the space is open again, with its reward."""
    s.monsters.wounds[monster * MOST_WOUNDS + space] = NOBODY
    emit(s, WOUND_UNCOVERED, space, monster)


def clear_wounds(s: State, monster: int) -> None:
    """LR-18.27, LR-18.28: remove all markers."""
    for at in range(monster * MOST_WOUNDS, (monster + 1) * MOST_WOUNDS):
        s.monsters.wounds[at] = NOBODY


ANY_SPACE: Final = rules.question("any_space", "LR-18.17", "deal a Wound of any kind: choose the space to cover")
COVERED: Final = rules.why("covered", "LR-18.16", "space {space} of {monster} is not open")


@rules.step_for
def a_wound_of_any_kind(s: State, seat: int) -> None:
    """LR-18.17, LR-18.23: any open space of the hunted Monster."""
    ANY_SPACE.ask(s, seat)


def why_not_space(s: State, _seat: int, space: int, _: int) -> int:
    """LR-18.16."""
    return 0 if is_open(s, s.hunt.monster, space) else COVERED.given(space, s.hunt.monster)


def do_space(s: State, seat: int, space: int, _: int) -> None:
    """LR-18.17."""
    deal_wound(s, seat, s.hunt.monster, space)


ANY_SPACE.offer(SPACE, do_space, why_not_space)

# Rewards

REWARD_REALM: Final = rules.question("reward_realm", "LR-18.21", "your reward: ally with any Realm")
REWARD_ARMY: Final = rules.question("reward_army", "LR-18.21", "your reward: +{about} value to one of your Armies")


@rules.step_about
def a_reward_is_gained(s: State, seat: int, reward: int) -> None:
    """LR-18.21: a reward that cannot be gained is lost."""
    if reward == REALM_REWARD:
        if not all(s.alliances[realm] >> seat & 1 for realm in range(REALMS)):
            REWARD_REALM.ask(s, seat)
    elif reward == PRIEST_REWARD:
        gain_priests(s, seat, 1)
    elif reward == RUNE_REWARD:
        gain_runes_of_choice(s, seat, 1)
    elif reward == ARMY_PLUS_TWO and s.rulings.reward_is_split:  # LR-29.20
        then(s, armies_gain_value, seat, 2)
    elif has_army_to_strengthen(s, seat):
        REWARD_ARMY.ask(s, seat, 2 if reward == ARMY_PLUS_TWO else 1)


def why_not_reward_realm(s: State, seat: int, realm: int, _: int) -> int:
    """LR-12.8, LR-18.21."""
    return ALLIED_ALREADY.given(realm) if s.alliances[realm] >> seat & 1 else 0


def do_reward_realm(s: State, seat: int, realm: int, _: int) -> None:
    """LR-12.9: the first alliance with a Realm brings a card."""
    ally(s, seat, realm, draws=True)


def do_reward_army(s: State, seat: int, value: int, region: int) -> None:
    """LR-18.21: the whole value goes to one Army."""
    strengthen(s, army_like(s, seat, value, region), s.flow.about[seat])


REWARD_REALM.offer(ALLY, do_reward_realm, why_not_reward_realm)
REWARD_ARMY.offer(STRENGTHEN, do_reward_army, why_not_strengthen, strengthen_menu)

# A Monster is defeated


@rules.step_about
def the_monster_is_defeated(s: State, seat: int, monster: int) -> None:
    """LR-18.28, LR-18.29, LR-18.32: take the figure and Slayer tokens; defeating the Boss ends the match."""
    emit(s, MONSTER_DEFEATED, seat, monster)
    s.monsters.slain_by[monster] = seat
    s.monsters.places[monster] = NOWHERE
    take_ring_off(s, monster)
    for other in turn_order(s):
        earned = other != seat or s.rulings.slayer_for_killer
        if earned and markers_on(s, other, monster) >= MARKERS_OF_A_SLAYER:
            gain_slayer_token(s, other)
    clear_wounds(s, monster)
    artifact = MONSTER_FACTS[monster].artifact
    if s.hunt.monster != monster and s.artifacts[artifact] == NOBODY:
        s.artifacts[artifact] = OUT_OF_THE_GAME
    if monster == BOSS:
        win(s, seat, SLAYER)


def gain_slayer_token(s: State, seat: int) -> None:
    """LR-2.5, LR-18.28: as long as the supply lasts."""
    if sum(s.slayers) < SLAYERS:
        s.slayers[seat] += 1
        emit(s, SLAYER_TOKEN, seat)


def take_monster_artifact(s: State, seat: int, monster: int) -> None:
    """LR-18.30, LR-21.5: if still there; needs the Monster slain or all its spaces without a reward covered."""
    facts = MONSTER_FACTS[monster]
    if facts.artifact < 0 or s.artifacts[facts.artifact] != NOBODY:
        return
    plain = [space for space in range(facts.spaces) if facts.reward[space] == NO_REWARD]
    slain = s.monsters.slain_by[monster] == seat
    if slain or not any(is_open(s, monster, space) for space in plain):
        gain_artifact(s, seat, facts.artifact)
