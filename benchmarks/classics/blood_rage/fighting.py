"""Battle priors: whether to join, which card to play, what a defeat costs, when a late card decides."""

from typing import Final

from benchmarks.classics.blood_rage.outlook import Board, Outlook, is_for_deaths, likely
from benchmarks.classics.blood_rage.styles import Style
from benchmarks.classics.blood_rage.texts import IF_LOST, IF_PILLAGED, IF_WON
from benchmarks.classics.blood_rage.worth import (
    best_raise,
    figure_worth,
    release_worth,
    reward_worth,
)
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.battle import bonus_of, participants
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE, VALHALLA
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.quests import DEATHS_WANTED
from drakkar.games.blood_rage.choices import (
    CARD,
    JOIN,
    LATE,
    notation,
)
from drakkar.games.blood_rage.clans import (
    stat,
    strength_in,
    strength_of,
)
from drakkar.games.blood_rage.figures import count, count_at, kinds_at
from drakkar.games.blood_rage.state import AXES, State

# Expected bonus of an unseen card in battle, by Age.
UNSEEN_BONUS: Final[tuple[float, ...]] = (2.2, 2.7, 3.2)
# Uncertainty about the winner: before cards are chosen, while one is chosen, and after the reveal.
BEFORE: Final = 2.0
CHOOSING: Final = 1.2
OPEN: Final = 0.3


def best_bonus(s: State, seat: int) -> int:
    """The highest bonus of a battle card in the hand."""
    best = 0
    for held in s.hand.of(seat):
        if held >= 0 and CARDS[held].kind == card_kinds.BATTLE:
            best = max(best, CARDS[held].bonus)
    return best


def loss(s: State, seat: int, province: int, style: Style) -> float:
    """The cost of losing all figures in a province and its fjord, less what their deaths pay."""
    each = 0.5 - release_worth(s, seat, style)
    cost, figures = 0.0, count_at(s, seat, VALHALLA)
    for place in (province, FJORD_OF[province]):
        if place != NOWHERE:
            for figure in kinds_at(s, seat, place):
                cost += (each + figure_worth(s, seat, figure)) * float(count(s, seat, figure, place))
                figures += count(s, seat, figure, place)
    return cost - style.quests * deaths_pay(s, seat, figures)


def deaths_pay(s: State, seat: int, dead: int) -> float:
    """What a committed quest for deaths brings, if this many dead newly fulfil it."""
    if dead < DEATHS_WANTED or count_at(s, seat, VALHALLA) >= DEATHS_WANTED:
        return 0.0
    return sum([float(CARDS[quest].glory) + best_raise(s, seat) for quest in s.quests.of(seat) if is_for_deaths(quest)])


def stakes(s: State, seat: int, style: Style) -> float:
    """What a win brings: Axes and the reward; a defender only denies the reward."""
    reward = reward_worth(s, seat, s.tokens[s.battle.province])
    return style.battles * float(stat(s, seat, AXES)) + (reward if s.battle.pillager == seat else 0.35 * reward)


def call(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """Whether to join."""
    mine = strength_in(s, seat, s.battle.province)
    rival = max([strength_in(s, other, s.battle.province) for other in range(s.seats) if other != seat])
    lead = float(mine - rival + best_bonus(s, seat)) - UNSEEN_BONUS[s.age - 1]
    prize = stakes(s, seat, style)
    outlook = Outlook(s, seat, Board(s), style)
    stays = 0.0 if not mine else prize if not rival else prize * likely(lead, BEFORE)
    found = []
    for code in menu:
        if notation.verb_of[code] != JOIN.number:
            found.append(stays)
            continue
        figure, origin = (code - JOIN.base) // JOIN.width, (code - JOIN.base) % JOIN.width
        strength = strength_of(s, seat, figure)
        win = likely(lead + float(strength), BEFORE) if rival else 1.0
        risk = 0.5 + figure_worth(s, seat, figure) - release_worth(s, seat, style)
        left_behind = outlook.leaving(origin, strength) + (0.0 if mine else 0.8)
        found.append(win * prize - (1.0 - win) * risk - left_behind)
    return found


def greatest_rival(s: State, seat: int) -> float:
    """The greatest strength of another participant, with revealed cards or the expected bonus of an unseen one."""
    best = 0.0
    for other in participants(s):
        if other != seat:
            total = float(strength_in(s, other, s.battle.province))
            if s.battle.revealed:
                for played in s.played.of(other):
                    total += float(bonus_of(s, other, played))
            elif s.hand.sizes[other] or s.played.sizes[other]:
                total += UNSEEN_BONUS[s.age - 1]
            best = max(best, total)
    return best


def battle_card(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """The chance of winning times the prize, less the value of the card; or what a loser's card brings."""
    lead = float(strength_in(s, seat, s.battle.province)) - greatest_rival(s, seat)
    prize = stakes(s, seat, style) + loss(s, seat, s.battle.province, style)
    found = []
    for code in menu:
        chosen = code - CARD.base
        win = likely(lead + float(CARDS[chosen].bonus), CHOOSING)
        won = IF_WON.get(chosen, 0.0) + (IF_PILLAGED.get(chosen, 0.0) if s.battle.pillager == seat else 0.0)
        gain = win * (prize + won - 0.6 * style.cards[chosen])
        found.append(gain + (1.0 - win) * style.deaths * IF_LOST.get(chosen, 0.0))
    return found


def late(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """A late card is worth its price only if it changes the winner; a tie is lost."""
    lead = float(strength_in(s, seat, s.battle.province)) - greatest_rival(s, seat) - 0.4
    for played in s.played.of(seat):
        lead += float(bonus_of(s, seat, played))
    prize = stakes(s, seat, style) + loss(s, seat, s.battle.province, style)
    found = []
    for code in menu:
        if notation.verb_of[code] == LATE.number:
            added = code - LATE.base
            found.append(prize * likely(lead + float(CARDS[added].bonus), OPEN) - 0.8 * style.cards[added])
        else:
            found.append(prize * likely(lead, OPEN))
    return found
