"""Priors: an estimate of what each choice brings, in Glory, without looking ahead."""

from benchmarks.classics.blood_rage.fighting import (
    BEFORE,
    UNSEEN_BONUS,
    battle_card,
    best_bonus,
    call,
    late,
    loss,
)
from benchmarks.classics.blood_rage.holding import Holding
from benchmarks.classics.blood_rage.outlook import Board, Outlook, likely
from benchmarks.classics.blood_rage.promises import promise, promise_on_sheet
from benchmarks.classics.blood_rage.styles import Style
from benchmarks.classics.blood_rage.worth import (
    RAGE_WORTH,
    best_raise,
    figure_worth,
    on_sheet_worth,
    raise_worth,
    reward_worth,
)
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage import card as card_kinds
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.ages import DRAFT, KEEP_CARD, KEEP_ONE
from drakkar.games.blood_rage.battle import CHOOSE_CARD, LATE_CARD
from drakkar.games.blood_rage.board import is_province
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.frigga import SACRIFICE
from drakkar.games.blood_rage.cards.tyr import CHALLENGE, CHALLENGE_PRICE
from drakkar.games.blood_rage.choices import (
    FIGURE,
    INVADE,
    INVADE_FROM_VALHALLA,
    MARCH,
    PASS,
    PILLAGE,
    QUEST,
    RAISE,
    UPGRADE,
    UPGRADE_SLOT,
    notation,
)
from drakkar.games.blood_rage.clans import (
    RAISE_A_STAT,
    invade_price,
    strength_of,
    upgrade_cost,
    upgrade_in,
)
from drakkar.games.blood_rage.figures import count_at
from drakkar.games.blood_rage.march import MARCHING
from drakkar.games.blood_rage.pillage import CALL
from drakkar.games.blood_rage.state import GODS_GIFTS, NO_CARD, State


def priors(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """One estimate for each choice."""
    asked = s.flow.asked[seat]
    if asked == TURN.number:
        return turn(s, seat, menu, style)
    if asked in (DRAFT.number, KEEP_CARD.number, KEEP_ONE.number):
        return cards(s, seat, menu, style)
    if asked == CHOOSE_CARD.number:
        return battle_card(s, seat, menu, style)
    if asked == LATE_CARD.number:
        return late(s, seat, menu, style)
    if asked == CALL.number:
        return call(s, seat, menu, style)
    if asked == RAISE_A_STAT.number:
        return [raise_worth(s, seat, code - RAISE.base) for code in menu]
    return anything_else(s, seat, menu, style)


def cards(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """Cards to pick or keep; keeping none is worth 0, quests and upgrades depend on the board."""
    outlook = Outlook(s, seat, Board(s), style)
    holding = Holding(s, seat)
    if s.phase == GODS_GIFTS:
        holding.add_all(s.hand.of(seat))
        holding.add_all(s.aside.of(seat))
    found = []
    for code in menu:
        verb = notation.verbs[notation.verb_of[code]]
        card = code - verb.base
        if verb.closing:
            found.append(0.0)
        elif CARDS[card].kind == card_kinds.QUEST:
            found.append(outlook.quest_in_hand(card) * holding.next_counts(card))
        else:
            found.append((style.cards[card] + 0.7 * promise(outlook, card)) * holding.next_counts(card))
    return found


# The Action phase


def turn(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """Estimates for all actions of a turn."""
    outlook = Outlook(s, seat, Board(s), style)
    return [action(s, seat, code, outlook) for code in menu]


def action(s: State, seat: int, code: int, outlook: Outlook) -> float:
    """One action: an invade, a march, a pillage, a card, or passing."""
    number = notation.verb_of[code]
    verb = notation.verbs[number]
    a, b = (code - verb.base) // verb.width, (code - verb.base) % verb.width
    if number == INVADE.number:
        price = RAGE_WORTH * float(invade_price(s, seat, a, b))
        return 0.3 + outlook.arrival(b, strength_of(s, seat, a)) - price
    if number == MARCH.number:
        return march(s, seat, a, b, outlook)
    if number == PILLAGE.number:
        return pillage(s, seat, a, outlook)
    if number == PASS.number:
        return -RAGE_WORTH * float(s.rage[seat])
    return card_action(s, seat, number, a, b, outlook)


def card_action(s: State, seat: int, number: int, a: int, b: int, outlook: Outlook) -> float:
    """An action that plays a card, or that a card allows."""
    if number == QUEST.number:
        errand = outlook.errand(a)
        return 0.2 + errand.chance * errand.prize * (1.0 if s.rage[seat] <= 2 else 0.6)
    if number == UPGRADE.number:
        return upgrade(s, seat, a, NO_CARD, outlook)
    if number == UPGRADE_SLOT.number:
        return upgrade(s, seat, a, upgrade_in(s, seat, card_kinds.FIRST_SLOT[CARDS[a].kind] + b), outlook)
    if number == INVADE_FROM_VALHALLA.number:
        return 0.3 + outlook.arrival(b, strength_of(s, seat, a)) - RAGE_WORTH
    if number == CHALLENGE.number:
        return pillage(s, seat, a, outlook) - RAGE_WORTH * float(CHALLENGE_PRICE)
    if number == SACRIFICE.number:
        given_up = figure_worth(s, seat, a) + (outlook.leaving(b, strength_of(s, seat, a)) if is_province(b) else 0.0)
        return best_raise(s, seat) - given_up
    return 0.0


def march(s: State, seat: int, origin: int, target: int, outlook: Outlook) -> float:
    """If all figures go: their gain at the target, with every death in a doomed province, less what they leave."""
    strength = outlook.board.mine(seat, origin)
    followers = float(count_at(s, seat, origin) - 1)
    deaths = outlook.death() * (0.9 if target == outlook.doomed_place() else 0.0) * followers
    return outlook.arrival(target, strength) + deaths - outlook.leaving(origin, strength) - RAGE_WORTH


def move_on(s: State, strength: int, outlook: Outlook) -> float:
    """One more figure joining the march."""
    arrival = outlook.arrival(s.march_target, strength)
    return 0.1 + arrival - outlook.leaving(s.march_origin, strength)


def pillage(s: State, seat: int, province: int, outlook: Outlook) -> float:
    """The value of pillaging now; other clans may join while there is room."""
    mine, rival = outlook.board.mine(seat, province), outlook.board.rival(seat, province)
    reward = reward_worth(s, seat, s.tokens[province])
    is_safe = rival == 0 and s.standing[province] >= 5
    if is_safe:
        return reward + 1.0
    win = likely(float(mine + best_bonus(s, seat) - rival) - 0.5 - UNSEEN_BONUS[s.age - 1], BEFORE)
    return win * (reward + outlook.style.battles * outlook.axes) - (1.0 - win) * loss(s, seat, province, outlook.style)


def upgrade(s: State, seat: int, new: int, replaced: int, outlook: Outlook) -> float:
    """The value on the sheet instead of in the hand, less its price and the replaced card."""
    kind = CARDS[new].kind
    old = upgrade_in(s, seat, card_kinds.FIRST_SLOT[kind]) if card_kinds.SLOT_COUNT[kind] == 1 else replaced
    style = outlook.style
    lost = on_sheet_worth(s, style, old) + promise_on_sheet(outlook, old) if old != NO_CARD else 0.0
    price = RAGE_WORTH * float(upgrade_cost(s, seat, new))
    gain = on_sheet_worth(s, style, new) - style.cards[new] - price
    return gain + 0.7 * promise(outlook, new) - lost + (0.5 if kind == card_kinds.CLAN else 1.0)


# Other questions


def anything_else(s: State, seat: int, menu: list[int], style: Style) -> list[float]:
    """Free invades and offers of cards: taking an offer usually helps."""
    outlook = Outlook(s, seat, Board(s), style)
    found = []
    for code in menu:
        number = notation.verb_of[code]
        verb = notation.verbs[number]
        a, b = (code - verb.base) // verb.width, (code - verb.base) % verb.width
        if number == INVADE.number:
            found.append(0.3 + outlook.arrival(b, strength_of(s, seat, a)))
        elif number == FIGURE.number and s.flow.asked[seat] == MARCHING.number:
            found.append(move_on(s, strength_of(s, seat, a), outlook))
        elif number == FIGURE.number:
            found.append(0.5 + 0.3 * float(strength_of(s, seat, a)))
        else:
            found.append(0.0 if verb.closing else 0.5)
    return found
