"""A finished match, moment by moment: what a seat saw then, or everything that there was.

Only what is over is shown like this: its record is open to whoever may watch the table, so nothing here tells more.
A moment is made anew each time it is looked at: the engine plays a whole match in a few milliseconds.
"""

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import Any, Final

from drakkar.bots import LEVELS
from drakkar.core.match import Match
from drakkar.core.page import Document, Events, Panel, Words
from drakkar.server.document import document
from drakkar.server.entries import BOT, PERSON
from drakkar.server.live import MOST_SAID
from drakkar.server.messages import Found, SeatWish, as_plain
from drakkar.server.panels import Panels, Renderer, renderer
from drakkar.server.refusals import Refused
from drakkar.server.store import OVER
from drakkar.server.table import Table

# Who looks on: a seat by its number, whoever sees all hands, or whoever sees none.
ALL: Final = "all"
NOBODY: Final = "none"
LONGEST_NUMBER: Final = 6
# In a replay nothing is asked of anybody.
STILL: Final[Document] = {"decision": 0, "undo": 0, "choices": [], "clocks": [], "chat": [], "is_replay": True}


class Scene:
    """A table as it was after so many choices, and through whose eyes it is seen."""

    def __init__(self, table: Table, at: int, eye: str, own: int | None) -> None:
        self.table = table
        # The seat of whoever looks at it, if he had one.
        self.own = own
        self.at = at
        self.last = len(table.match.history)
        self.eye = eye
        # The seat that looks on.
        self.seat = int(eye) if eye.isdecimal() else None
        self.match: Match = table.match.after(at)
        history = self.match.history
        # The first event that the latest choice led to.
        self.fresh = history[-2].log_end if len(history) > 1 else self.match.setup_end if history else 0

    @cached_property
    def events(self) -> Events:
        """What had happened."""
        told = self.match.all_events() if self.eye == ALL else self.match.events(self.seat)
        return [event.to_json() for event in told]

    @cached_property
    def public(self) -> Document:
        """What everybody was told."""
        return self.document(None)

    def document(self, seat: int | None) -> Document:
        """What a seat was told."""
        past = copy(self.table)
        past.match = self.match
        return {**as_plain(document(past, seat, set(), [])), **STILL, "fresh": self.fresh}


def scene(table: Table, at: str, eye: str, mine: list[int]) -> Scene:
    """The moment that an address names; else the first one, through one's own eyes, or with all hands open."""
    if table.status != OVER:
        raise Refused("not_now", "a match can be looked at again once it is over: until then hands are hidden")
    last, seats = len(table.match.history), table.match.seats
    is_number = at.isascii() and at.isdecimal() and len(at) <= LONGEST_NUMBER
    if at and not (is_number and int(at) <= last):
        raise Refused("no_page", f"this match has the moments 0 to {last}")
    wished = eye or (str(mine[0]) if mine else ALL)
    if wished not in (ALL, NOBODY, *map(str, range(seats))):
        raise Refused("no_page", f"this match is seen from the seats 0 to {seats - 1}, or with all hands: seat={ALL}")
    return Scene(table, int(at or 0), wished, mine[0] if mine else None)


# --- What is shown


def panels(now: Scene, words: Words) -> Panels:
    """All panels of a moment: the public ones, what the seat saw alone or all hands, and the way on."""
    render = renderer(now.table.founded.game)
    own = now.public if now.seat is None else now.document(now.seat)
    held = _all_hands(now, render, words) if now.eye == ALL else {}
    way_on = {"replay": Panel("panels/replay.html", _controls(now, words), words.page("replay"))}
    private = render.own(own, now.events, words) | held | way_on
    return render.public(now.public, now.events, words) | render.panels(private, own, words)


def title(now: Scene, words: Words) -> str:
    """What the tab says."""
    return f"{words.page('replay_at', at=now.at, last=now.last)} · {words.page('drakkar')}"


def told(now: Scene, words: Words) -> list[str]:
    """What is said aloud of a moment: the latest choice, and what came of it."""
    at = words.page("replay_at", at=now.at, last=now.last)
    if (step := _step(now, words)) is None:
        return [at, words.page("replay_start")]
    came = [words.event(event) for event in _fresh(now)][:MOST_SAID]
    return [at, step["said"], *(said for said in came if said != step["said"])]


def _all_hands(now: Scene, render: Renderer, words: Words) -> dict[str, Panel]:
    """What every seat held."""
    own = [now.document(seat) for seat in range(now.match.seats)]
    if render.page is not None:
        return render.page.hands(own, words)
    boards = {
        f"{one['seats'][seat]['clan']}-{part}": text
        for seat, one in enumerate(own)
        for part, text in render.game.text_board(one["view"], False, 100).items()
    }
    return {"own": Panel("panels/text.html", {"parts": boards, "of": "all"}, words.page("all_hands"))}


def _controls(now: Scene, words: Words) -> dict[str, Any]:
    """What the latest choice was, who was asked then, and everywhere one can go from here."""
    clans = list(now.match.clans)
    return {
        "at": now.at,
        "last": now.last,
        "eye": now.eye,
        "clans": clans,
        "step": _step(now, words),
        "owed": [{"clan": clans[one["seat"]], "prompt": one["prompt"]} for one in now.public["owed"]],
        "chapters": list(_chapters(now.table.match, words)),
        "levels": LEVELS,
        "seat": now.seat or 0,
    }


def _step(now: Scene, words: Words) -> dict[str, Any] | None:
    """The latest choice as far as it is open, or else what could be seen of it; and what a bare word answered."""
    if not now.match.history:
        return None
    played, fresh = now.match.history[-1], _fresh(now)
    clan = now.match.clans[played.seat]
    if now.eye == ALL or now.seat == played.seat:
        said = words.page("replay_chose", clan=words.name("clan", clan), choice=words.choice(played.text))
    elif fresh:
        said = words.event(fresh[0])
    else:
        said = words.page("replay_secret", clan=words.name("clan", clan))
    asked = None if " " in played.text else now.table.match.after(now.at - 1).prompts()[played.seat].to_json()
    return {"clan": clan, "said": said, "rule": fresh[0]["rule"] if fresh else "", "asked": asked}


def _fresh(now: Scene) -> Events:
    """What the latest choice led to, as far as it is worth telling."""
    silent = renderer(now.table.founded.game).plain.silent
    return [event for event in now.events[now.fresh :] if event["kind"] not in silent]


def _chapters(match: Match, words: Words) -> Iterator[dict[str, Any]]:
    """The parts of a match: their names, and the moment when each begins."""
    page, kinds = renderer(match.game.title).plain, match.game.book.kinds
    ends = [match.setup_end, *(played.log_end for played in match.history)]
    at = 0
    for number, (kind, _, _) in enumerate(match.log.entries):
        while number >= ends[at]:
            at += 1
        if kinds[kind].code in page.chapters:
            (event,) = match.events(None, number, number + 1)
            yield {"at": at, "said": page.chapter(event.to_json(), words)}


# --- Playing on


def played_on(now: Scene, seat: str, level: str) -> Found:
    """The table that goes on from a moment: one person, and bots. All that is hidden lies as it lay then."""
    if seat not in map(str, range(now.match.seats)):
        raise Refused("no_page", f"this match has the seats 0 to {now.match.seats - 1}")
    if now.match.over:
        raise Refused("match_over")
    wishes = [SeatWish(kind=BOT, bot=level)] * now.match.seats
    wishes[int(seat)] = SeatWish(kind=PERSON)
    return Found(origin=now.match.record(), seats=wishes)
