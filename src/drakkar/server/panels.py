"""The parts of a table's page, each a function of a document: what everybody sees, and what one seat sees.

Public panels are made of what a spectator is told, never of what a seat is told. A panel carries a short hash of its
inside, so that a page can say what it shows and be sent the rest.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

from drakkar.bots import LEVELS
from drakkar.core.game import Game, Value, find
from drakkar.core.page import Document, Events, Page, Panel, Step, Words, following, opened, path_of
from drakkar.server import charts

TEMPLATES: Final = Path(__file__).parent / "templates"
STATIC: Final = Path(__file__).parent / "static"
ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")
# So many lines of the log are shown, and so many of what happened since one's last turn.
LOG_LINES: Final = 60
RECAP_LINES: Final = 12
CHAT_LINES: Final = 50
# With more choices, or more that cannot be chosen, the reasons are shown one at a time.
CROWD: Final = 9
FEW_REASONS: Final = 2
HASH_BYTES: Final = 6

# Panels by name, in HTML.
Panels = dict[str, str]


class Look(NamedTuple):
    """How one page is looked at: how far its choice is made, and what every link has to keep (`seat`, `lang`)."""

    at: str = ""
    keep: tuple[tuple[str, str], ...] = ()

    def link(self, path: str) -> str:
        """The same page with the choice made so far."""
        return "?" + urlencode([*self.keep, *((("at", path),) if path else ())])


PLAIN_LOOK: Final = Look()


class Renderer:
    """Makes the panels of one game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.page: Page | None = game.page()
        self.env = environment(self.page)

    # --- What everybody sees

    def public(self, document: Document, events: Events, words: Words) -> Panels:
        """The panels of a spectator's document."""
        made = {
            "seats": Panel("panels/seats.html", self._seats(document), words.page("seats")),
            "log": Panel("panels/log.html", log(document, events), words.page("log"), "log"),
            "outcome": Panel(
                "panels/outcome.html", self._outcome(document, events, words), words.page("outcome"), "mode"
            ),
        }
        if self.page is not None:
            made |= self.page.public(document, events, words)
        elif document["view"]:
            board = self.game.text_board(document["view"], False, 100)
            made["board"] = Panel("panels/text.html", {"parts": board, "of": "board"}, words.page("board"))
        return self._render(made, document, words, PLAIN_LOOK)

    # --- What one seat sees

    def private(self, document: Document, events: Events, words: Words, look: Look = PLAIN_LOOK) -> Panels:
        """The panels of a seat's document, or of a spectator's: what is asked, and what is his alone."""
        made = {
            "prompt": Panel("panels/prompt.html", self.prompt(document, words, look), words.page("prompt")),
            "turn": Panel("panels/turn.html", self._turn(document, look), words.page("turn"), "turnctl"),
            "chat": Panel("panels/chat.html", chat(document), words.page("chat")),
            "recap": Panel("panels/recap.html", self._recap(document, events), words.page("recap"), "log"),
        }
        if self.page is not None:
            made |= self.page.private(document, events, words, look.at)
        elif document["view"] and document["seat"] is not None:
            board = self.game.text_board(document["view"], False, 100)
            made["own"] = Panel("panels/text.html", {"parts": board, "of": "own"}, words.page("own"))
        return self._render(made, document, words, look)

    def render(
        self, public: Document, told: Events, own: Document, seen: Events, words: Words, look: Look = PLAIN_LOOK
    ) -> Panels:
        """All panels of a page: the public ones from what everybody is told, the private ones from what a seat is."""
        return self.public(public, told, words) | self.private(own, seen, words, look)

    # --- Whole pages

    def table(
        self,
        public: Document,
        told: Events,
        own: Document,
        seen: Events,
        words: Words,
        look: Look = PLAIN_LOOK,
        lang: str = "en",
    ) -> str:
        """The page of a table, as one seat or a spectator sees it."""
        made = self.render(public, told, own, seen, words, look)
        panels = {name: Markup(html) for name, html in made.items()}  # noqa: S704 - each is escaped already
        board = {"board": Markup(), "names": Markup()}
        if self.page is not None:
            values = {**self._values(public, words, look), **self.page.board(public, words)}
            board = {name: Markup(self.env.get_template(f"game/{name}.html").render(values)) for name in board}  # noqa: S704
        return self.env.get_template("table.html").render(
            **self._values(own, words, look),
            panels=panels,
            **board,
            document=own,
            lang=lang,
            title=title(own, words),
            sheets=[name for name in panels if name.startswith("clan-")],
            style=self.page.style if self.page is not None else "",
            sprites=sprites(self.page),
            game=self.game,
        )

    def home(self, words: Words, tables: list[dict[str, Any]], look: Look = PLAIN_LOOK, lang: str = "en") -> str:
        """The first page: play now, a new table, join, watch. `tables` have table, name, status and clans."""
        clans = self.game.clans
        options = [
            {
                "name": option.name,
                "rule": option.rule,
                "text": words.option(option.name, option.text),
                "values": [{"key": _key(value), "said": words.value(option.name, value)} for value in option.values],
            }
            for option in self.game.options
        ]
        return self._whole(
            "home.html",
            words,
            look,
            lang,
            words.page("home_title"),
            tables=tables,
            levels=LEVELS,
            options=options,
            loop_first=lambda clan: clan == clans[0],
            number_of=clans.index,
        )

    def help(self, words: Words, look: Look = PLAIN_LOOK, lang: str = "en") -> str:
        """The rules in short, the keys, every card, and all rules by their ids."""
        content = (self.page or PLAIN).help()
        return self._whole("help.html", words, look, lang, words.page("help_title"), **content)

    def error(
        self,
        words: Words,
        code: str,
        text: str,
        rule_id: str = "",
        table: str = "",
        look: Look = PLAIN_LOOK,
        lang: str = "en",
    ) -> str:
        """Something was refused: what, and the way back."""
        values = {"code": code, "text": text, "rule_id": rule_id, "table": table}
        return self._whole("error.html", words, look, lang, words.page("error"), **values)

    def _whole(self, template: str, words: Words, look: Look, lang: str, title: str, **values: Any) -> str:
        frame = {
            "lang": lang,
            "title": title,
            "style": self.page.style if self.page is not None else "",
            "sprites": sprites(self.page),
            "game": self.game,
        }
        return self.env.get_template(template).render({**self._values({"table": ""}, words, look), **frame, **values})

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

    def _turn(self, document: Document, look: Look) -> dict[str, Any]:
        guards = [choice for choice in document["choices"] if self.page is not None and self.page.is_guarded(choice)]
        return {
            "seat": document["seat"],
            "decision": document["decision"],
            "undo": document["undo"],
            "undone": document.get("undone", ""),
            "reset": document.get("reset", 0),
            "status": document["status"],
            "guards": guards,
            "at": look.at,
            "back": look.link(""),
        }

    def _recap(self, document: Document, events: Events) -> dict[str, Any]:
        """What others did since the seat last chose; first what was done to it."""
        seat = document["seat"]
        if seat is None or not document["view"]:
            return {"lines": [], "more": 0, "shown": False}
        clans = [one["clan"] for one in document["seats"]]
        clan = clans[seat]
        start = _last_of(events, clan)
        since = [(number, event) for number, event in enumerate(events[start:], start) if _worth_telling(event)]
        against = self.page.against if self.page is not None else lambda _event, _clan: False
        hostile = [(number, event, True) for number, event in since if against(event, clan)]
        others = [(number, event, False) for number, event in since if not against(event, clan)]
        lines = [*hostile, *reversed(others)]
        return {
            "lines": [
                {"number": number, "event": event, "against": bad, "clan": clan_of(event, clans)}
                for number, event, bad in lines[:RECAP_LINES]
            ],
            "more": max(0, len(lines) - RECAP_LINES),
            "shown": True,
        }

    def prompt(self, document: Document, words: Words, look: Look) -> dict[str, Any]:
        """What is asked, and every choice in its place among the steps."""
        seat = document["seat"]
        own = next((one["prompt"] for one in document["owed"] if one["seat"] == seat), None)
        clans = [one["clan"] for one in document["seats"]]
        return {
            "asked": own,
            "seat": seat,
            "clan": clans[seat] if seat is not None else "",
            "decision": document["decision"],
            "status": document["status"],
            "owed": [{"clan": clans[one["seat"]], "prompt": one["prompt"]} for one in document["owed"]],
            "open": sum(one["kind"] == "open" for one in document["seats"]),
            "depths": self._depths(document, words, look) if own is not None else [],
            "outcome": document["outcome"],
            "clans": clans,
        }

    def _depths(self, document: Document, words: Words, look: Look) -> list[dict[str, Any]]:
        """The steps side by side; each has a group of buttons for every way to come to it."""
        page = self.page if self.page is not None else PLAIN
        choices = [choice for choice in document["choices"] if not page.is_guarded(choice)]
        legal = {page.steps(choice): choice for choice in choices}
        refused = {
            page.steps(no["choice"]): no for no in document.get("refused", ()) if not page.is_guarded(no["choice"])
        }
        refused = {way: no for way, no in refused.items() if way not in legal}
        ways, numbers = list(legal), {choice: number for number, choice in enumerate(document["choices"])}
        made = opened(ways, look.at)
        previews = document.get("previews", {})
        depths: list[dict[str, Any]] = []
        groups: list[tuple[Step, ...]] = [()]
        while groups:
            shown: list[dict[str, Any]] = []
            inner: list[tuple[Step, ...]] = []
            for before in groups:
                items: list[dict[str, Any]] = []
                for step in following([*ways, *refused], before):
                    way = (*before, step)
                    leads_on = any(len(other) > len(way) and other[: len(way)] == way for other in ways)
                    choice = legal.get(way, "")
                    reason = None if choice or leads_on else _first_reason(refused, way)
                    if leads_on:
                        inner.append(way)
                    items.append(
                        {
                            "id": f"c{numbers[choice]}" if choice else f"s{len(depths)}-{len(shown)}-{len(items)}",
                            "path": path_of(way),
                            "label": page.said(step, words)
                            if step.sort != "choice"
                            else words.choice(choice or step.word),
                            "note": page.note(document, way),
                            "place": step.word if step.sort == "place" else "",
                            "choice": choice,
                            "reason": reason,
                            "pressed": made[: len(way)] == way or (bool(look.at) and path_of(way) == look.at),
                            "preview": previews.get(choice),
                        }
                    )
                sorts = [step.sort for step in following([*ways, *refused], before)]
                shown.append(
                    {
                        "of": path_of(before),
                        "id": f"g{len(depths)}-{len(shown)}",
                        "sort": next((sort for sort in sorts if sort != "choice"), "choice"),
                        "items": _legal_first(items),
                        "crowded": len(items) > CROWD
                        or sum(item["reason"] is not None for item in items) > FEW_REASONS,
                        "open": made[: len(before)] == before,
                        "last": made == before,
                    }
                )
            depths.append({"number": len(depths) + 1, "groups": shown, "open": any(one["open"] for one in shown)})
            groups = inner
        return depths

    def _outcome(self, document: Document, events: Events, words: Words) -> dict[str, Any]:
        outcome = document["outcome"]
        if outcome is None:
            return {"on": False}
        clans = [seat["clan"] for seat in document["seats"]]
        ranking = sorted(range(len(clans)), key=lambda seat: -outcome["glory"][seat])
        points = self.page.scores(document, events) if self.page is not None else []
        sources = [source for source in outcome["by_source"][0] if any(by[source] for by in outcome["by_source"])]
        return {
            "on": True,
            "winners": outcome["winners"],
            "clans": clans,
            "seats": document["seats"],
            "glory": outcome["glory"],
            "ranking": ranking,
            "sources": sources,
            "by_source": outcome["by_source"],
            "bars": charts.bars(outcome["by_source"], sources, ranking),
            "lines": charts.lines(points, clans, words.page),
            "seed": document["seed"],
            "next": document["next"],
            "table": document["table"],
        }

    # --- In HTML

    def _values(self, document: Document, words: Words, look: Look) -> dict[str, Any]:
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
            "foretold": words.preview,
            "link": look.link,
            "keep": look.keep,
            "table": document["table"],
            "do": f"/t/{document['table']}/do",
        }

    def _render(self, made: dict[str, Panel], document: Document, words: Words, look: Look) -> Panels:
        values = self._values(document, words, look)
        return {name: self._panel(name, panel, values) for name, panel in made.items()}

    def _panel(self, name: str, panel: Panel, values: dict[str, Any]) -> str:
        template = panel.template if panel.template.startswith("panels/") else f"game/{panel.template}"
        inside = self.env.get_template(template).render({**values, **panel.values}).strip()
        digest = blake2b(inside.encode(), digest_size=HASH_BYTES).hexdigest()
        shown = "" if inside else " hidden"
        classes = f"panel {panel.classes}".strip()
        shown += ' tabindex="0"' if inside and "mode" in panel.classes else ""
        return (
            f'<section id="p-{name}" class="{classes}" data-panel="{name}" data-h="{digest}"'
            f' aria-label="{escape(panel.label)}"{shown}>{inside}</section>'
        )


class Plain(Page):
    """A game that brings no page: every choice is one step."""


PLAIN: Final = Plain()


@cache
def renderer(title: str) -> Renderer:
    """The one renderer of a game."""
    return Renderer(find(title))


def environment(page: Page | None) -> Environment:
    """Templates of the shell, and those of a game under `game/`."""
    loaders: list[Any] = [FileSystemLoader(TEMPLATES)]
    if page is not None:
        loaders.append(PrefixLoader({"game": FileSystemLoader(page.folder / "templates")}))
    env = Environment(
        loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    env.filters |= {"upfirst": upfirst, "clan_name": lambda clan, names: names("clan", clan), "clock": clock}
    env.globals |= {
        "ic": icon,
        "badge": badge if page is not None else letter_badge,
        "rule": rule,
        "marks": marks,
        "roman": ROMAN,
        "plus": lambda number: f"{number:+d}".replace("-", "−"),
        "seat_name": seat_name,
        "has_page": page is not None,
    }
    return env


# --- Small pieces


def upfirst(text: str) -> str:
    """As it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def clock(milliseconds: int) -> str:
    """Time left, in minutes and seconds."""
    return f"{max(0, milliseconds) // 60000}:{max(0, milliseconds) // 1000 % 60:02d}"


@lru_cache(maxsize=1024)
def icon(name: str) -> Markup:
    """A drawing of the sprite beside words."""
    return Markup('<svg class="ic" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


@lru_cache(maxsize=1024)
def badge(clan: str, size: str = "") -> Markup:
    """The sign of a clan."""
    sized = f"badge {size}" if size else "badge"
    return Markup('<svg class="{}" viewBox="0 0 32 32" aria-hidden="true"><use href="#b-{}"/></svg>').format(
        sized, clan
    )


@lru_cache(maxsize=1024)
def marks(steps: tuple[str, ...]) -> Markup:
    """Steps in a row: those made are filled, the legendary ones are diamonds."""
    drawn = [
        f'<path class="{mark}" d="M{4 + 7 * number} 1l3 3-3 3-3-3z"/>'
        if mark.endswith("leg")
        else f'<circle class="{mark}" cx="{4 + 7 * number}" cy="4" r="2.3"/>'
        for number, mark in enumerate(steps)
    ]
    row = f'<svg class="steps" viewBox="0 0 44 8" aria-hidden="true">{"".join(drawn)}</svg>'
    return Markup(row)  # noqa: S704 - our own marks


@lru_cache(maxsize=1024)
def letter_badge(clan: str, size: str = "") -> Markup:
    """The sign of a clan that nobody has drawn."""
    return Markup('<span class="badge letter {}" aria-hidden="true">{}</span>').format(size, clan[:1].upper())


@lru_cache(maxsize=1024)
def rule(ident: str) -> Markup:
    """A rule by its id, and the way to its words."""
    return Markup('<a class="rule" href="/help#{0}">{0}</a>').format(ident) if ident else Markup()


def seat_name(seat: dict[str, Any], words: Callable[..., str]) -> str:
    """Who sits there."""
    if seat["kind"] == "open":
        return words("open_seat")
    if seat["bot"]:
        level = words(f"level_{seat['bot']}") if seat["bot"] in LEVELS else seat["bot"]
        return words("bot", level=level)
    return seat["name"] or words("person")


def title(document: Document, words: Words) -> str:
    """What the tab says."""
    if document["status"] != "running":
        said = words.page("title_open" if document["status"] == "open" else "title_over")
    elif document["decision"] and document["seat"] is not None:
        said = words.page("title_yours", clan=words.name("clan", document["seats"][document["seat"]]["clan"]))
    else:
        clans = [words.name("clan", document["seats"][one["seat"]]["clan"]) for one in document["owed"]]
        said = words.page("title_waiting", clan=", ".join(clans))
    return f"{said} · {words.page('drakkar')}"


@cache
def _sprite(path: Path) -> Markup:
    return Markup(path.read_text("utf-8"))  # noqa: S704 - our own drawings


def sprites(page: Page | None) -> list[Markup]:
    """The drawings that a page holds."""
    own = [_sprite(page.folder / "static" / page.sprite)] if page is not None and page.sprite else []
    return [_sprite(STATIC / "sprite.svg"), *own]


def _key(value: Value) -> str:
    """A value of an option as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- The log


# What is seen elsewhere, and would only fill the log.
SILENT: Final = frozenset(("picked", "dealt", "packs_passed", "card_chosen", "token_laid", "rage_spent", "turn_begins"))


def _worth_telling(event: dict[str, Any]) -> bool:
    return event["kind"] not in SILENT


def log(document: Document, events: Events) -> dict[str, Any]:
    """The latest of what happened, newest first."""
    told = [(number, event) for number, event in enumerate(events) if _worth_telling(event)]
    latest = list(reversed(told[-LOG_LINES:]))
    clans = {seat["clan"] for seat in document["seats"]}
    lines = [{"number": number, "event": event, "clan": clan_of(event, clans)} for number, event in latest]
    return {"lines": lines, "older": max(0, len(told) - LOG_LINES)}


def chat(document: Document) -> dict[str, Any]:
    """What people say to each other, and whom the others can let a bot play for."""
    seats, seat = document["seats"], document["seat"]
    gone = []
    for number, one in enumerate(seats):
        absent = one["kind"] == "person" and one["bot"] is None and number != seat and seat is not None
        if absent and one["left"] and seat not in one["votes"]:
            gone.append({"number": number, "clan": one["clan"], "act": "vote"})
        elif absent and document["clocks"] and document["clocks"][number] <= 0:
            gone.append({"number": number, "clan": one["clan"], "act": "claim"})
    people = sum(one["kind"] == "person" for one in seats)
    lines = [{"clan": seats[said["seat"]]["clan"], "text": said["text"]} for said in document["chat"][-CHAT_LINES:]]
    return {"lines": lines, "gone": gone, "seat": seat, "shown": people > 1 or bool(lines) or bool(gone)}


def clan_of(event: dict[str, Any], clans: Iterable[str]) -> str:
    """The clan that an event is about, empty if it is about all."""
    named = str(event["data"].get("clan", "")).lower()
    return named if named in clans else ""


def _last_of(events: Events, clan: str) -> int:
    """Where the latest things that a clan did itself end."""
    for number in range(len(events) - 1, -1, -1):
        if events[number]["kind"] in OWN_ACTS and str(events[number]["data"].get("clan", "")).lower() == clan:
            return number + 1
    return 0


OWN_ACTS: Final = frozenset(
    ("invaded", "marches", "upgraded", "quest_committed", "pillage_declared", "passed", "hand_taken", "joined")
)


def _legal_first(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What can be chosen, and as much of what cannot as there is room for."""
    legal = [item for item in items if item["reason"] is None]
    return legal + [item for item in items if item["reason"] is not None][: max(FEW_REASONS, CROWD - len(legal))]


def _first_reason(refused: dict[tuple[Step, ...], dict[str, Any]], way: tuple[Step, ...]) -> dict[str, Any] | None:
    """Why nothing along a way can be chosen."""
    return next((no for other, no in refused.items() if other[: len(way)] == way), None)
