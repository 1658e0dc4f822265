"""Monsters: upgrades that bring a figure of their own."""

from typing import Final

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import do_decline
from drakkar.games.blood_rage.board import FJORD_OF, OUTER_PROVINCES, YGGDRASIL
from drakkar.games.blood_rage.card import Card, monster
from drakkar.games.blood_rage.choices import NO, YES
from drakkar.games.blood_rage.clans import FROM_CARDS, acts, gain_glory, landed
from drakkar.games.blood_rage.events import (
    ABOUT_TO_BE_DESTROYED,
    FIGURE_HAS_INVADED,
    FIGURE_MOVED,
    INVADE_PRICE,
    LOSSES_COUNTED,
    MAY_INVADE_YGGDRASIL,
    REWARD_TIMES,
    STRENGTH,
)
from drakkar.games.blood_rage.figures import (
    FIRST_MONSTER,
    WARRIOR,
    count,
    destroy_doomed,
    doom,
    doomed_of,
    is_monster,
    kinds_at,
    move,
    spare,
)
from drakkar.games.blood_rage.state import State, rules


def place_of(s: State, card: Card) -> int:
    """The place of a Monster's figure."""
    return s.monster_places[card.figure - FIRST_MONSTER]


troll = monster(
    "Troll",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text="Invading a province with it destroys every enemy Warrior there. Your own Warriors are spared.",
    short="When it invades a province, every enemy Warrior there is destroyed.",
)


@troll.when(FIGURE_HAS_INVADED)
def destroy_enemy_warriors(s: State, me: Source, where: int) -> None:
    """BR-7.17: in the province it invades; its owner's Warriors are spared."""
    figure, place = landed(where)
    if figure == troll.figure:
        foes = [foe for foe in range(s.seats) if foe != me.owner and count(s, foe, WARRIOR, place)]
        if foes:
            acts(s, me)
        for foe in foes:
            for _ in range(count(s, foe, WARRIOR, place)):
                doom(s, foe, WARRIOR, place)
        destroy_doomed(s)


dwarf_chieftain = monster(
    "Dwarf Chieftain",
    age=1,
    strength=2,
    copies=(1, 0, 0, 0),
    text="STR 2, but 0 Rage to play as an upgrade and 0 Rage every time it invades.",
    cost=0,
)

sea_serpent = monster(
    "Sea Serpent",
    age=1,
    strength=3,
    copies=(0, 1, 0, 0),
    text="Counts as a Ship as well as a Monster: it may only invade a fjord and never moves.",
    counts_as_ship=True,
)

valkyrie = monster(
    "Valkyrie",
    age=2,
    strength=2,
    copies=(1, 0, 0, 0),
    text="Score 2 Glory for each enemy figure destroyed in a battle in which this Monster takes part.",
    short="2 Glory for each enemy figure destroyed in a battle that she takes part in.",
)


@valkyrie.when(LOSSES_COUNTED)
def two_for_each_enemy_destroyed(s: State, me: Source, _: int) -> None:
    """BR-13.11: if she took part, dead or alive; by ruling (BR-21.12) only alive."""
    took_part = s.battle.monsters >> (valkyrie.figure - FIRST_MONSTER) & 1
    alive = place_of(s, valkyrie) == s.battle.province
    enemies = sum(s.battle.losses) - s.battle.losses[me.owner]
    if enemies and took_part and (alive or s.rulings.dead_valkyrie_scores):
        acts(s, me)
        gain_glory(s, me.owner, 2 * enemies, FROM_CARDS)


dark_elf = monster(
    "Dark Elf",
    age=2,
    strength=1,
    copies=(1, 0, 0, 0),
    text="May invade Yggdrasil directly. STR 3 while in Yggdrasil, STR 1 everywhere else.",
)


@dark_elf.modifies(MAY_INVADE_YGGDRASIL)
def may_invade_yggdrasil(_s: State, _me: Source, allowed: int, figure: int) -> int:
    """BR-7.4, BR-7.9."""
    return 1 if figure == dark_elf.figure else allowed


@dark_elf.modifies(INVADE_PRICE)
def pays_its_strength_there(s: State, _me: Source, price: int, where: int) -> int:
    """BR-7.9, BR-21.1: 1 Rage wherever it lands; by ruling 3 in Yggdrasil."""
    figure, _ = landed(where)
    return 3 if figure == dark_elf.figure and s.rulings.dark_elf_pays_strength else price


@dark_elf.modifies(STRENGTH)
def is_strong_in_yggdrasil(s: State, _me: Source, strength: int, province: int) -> int:
    """STR 3 instead of 1."""
    return strength + 2 if province == YGGDRASIL and place_of(s, dark_elf) == YGGDRASIL else strength


fire_giant = monster(
    "Fire Giant",
    age=2,
    strength=4,
    copies=(0, 1, 0, 0),
    text=(
        "Invading a province with it destroys every enemy figure there that is not a Monster, the "
        "supporting fjord included. Your own figures are spared."
    ),
    short="When it invades, enemy figures there and in the fjord are destroyed, except Monsters.",
)


@fire_giant.when(FIGURE_HAS_INVADED)
def destroy_enemies_that_are_no_monsters(s: State, me: Source, where: int) -> None:
    """BR-7.18: in the province and in its fjord, Ships included; Monsters are spared."""
    figure, province = landed(where)
    if figure == fire_giant.figure:
        acts(s, me)
        for foe in range(s.seats):
            for place in (province, FJORD_OF[province]):
                for kind in kinds_at(s, foe, place):
                    if foe != me.owner and not is_monster(kind):
                        for _ in range(count(s, foe, kind, place)):
                            doom(s, foe, kind, place)
        destroy_doomed(s)


frost_giant = monster(
    "Frost Giant",
    age=3,
    strength=4,
    copies=(1, 0, 0, 0),
    text=(
        "When you successfully pillage the province this Monster is in, you take the reward of the "
        "pillage token a second time."
    ),
    short="When you pillage its province, take the reward twice.",
)


@frost_giant.modifies(REWARD_TIMES)
def reward_once_more(s: State, _me: Source, times: int, province: int) -> int:
    """BR-13.15: if it is in the pillaged province."""
    return times + 1 if place_of(s, frost_giant) == province else times


soldier_of_hel = monster(
    "Soldier of Hel",
    age=3,
    strength=3,
    copies=(1, 0, 0, 0),
    text="STR 3, but 0 Rage to play as an upgrade and 0 Rage every time it invades.",
    cost=0,
)

volur_witch = monster(
    "Volur Witch",
    age=3,
    strength=3,
    copies=(0, 1, 0, 0),
    text="Whenever she would be destroyed while in an outer province, her owner may move her to Yggdrasil instead.",
    short="Instead of being destroyed in an outer province she may move to Yggdrasil.",
)


ESCAPE: Final = rules.question("escape", "BR-19.18", "move {about:the_figure} to Yggdrasil instead?")


@volur_witch.when(ABOUT_TO_BE_DESTROYED)
def she_may_escape(s: State, me: Source, _: int) -> None:
    """BR-19.18: from an outer province only; in Yggdrasil she is destroyed like any figure."""
    where = place_of(s, volur_witch)
    if (volur_witch.figure, where) in doomed_of(s, me.owner) and where < OUTER_PROVINCES:
        ESCAPE.ask(s, me.owner, volur_witch.figure)


def do_escape(s: State, seat: int, _a: int, _b: int) -> None:
    """BR-19.16: instead of being destroyed, so she does not count as destroyed."""
    where = place_of(s, volur_witch)
    spare(s, seat, volur_witch.figure, where)
    move(s, seat, volur_witch.figure, where, YGGDRASIL)
    emit(s, FIGURE_MOVED, seat, volur_witch.figure, where, YGGDRASIL)


ESCAPE.offer(YES, do_escape)
ESCAPE.offer(NO, do_decline)
