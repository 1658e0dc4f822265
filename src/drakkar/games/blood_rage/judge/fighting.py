"""Battle at first sight: to join or not, which card, what a defeat costs, and when a late card turns it."""

from typing import Final

from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.battle import bonus_of, participants
from drakkar.games.blood_rage.board import FJORD_OF, NOWHERE, VALHALLA
from drakkar.games.blood_rage.cards import kinds
from drakkar.games.blood_rage.cards.kinds import CARDS
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
from drakkar.games.blood_rage.judge.outlook import Board, Outlook, is_for_deaths, likely
from drakkar.games.blood_rage.judge.taste import Taste
from drakkar.games.blood_rage.judge.texts import IF_LOST, IF_PILLAGED, IF_WON
from drakkar.games.blood_rage.judge.worth import (
    best_raise,
    figure_worth,
    release_worth,
    reward_worth,
)
from drakkar.games.blood_rage.state import AXES, State

# What a card that nobody has seen adds in battle, by Age.
UNSEEN_BONUS: Final[tuple[float, ...]] = (2.2, 2.7, 3.2)
# How sure it is who wins: before cards are chosen, when one is chosen, and when all lie open.
BEFORE: Final = 2.0
CHOOSING: Final = 1.2
OPEN: Final = 0.3


def best_bonus(s: State, seat: int) -> int:
    """The best battle card in the hand."""
    best = 0
    for held in s.hand.of(seat):
        if held >= 0 and CARDS[held].kind == kinds.BATTLE:
            best = max(best, CARDS[held].bonus)
    return best


def loss(s: State, seat: int, province: int, taste: Taste) -> float:
    """What it costs to lose all figures in a province and its fjord; those who are paid for dying lose less."""
    each = 0.5 - release_worth(s, seat, taste)
    cost, figures = 0.0, count_at(s, seat, VALHALLA)
    for place in (province, FJORD_OF[province]):
        if place != NOWHERE:
            for figure in kinds_at(s, seat, place):
                cost += (each + figure_worth(s, seat, figure)) * float(count(s, seat, figure, place))
                figures += count(s, seat, figure, place)
    return cost - taste.quests * deaths_pay(s, seat, figures)


def deaths_pay(s: State, seat: int, dead: int) -> float:
    """What a quest for deaths brings that so many dead fulfil, if the clan has committed one."""
    if dead < DEATHS_WANTED or count_at(s, seat, VALHALLA) >= DEATHS_WANTED:
        return 0.0
    return sum([float(CARDS[quest].glory) + best_raise(s, seat) for quest in s.quests.of(seat) if is_for_deaths(quest)])


def stakes(s: State, seat: int, taste: Taste) -> float:
    """What this battle is about: Axes, and the reward; who does not pillage only keeps others from it."""
    reward = reward_worth(s, seat, s.tokens[s.battle.province])
    return taste.battles * float(stat(s, seat, AXES)) + (reward if s.battle.pillager == seat else 0.35 * reward)


def call(s: State, seat: int, menu: list[int], taste: Taste) -> list[float]:
    """To join or not to join."""
    mine = strength_in(s, seat, s.battle.province)
    rival = max([strength_in(s, other, s.battle.province) for other in range(s.seats) if other != seat])
    lead = float(mine - rival + best_bonus(s, seat)) - UNSEEN_BONUS[s.age - 1]
    prize = stakes(s, seat, taste)
    outlook = Outlook(s, seat, Board(s), taste)
    stays = 0.0 if not mine else prize if not rival else prize * likely(lead, BEFORE)
    found = []
    for code in menu:
        if notation.verb_of[code] != JOIN.number:
            found.append(stays)
            continue
        figure, origin = (code - JOIN.base) // JOIN.width, (code - JOIN.base) % JOIN.width
        strength = strength_of(s, seat, figure)
        win = likely(lead + float(strength), BEFORE) if rival else 1.0
        risk = 0.5 + figure_worth(s, seat, figure) - release_worth(s, seat, taste)
        left_behind = outlook.leaving(origin, strength) + (0.0 if mine else 0.8)
        found.append(win * prize - (1.0 - win) * risk - left_behind)
    return found


def greatest_rival(s: State, seat: int) -> float:
    """The greatest strength of another fighter, with its open cards or what an unseen one may add."""
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


def battle_card(s: State, seat: int, menu: list[int], taste: Taste) -> list[float]:
    """The card that wins what can be won, at the price of the card; or what a loser's card brings."""
    lead = float(strength_in(s, seat, s.battle.province)) - greatest_rival(s, seat)
    prize = stakes(s, seat, taste) + loss(s, seat, s.battle.province, taste)
    found = []
    for code in menu:
        chosen = code - CARD.base
        win = likely(lead + float(CARDS[chosen].bonus), CHOOSING)
        won = IF_WON.get(chosen, 0.0) + (IF_PILLAGED.get(chosen, 0.0) if s.battle.pillager == seat else 0.0)
        gain = win * (prize + won - 0.6 * taste.cards[chosen])
        found.append(gain + (1.0 - win) * taste.deaths * IF_LOST.get(chosen, 0.0))
    return found


def late(s: State, seat: int, menu: list[int], taste: Taste) -> list[float]:
    """Only what turns the battle is worth a card; a tie is lost."""
    lead = float(strength_in(s, seat, s.battle.province)) - greatest_rival(s, seat) - 0.4
    for played in s.played.of(seat):
        lead += float(bonus_of(s, seat, played))
    prize = stakes(s, seat, taste) + loss(s, seat, s.battle.province, taste)
    found = []
    for code in menu:
        if notation.verb_of[code] == LATE.number:
            added = code - LATE.base
            found.append(prize * likely(lead + float(CARDS[added].bonus), OPEN) - 0.8 * taste.cards[added])
        else:
            found.append(prize * likely(lead, OPEN))
    return found
