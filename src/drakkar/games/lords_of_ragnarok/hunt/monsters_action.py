"""The Monsters action: activate one or two Monsters, or hunt (LR-15.8 to LR-15.11)."""

from typing import Final

from drakkar.core.flow import then
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.board import NOWHERE
from drakkar.games.lords_of_ragnarok.card import BOSS, MONSTERS
from drakkar.games.lords_of_ragnarok.choices import ACTIVATE_MONSTER, DONE, HUNT
from drakkar.games.lords_of_ragnarok.components import NO_MONSTER
from drakkar.games.lords_of_ragnarok.hunt.hunt import a_hunt_is_declared
from drakkar.games.lords_of_ragnarok.hunt.wounds import kills
from drakkar.games.lords_of_ragnarok.monsters.monsters import a_monster_is_activated, why_not_activate_monster
from drakkar.games.lords_of_ragnarok.state import MONSTERS_ACTION, State, rules
from drakkar.games.lords_of_ragnarok.turn.prayer import do_go_on
from drakkar.games.lords_of_ragnarok.turn.special_action import special

MONSTERS_TURN: Final = rules.question("monsters", "LR-15.8", "activate one or two Monsters, or hunt")
SECOND_MONSTER: Final = rules.question("second_monster", "LR-15.9", "activate a Monster other than {about:monster}")
NO_MONSTERS: Final = rules.why("no_monsters", "LR-15.8", "there is no Monster you can activate or hunt")
NOT_AT_HERO: Final = rules.why("not_at_hero", "LR-15.8", "{monster:the_monster} is not in your Hero's Region")
TOO_FEW_KILLS: Final = rules.why("too_few_kills", "LR-15.11", "kills needed to hunt the Boss: {need}; you have {have}")
ANOTHER_ONE: Final = rules.why("another_one", "LR-15.8", "you have already activated {monster}")
TWO_MONSTERS: Final = rules.why("two_monsters", "LR-29.9", "you must activate a second Monster")


def kills_for_the_boss(s: State) -> int:
    """LR-15.11, LR-26.5."""
    return 1 if s.seats == 2 else 2


def why_not_hunt(s: State, seat: int, monster: int, _: int) -> int:
    """LR-15.8, LR-15.10, LR-15.11: any Monster in the Hero's Region; the Boss after enough kills."""
    if s.monsters.places[monster] == NOWHERE or s.monsters.places[monster] != s.hero_places[seat]:
        return NOT_AT_HERO.given(monster)
    need, have = kills_for_the_boss(s), kills(s, seat)
    return TOO_FEW_KILLS.given(need, have) if monster == BOSS and have < need else 0


def why_not_monsters(s: State, seat: int) -> int:
    """LR-14.2, LR-15.8."""
    for monster in range(MONSTERS + 1):
        if not why_not_activate_monster(s, seat, monster, 0) or not why_not_hunt(s, seat, monster, 0):
            return 0
    return NO_MONSTERS.given()


@rules.step_for
def monsters_action(s: State, seat: int) -> None:
    """LR-15.8."""
    MONSTERS_TURN.ask(s, seat, NO_MONSTER)


def do_hunt(s: State, seat: int, monster: int, _: int) -> None:
    """LR-15.8 (b), (c)."""
    then(s, a_hunt_is_declared, seat, monster)


def do_activate_first(s: State, seat: int, monster: int, _: int) -> None:
    """LR-15.8 (a), LR-15.9: the second Monster is chosen after the first is resolved."""
    then(s, a_second_monster, seat, monster)
    then(s, a_monster_is_activated, seat, monster)


@rules.step_about
def a_second_monster(s: State, seat: int, first: int) -> None:
    """LR-15.8 (a): a different one, or none."""
    SECOND_MONSTER.ask(s, seat, first)


def why_not_second(s: State, seat: int, monster: int, _: int) -> int:
    """LR-15.8 (a)."""
    if monster == s.flow.about[seat]:
        return ANOTHER_ONE.given(monster)
    return why_not_activate_monster(s, seat, monster, 0)


def why_not_one_only(s: State, seat: int, _a: int, _b: int) -> int:
    """LR-29.9: by ruling a second Monster is activated if one can be."""
    if s.rulings.two_monsters and any(not why_not_second(s, seat, other, 0) for other in range(MONSTERS + 1)):
        return TWO_MONSTERS.given()
    return 0


def do_activate_second(s: State, seat: int, monster: int, _: int) -> None:
    """LR-15.8 (a)."""
    then(s, a_monster_is_activated, seat, monster)


MONSTERS_TURN.offer(ACTIVATE_MONSTER, do_activate_first, why_not_activate_monster)
MONSTERS_TURN.offer(HUNT, do_hunt, why_not_hunt)
SECOND_MONSTER.offer(ACTIVATE_MONSTER, do_activate_second, why_not_second)
SECOND_MONSTER.offer(DONE, do_go_on, why_not_one_only)
special(MONSTERS_ACTION, why_not_monsters, monsters_action)
