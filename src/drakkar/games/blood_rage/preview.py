"""The outcome of a choice, played through on what the seat knows, as if no player added anything after it.

Hands are empty and every offer is declined, so all that happens follows from the choice and the public table.
"""

from typing import Any, Final

from drakkar.core.events import Entry, Log
from drakkar.core.foresight import cut_off, declining
from drakkar.core.game import Preview
from drakkar.core.reasons import Reason, unfold
from drakkar.games.blood_rage.actions import next_turn
from drakkar.games.blood_rage.ages import DRAFT, KEEP_CARD, KEEP_ONE, LATER_PHASES, quest_is_judged
from drakkar.games.blood_rage.board import PLACE_NAMES, PROVINCES, VALHALLA
from drakkar.games.blood_rage.card import CARDS
from drakkar.games.blood_rage.choices import QUEST, STAT_NAMES
from drakkar.games.blood_rage.clans import step_of, strength_in
from drakkar.games.blood_rage.events import BATTLE_BEGINS, BATTLE_TIED, BATTLE_WON, NO_BATTLE, RAGE_SPENT, TOTAL
from drakkar.games.blood_rage.figures import count_at
from drakkar.games.blood_rage.positions.words import clan_name
from drakkar.games.blood_rage.state import STATS, UNKNOWN, State, rules

# The most choices declined in one preview.
LONGEST: Final = 400
# Frames below one of these steps belong to another turn or phase.
ENDS: Final = tuple(step.number for step in (next_turn, quest_is_judged, *LATER_PHASES))


def preview(known: State, seat: int, code: int) -> Preview:
    """Preview a choice, as far as the seat can know."""
    if rules.asked(known, seat) in (DRAFT, KEEP_CARD, KEEP_ONE):
        return Preview(0, {}, None, {}, None)
    s = known.copy()
    log = s.flow.log = Log([])
    cut_off(s.flow, seat, ENDS)
    rules.hear(s, seat, code)
    play_on_alone(s)
    spent = sum(values[1] for kind, _, values in log.entries if kind == RAGE_SPENT.number and values[0] == seat)
    fight = battle(s, log.entries, known.battle.province)
    return Preview(spent, changed_strengths(known, s), fight, changes(known, s), remark(s, seat, code, log.entries))


FULFILLED_NOW: Final = rules.why("fulfilled_now", "BR-15.2", "{card} is fulfilled as things stand")
NOT_FULFILLED_NOW: Final = rules.why("not_fulfilled_now", "BR-15.3", "{card} is not fulfilled as things stand")
IF_NOBODY_JOINS: Final = rules.why("if_nobody_joins", "BR-11.11", "if nobody joins the battle")


def play_on_alone(s: State) -> None:
    """Empty the hands and decline for every seat, until a seat cannot decline or the stack is done."""
    for other in range(s.seats):
        s.hand.take_all(other)
        if not s.battle.revealed and s.played.of(other) and s.played.of(other)[0] == UNKNOWN:
            s.played.take_all(other)
    rules.settle(s)
    for _ in range(LONGEST):
        if not s.flow.owing:
            return
        asked = next(other for other in range(s.seats) if s.flow.asked[other])
        answers = declining(rules, s, asked)
        if not answers:
            return
        rules.answer(s, asked, answers[0])


def changed_strengths(before: State, after: State) -> dict[str, dict[str, int]]:
    """The provinces where a strength changes, with the strengths of all clans."""
    found = {}
    for province in range(PROVINCES):
        strengths = [strength_in(after, seat, province) for seat in range(after.seats)]
        if strengths != [strength_in(before, seat, province) for seat in range(before.seats)]:
            found[PLACE_NAMES[province]] = {
                clan_name(after, seat): strength for seat, strength in enumerate(strengths) if strength
            }
    return found


def battle(s: State, entries: list[Entry], province: int) -> dict[str, Any] | None:
    """The totals of the resulting battle and its winner (None: all lose)."""
    begun = [values[0] for kind, _, values in entries if kind == BATTLE_BEGINS.number]
    # Without a battle the place is not used.
    place = PLACE_NAMES[(begun or [province])[0]]
    totals = {clan_name(s, values[0]): values[1] for kind, _, values in entries if kind == TOTAL.number}
    for kind, _, values in entries:
        if kind == BATTLE_WON.number:
            return {"province": place, "totals": totals, "winner": clan_name(s, values[0])}
        if kind == BATTLE_TIED.number:
            return {"province": place, "totals": totals, "winner": None}
    return None


def changes(before: State, after: State) -> dict[str, dict[str, int]]:
    """The changes in each clan's numbers."""
    found = {}
    for seat in range(after.seats):
        numbers = {
            "rage": after.rage[seat] - before.rage[seat],
            "glory": after.glory[seat] - before.glory[seat],
            **{
                f"{name} step": step_of(after, seat, which) - step_of(before, seat, which)
                for which, name in enumerate(STAT_NAMES[:STATS])
            },
            "figures on the board": after.on_board[seat] - before.on_board[seat],
            "figures in Valhalla": count_at(after, seat, VALHALLA) - count_at(before, seat, VALHALLA),
        }
        if any(numbers.values()):
            found[clan_name(after, seat)] = {name: number for name, number in numbers.items() if number}
    return found


def remark(s: State, seat: int, code: int, entries: list[Entry]) -> Reason | None:
    """Whether a quest would be fulfilled in a Quest phase now; the condition of an unopposed pillage."""
    if any(kind == NO_BATTLE.number for kind, _, _ in entries):
        return unfold(IF_NOBODY_JOINS, IF_NOBODY_JOINS.given(), lambda _, number: str(number))
    if rules.notation.verb_of[code] != QUEST.number:
        return None
    card = CARDS[code - QUEST.base]
    assert card.fulfilled is not None, "only quests are committed"
    why = FULFILLED_NOW if card.fulfilled(s, seat) else NOT_FULFILLED_NOW
    return unfold(why, why.given(card.number), lambda _, number: CARDS[number].name)
