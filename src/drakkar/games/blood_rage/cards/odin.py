"""Odin: sacrifice and wisdom."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.battle import opponents, participants
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE
from drakkar.games.blood_rage.card import CLAN, battle_card, upgrade
from drakkar.games.blood_rage.choices import FIGURE
from drakkar.games.blood_rage.clans import FROM_CARDS, acts, gain_glory
from drakkar.games.blood_rage.events import (
    FIGURE_KEPT,
    LOSSES_COUNTED,
    QUEST_GLORY,
    QUEST_RAISES,
    RAGNAROK_GLORY,
    REVEAL_THIRD,
)
from drakkar.games.blood_rage.figures import WARRIOR, count, destroy_doomed, doom, is_there, kinds_at
from drakkar.games.blood_rage.state import State, rules

odins_inspiration = upgrade(
    CLAN,
    "Odin's Inspiration",
    age=2,
    strength=2,
    copies=(1, 0, 0, 0),
    text="The Glory you score for your figures destroyed by Ragnarök is doubled.",
    god="Odin",
)


@odins_inspiration.modifies(RAGNAROK_GLORY)
def double_ragnarok_glory(_s: State, _me: Source, glory: int, _: int) -> int:
    """BR-16.5."""
    return glory * 2


odins_throne = upgrade(
    CLAN,
    "Odin's Throne",
    age=3,
    strength=2,
    copies=(1, 0, 0, 0),
    text="The Glory of each quest you complete is doubled; the stat raise stays at one step.",
    god="Odin",
)


@odins_throne.modifies(QUEST_GLORY)
def double_quest_glory(_s: State, _me: Source, glory: int, _: int) -> int:
    """BR-15.10."""
    return glory * 2


@odins_throne.modifies(QUEST_RAISES)
def double_quest_raises(s: State, _me: Source, raises: int, _: int) -> int:
    """BR-15.10, BR-21.27: by ruling only."""
    return raises * 2 if s.rulings.throne_doubles_stat_raise else raises


odins_smite = battle_card(
    "Odin's Smite",
    age=1,
    bonus=1,
    copies=(1, 1, 0, 0),
    god="Odin",
    text=(
        "Before strengths are compared, each of your opponents in the battle loses one Warrior from the "
        "province, if it has one there."
    ),
    short="Before strengths are compared, each opponent loses one Warrior in the province.",
)


@odins_smite.when(REVEAL_THIRD)
def one_warrior_of_each_opponent(s: State, me: Source, _: int) -> None:
    """BR-12.12: in the province; an opponent without one loses nothing."""
    acts(s, me)
    for foe in opponents(s, me.owner):
        if count(s, foe, WARRIOR, s.battle.province):
            doom(s, foe, WARRIOR, s.battle.province)
    destroy_doomed(s)


odins_tide = battle_card(
    "Odin's Tide",
    age=2,
    bonus=1,
    copies=(1, 0, 1, 0),
    god="Odin",
    text=(
        "Before strengths are compared, every clan in the battle, yours too, keeps one figure of its "
        "choice there (province or supporting fjord); when all have chosen, their other figures in the "
        "battle are destroyed together."
    ),
    short="Every clan in the battle keeps one figure; the others are destroyed.",
)


NAME_A_SURVIVOR: Final = rules.question(
    "survivor", "BR-12.13", "Odin's Tide: choose the one figure you keep in {about:place}"
)
NOT_IN_THE_BATTLE: Final = rules.why("not_in_the_battle", "BR-12.13", "you have no {figure} in this battle")


@odins_tide.when(REVEAL_THIRD)
def one_figure_of_each_clan_stays(s: State, me: Source, _: int) -> None:
    """BR-12.13: every clan names one in seat order, the owner included; then all others fall together."""
    acts(s, me)
    then(s, the_others_fall)
    for seat in reversed(participants(s)):
        then(s, a_survivor_is_named, seat)


def battle_places(s: State) -> list[int]:
    """The province of the battle and its fjord."""
    fjord = FJORD_OF[s.battle.province]
    return [s.battle.province] if fjord == NOWHERE else [s.battle.province, fjord]


@rules.step_for
def a_survivor_is_named(s: State, seat: int) -> None:
    """BR-12.13: a clan without figures has none to name."""
    if any(is_there(s, seat, place) for place in battle_places(s)):
        NAME_A_SURVIVOR.ask(s, seat, s.battle.province)


def why_not_keep_figure(s: State, seat: int, figure: int, _: int) -> int:
    """BR-12.13: Ships are eligible."""
    there = any(count(s, seat, figure, place) for place in battle_places(s))
    return 0 if there else NOT_IN_THE_BATTLE.given(figure)


def do_keep_figure(s: State, seat: int, figure: int, _: int) -> None:
    """BR-12.13."""
    s.battle.kept[seat] = figure
    emit(s, FIGURE_KEPT, seat, figure)


NAME_A_SURVIVOR.offer(FIGURE, do_keep_figure, why_not_keep_figure)


@rules.step
def the_others_fall(s: State) -> None:
    """BR-12.13: together."""
    for seat in participants(s):
        for place in battle_places(s):
            for figure in kinds_at(s, seat, place):
                kept = int(figure == s.battle.kept[seat])
                for _ in range(count(s, seat, figure, place) - kept):
                    doom(s, seat, figure, place)
    destroy_doomed(s)


odins_judgement = battle_card(
    "Odin's Judgement",
    age=3,
    bonus=2,
    copies=(1, 0, 1, 0),
    god="Odin",
    text="Score 2 Glory for each figure destroyed in this battle, your own included.",
)


@odins_judgement.when(LOSSES_COUNTED)
def two_for_each_figure_destroyed(s: State, me: Source, _: int) -> None:
    """BR-13.9: figures of any clan."""
    acts(s, me)
    gain_glory(s, me.owner, 2 * sum(s.battle.losses), FROM_CARDS)
