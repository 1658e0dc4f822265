"""The value of an upgrade's text to a clan in the current position, in Glory."""

from typing import Final

from benchmarks.classics.blood_rage.outlook import Outlook
from benchmarks.classics.blood_rage.worth import ages_ahead, best_raise, raise_worth
from drakkar.core.timing import Source
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.games.blood_rage.ages import GLORY_OF_AGE, LAST_AGE
from drakkar.games.blood_rage.board import FJORD_OF, VALHALLA
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.cards.thor import thors_conquest
from drakkar.games.blood_rage.cards.troops import (
    eternal_dragons,
    fire_dragons,
    lokis_dragons,
    lord_of_axes,
    lord_of_spears,
)
from drakkar.games.blood_rage.events import QUEST_GLORY, RAGNAROK_GLORY, RELEASE_GLORY
from drakkar.games.blood_rage.figures import count_at
from drakkar.games.blood_rage.state import ACTION, STATS

# Glory for each Ship that is destroyed.
FOR_A_SHIP: Final = {lokis_dragons.number: 4.0, fire_dragons.number: 8.0, eternal_dragons.number: 12.0}
# Glory at the end of the game for each figure on the board.
FOR_A_FIGURE: Final = {thors_conquest.number: 3.0}
# Leader upgrades that raise a stat, or all stats, where the Leader pillages.
ONE_RAISE: Final = lord_of_axes.number
ALL_RAISES: Final = lord_of_spears.number


def promise(outlook: Outlook, card: int) -> float:
    """The value of the text of an upgrade in the hand, once it is played."""
    return promise_on_sheet(outlook, card) + more_for_deaths(outlook, card) + more_for_quests(outlook, card)


def promise_on_sheet(outlook: Outlook, card: int) -> float:
    """The value of a text that does not change the numbers of the outlook."""
    s, seat = outlook.s, outlook.seat
    if card in FOR_A_SHIP:
        # A card kept now is played in the next Age.
        age = s.age if s.phase <= ACTION or s.age == LAST_AGE else s.age + 1
        is_doomed = s.ships[seat] == FJORD_OF[s.ragnarok[age - 1]]
        return FOR_A_SHIP[card] * (0.9 if is_doomed else 0.4)
    if card in FOR_A_FIGURE:
        return FOR_A_FIGURE[card] * (float(s.on_board[seat] - outlook.doomed_figures()) + 1.0)
    if card == ONE_RAISE:
        return 0.7 * best_raise(s, seat)
    if card == ALL_RAISES:
        return 0.75 * sum([raise_worth(s, seat, which) for which in range(STATS)])
    return 0.0


def more_for_deaths(outlook: Outlook, card: int) -> float:
    """BR-16.5, BR-17.2: for the dead, for figures that will die in Ragnarök, and for some later deaths."""
    s, me = outlook.s, Source(outlook.seat, card)
    later = 2.0 * float(ages_ahead(s) - 1)
    doomed = float(outlook.doomed_figures())
    more = 0.0
    if RELEASE_GLORY.cards[card]:
        dead = float(count_at(s, outlook.seat, VALHALLA)) + doomed + 1.5 + later
        more += float(RELEASE_GLORY.hooks[card](s, me, 0, 0)) * dead
    if RAGNAROK_GLORY.cards[card]:
        each = GLORY_OF_AGE[s.age - 1]
        more += float(RAGNAROK_GLORY.hooks[card](s, me, each, 0) - each) * (doomed + 0.5 + later)
    return outlook.style.deaths * more


def more_for_quests(outlook: Outlook, card: int) -> float:
    """BR-15.10: for the quests of the clan."""
    if not QUEST_GLORY.cards[card]:
        return 0.0
    me, more = Source(outlook.seat, card), 0.0
    for errand in outlook.errands:
        glory = CARDS[errand.card].glory
        more += errand.chance * float(QUEST_GLORY.hooks[card](outlook.s, me, glory, 0) - glory)
    return outlook.style.quests * more
