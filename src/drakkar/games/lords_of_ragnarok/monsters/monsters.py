"""Monsters: activation, the Monster die, moves and Trample (section 17). Attacks are in the card files."""

from typing import Final

from drakkar.core.flow import NOBODY, Menu, emit, then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import index_of
from drakkar.games.lords_of_ragnarok.board import NOWHERE
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTER_FACTS, MONSTERS
from drakkar.games.lords_of_ragnarok.choices import ATTACK_REGION, DECLINE, MOVE, TRAMPLE, WEAKEN
from drakkar.games.lords_of_ragnarok.events import (
    DECLINED,
    DIE_ROLLED,
    MONSTER_ACTIVATED,
    MONSTER_ATTACKS,
    MONSTER_MOVED,
    RING_TAKEN_OFF,
    TRAMPLED,
)
from drakkar.games.lords_of_ragnarok.game_data import CARD_DATA
from drakkar.games.lords_of_ragnarok.pieces.figures import army_like, players_in, weaken
from drakkar.games.lords_of_ragnarok.state import NO_ARMY, State, rules
from drakkar.games.lords_of_ragnarok.windows import REGION_ATTACK, TRAMPLE_LOSS

FACES: Final = tuple(str(face) for face in CARD_DATA["monster_die"]["faces"])
MOVES: Final = "move"
ATTACKS: Final = "attack"
FACE_NAMES: Final = ("move", "attack", "choose")

MOVE_OR_ATTACK: Final = rules.question(
    "move_or_attack", "LR-17.1", "choose: {about:the_monster} moves or attacks its Region"
)
MONSTER_MOVE: Final = rules.question("monster_move", "LR-17.1", "move {about:monster} to an adjacent Region")
TRAMPLING: Final = rules.question("trampling", "LR-17.6", "choose the Army that {about:the_monster} tramples")
NOT_ON_BOARD: Final = rules.why("not_on_board", "LR-17.1", "there is no {monster} on the board")
BOSS_NOT_ACTIVATED: Final = rules.why(
    "boss_not_activated", "LR-17.11", "{monster} is the Boss, and players do not activate the Boss"
)
NOT_YOUR_MONSTER: Final = rules.why("not_your_monster", "LR-17.2", "another player controls {monster}")
NOT_NEAR_MONSTER: Final = rules.why("not_near_monster", "LR-3.9", "{region} is not adjacent to {monster}")
NO_ARMY_TO_HIT: Final = rules.why("no_army_to_hit", "LR-27.7", "{clan} has no Army of value {value} there")
NO_SUCH_PLAYER: Final = rules.why("no_such_player", "LR-27.7", "no player of that colour takes part")
MUST_TRAMPLE: Final = rules.why("must_trample", "LR-17.7", "a neutral Monster always tramples")


def decider(s: State, monster: int) -> int:
    """LR-17.2, LR-17.5: the player who decides for a Monster now."""
    ring = s.monsters.rings[monster]
    return s.turn if ring == NOBODY else ring


def is_neutral(s: State, monster: int) -> bool:
    """LR-2.3."""
    return s.monsters.rings[monster] == NOBODY


def take_ring_off(s: State, monster: int) -> None:
    """LR-17.20: the ring returns to its owner; the Monster is neutral."""
    if not is_neutral(s, monster):
        emit(s, RING_TAKEN_OFF, s.monsters.rings[monster], monster)
        s.monsters.rings[monster] = NOBODY


# Activation


def why_not_activate_monster(s: State, seat: int, monster: int, _: int) -> int:
    """LR-12.5, LR-15.8: a neutral or own Monster on the board; the Boss is not activated (LR-17.11)."""
    if monster == BOSS:
        return BOSS_NOT_ACTIVATED.given(monster)
    if s.monsters.places[monster] == NOWHERE:
        return NOT_ON_BOARD.given(monster)
    return 0 if s.monsters.rings[monster] in (NOBODY, seat) else NOT_YOUR_MONSTER.given(monster)


def can_activate_a_monster(s: State, seat: int) -> bool:
    """LR-12.10, LR-28.3."""
    return any(not why_not_activate_monster(s, seat, monster, 0) for monster in range(MONSTERS))


@rules.step_about
def a_monster_is_activated(s: State, seat: int, monster: int) -> None:
    """LR-17.1 to LR-17.3: its controller chooses, or the Monster die decides. T20."""
    emit(s, MONSTER_ACTIVATED, seat, monster)
    face = "choose" if not is_neutral(s, monster) else FACES[s.flow.chance.below(len(FACES))]
    if is_neutral(s, monster):
        emit(s, DIE_ROLLED, FACE_NAMES.index(face))
    if face == MOVES:
        then(s, the_monster_moves, decider(s, monster), monster)
    elif face == ATTACKS:
        then(s, the_monster_attacks, decider(s, monster), monster)
    else:
        MOVE_OR_ATTACK.ask(s, decider(s, monster), monster)


# Moves


@rules.step_about
def the_monster_moves(s: State, seat: int, monster: int) -> None:
    """LR-17.4: the move is mandatory."""
    MONSTER_MOVE.ask(s, seat, monster)


def why_not_monster_move(s: State, seat: int, region: int, _: int) -> int:
    """LR-11.4: any adjacent Region; no Drakkar bridge."""
    monster = s.flow.about[seat]
    near = s.board.near[s.monsters.places[monster]]
    return 0 if near >> region & 1 else NOT_NEAR_MONSTER.given(region, monster)


def monster_move_menu(s: State, seat: int, menu: Menu) -> None:
    """All adjacent Regions."""
    menu.add_all(MOVE, 0, s.board.near[s.monsters.places[s.flow.about[seat]]])


def do_monster_move(s: State, seat: int, region: int, _: int) -> None:
    """LR-17.1."""
    move_monster(s, seat, s.flow.about[seat], region)


def move_monster(s: State, seat: int, monster: int, region: int) -> None:
    """LR-17.6, LR-17.8: a move tramples; `seat` is the player who moves it."""
    emit(s, MONSTER_MOVED, monster, s.monsters.places[monster], region)
    s.monsters.places[monster] = region
    then(s, the_monster_tramples, seat, monster)


MONSTER_MOVE.offer(MOVE, do_monster_move, why_not_monster_move, monster_move_menu)
MOVE_OR_ATTACK.offer(MOVE, do_monster_move, why_not_monster_move, monster_move_menu)


def do_attack(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-17.4."""
    then(s, the_monster_attacks, seat, s.flow.about[seat])


MOVE_OR_ATTACK.offer(ATTACK_REGION, do_attack)


@rules.step_about
def the_monster_attacks(s: State, seat: int, monster: int) -> None:
    """LR-17.4, LR-17.9: the attack on its card. T20."""
    emit(s, MONSTER_ATTACKS, monster, s.monsters.places[monster])
    REGION_ATTACK.carry_out(s, MONSTER_FACTS[monster].card, seat, monster)


# Trample


@rules.step_about
def the_monster_tramples(s: State, seat: int, monster: int) -> None:
    """LR-17.6: if an Army is there. T21."""
    if players_in(s, s.monsters.places[monster]):
        TRAMPLING.ask(s, seat, monster)


def why_not_hit(s: State, clan: int, value: int, region: int) -> int:
    """Needs an Army of this player and value in the Region."""
    if clan not in s.sides:
        return NO_SUCH_PLAYER.given()
    owner = index_of(s.sides, clan)
    there = region != NOWHERE and army_like(s, owner, value, region) != NO_ARMY
    return 0 if there else NO_ARMY_TO_HIT.given(owner, value)


def why_not_trample(s: State, seat: int, clan: int, value: int) -> int:
    """LR-17.6."""
    return why_not_hit(s, clan, value, s.monsters.places[s.flow.about[seat]])


def do_trample(s: State, seat: int, clan: int, value: int) -> None:
    """LR-17.6. T21."""
    monster, owner = s.flow.about[seat], index_of(s.sides, clan)
    emit(s, TRAMPLED, monster, owner)
    army = army_like(s, owner, value, s.monsters.places[monster])
    weaken(s, army, 1 if is_neutral(s, monster) else TRAMPLE_LOSS.of(s, seat, 1, monster))


def why_not_decline_trample(s: State, seat: int, _a: int, _b: int) -> int:
    """LR-17.7: only the controller of a controlled Monster may decline."""
    return MUST_TRAMPLE.given() if is_neutral(s, s.flow.about[seat]) else 0


def do_decline(s: State, seat: int, _a: int, _b: int) -> None:
    """LR-27.3: optional effects may be declined."""
    emit(s, DECLINED, seat)


TRAMPLING.offer(TRAMPLE, do_trample, why_not_trample)
TRAMPLING.offer(DECLINE, do_decline, why_not_decline_trample)


# One Army of any player loses value

LOSES_ONE: Final = rules.question("loses_one", "LR-17.9", "choose the Army in {about:region} that loses 1 value")
LOSES_TWO: Final = rules.question("loses_two", "LR-17.9", "choose the Army in {about:region} that loses 2 value")


@rules.step_about
def an_army_loses_one(s: State, seat: int, region: int) -> None:
    """LR-17.9: if there is one."""
    if players_in(s, region):
        LOSES_ONE.ask(s, seat, region)


@rules.step_about
def an_army_loses_two(s: State, seat: int, region: int) -> None:
    """LR-17.9: if there is one."""
    if players_in(s, region):
        LOSES_TWO.ask(s, seat, region)


def why_not_weaken(s: State, seat: int, clan: int, value: int) -> int:
    """LR-17.9."""
    return why_not_hit(s, clan, value, s.flow.about[seat])


def do_weaken_by_one(s: State, seat: int, clan: int, value: int) -> None:
    """LR-2.8."""
    weaken(s, army_like(s, index_of(s.sides, clan), value, s.flow.about[seat]), 1)


def do_weaken_by_two(s: State, seat: int, clan: int, value: int) -> None:
    """LR-2.8."""
    weaken(s, army_like(s, index_of(s.sides, clan), value, s.flow.about[seat]), 2)


LOSES_ONE.offer(WEAKEN, do_weaken_by_one, why_not_weaken)
LOSES_TWO.offer(WEAKEN, do_weaken_by_two, why_not_weaken)
