"""A finished match, moment by moment, from a seat's view or with all hands open.

Only finished matches have a replay. Their record is open to all who may watch the table, so a replay reveals nothing
new. Moments are not cached: the engine replays a whole match in a few milliseconds.
"""

from bisect import bisect_right
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import Any, Final

from drakkar.core.hosting import all_events, at_choice, game_of, log_of, prompts, setup_end
from drakkar.core.match import Match
from drakkar.page.game_page import Document, Events, Panel
from drakkar.page.translator import PageTranslator
from drakkar.server.live.document import document
from drakkar.server.live.reviews import ReviewState
from drakkar.server.log.entries import BOT, PERSON
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import CreateTable, SeatSpec, as_plain
from drakkar.server.log.store import OVER
from drakkar.server.log.table import Table
from drakkar.server.web.markup import bot_options
from drakkar.server.web.panel_feed import MOST_SAID
from drakkar.server.web.panels import Panels, Renderer, renderer
from drakkar.server.web.reviews import Told, graph
from drakkar.server.web.web_translator import catalogue_of

# The view of a replay: the number of a seat, all hands, or none.
ALL: Final = "all"
NOBODY: Final = "none"
LONGEST_NUMBER: Final = 6
# A replay has no open decisions.
STILL: Final[Document] = {"decision": 0, "undo": 0, "choices": [], "clocks": [], "chat": [], "is_replay": True}


class Scene:
    """A table after a number of choices, and the view that it is seen from."""

    def __init__(self, table: Table, at: int, eye: str, own: int | None) -> None:
        self.table = table
        # The viewer's own seat, if they had one.
        self.own = own
        self.at = at
        self.last = len(table.match.history)
        self.eye = eye
        # The seat of the view, if it is one.
        self.seat = int(eye) if eye.isdecimal() else None
        # Whether the form to play on from here is open, because a review leads to it.
        self.trying = False
        self.match: Match = at_choice(table.match, at)
        history = self.match.history
        # The first event of the latest choice.
        self.fresh = history[-2].log_end if len(history) > 1 else setup_end(self.match) if history else 0

    @property
    def sees_latest(self) -> bool:
        """Whether the view may know the latest choice and its alternatives, which can name cards."""
        return bool(self.match.history) and (self.eye == ALL or self.seat == self.match.history[-1].seat)

    @cached_property
    def events(self) -> Events:
        """The events so far."""
        told = all_events(self.match) if self.eye == ALL else self.match.events(self.seat)
        return [event.to_json() for event in told]

    @cached_property
    def public(self) -> Document:
        """The document of a spectator at this moment."""
        return self.document(None)

    def document(self, seat: int | None) -> Document:
        """The document of a seat at this moment."""
        past = copy(self.table)
        past.match = self.match
        return {**as_plain(document(past, seat, set(), [])), **STILL, "fresh": self.fresh}


def scene(table: Table, at: str, eye: str, mine: list[int], event: str = "") -> Scene:
    """The moment in an address; by default the first one, from the viewer's own seat or with all hands open.

    An address names a moment by its number of choices, or by the number of an event.
    """
    if table.status != OVER:
        raise Refused("not_now", "a match can be replayed once it is over: until then hands are hidden")
    last, seats = len(table.match.history), table.match.seats
    if at and not (_is_number(at) and int(at) <= last):
        raise Refused("no_page", f"this match has the moments 0 to {last}")
    told = len(log_of(table.match).entries)
    if event and not (_is_number(event) and int(event) < told):
        raise Refused("no_page", f"this match has the events 0 to {told - 1}")
    if event and not at:
        at = str(moment_of(table.match, int(event)))
    wished = eye or (str(mine[0]) if mine else ALL)
    if wished not in (ALL, NOBODY, *map(str, range(seats))):
        raise Refused("no_page", f"this match can be viewed from seats 0 to {seats - 1}, or with all hands: seat={ALL}")
    return Scene(table, int(at or 0), wished, mine[0] if mine else None)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


# --- Rendering


def panels(
    now: Scene, words: PageTranslator, review: ReviewState | None = None, reviewed: Told | None = None
) -> Panels:
    """All panels of a moment: the public ones, those of the seat or all hands, the controls, and what a review says."""
    render = renderer(now.table.founded.game)
    own = now.public if now.seat is None else now.document(now.seat)
    held = _all_hands(now, render, words) if now.eye == ALL else {}
    way_on = {
        "graph": graph(review, reviewed, words),
        "replay": Panel("panels/replay.html", _controls(now, words, reviewed), words.page("replay")),
    }
    log = {"log": render.log(own, now.events, words)}
    private = render.game_panels(own, now.events, words) | held | way_on | log
    return render.public(now.public, now.events, words) | render.panels(private, own, words)


def title(now: Scene, words: PageTranslator) -> str:
    """The title of the browser tab."""
    return f"{words.page('replay_at', at=now.at, last=now.last)} · {words.page('drakkar')}"


def told(now: Scene, words: PageTranslator, reviewed: Told | None = None) -> list[str]:
    """The announcements of a moment: the latest choice, its grade, and its events."""
    at = words.page("replay_at", at=now.at, last=now.last)
    if (step := _step(now, words)) is None:
        return [at, words.page("replay_start")]
    came = [words.event(event) for event in _fresh(now)][:MOST_SAID]
    grade = reviewed.said(now.at - 1) if reviewed is not None and now.sees_latest else ""
    return [at, step["said"], *([grade] if grade else []), *(said for said in came if said != step["said"])]


def _all_hands(now: Scene, render: Renderer, words: PageTranslator) -> dict[str, Panel]:
    """The panels with all hands."""
    own = [now.document(seat) for seat in range(now.match.seats)]
    if render.page is not None:
        return render.page.hands(own, words)
    boards = {
        f"{one['seats'][seat]['side']}-{part}": text
        for seat, one in enumerate(own)
        for part, text in render.game.text_board(one["view"], False, 100, catalogue_of(words)).items()
    }
    return {"own": Panel("panels/text.html", {"parts": boards, "of": "all"}, words.page("all_hands"))}


def _controls(now: Scene, words: PageTranslator, told: Told | None) -> dict[str, Any]:
    """The values for the controls: the latest choice with its grade, the seats to decide, the moments to go to."""
    sides = list(now.match.sides)
    return {
        "at": now.at,
        "last": now.last,
        "eye": now.eye,
        "sides": sides,
        "step": _step(now, words),
        "owed": [{"side": sides[one["seat"]], "prompt": one["prompt"]} for one in now.public["owed"]],
        "chapters": list(_chapters(now.table.match, words)),
        "bots": bot_options(now.match.title, words.page),
        "seat": now.seat or 0,
        "trying": now.trying,
        "graded": told.graded(now.at - 1) if told is not None and now.sees_latest else None,
        "chances": told.chances_at(now.at) if told is not None else "",
        "across": round(100 * now.at / max(1, now.last), 2) if told is not None and told.review.knows_chances else None,
    }


def _step(now: Scene, words: PageTranslator) -> dict[str, Any] | None:
    """The latest choice if the view may know it, else its public event; with the prompt if it is just a word."""
    if not now.match.history:
        return None
    played, fresh = now.match.history[-1], _fresh(now)
    choice = game_of(now.match).book.notation.choice(played.code, played.text)
    side = now.match.sides[played.seat]
    if now.eye == ALL or now.seat == played.seat:
        said = words.page("replay_chose", side=words.name("side", side), choice=words.choice(choice.to_json()))
    elif fresh:
        said = words.event(fresh[0])
    else:
        said = words.page("replay_secret", side=words.name("side", side))
    asked = None if choice.parts else prompts(at_choice(now.table.match, now.at - 1))[played.seat].to_json()
    return {"side": side, "said": said, "rule": fresh[0]["rule"] if fresh else "", "asked": asked}


def _fresh(now: Scene) -> Events:
    """The events of the latest choice, without those that the log omits."""
    silent = renderer(now.table.founded.game).plain.silent
    return [event for event in now.events[now.fresh :] if event["kind"] not in silent]


def _chapters(match: Match, words: PageTranslator) -> Iterator[dict[str, Any]]:
    """The parts of a match: their titles and first moments."""
    page, kinds = renderer(match.title).plain, game_of(match).book.kinds
    for number, (kind, _, _) in enumerate(log_of(match).entries):
        if kinds[kind].code in page.chapters:
            (event,) = match.events(None, number, number + 1)
            yield {"at": moment_of(match, number), "said": page.chapter(event.to_json(), words)}


def moment_of(match: Match, event: int) -> int:
    """The number of choices after which an event has just happened."""
    return bisect_right([setup_end(match), *(played.log_end for played in match.history)], event)


# --- Play on from here


def played_on(now: Scene, seat: str, level: str) -> CreateTable:
    """A table that continues from a moment, with one person and bots. Hidden cards are the same as then."""
    if seat not in map(str, range(now.match.seats)):
        raise Refused("no_page", f"this match has the seats 0 to {now.match.seats - 1}")
    if now.match.over:
        raise Refused("match_over")
    wishes = [SeatSpec(kind=BOT, bot=level)] * now.match.seats
    wishes[int(seat)] = SeatSpec(kind=PERSON)
    return CreateTable(origin=now.match.record(), seats=wishes)
