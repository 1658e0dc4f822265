"""The log by turns: the newest turn first, the oldest event first within a turn.

A turn, a phase and a part of a match begin with events that have these roles in the rules. For a seat, the turns after
its own previous turn are "since your last turn": what others did to the seat comes first in them, and is marked.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from drakkar.core import events as roles
from drakkar.core.game import find
from drakkar.page.game_page import Document, Events, Page
from drakkar.page.translator import PageTranslator
from drakkar.server.log.messages import as_json
from drakkar.server.web.lines import Numbered, log_lines, news_of, side_of

# The log has the turns with the latest events, at least this many.
LOG_EVENTS: Final = 60
# A turn that is longer is cut.
MOST_EVENTS: Final = 2 * LOG_EVENTS

# The word of the filter for fights; sides are selected by their seats.
FIGHTS: Final = "fights"

Line = dict[str, Any]


class Course(NamedTuple):
    """How a game's events divide a match, and the fields of each kind that name sides."""

    parts: frozenset[str]
    phases: frozenset[str]
    turns: frozenset[str]
    sides: dict[str, tuple[str, ...]]

    def divides(self, kind: str) -> bool:
        """Whether a turn of the log begins with such an event."""
        return kind in self.turns or kind in self.phases or kind in self.parts


class Turn(NamedTuple):
    """Consecutive events: those of one side's turn, or of a phase between the turns."""

    number: int
    side: str
    # The event with the title of a phase.
    head: dict[str, Any] | None
    # The title of the part of the match.
    part: str
    events: list[Numbered]


@cache
def course_of(title: str) -> Course:
    """How the events of a game divide its matches, by their roles."""
    game = find(title)
    kinds = game.book.kinds
    of_side = ("side", game.side_sort)

    def with_role(role: str) -> frozenset[str]:
        return frozenset(kind.code for kind in kinds if kind.role == role)

    return Course(
        with_role(roles.PART),
        with_role(roles.PHASE),
        with_role(roles.TURN),
        {kind.code: tuple(name for name, sort in kind.sorts.items() if sort.rstrip("*") in of_side) for kind in kinds},
    )


# --- Turns


def turns_of(page: Page, course: Course, events: Events, start: int, reader: "Reader") -> Iterator[Turn]:
    """The turns from an event on, in order."""
    before = range(start - 1, -1, -1)
    title = next((page.chapter(events[at], reader.words) for at in before if events[at]["kind"] in course.parts), "")
    turn = Turn(start, "", None, title, [])
    for number, event in enumerate(events[start:], start):
        kind = event["kind"]
        if not course.divides(kind):
            turn.events.append((number, event))
            continue
        if turn.events or turn.head or turn.side:
            yield turn if turn.number else _first(page, turn, reader)
        part = page.chapter(event, reader.words) if kind in course.parts else turn.part
        side = side_of(page, event, reader.sides) if kind in course.turns else ""
        turn = Turn(number, side, event if kind in course.phases else None, part, [])
    yield turn if turn.number else _first(page, turn, reader)


def _first(page: Page, turn: Turn, reader: "Reader") -> Turn:
    """The turn in which a match from a position begins: that of the only side that acts in it."""
    acting = {side_of(page, event, reader.sides) for _, event in turn.events if event["kind"] in page.own_acts}
    return turn._replace(side=acting.pop()) if len(acting) == 1 and not turn.head else turn


def beginning(page: Page, course: Course, events: Events) -> int:
    """The first event of the log."""
    found = 0
    for number in range(len(events) - 1, -1, -1):
        found += events[number]["kind"] not in page.silent
        if found >= LOG_EVENTS and course.divides(events[number]["kind"]):
            return number
        if found == MOST_EVENTS:
            return number
    return 0


def news_begins(turns: list[Turn], side: str, has_earlier: bool) -> int | None:
    """The first turn after the side's previous one; None if it has had none."""
    mine = [number for number, turn in enumerate(turns[:-1]) if turn.side == side]
    if mine:
        return mine[-1] + 1
    return 0 if has_earlier else None


# --- The values of the panel


class Reader(NamedTuple):
    """The language of a log, and its match: what the readers of a match at one table share."""

    title: str
    sides: tuple[str, ...]
    words: PageTranslator
    # A line in HTML, beside the badge of a side.
    draw: Callable[[Line, str, PageTranslator], str]


class Marks(NamedTuple):
    """What is marked in a turn: events against a seat, and in a replay those from a number on."""

    against: tuple[int, ...] = ()
    seat: int | None = None
    fresh: int | None = None


def log(page: Page, reader: Reader, document: Document, events: Events) -> dict[str, Any]:
    """The values of the log's panel, from the document and the events of a seat or a spectator."""
    course, seat = course_of(reader.title), document["seat"]
    start = beginning(page, course, events)
    turns = list(turns_of(page, course, events, start, reader))
    news, bad, fresh = None, set(), document.get("fresh")
    if seat is not None and document["view"]:
        bad = page.hostile(events, start, seat)
        if document["outcome"] is None and "is_replay" not in document:
            had_turn = any(_begins_turn_of(page, course, event, seat) for event in events[:start])
            news = news_begins(turns, reader.sides[seat], had_turn)
            first_new = len(events) if news is None else turns[news].number
            bad |= set(threats(page, document, events, first_new))
    first: list[Line] = []
    since: list[dict[str, Any]] = []
    before: list[dict[str, Any]] = []
    for at, turn in reversed(list(enumerate(turns))):
        is_news = news is not None and at >= news
        shown = shown_turn(reader, turn, _marks(turn, bad, seat, fresh))
        lines = shown["lines"]
        if is_news and turn.side != reader.sides[seat]:
            first += [line for line in lines if line["against"]]
            lines = [line for line in lines if not line["against"]]
        if lines or turn.head:
            (since if is_news else before).append({**shown, "lines": lines})
    told = _with_parts(since + before)
    return {
        "is_news": bool(first or since),
        "first": first,
        "since": told[: len(since)],
        "before": told[len(since) :],
        "older": sum(event["kind"] not in page.silent for event in events[:start]),
        "seat": seat,
        "others": [(number, side) for number, side in enumerate(reader.sides) if number != seat],
        "has_fights": bool(page.fights),
    }


def _begins_turn_of(page: Page, course: Course, event: dict[str, Any], seat: int) -> bool:
    return event["kind"] in course.turns and event["ids"].get(page.side_field) == seat


def threats(page: Page, document: Document, events: Events, since: int) -> Iterator[int]:
    """The actions of others, from an event on, in places where the seat has pieces now, and did not enter later."""
    held = set(page.held(document))
    for number in range(len(events) - 1, since - 1, -1):
        event = events[number]
        if event["kind"] not in page.own_acts:
            continue
        places = page.places(event)
        if event["ids"].get(page.side_field) != document["seat"]:
            if held.intersection(places[:1]):
                yield number
        elif len(places) > 1:
            held.discard(places[0])


def _marks(turn: Turn, bad: set[int], seat: int | None, fresh: int | None) -> Marks:
    """What is marked in a turn. Most turns have no marks, and are the same for all readers."""
    against = tuple(number for number, _ in turn.events if number in bad)
    has_fresh = fresh is not None and bool(turn.events) and fresh <= turn.events[-1][0]
    return Marks(against, seat if against else None, fresh if has_fresh else None)


def _with_parts(turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turns; the title of a part only at the first of its turns."""
    parts = ["", *(turn["part"] for turn in turns)]
    return [
        {**turn, "part": "" if turn["part"] == last else turn["part"]} for turn, last in zip(turns, parts, strict=False)
    ]


def shown_turn(reader: Reader, turn: Turn, marks: Marks) -> dict[str, Any]:
    """The values of a turn."""
    head = None if turn.head is None else reader.words.event(turn.head)
    return {**_told(reader, turn.number, turn.side, as_json(turn.events), marks), "head": head, "part": turn.part}


@lru_cache(maxsize=8192)
def _told(reader: Reader, number: int, side: str, events: bytes, marks: Marks) -> dict[str, Any]:
    """The lines of a turn. They follow from its events, so a turn that is over is rendered only once."""
    page = find(reader.title).page() or Page()
    there = ""
    lines: list[Line] = []
    for line in log_lines(page, msgspec.json.decode(events), reader.sides):
        is_fight = bool(side) and line["event"]["kind"] in page.fights
        places = page.places(line["event"]) or ([there] if there and is_fight else [])
        there = places[0] if places else there
        lines.append(_shown_line(page, reader, side, line, places, is_fight, marks))
    about = dict.fromkeys(word for line in lines for word in line["about"].split())
    return {"number": number, "side": side, "lines": lines, "about": " ".join(about)}


def _shown_line(
    page: Page, reader: Reader, side: str, line: Line, places: list[str], is_fight: bool, marks: Marks
) -> Line:
    """A line: whether it is against the reader, and its HTML within its turn and alone."""
    event = line["event"]
    against = any(number in marks.against for number in line["numbers"])
    about = _about(reader, side, line, marks.seat if against else None, is_fight)
    values = {
        **line,
        "sides": list(dict.fromkeys(line["sides"])),
        "news": news_of(page, event) if line["together"] else {},
        "costs": [page.cost(cost, reader.words) for cost in line["costs"]],
        "against": against,
        "milestone": event["kind"] in page.milestones,
        "fresh": marks.fresh is not None and line["last"] >= marks.fresh,
        "about": about,
        "places": places,
        "pieces": page.pieces(event, list(reader.sides)),
    }
    alone = reader.draw(values, "", reader.words) if against else ""
    return {"about": about, "against": against, "html": reader.draw(values, side, reader.words), "alone": alone}


def _about(reader: Reader, side: str, line: Line, against: int | None, is_fight: bool) -> str:
    """The words of the filters that keep a line: the seats it names, or else the one whose turn it is."""
    kind, ids = line["event"]["kind"], line["event"]["ids"]
    seats = {reader.sides.index(one) for one in line["sides"] if one}
    for name in course_of(reader.title).sides.get(kind, ()):
        named = ids.get(name)
        seats.update(named if isinstance(named, list) else [named] if named is not None else [])
    if not seats and side:
        seats.add(reader.sides.index(side))
    if against is not None:
        seats.add(against)
    return " ".join([*map(str, sorted(seats)), *([FIGHTS] if is_fight else [])])
