"""Hunts: how to play one, and what to expect of it before it begins (section 18)."""

from math import exp
from typing import Final

from drakkar.core.flow import NO_CARD, NOBODY
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.lords_of_ragnarok.card import (
    BOSS,
    IS_SPECIAL,
    MONSTER_FACTS,
    NO_REWARD,
    NO_WEAPON,
    RAGE,
    SHIELD,
    VALUE,
    WEAPON,
)
from drakkar.games.lords_of_ragnarok.hunt.hero_round import PARTNER
from drakkar.games.lords_of_ragnarok.hunt.monsters_action import kills_for_the_boss
from drakkar.games.lords_of_ragnarok.hunt.wounds import open_spaces
from drakkar.games.lords_of_ragnarok.pieces.player_pools import attribute
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, MONSTERS_ACTION, STRENGTH, WISDOM, State
from drakkar.games.lords_of_ragnarok.turn.special_action import has_marker
from drakkar.games.lords_of_ragnarok.victory.victory_progress import kills

# A Wound, and the price of ending a Hero round without one.
A_WOUND: Final = 4.0
WITHOUT_A_WOUND: Final = -4.0
# With this many Wounds or fewer in hand, a hunter who cannot finish keeps the cards for the next round.
KEPT: Final = 2
KEEPING: Final = 5.0
# A defence that holds with one card, or with several; a card that could also deal a Wound costs more.
HOLDS: Final = 2.4
HOLDS_TOGETHER: Final = 1.8
COULD_WOUND: Final = 1.0
CANNOT_HOLD: Final = -2.0

# How often a card yet to be drawn can deal a Wound.
A_DRAW_WOUNDS: Final = 0.65
# The worth of a Wound (its reward, and the marker that stays), an Injury, a card, a Monster's Artifact and the kills:
# the first steps, then what opens the way to the Boss. The Boss is the match.
WOUND: Final = 0.8
INJURY: Final = 1.2
A_CARD: Final = 0.25
AN_ARTIFACT: Final = 0.9
FIRST_KILLS: Final = 3.0
LAST_KILL: Final = 6.0
TO_THE_BOSS: Final = 25.0
THE_BOSS: Final = 40.0


class Expected:
    """What to expect of a Hunt: the chance that the Monster falls, the Wounds dealt and the Injuries taken."""

    def __init__(self, slain: float, wounds: float, injuries: float) -> None:
        self.slain = slain
        self.wounds = wounds
        self.injuries = injuries


def expected_hunt(s: State, seat: int, monster: int, draws: int) -> Expected:
    """The result of a Hunt as an experienced hunter expects it, with this many cards still to be drawn.

    Fitted to 3,200 Hunts that the priors of this package played out; a test compares it with others.
    """
    wisdom = float(attribute(s, seat, WISDOM))
    healthy: int = ATTRIBUTES
    for at in range(seat * ATTRIBUTES, seat * ATTRIBUTES + ATTRIBUTES):
        healthy -= s.injured[at]
    hand = float(s.hand.sizes[seat] + draws)
    spaces = float(len(open_spaces(s, monster)))
    ready = min(spaces, float(dealable(s, seat, monster)) + A_DRAW_WOUNDS * float(draws))
    if monster == BOSS:
        return Expected(_chance(-10.8 + 0.16 * (spaces - ready) + 0.98 * wisdom + 0.47 * hand), 0.0, 2.1)
    cards = 0.054 * hand * hand - 0.16 * hand
    slain = _chance(1.1 - 1.04 * spaces + 0.25 * ready + 0.49 * wisdom + 0.3 * float(healthy) + cards)
    failing = min(spaces, max(0.0, -1.2 + 0.38 * spaces + 0.42 * ready + 0.32 * wisdom))
    injuries = 0.29 + 0.27 * spaces - 0.12 * ready - 0.05 * wisdom + 0.27 * float(healthy) - 0.14 * hand
    return Expected(slain, slain * spaces + (1.0 - slain) * failing, max(0.0, injuries))


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def hunt_worth(s: State, seat: int, monster: int, draws: int) -> float:
    """The expected gain of a Hunt that has not begun to be played, less the Injuries and cards that it costs."""
    expected = expected_hunt(s, seat, monster, draws)
    cost = INJURY * (expected.injuries + 1.0 - expected.slain) + A_CARD * float(s.hand.sizes[seat])
    if monster == BOSS:
        return THE_BOSS * expected.slain - cost
    falls = slayer_worth(s, seat, kills(s, seat) + 1) - slayer_worth(s, seat, kills(s, seat))
    if s.artifacts[MONSTER_FACTS[monster].artifact] == NOBODY:
        falls += AN_ARTIFACT
    return WOUND * expected.wounds + falls * expected.slain - cost


def slayer_worth(s: State, seat: int, number: int) -> float:
    """LR-1.4: the worth of this many kills; enough to hunt the Boss are also worth the chance to slay it."""
    need = kills_for_the_boss(s)
    if number < need:
        return FIRST_KILLS * float(number)
    return FIRST_KILLS * float(need - 1) + LAST_KILL + TO_THE_BOSS * expected_hunt(s, seat, BOSS, 2).slain


def quarry_worth(s: State, seat: int, region: int) -> float:
    """LR-15.8: the best Hunt that the Hero could declare there; 0 if none pays, or the action is not open to it."""
    best = 0.0
    if not has_marker(s, seat, MONSTERS_ACTION):
        for monster in range(BOSS + 1):
            if s.monsters.places[monster] == region and (monster != BOSS or kills(s, seat) >= kills_for_the_boss(s)):
                best = max(best, hunt_worth(s, seat, monster, attribute(s, seat, STRENGTH)))
    return best


def dealable(s: State, seat: int, monster: int) -> int:
    """How many Wounds the known cards in hand can deal: by their weapons, then by texts of pairs."""
    facts = MONSTER_FACTS[monster]
    held = [0] * (SHIELD + 1)
    for card in s.hand.of(seat):
        if card >= 0:
            held[WEAPON[card]] += 1
    spaces = open_spaces(s, monster)
    number: int = 0
    for space in spaces:
        first, second = facts.first[space], facts.second[space]
        if second == NO_WEAPON:
            if held[first]:
                held[first] -= 1
                number += 1
        elif held[first] and held[second] > (1 if first == second else 0):
            held[first] -= 1
            held[second] -= 1
            number += 1
    for card in s.hand.of(seat):
        if card >= 0 and PARTNER[card] != NO_WEAPON and held[WEAPON[card]]:
            partner = PARTNER[card]
            if held[partner] > (1 if partner == WEAPON[card] else 0):
                held[WEAPON[card]] -= 1
                held[partner] -= 1
                number += 1
    return min(number, len(spaces))


def could_wound(s: State, card: int) -> bool:
    """Whether an open space of the hunted Monster shows the card's weapon."""
    facts = MONSTER_FACTS[s.hunt.monster]
    return any(WEAPON[card] in (facts.first[space], facts.second[space]) for space in open_spaces(s, s.hunt.monster))


def defend(s: State, seat: int, card: int) -> float:
    """LR-18.6: enough, but not more, with cards that cannot wound."""
    if s.hunt.attack == NO_CARD:
        return 0.0
    lacking = RAGE[s.hunt.attack] + 1 - s.hunt.defence
    if lacking <= 0:
        return -1.0
    total: int = 0
    for held in s.hand.of(seat):
        total += VALUE[held] if held >= 0 else 2
    if total < lacking:
        return CANNOT_HOLD
    spare = VALUE[card] - lacking
    worth = HOLDS - 0.1 * float(spare) if spare >= 0 else HOLDS_TOGETHER + 0.1 * float(VALUE[card])
    return worth - COULD_WOUND if could_wound(s, card) else worth


def strike(s: State, card: int, space: int) -> float:
    """LR-18.16: the cheapest card; spaces with a reward first."""
    rewarded = MONSTER_FACTS[s.hunt.monster].reward[space] != NO_REWARD
    return A_WOUND + (0.3 if rewarded else 0.0) - 0.05 * float(VALUE[card])


def stop(s: State, seat: int) -> float:
    """LR-18.22: not without a Wound; with one, the last cards are kept unless they finish the Hunt."""
    if not s.hunt.wounds:
        return WITHOUT_A_WOUND
    monster = s.hunt.monster
    possible = dealable(s, seat, monster)
    if possible >= len(open_spaces(s, monster)) or not s.decks.attack.size():
        return WITHOUT_A_WOUND
    return KEEPING if possible <= KEPT else 0.0


def attack_with(card: int) -> float:
    """LR-18.5: the wildest attack; a Special Attack is the worst."""
    return 0.3 * float(RAGE[card]) + (0.5 if IS_SPECIAL[card] else 0.0)
