"""Troops: upgrades of Leader, Warriors and Ship."""

from typing import Final

from drakkar.core.flow import emit, then
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.actions import do_decline
from drakkar.games.blood_rage.board import are_adjacent, villages
from drakkar.games.blood_rage.card import upgrade
from drakkar.games.blood_rage.choices import DECLINE, PROVINCE_WORDS, notation
from drakkar.games.blood_rage.clans import ANY_STAT, FROM_CARDS, acts, choose_raise, gain_glory, raise_stat
from drakkar.games.blood_rage.events import FIGURE_MOVED, HAS_BEEN_DESTROYED, PILLAGE_BONUSES, STRENGTH
from drakkar.games.blood_rage.figures import LEADER, WARRIOR, count, doomed_of, has_empty_village, is_ship, move
from drakkar.games.blood_rage.invade import PLACE_DESTROYED
from drakkar.games.blood_rage.state import STATS, State, rules


def leader_is_there(s: State, seat: int) -> bool:
    """BR-19.10: in the province that has just been pillaged."""
    return s.leaders[seat] == s.battle.province


def pairs_of_warriors(s: State, seat: int, province: int) -> int:
    """Every two Warriors in a province are a pair; an odd one is not."""
    return count(s, seat, WARRIOR, province) // 2


def ships_lost(s: State, seat: int) -> int:
    """BR-19.12: Ships, and Monsters that count as Ships, among the figures just destroyed."""
    return sum(is_ship(figure) for figure, _ in doomed_of(s, seat))


def score_for_ships(s: State, me: Source, glory: int) -> None:
    """T21: for each Ship destroyed in battle, by a card or in Ragnarök."""
    lost = ships_lost(s, me.owner)
    if lost:
        acts(s, me)
        gain_glory(s, me.owner, glory * lost, FROM_CARDS)


lord_of_hammers = upgrade(
    card_kinds.LEADER,
    "Lord of Hammers",
    age=1,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, you may move him to "
        "an adjacent province: one with an empty village, or Yggdrasil."
    ),
    short="Leader STR 3. If you pillage his province, he may move to an adjacent one.",
)


MOVE_LEADER: Final = notation.verb("move leader {province:place}", PROVINCE_WORDS, implied=True)
LEADER_MAY_MOVE: Final = rules.question(
    "leader_may_move", "BR-13.18", "Lord of Hammers: move your Leader to an adjacent province, or decline"
)
TOO_FAR_FOR_LEADER: Final = rules.why(
    "too_far_for_leader", "BR-13.18", "{target:place} is not adjacent to {origin:place}"
)
NO_ROOM_FOR_LEADER: Final = rules.why(
    "no_room_for_leader", "BR-13.18", "{place} has no empty village: {have} of {most} are taken"
)


@lord_of_hammers.when(PILLAGE_BONUSES, leader_is_there)
def leader_may_move_on(s: State, me: Source, _: int) -> None:
    """BR-13.18: also after a pillage without a battle."""
    LEADER_MAY_MOVE.ask(s, me.owner)


def why_not_move_leader(s: State, seat: int, province: int, _: int) -> int:
    """BR-13.18: an adjacent surviving province with an empty village, or Yggdrasil."""
    if s.destroyed[province]:
        return PLACE_DESTROYED.given(province)
    if not are_adjacent(s.leaders[seat], province):
        return TOO_FAR_FOR_LEADER.given(province, s.leaders[seat])
    if not has_empty_village(s, province):
        return NO_ROOM_FOR_LEADER.given(province, s.standing[province], villages(province))
    return 0


def do_move_leader(s: State, seat: int, province: int, _: int) -> None:
    """BR-13.18, BR-19.4: a move, not an invade."""
    acts(s, Source(seat, lord_of_hammers.number))
    emit(s, FIGURE_MOVED, seat, LEADER, s.leaders[seat], province)
    move(s, seat, LEADER, s.leaders[seat], province)


LEADER_MAY_MOVE.offer(MOVE_LEADER, do_move_leader, why_not_move_leader)
LEADER_MAY_MOVE.offer(DECLINE, do_decline)

brothers_in_arms = upgrade(
    card_kinds.WARRIOR,
    "Brothers in Arms",
    age=1,
    strength=1,
    copies=(1, 0, 0, 1),
    text=(
        "In each province, every two of your Warriors are worth 3 STR together; an odd Warrior is worth "
        "1. Each Warrior costs 1 Rage to invade."
    ),
    short="Two of your Warriors in one province are worth 3 STR together.",
)


@brothers_in_arms.modifies(STRENGTH)
def a_pair_is_worth_three(s: State, me: Source, strength: int, province: int) -> int:
    """Instead of 1 and 1. BR-7.7: the price of a Warrior stays 1."""
    return strength + pairs_of_warriors(s, me.owner, province)


lokis_dragons = upgrade(
    card_kinds.SHIP,
    "Loki's Dragons",
    age=1,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 4 Glory.",
    god="Loki",
)


@lokis_dragons.when(HAS_BEEN_DESTROYED)
def four_for_a_ship(s: State, me: Source, _: int) -> None:
    """T21: in battle, by a card or in Ragnarök."""
    score_for_ships(s, me, 4)


lord_of_axes = upgrade(
    card_kinds.LEADER,
    "Lord of Axes",
    age=2,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, raise one clan stat "
        "of your choice by one step."
    ),
    short="Leader STR 3. If you pillage his province, raise one stat.",
)


@lord_of_axes.when(PILLAGE_BONUSES, leader_is_there)
def raise_one_stat(s: State, me: Source, _: int) -> None:
    """BR-13.18; BR-13.19: a raise of Axes counts for this battle's Glory."""
    acts(s, me)
    then(s, choose_raise, me.owner, ANY_STAT)


experts_in_arms = upgrade(
    card_kinds.WARRIOR,
    "Experts in Arms",
    age=2,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Your Warriors have STR 2; each therefore costs 2 Rage to invade.",
)

fire_dragons = upgrade(
    card_kinds.SHIP,
    "Fire Dragons",
    age=2,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 8 Glory.",
)


@fire_dragons.when(HAS_BEEN_DESTROYED)
def eight_for_a_ship(s: State, me: Source, _: int) -> None:
    """T21."""
    score_for_ships(s, me, 8)


lord_of_spears = upgrade(
    card_kinds.LEADER,
    "Lord of Spears",
    age=3,
    strength=3,
    copies=(1, 0, 0, 1),
    text=(
        "Leader STR 3. When you successfully pillage the province your Leader is in, raise each of your "
        "three clan stats by one step."
    ),
    short="Leader STR 3. If you pillage his province, raise all three stats.",
)


@lord_of_spears.when(PILLAGE_BONUSES, leader_is_there)
def raise_all_stats(s: State, me: Source, _: int) -> None:
    """BR-13.18."""
    acts(s, me)
    for which in range(STATS):
        raise_stat(s, me.owner, which)


masters_in_arms = upgrade(
    card_kinds.WARRIOR,
    "Masters in Arms",
    age=3,
    strength=2,
    copies=(1, 0, 0, 1),
    text=(
        "Your Warriors have STR 2 (2 Rage each to invade). In each province, every two of them are worth "
        "6 STR together; an odd Warrior is worth 2."
    ),
    short="Warriors STR 2. Two of them in one province are worth 6 STR together.",
)


@masters_in_arms.modifies(STRENGTH)
def a_pair_is_worth_six(s: State, me: Source, strength: int, province: int) -> int:
    """Instead of 2 and 2. BR-7.7: the price of a Warrior stays 2."""
    return strength + 2 * pairs_of_warriors(s, me.owner, province)


eternal_dragons = upgrade(
    card_kinds.SHIP,
    "Eternal Dragons",
    age=3,
    strength=2,
    copies=(1, 0, 0, 1),
    text="Ship STR 2. Whenever a Ship of yours is destroyed, score 12 Glory.",
)


@eternal_dragons.when(HAS_BEEN_DESTROYED)
def twelve_for_a_ship(s: State, me: Source, _: int) -> None:
    """T21."""
    score_for_ships(s, me, 12)
