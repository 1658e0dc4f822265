"""What the clans in a pillaged province have, after every step up to the comparison."""

from typing import Final

from drakkar.core.events import Values
from drakkar.core.flow import emit, is_pending
from drakkar.games.blood_rage.battle import of_cards, of_figures
from drakkar.games.blood_rage.board import NOWHERE
from drakkar.games.blood_rage.events import CARD_CHOSEN, COUNTED, JOIN_DECLINED, LATE_DECLINED
from drakkar.games.blood_rage.pillage import cards_or_no_battle
from drakkar.games.blood_rage.resolution import strengths_are_compared
from drakkar.games.blood_rage.state import State, rules

# Up to the comparison, one of these steps is pending.
BEFORE_COMPARISON: Final = (strengths_are_compared.number, cards_or_no_battle.number)


def totals(s: State) -> Values:
    """BR-12.18: each clan's figures and cards as the comparison would count them now; nothing after it."""
    if s.battle.province == NOWHERE or not is_pending(s.flow, BEFORE_COMPARISON):
        return ()
    found: list[int] = []
    for seat in range(s.seats):
        found += (of_figures(s, seat), of_cards(s, seat))
    return tuple(found)


def tell_totals(s: State, before: Values, now: Values) -> None:
    """Tell the total of each clan for which it has changed; each begins a pillage with nothing."""
    known = before or (0,) * len(now)
    for at in range(0, len(now), 2):
        figures, cards = now[at], now[at + 1]
        if (figures, cards) != (known[at], known[at + 1]):
            emit(s, COUNTED, at // 2, figures + cards, figures, cards)


# Half of the events of a battle change nothing: nobody comes, and a card that lies face down counts nothing yet.
rules.watch(totals, tell_totals, JOIN_DECLINED, LATE_DECLINED, CARD_CHOSEN)
