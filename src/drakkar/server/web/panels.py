"""The panels of a table's page, each a function of a document: public ones, and those of one seat.

Public panels are made from a spectator's document, never from a seat's. A panel carries a short hash of its content, so
that a page can name what it has and get the rest.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup, escape

from drakkar.core.game import Game, find
from drakkar.page.game_page import Document, Events, Moment, Page, Panel
from drakkar.page.steps import path_of
from drakkar.page.translator import PageTranslator
from drakkar.server.web import first_times, hints, lessons, options, puzzles, taken_back
from drakkar.server.web.ending import ending
from drakkar.server.web.markup import environment
from drakkar.server.web.prompt import named, prompt
from drakkar.server.web.turns import Reader, log
from drakkar.server.web.web_translator import catalogue_of

CHAT_LINES: Final = 50
HASH_BYTES: Final = 6
AT_ONCE: Final = frozenset(("title", "cover", "prompt", "turn", "hint", "guide", "seats", "chat"))

# Panels by name, in HTML.
Panels = dict[str, str]
# Last rendered panels with their inputs; equal inputs need no re-render.
Drawn = dict[str, tuple[Panel, bytes]]


def query_of(kept: tuple[tuple[str, str], ...]) -> str:
    """A query string for an address; empty if there is nothing to keep."""
    return "?" + urlencode(kept) if kept else ""


class PageContext(NamedTuple):
    """The context of a page: the path of the chosen steps, the query that links keep (`seat`, `lang`), the layout."""

    at: str = ""
    keep: tuple[tuple[str, str], ...] = ()
    layout: str = ""

    def link(self, path: str) -> str:
        """A link to the same page with these steps chosen."""
        return "?" + urlencode([*self.keep, *((("at", path),) if path else ())])

    def sent(self) -> str:
        """The query of every form: it leads back to the same layout."""
        return query_of((*self.keep, *((("layout", self.layout),) if self.layout else ())))

    def spoken(self, language: str) -> str:
        """A link to the same page in another language."""
        return "?" + urlencode([*((name, value) for name, value in self.keep if name != "lang"), ("lang", language)])


DEFAULT_CONTEXT: Final = PageContext()


class RenderedBeat(NamedTuple):
    """A beat: its panel in HTML, empty if it has moments on the board instead; and the numbers of its events."""

    html: str
    numbers: list[int]
    moments: tuple[Moment, ...] = ()
    says: str = ""
    scene: str = ""


class Renderer:
    """Renders the panels of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.page: Page | None = game.page()
        # A game without a page gets a plain one: every choice is one step.
        self.plain: Page = self.page or Page()
        self.env = environment(self.page, game.title)
        self._template = cache(self.env.get_template)
        # Panels for the player's decision; they never wait for beats.
        self.at_once = AT_ONCE | self.plain.deciding

    # --- Public panels

    def public(self, document: Document, events: Events, words: PageTranslator) -> Panels:
        """The public panels in HTML, from a spectator's document."""
        return self.panels(self.public_panels(document, events, words), document, words)

    def public_panels(self, document: Document, events: Events, words: PageTranslator) -> dict[str, Panel]:
        """The public panels with their inputs."""
        made = {
            "notes": Panel(
                "panels/notes.html",
                {
                    "lost": document.get("lost", 0),
                    "closed": document.get("closed"),
                    "stopped": document.get("stopped"),
                    "options": options.notes_of(document),
                },
                words.page("notes"),
            ),
            "seats": Panel("panels/seats.html", self._seats(document), words.page("seats")),
            "outcome": Panel(
                "panels/outcome.html", ending(document, events, self.plain, words), words.page("outcome"), "mode"
            ),
        }
        if self.page is not None:
            made |= self.page.public(document, events, words)
        elif document["view"]:
            board = self.game.text_board(document["view"], False, 100, catalogue_of(words))
            made["board"] = Panel("panels/text.html", {"parts": board, "of": "board"}, words.page("board"))
        return made

    # --- Private panels

    def private(
        self, document: Document, events: Events, words: PageTranslator, look: PageContext = DEFAULT_CONTEXT
    ) -> Panels:
        """The panels of a seat or a spectator in HTML: the prompt, and the panels of the seat alone."""
        return self.panels(self.private_panels(document, events, words, look), document, words, look)

    def private_panels(
        self, document: Document, events: Events, words: PageTranslator, look: PageContext = DEFAULT_CONTEXT
    ) -> dict[str, Panel]:
        """The private panels with their inputs."""
        made = {
            "prompt": Panel(
                "panels/prompt.html",
                prompt(self.plain, document, events, words, look.at)
                | {"taken_back": taken_back.news(self.plain, document, words)},
                words.page("prompt"),
            ),
            "turn": Panel("panels/turn.html", self._turn(document, words, look), words.page("turn"), "turnctl"),
            "hint": Panel("panels/hint.html", hints.panel(self.plain, document, words), words.page("hint")),
            "chat": Panel("panels/chat.html", chat(document), words.page("chat")),
            "log": self.log(document, events, words),
        }
        if document.get("guide"):
            made["guide"] = Panel("panels/guide.html", lessons.panel(document, words), words.page("guide"))
        if document.get("riddle"):
            made["guide"] = Panel("panels/puzzle.html", puzzles.panel(document, words), words.page("puzzle"))
        if first_times.is_told(document):
            made["first"] = Panel("panels/first.html", first_times.panel(document, events, words), words.page("first"))
        return made | self.game_panels(document, events, words, look.at)

    def log(self, document: Document, events: Events, words: PageTranslator) -> Panel:
        """The log of a seat or a spectator."""
        sides = tuple(seat["side"] for seat in document["seats"])
        values = log(self.plain, Reader(self.game.title, sides, words, self._line), document, events)
        values["hinted"] = hints.lines(document, len(events), words)
        values["undone"] = taken_back.lines(self.plain, document, len(events), words)
        return Panel("panels/log.html", values, words.page("log"), "log news" if values["first"] else "log")

    def _line(self, line: dict[str, Any], side: str, words: PageTranslator) -> str:
        """A line of the log in HTML, beside the badge of a side."""
        template = self._template("panels/line.html")
        return Markup(template.render(one=line, side=side, t=words.page, n=words.name, said=words.event))  # noqa: S704 - a template's

    def game_panels(self, document: Document, events: Events, words: PageTranslator, at: str = "") -> dict[str, Panel]:
        """The game's own panels for one seat or a spectator."""
        if self.page is not None:
            return self.page.private(document, events, words, at)
        if not document["view"] or document["seat"] is None:
            return {}
        board = self.game.text_board(document["view"], False, 100, catalogue_of(words))
        return {"own": Panel("panels/text.html", {"parts": board, "of": "own"}, words.page("own"))}

    def render(
        self,
        public: Document,
        told: Events,
        own: Document,
        seen: Events,
        words: PageTranslator,
        look: PageContext = DEFAULT_CONTEXT,
    ) -> Panels:
        """All panels of a page: public ones from the public document, private ones from the seat's."""
        return self.public(public, told, words) | self.private(own, seen, words, look)

    def beats(self, document: Document, events: Events, since: int, words: PageTranslator) -> list[RenderedBeat]:
        """The events since a number as the game's beats, from the public document."""
        values = self.values(document, words, DEFAULT_CONTEXT)
        made = self.plain.beats(document, events, since, words)
        return [
            RenderedBeat(
                "" if beat.panel is None else self._panel("stage", beat.panel, values),
                beat.numbers,
                beat.moments,
                beat.says,
                beat.scene,
            )
            for beat in made
        ]

    # --- The shell's own panels

    def _seats(self, document: Document) -> dict[str, Any]:
        asked = {one["seat"] for one in document["owed"]}
        return {
            "seats": [
                {**seat, "number": number, "asked": number in asked} for number, seat in enumerate(document["seats"])
            ],
            "clocks": document["clocks"],
            "status": document["status"],
            "shown": document["status"] == "open" or self.page is None or any(map(has_failed, document["seats"])),
            "open": sum(seat["kind"] == "open" for seat in document["seats"]),
        }

    def _turn(self, document: Document, words: PageTranslator, look: PageContext) -> dict[str, Any]:
        choices = document["choices"]
        paths = {choice["text"]: path_of(self.plain.steps(choice)) for choice in choices}
        asks = {choice["text"]: key for choice in choices if (key := self.plain.asks(document, choice))}
        return {
            "seat": document["seat"],
            "decision": document["decision"],
            "bots_wait": any(document["seats"][one["seat"]]["bot"] for one in document["owed"]),
            "undo": document["undo"],
            "undo_allowed": document.get("undo_allowed", True),
            "undone": named(self.plain, document["undone"], words) if document.get("undone") else "",
            "reset": document.get("reset", 0),
            "status": document["status"],
            "guards": [choice["text"] for choice in choices if self.plain.is_guarded(choice)],
            "closed": [no for no in document.get("refused", ()) if self.plain.is_guarded(no["choice"])],
            "asks": asks,
            "names": {choice["text"]: words.choice(choice) for choice in choices if choice["text"] in asks},
            "sure": next((text for text in asks if paths[text] == look.at), ""),
            "keys": {key.to: key.key for key in self.plain.keys},
            "back": look.link(""),
            "hint": hints.panel(self.plain, document, words),
        }

    # --- HTML

    def values(self, document: Document, words: PageTranslator, look: PageContext) -> dict[str, Any]:
        """The values that every template can use."""
        return {
            "t": words.page,
            "cost_icon": self.plain.cost_icon,
            "n": words.name,
            "letter": words.letter,
            "text_of": words.card_text,
            "short_of": words.short_text,
            "said": words.event,
            "ask": words.prompt,
            "reason": words.reason,
            "link": look.link,
            "keep": look.keep,
            "spoken": look.spoken,
            "table": document["table"],
            "do": f"/t/{document['table']}/do{look.sent()}",
            "hand": f"/t/{document['table']}/hand{query_of(look.keep)}",
            "devices": f"/t/{document['table']}/links{query_of(look.keep)}",
        }

    def panels(
        self, made: dict[str, Panel], document: Document, words: PageTranslator, look: PageContext = DEFAULT_CONTEXT
    ) -> Panels:
        """Panels in HTML."""
        values = self.values(document, words, look)
        return {name: self._panel(name, panel, values) for name, panel in made.items()}

    def render_steps(
        self, made: dict[str, Panel], document: Document, words: PageTranslator, look: PageContext, drawn: Drawn
    ) -> Iterator[None]:
        """Render the panels that differ from `drawn`, the last ones for this context and table; yields after each."""
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
    """The renderer of a game."""
    return Renderer(find(title))


def hashed(name: str, panel: str) -> str:
    """A panel's name and the hash of its content, as a page sends it."""
    inside = panel.partition('data-h="')[2]
    return f"{name}:{inside[: 2 * HASH_BYTES]}"


# --- The chat


def chat(document: Document) -> dict[str, Any]:
    """The chat, and the seats for which the others can request a bot."""
    seats, seat = document["seats"], document["seat"]
    gone = []
    for number, one in enumerate(seats):
        other = one["kind"] == "person" and one["bot"] is None and number != seat and seat is not None
        absent = other and document["status"] == "running"
        if absent and document["clocks"] and document["clocks"][number] <= 0:
            gone.append({"number": number, "side": one["side"], "act": "claim"})
        elif absent and one["gone"] and seat not in one["votes"]:
            gone.append({"number": number, "side": one["side"], "act": "vote"})
        elif seat is not None and has_failed(one):
            gone += [{"number": number, "side": one["side"], "act": act} for act in ("replace", "retry")]
    agrees = seat is not None and seat in (document.get("stopped") or {}).get("waiting", ())
    people = sum(one["kind"] == "person" for one in seats)
    spoken = [
        {
            "side": seats[said["seat"]]["side"],
            "name": seats[said["seat"]]["name"],
            "text": said["text"],
            "removed": said.get("removed", False),
        }
        for said in document["chat"][-CHAT_LINES:]
    ]
    watching = document.get("watching", 0)
    shown = people > 1 or bool(spoken or gone or agrees or watching)
    return {
        "lines": spoken,
        "gone": gone,
        "agrees": agrees,
        "seat": seat,
        "shown": shown,
        "watching": watching,
    }


def has_failed(seat: dict[str, Any]) -> bool:
    """Whether the bot of a seat has failed."""
    return bool(seat.get("failed"))
