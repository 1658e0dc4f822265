"""Who is ahead: an estimate of each clan's final Glory."""

from typing import Final

from benchmarks.classics.base import Evaluator
from benchmarks.classics.blood_rage.holding import Holding
from benchmarks.classics.blood_rage.outlook import Board, Outlook
from benchmarks.classics.blood_rage.priors import priors
from benchmarks.classics.blood_rage.promises import promise, promise_on_sheet
from benchmarks.classics.blood_rage.styles import Style
from benchmarks.classics.blood_rage.worth import (
    RAGE_WORTH,
    ages_ahead,
    figure_worth,
    on_sheet_worth,
    stats_worth,
)
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.actions import TURN
from drakkar.games.blood_rage.ages import DRAFT, KEEP_CARD, KEEP_ONE, LAST_AGE
from drakkar.games.blood_rage.board import BOARD_PLACES, FJORD_OF, NOWHERE, PROVINCES
from drakkar.games.blood_rage.card import BATTLE, CARDS, QUEST
from drakkar.games.blood_rage.clans import strength_of
from drakkar.games.blood_rage.figures import count, kinds_at
from drakkar.games.blood_rage.state import ACTION, DISCARD, GODS_GIFTS, NO_CARD, QUESTS, SLOTS, State

# A lead of this much Glory decides little, with 0 to 3 Ages ahead.
SPREAD: Final[tuple[float, ...]] = (5.0, 9.0, 13.0, 16.0)

# Mean Glory scored beyond the counted estimate in matches of greedy bots, by Age: from Gods' Gifts on, from the Action
# phase on (negative where several clans hope for the same Glory), and after it. The same for all clans.
STILL_TO_COME: Final[tuple[tuple[float, ...], ...]] = ((82.0, 52.0, 62.0), (40.0, 10.0, 27.0), (4.0, -33.0, -2.0))
# Value of one more STR on the board during the Action phase.
PRESENCE: Final = 0.3


class BloodRageEvaluator(Evaluator[State]):
    """An experienced player with a style."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def expected_scores(self, s: State) -> list[float]:
        """Current Glory, plus what stats, upgrades, cards and the board will still bring."""
        if s.flow.over:
            return [float(glory) for glory in s.glory]
        board = Board(s)
        to_come = STILL_TO_COME[s.age - 1][min(s.phase, DISCARD)]
        return [to_come + self.expected_for(s, seat, Outlook(s, seat, board, self.style)) for seat in range(s.seats)]

    def expected_for(self, s: State, seat: int, outlook: Outlook) -> float:
        """The expected Glory of one clan, without the constant STILL_TO_COME."""
        expected = (
            float(s.glory[seat]) + stats_worth(s, seat) + self.sheet(s, seat, outlook) + self.hand(s, seat, outlook)
        )
        if s.phase == ACTION:
            expected += RAGE_WORTH * float(s.rage[seat])
            for province in range(PROVINCES):
                expected += outlook.pillage(province, outlook.board.mine(seat, province))
        if s.phase <= QUESTS:
            for card in s.quests.of(seat):
                if card >= 0:
                    expected += outlook.committed_quest(card)
        return expected + self.standing(s, seat) + outlook.ragnarok() + outlook.valhalla()

    def sheet(self, s: State, seat: int, outlook: Outlook) -> float:
        """Value of the upgrades on the sheet."""
        worth = 0.0
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.upgrades[slot] != NO_CARD:
                worth += on_sheet_worth(s, self.style, s.upgrades[slot])
                worth += promise_on_sheet(outlook, s.upgrades[slot])
        return worth

    def hand(self, s: State, seat: int, outlook: Outlook) -> float:
        """Value of the hand while it can be used, of cards set aside, and of the kept card."""
        worth, holding = 0.0, Holding(s, seat)
        if s.phase <= ACTION:
            for card in s.hand.of(seat):
                if card >= 0:
                    worth += self.card(s, seat, card, outlook) * holding.add(card)
        for card in s.aside.of(seat):
            if card >= 0:
                worth += self.card(s, seat, card, outlook) * holding.add(card) * (1.0 if s.phase == GODS_GIFTS else 0.7)
        if s.phase == DISCARD and s.keeping[seat] >= 0:
            worth += 0.7 * self.card(s, seat, s.keeping[seat], outlook)
        return worth

    def card(self, s: State, seat: int, card: int, outlook: Outlook) -> float:
        """Value of a card in the hand, or about to be there, by what can still be done with it."""
        worth = self.style.cards[card]
        if CARDS[card].kind == BATTLE:
            return worth
        if CARDS[card].kind == QUEST:
            return outlook.quest_in_hand(card) if outlook.can_act or outlook.is_planning else 0.1 * worth
        worth += 0.7 * promise(outlook, card)
        return worth if outlook.is_planning or CARDS[card].cost <= s.rage[seat] else 0.25 * worth

    def standing(self, s: State, seat: int) -> float:
        """Value of figures on the board: they can act now, and survivors need not be paid for again in the next Age."""
        worth = 0.0
        doomed = s.ragnarok[s.age - 1]
        for place in range(BOARD_PLACES):
            if s.standing[place]:
                lives_on = s.age < LAST_AGE and place not in (doomed, FJORD_OF[doomed])
                for figure in kinds_at(s, seat, place):
                    each = figure_worth(s, seat, figure) if lives_on else 0.0
                    if s.phase == ACTION:
                        each += PRESENCE * float(strength_of(s, seat, figure))
                    worth += each * float(count(s, seat, figure, place))
        return worth

    def scale(self, s: State) -> float:
        """Smaller from Age to Age."""
        return SPREAD[ages_ahead(s)]

    def priors(self, s: State, seat: int, menu: list[int]) -> list[float]:
        """Estimates without looking ahead."""
        return priors(s, seat, menu, self.style)

    def is_quiescent(self, s: State) -> bool:
        """No battle, and no clan is in the middle of an action."""
        if s.battle.province != NOWHERE:
            return False
        quiet = (0, TURN.number, DRAFT.number, KEEP_CARD.number, KEEP_ONE.number)
        return all(s.flow.asked[seat] in quiet for seat in range(s.seats))

    def horizon(self, s: State) -> int:
        """The Age."""
        return s.age
