"""The outcome of a choice, played through on what the seat knows, as if no player added anything after it.

Hands are empty, no card is drawn, every offer is declined, and the preview stops at any random result. So everything it
shows follows from the choice and the public table, up to the end of the stage with its battles.
"""

from typing import Any, Final

from drakkar.core.events import Entry, Log
from drakkar.core.flow import FRAME, NO_CARD, NOBODY, next_seat
from drakkar.core.foresight import cut_off, declining
from drakkar.core.game import Preview
from drakkar.core.reasons import Reason, unfold
from drakkar.core.vectors import i64 as int  # noqa: A004 - compiled, a machine integer
from drakkar.core.vectors import lay
from drakkar.games.lords_of_ragnarok.board import NOWHERE, numbers_of
from drakkar.games.lords_of_ragnarok.card import EVENT, FIRST_OF
from drakkar.games.lords_of_ragnarok.choices import DISCARD_RUNE, RETREAT, TAKE
from drakkar.games.lords_of_ragnarok.events import BATTLE_WON, RUNE_SPENT, STRENGTH_COUNTED
from drakkar.games.lords_of_ragnarok.pieces.figures import controlled, total
from drakkar.games.lords_of_ragnarok.pieces.heroes import field, injuries
from drakkar.games.lords_of_ragnarok.pieces.player_pools import runes_held
from drakkar.games.lords_of_ragnarok.positions.words import clan_name
from drakkar.games.lords_of_ragnarok.state import ATTRIBUTES, VICTORY_NAMES, State, rules
from drakkar.games.lords_of_ragnarok.turn.turn import next_turn, stage_begins, turn_is_over
from drakkar.games.lords_of_ragnarok.victory.control import lands_controlled, temples_controlled

# Frames below one of these steps belong to another stage or turn.
ENDS: Final = tuple(step.number for step in (stage_begins, turn_is_over, next_turn))
# More steps than any choice causes, so that a preview cannot hang.
LONGEST: Final = 400
RUNES_OF_CHOICE: Final = (TAKE, DISCARD_RUNE)

WINS_NOW: Final = rules.why("wins_now", "LR-1.5", "this wins the match: {victory}")
BRINGS_RAGNAROK: Final = rules.why(
    "brings_ragnarok", "LR-23.1", "this starts Ragnarok: everyone has one last turn, the builder last"
)
LOSES_NOW: Final = rules.why("loses_now", "LR-1.5", "this lets {winner:clan} win the match: {victory}")


def preview(known: State, seat: int, code: int) -> Preview:
    """Preview a choice, as far as the seat can know."""
    s = known.copy()
    log = s.flow.log = Log([])
    cut_off(s.flow, seat, ENDS)
    leave_nothing_to_draw(s)
    rules.hear(s, seat, code)
    for other in range(s.seats):
        s.hand.take_all(other)
    unsure: set[int] = set()
    s = play_on_alone(s, seat, log, unsure)
    spent = sum(kind == RUNE_SPENT.number and values[0] == seat for kind, _, values in log.entries)
    remark = victory_remark(s, seat) if s.winners else ragnarok_remark(known, s)
    fought = battle_of(known, code, battles(s, log.entries))
    return Preview(spent, changed_strengths(known, s, unsure), fought, changes(known, s), remark)


def leave_nothing_to_draw(s: State) -> None:
    """Leave no Combat card to draw, and replace the Event deck: previews reveal no card."""
    s.decks.combat.left = s.decks.combat.thrown = 0
    event = s.decks.event
    event.top, event.buried, event.left = NO_CARD, 0, max(1, event.left)
    # Random draws are not shown, so any card will do.
    lay(event.cards, 0, [FIRST_OF[EVENT]] * event.left)


def play_on_alone(s: State, me: int, log: Log, unsure: set[int]) -> State:
    """Play on, declining every offer, until a seat must choose, a random result is needed, or nothing is left.

    In a Hunt the other side never declines, because its cards are not known. The Regions that another player may
    retreat to are added to `unsure`.
    """
    flow = s.flow
    for _ in range(LONGEST):
        before, told = s.copy(), len(log.entries)
        if flow.owing:
            seat = next_seat(flow)
            answers = [] if s.hunt.hunter != NOBODY and seat != me else no_or_the_only_one(s, seat)
            if not answers and seat != me:
                answers = retreats(s, seat)
                unsure.update(code - RETREAT.base for code in answers)
            if not answers:
                return s
            rules.hear(s, seat, answers[0])
        elif flow.depth:
            flow.depth -= 1
            at = flow.depth * FRAME
            rules.steps[flow.stack[at]].run(s, flow.stack[at + 1], flow.stack[at + 2])
        else:
            return s
        if flow.chance.used != before.flow.chance.used:
            del log.entries[told:]
            return before
    return s


def no_or_the_only_one(s: State, seat: int) -> list[int]:
    """The choices that decline, or a seat's only choice; Runes are not shown, so any Rune will do."""
    codes = rules.legal(s, seat)
    verbs = [rules.notation.verbs[rules.notation.verb_of[code]] for code in codes]
    if len(codes) == 1 or all(verb in RUNES_OF_CHOICE for verb in verbs):
        return codes
    return declining(rules, s, seat)


def retreats(s: State, seat: int) -> list[int]:
    """LR-11.6: retreats to the player's own Regions; only the Armies there depend on the choice."""
    codes, own = rules.legal(s, seat), controlled(s, seat)
    verb_of = rules.notation.verb_of
    return codes if all(verb_of[code] == RETREAT.number and own >> code - RETREAT.base & 1 for code in codes) else []


def changed_strengths(before: State, after: State, unsure: set[int]) -> dict[str, dict[str, int]]:
    """The Regions where a total of Armies changes, with the totals of all players."""
    found = {}
    for region in range(1, after.board.count + 1):
        totals = [total(after, seat, region) for seat in range(after.seats)]
        if region not in unsure and totals != [total(before, seat, region) for seat in range(before.seats)]:
            found[f"Region {region}"] = {clan_name(after, seat): there for seat, there in enumerate(totals) if there}
    return found


def battles(s: State, entries: list[Entry]) -> dict[int, dict[str, Any]]:
    """The resulting battles by Region: Battle Strengths and winner."""
    found: dict[int, dict[str, Any]] = {}
    counted: dict[str, int] = {}
    for kind, _, values in entries:
        if kind == STRENGTH_COUNTED.number:
            counted[clan_name(s, values[0])] = values[1]
        elif kind == BATTLE_WON.number:
            winner, region = values[0], values[1]
            found[region] = {"place": f"Region {region}", "totals": counted, "winner": clan_name(s, winner)}
            counted = {}
    return found


def battle_of(known: State, code: int, fought: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    """The battle that a choice is about: the current one, or the one in the Region that it names.

    A choice that ends a stage names no Region; it carries a battle only if it leads to no other.
    """
    verb = rules.notation.verbs[rules.notation.verb_of[code]]
    if known.battle.region != NOWHERE:
        return fought.get(known.battle.region)
    if verb.closing:
        return next(iter(fought.values())) if len(fought) == 1 else None
    return next((fought.get(part.id) for part in rules.notation.parts(code) if part.kind == "region"), None)


def changes(before: State, after: State) -> dict[str, dict[str, int]]:
    """The changes in each player's numbers."""
    found = {}
    for seat in range(after.seats):
        then, now = holdings(after, seat), holdings(before, seat)
        numbers = {name: then[name] - now[name] for name in then if then[name] != now[name]}
        if numbers:
            found[clan_name(after, seat)] = numbers
    return found


def holdings(s: State, seat: int) -> dict[str, int]:
    """The countable belongings of a player."""
    return {
        "regions": len(numbers_of(controlled(s, seat))),
        "lands": lands_controlled(s, seat),
        "temples": temples_controlled(s, seat),
        "runes": runes_held(s, seat),
        "priests": s.priests[seat],
        "attributes": sum(field(s, seat, which) for which in range(ATTRIBUTES)),
        "injuries": injuries(s, seat),
        "realms": sum(allies >> seat & 1 for allies in s.alliances),
    }


def ragnarok_remark(before: State, after: State) -> Reason | None:
    """LR-16.5, LR-16.14: whether the choice begins the last turns."""
    if before.ragnarok.builder != NOBODY or after.ragnarok.builder == NOBODY:
        return None
    return unfold(BRINGS_RAGNAROK, BRINGS_RAGNAROK.given(), lambda _, number: str(number))


def victory_remark(s: State, seat: int) -> Reason:
    """LR-1.5: the choice ends the match."""
    if s.winners >> seat & 1:
        return unfold(WINS_NOW, WINS_NOW.given(s.victory), lambda _, number: VICTORY_NAMES[number])
    winner = next(other for other in range(s.seats) if s.winners >> other & 1)
    words = {"clan": clan_name(s, winner).capitalize(), "victory": VICTORY_NAMES[s.victory]}
    return unfold(LOSES_NOW, LOSES_NOW.given(winner, s.victory), lambda sort, _: words[sort])
