"""Loki: losing pays."""

from typing import Final

from drakkar.core.flow import emit
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import do_decline
from drakkar.games.blood_rage.board import RESERVE
from drakkar.games.blood_rage.card import CLAN, battle_card, upgrade
from drakkar.games.blood_rage.choices import DECLINE, INVADE
from drakkar.games.blood_rage.clans import (
    FROM_CARDS,
    acts,
    gain_glory,
    gain_rage,
    is_set_off,
    lose_glory,
    lose_rage,
    set_off,
)
from drakkar.games.blood_rage.events import BATTLE_LOST, CARD_TAKEN, LOSERS_AFTER_COMPARISON, RELEASE_GLORY
from drakkar.games.blood_rage.invade import free_warrior_menu, invade, offer_warrior, why_not_free_warrior
from drakkar.games.blood_rage.memory import take_up
from drakkar.games.blood_rage.state import State, rules

lokis_domain = upgrade(
    CLAN,
    "Loki's Domain",
    age=1,
    strength=1,
    copies=(1, 0, 0, 0),
    text="Score 1 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    short="1 Glory for each of your figures that returns from Valhalla.",
    god="Loki",
)


@lokis_domain.modifies(RELEASE_GLORY)
def one_for_each_released(_s: State, _me: Source, glory: int, _: int) -> int:
    """BR-17.2, BR-9.7: the Glory of several such cards adds up."""
    return glory + 1


lokis_blessing = upgrade(
    CLAN,
    "Loki's Blessing",
    age=1,
    strength=1,
    copies=(0, 0, 1, 0),
    text=(
        "When you lose a battle, one Warrior from your reserve may invade that province for 0 Rage once "
        "the losers' figures are gone. It needs an empty village and room under your Horns limit."
    ),
    short="When you lose a battle, a Warrior may invade that province for 0 Rage.",
    god="Loki",
)


WARRIOR_AFTER_DEFEAT: Final = rules.question(
    "warrior_after_defeat", "BR-13.20", "Loki's Blessing: invade {about:place} with a Warrior for 0 Rage, or decline"
)


@lokis_blessing.when(BATTLE_LOST)
def a_warrior_may_come(s: State, me: Source, province: int) -> None:
    """BR-13.20: not in Yggdrasil, except by ruling (BR-21.6). BR-19.22: not after a battle that this card caused."""
    if not is_set_off(s, me.owner, me.card):
        offer_warrior(s, me.owner, WARRIOR_AFTER_DEFEAT, province, s.rulings.blessing_in_yggdrasil)


def do_invade_after_defeat(s: State, seat: int, warrior: int, province: int) -> None:
    """BR-13.20: an ordinary invade, follow-ups included."""
    set_off(s, seat, lokis_blessing.number)
    acts(s, Source(seat, lokis_blessing.number))
    invade(s, seat, warrior, RESERVE, province)


WARRIOR_AFTER_DEFEAT.offer(INVADE, do_invade_after_defeat, why_not_free_warrior, free_warrior_menu)
WARRIOR_AFTER_DEFEAT.offer(DECLINE, do_decline)

lokis_eminence = upgrade(
    CLAN,
    "Loki's Eminence",
    age=2,
    strength=2,
    copies=(0, 1, 0, 0),
    text="Score 2 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    short="2 Glory for each of your figures that returns from Valhalla.",
    god="Loki",
)


@lokis_eminence.modifies(RELEASE_GLORY)
def two_for_each_released(_s: State, _me: Source, glory: int, _: int) -> int:
    """BR-17.2."""
    return glory + 2


lokis_wrath = upgrade(
    CLAN,
    "Loki's Wrath",
    age=3,
    strength=3,
    copies=(0, 0, 1, 0),
    text="Score 3 Glory for each of your figures that returns from Valhalla in the Release Valhalla phase.",
    short="3 Glory for each of your figures that returns from Valhalla.",
    god="Loki",
)


@lokis_wrath.modifies(RELEASE_GLORY)
def three_for_each_released(_s: State, _me: Source, glory: int, _: int) -> int:
    """BR-17.2."""
    return glory + 3


lokis_trickery = battle_card(
    "Loki's Trickery",
    age=1,
    bonus=0,
    copies=(1, 0, 1, 0),
    god="Loki",
    text="If you lose, take 1 Rage from the winner: the winner's Rage goes down, yours goes up.",
)


@lokis_trickery.when(LOSERS_AFTER_COMPARISON)
def take_one_rage(s: State, me: Source, winner: int) -> None:
    """BR-13.3, BR-19.25: as much as the winner has and the track allows; the winner loses what the loser gains."""
    taken = min(1, s.rage[winner], s.rulings.most_rage - s.rage[me.owner])
    if taken:
        acts(s, me)
        lose_rage(s, winner, taken)
        gain_rage(s, me.owner, taken)


lokis_backstab = battle_card(
    "Loki's Backstab",
    age=2,
    bonus=0,
    copies=(1, 0, 1, 0),
    god="Loki",
    text="If you lose, take 2 Glory from the winner: the winner's Glory goes down, yours goes up.",
)


@lokis_backstab.when(LOSERS_AFTER_COMPARISON)
def take_two_glory(s: State, me: Source, winner: int) -> None:
    """BR-13.3, BR-19.25: at most what the winner has."""
    taken = min(2, s.glory[winner])
    if taken:
        acts(s, me)
        lose_glory(s, winner, taken, FROM_CARDS)
        gain_glory(s, me.owner, taken, FROM_CARDS)


lokis_poison = battle_card(
    "Loki's Poison",
    age=3,
    bonus=0,
    copies=(1, 0, 0, 1),
    god="Loki",
    text=(
        "If you lose, take into your hand all cards that the winner played in this battle and that are "
        "still on the table, late cards included."
    ),
    short="If you lose, take all cards that the winner played in this battle.",
)


@lokis_poison.when(LOSERS_AFTER_COMPARISON)
def take_the_winners_cards(s: State, me: Source, winner: int) -> None:
    """BR-13.3, BR-13.5: cards still on the table, before any can be saved; of several losers the first takes all."""
    if s.rulings.poison_from_winner and me.owner != nearest_poisoner(s, winner):
        return
    if s.played.sizes[winner]:
        acts(s, me)
    for card in s.played.take_all(winner):
        take_up(s, me.owner, card)
        emit(s, CARD_TAKEN, me.owner, card, winner)


def nearest_poisoner(s: State, winner: int) -> int:
    """BR-21.17: the first clan with this card clockwise from the winner."""
    order = [(winner + turn) % s.seats for turn in range(1, s.seats)]
    return next(seat for seat in order if s.acting.has(seat, lokis_poison.number))
