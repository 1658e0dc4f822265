"""The parts of a table's page, each a function of a document: what everybody sees, and what one seat sees.

Public panels are made of what a spectator is told, never of what a seat is told. A panel carries a short hash of its
inside, so that a page can say what it shows and be sent the rest.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import escape

from drakkar.core.game import Game, find
from drakkar.core.page import Document, Events, Page, Panel, Words, path_of
from drakkar.server import charts
from drakkar.server.forms import stronger
from drakkar.server.lines import clan_of, lines
from drakkar.server.markup import environment
from drakkar.server.prompt import named, prompt

# So many lines of the log are shown, and so many of what happened since one's last turn.
LOG_LINES: Final = 60
RECAP_LINES: Final = 12
CHAT_LINES: Final = 50
HASH_BYTES: Final = 6
AT_ONCE: Final = frozenset(("title", "cover", "prompt", "turn", "seats", "chat"))

# Panels by name, in HTML.
Panels = dict[str, str]
# Panels as somebody was shown them last, with what they were made of: made of the same they are the same.
Drawn = dict[str, tuple[Panel, bytes]]


def query_of(kept: tuple[tuple[str, str], ...]) -> str:
    """What an address keeps; empty if it is nothing."""
    return "?" + urlencode(kept) if kept else ""


class Look(NamedTuple):
    """How one page is looked at: how far its choice is made, and what every link has to keep (`seat`, `lang`)."""

    at: str = ""
    keep: tuple[tuple[str, str], ...] = ()

    def link(self, path: str) -> str:
        """The same page with the choice made so far."""
        return "?" + urlencode([*self.keep, *((("at", path),) if path else ())])

    def spoken(self, language: str) -> str:
        """The same page in another language."""
        return "?" + urlencode([*((name, value) for name, value in self.keep if name != "lang"), ("lang", language)])


PLAIN_LOOK: Final = Look()


class Shown(NamedTuple):
    """A moment of what is shown step by step, in HTML, and the numbers of its events."""

    html: str
    numbers: list[int]


class Renderer:
    """Makes the panels of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.page: Page | None = game.page()
        # A game that brings no page has a plain one: every choice is one step.
        self.plain: Page = self.page or Page()
        self.env = environment(self.page, game.title)
        self._template = cache(self.env.get_template)
        # What somebody decides with; it never waits for what is shown step by step.
        self.at_once = AT_ONCE | self.plain.deciding

    # --- What everybody sees

    def public(self, document: Document, events: Events, words: Words) -> Panels:
        """The panels of a spectator's document."""
        return self.panels(self.of_all(document, events, words), document, words)

    def of_all(self, document: Document, events: Events, words: Words) -> dict[str, Panel]:
        """What those panels are made of."""
        made = {
            "seats": Panel("panels/seats.html", self._seats(document), words.page("seats")),
            "log": Panel("panels/log.html", log(document, events, self.plain), words.page("log"), "log"),
            "outcome": Panel(
                "panels/outcome.html", self._outcome(document, events, words), words.page("outcome"), "mode"
            ),
        }
        if self.page is not None:
            made |= self.page.public(document, events, words)
        elif document["view"]:
            board = self.game.text_board(document["view"], False, 100)
            made["board"] = Panel("panels/text.html", {"parts": board, "of": "board"}, words.page("board"))
        return made

    # --- What one seat sees

    def private(self, document: Document, events: Events, words: Words, look: Look = PLAIN_LOOK) -> Panels:
        """The panels of a seat's document, or of a spectator's: what is asked, and what is his alone."""
        return self.panels(self.of_one(document, events, words, look), document, words, look)

    def of_one(self, document: Document, events: Events, words: Words, look: Look = PLAIN_LOOK) -> dict[str, Panel]:
        """What those panels are made of."""
        made = {
            "prompt": Panel(
                "panels/prompt.html", prompt(self.plain, document, events, words, look.at), words.page("prompt")
            ),
            "turn": Panel("panels/turn.html", self._turn(document, words, look), words.page("turn"), "turnctl"),
            "chat": Panel("panels/chat.html", chat(document), words.page("chat")),
            "recap": Panel("panels/recap.html", self._recap(document, events), words.page("recap"), "log"),
        }
        return made | self.own(document, events, words, look.at)

    def own(self, document: Document, events: Events, words: Words, at: str = "") -> dict[str, Panel]:
        """What the game itself shows to a seat alone, or to a spectator."""
        if self.page is not None:
            return self.page.private(document, events, words, at)
        if not document["view"] or document["seat"] is None:
            return {}
        board = self.game.text_board(document["view"], False, 100)
        return {"own": Panel("panels/text.html", {"parts": board, "of": "own"}, words.page("own"))}

    def render(
        self, public: Document, told: Events, own: Document, seen: Events, words: Words, look: Look = PLAIN_LOOK
    ) -> Panels:
        """All panels of a page: the public ones from what everybody is told, the private ones from what a seat is."""
        return self.public(public, told, words) | self.private(own, seen, words, look)

    def beats(self, document: Document, events: Events, since: int, words: Words) -> list[Shown]:
        """What has happened since an event, as the game has it shown step by step; from what everybody is told."""
        values = self.values(document, words, PLAIN_LOOK)
        made = self.plain.beats(document, events, since, words)
        return [Shown(self._panel("stage", beat.panel, values), beat.numbers) for beat in made]

    # --- The shell's own panels

    def _seats(self, document: Document) -> dict[str, Any]:
        asked = {one["seat"] for one in document["owed"]}
        return {
            "seats": [
                {**seat, "number": number, "asked": number in asked} for number, seat in enumerate(document["seats"])
            ],
            "clocks": document["clocks"],
            "status": document["status"],
            "shown": document["status"] == "open" or self.page is None,
            "open": sum(seat["kind"] == "open" for seat in document["seats"]),
        }

    def _turn(self, document: Document, words: Words, look: Look) -> dict[str, Any]:
        choices = document["choices"]
        asks = {choice: key for choice in choices if (key := self.plain.asks(document, choice))}
        return {
            "seat": document["seat"],
            "decision": document["decision"],
            "away": _is_away(document),
            "bots_wait": any(document["seats"][one["seat"]]["bot"] for one in document["owed"]),
            "undo": document["undo"],
            "undone": named(self.plain, document["undone"], words) if document.get("undone") else "",
            "reset": document.get("reset", 0),
            "status": document["status"],
            "guards": [choice for choice in choices if self.plain.is_guarded(choice)],
            "asks": asks,
            "sure": next((choice for choice in asks if path_of(self.plain.steps(choice)) == look.at), ""),
            "keys": {key.to: key.key for key in self.plain.keys},
            "back": look.link(""),
        }

    def _recap(self, document: Document, events: Events) -> dict[str, Any]:
        """What others did since the seat last chose; first what was done to it. Before that the log says it all."""
        seat = document["seat"]
        if seat is None or not document["view"]:
            return {"lines": [], "more": 0, "shown": False}
        clans = [one["clan"] for one in document["seats"]]
        clan = clans[seat]
        start = _last_of(events, clan, self.plain.own_acts)
        bad = self.plain.hostile(events, start, clan)
        own = self.plain.own_acts | self.plain.own_gains
        since = [
            (number, event)
            for number, event in enumerate(events[start:], start)
            if event["kind"] not in self.plain.routine and (event["kind"] not in own or clan_of(event, clans) != clan)
        ]
        first = lines(self.plain, [one for one in since if one[0] in bad], clans)
        others = lines(self.plain, [one for one in since if one[0] not in bad], clans)
        told = [*({**line, "against": True} for line in first), *({**line, "against": False} for line in others[::-1])]
        return {"lines": told[:RECAP_LINES], "more": max(0, len(told) - RECAP_LINES), "shown": start > 0}

    def _outcome(self, document: Document, events: Events, words: Words) -> dict[str, Any]:
        outcome = document["outcome"]
        if outcome is None:
            return {"on": False}
        clans = [seat["clan"] for seat in document["seats"]]
        glory = outcome["glory"] or [0] * len(clans)
        ranking = sorted(range(len(clans)), key=lambda seat: (seat not in outcome["winners"], -glory[seat]))
        points = self.plain.scores(document, events)
        sources = [source for source in outcome["by_source"][0] if any(by[source] for by in outcome["by_source"])]
        return {
            "on": True,
            "winners": outcome["winners"],
            "clans": clans,
            "seats": document["seats"],
            "glory": outcome["glory"],
            "victory": outcome.get("victory", ""),
            "ranking": ranking,
            "sources": sources,
            "by_source": outcome["by_source"],
            "bars": charts.bars(outcome["by_source"], sources, ranking),
            "lines": charts.lines(points, clans, words.page),
            "seed": document["seed"],
            "next": document["next"],
            "stronger": stronger(document),
            "table": document["table"],
            # Another match, and the record, are offered at the table; in a replay the moment before is one step away.
            "at_table": "is_replay" not in document,
        }

    # --- In HTML

    def values(self, document: Document, words: Words, look: Look) -> dict[str, Any]:
        """What every template can say and link to."""
        return {
            "t": words.page,
            "n": words.name,
            "letter": words.letter,
            "text_of": words.card_text,
            "short_of": words.short_text,
            "said": words.event,
            "ask": words.prompt,
            "choice": words.choice,
            "reason": words.reason,
            "link": look.link,
            "keep": look.keep,
            "spoken": look.spoken,
            "table": document["table"],
            "do": f"/t/{document['table']}/do{query_of(look.keep)}",
        }

    def panels(self, made: dict[str, Panel], document: Document, words: Words, look: Look = PLAIN_LOOK) -> Panels:
        """Panels in HTML."""
        values = self.values(document, words, look)
        return {name: self._panel(name, panel, values) for name, panel in made.items()}

    def draw(
        self, made: dict[str, Panel], document: Document, words: Words, look: Look, drawn: Drawn
    ) -> Iterator[None]:
        """Draw what is other than `drawn`, which the same look at the same table had last: a panel at a time."""
        values = self.values(document, words, look)
        for name, panel in made.items():
            if name not in drawn or drawn[name][0] != panel:
                drawn[name] = panel, self._panel(name, panel, values).encode()
                yield

    def _panel(self, name: str, panel: Panel, values: dict[str, Any]) -> str:
        template = panel.template if panel.template.startswith("panels/") else f"game/{panel.template}"
        inside = self._template(template).render({**values, **panel.values}).strip()
        digest = blake2b(inside.encode(), digest_size=HASH_BYTES).hexdigest()
        shown = "" if inside else " hidden"
        classes = f"panel {panel.classes}".strip()
        shown += ' tabindex="0"' if inside and "mode" in panel.classes else ""
        return (
            f'<section id="p-{name}" class="{classes}" data-panel="{name}" data-h="{digest}"'
            f' aria-label="{escape(panel.label)}"{shown}>{inside}</section>'
        )


@cache
def renderer(title: str) -> Renderer:
    """The one renderer of a game."""
    return Renderer(find(title))


def hashed(name: str, panel: str) -> str:
    """A panel by its name and the hash of its inside, as a page knows it."""
    inside = panel.partition('data-h="')[2]
    return f"{name}:{inside[: 2 * HASH_BYTES]}"


# --- The log


def log(document: Document, events: Events, page: Page) -> dict[str, Any]:
    """The latest of what happened, newest first; in a replay what the latest choice led to is marked."""
    told = [(number, event) for number, event in enumerate(events) if event["kind"] not in page.silent]
    fresh = document.get("fresh", len(events))
    latest = lines(page, told[-LOG_LINES:], [seat["clan"] for seat in document["seats"]])
    shown = [{**line, "fresh": line["last"] >= fresh} for line in reversed(latest)]
    return {"lines": shown, "older": max(0, len(told) - LOG_LINES)}


def chat(document: Document) -> dict[str, Any]:
    """What people say to each other, and whom the others can let a bot play for."""
    seats, seat = document["seats"], document["seat"]
    gone = []
    for number, one in enumerate(seats):
        other = one["kind"] == "person" and one["bot"] is None and number != seat and seat is not None
        absent = other and document["status"] == "running"
        if absent and document["clocks"] and document["clocks"][number] <= 0:
            gone.append({"number": number, "clan": one["clan"], "act": "claim"})
        elif absent and (one["left"] or not one["here"]) and seat not in one["votes"]:
            gone.append({"number": number, "clan": one["clan"], "act": "vote"})
    people = sum(one["kind"] == "person" for one in seats)
    spoken = [
        {"clan": seats[said["seat"]]["clan"], "name": seats[said["seat"]]["name"], "text": said["text"]}
        for said in document["chat"][-CHAT_LINES:]
    ]
    return {"lines": spoken, "gone": gone, "seat": seat, "shown": people > 1 or bool(spoken) or bool(gone)}


def _is_away(document: Document) -> bool:
    """Whether the seat has left, or a bot plays for it."""
    mine = None if document["seat"] is None else document["seats"][document["seat"]]
    return mine is not None and mine["kind"] == "person" and bool(mine["left"] or mine["bot"])


def _last_of(events: Events, clan: str, own_acts: frozenset[str]) -> int:
    """Where the latest things that a clan did itself end, but for what it does now, before any other does."""
    others_did = False
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] in own_acts:
            is_own = str(events[number]["data"].get("clan", "")).lower() == clan
            if is_own and others_did:
                return number + 1
            others_did = others_did or not is_own
    return 0
