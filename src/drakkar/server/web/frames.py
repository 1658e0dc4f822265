"""Whole pages: the table with its panels, home, help, and errors."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from markupsafe import Markup

from drakkar.core.game import Value, find, titles
from drakkar.page.game_page import Document, Events, Panel
from drakkar.page.translator import PageTranslator
from drakkar.server.api.links import LinksPage
from drakkar.server.log.errors import Refused
from drakkar.server.web.join_codes import shown_code
from drakkar.server.web.layouts import HAND, SCREEN, beside_hand, hand_panels, screen_panels
from drakkar.server.web.lessons import courses
from drakkar.server.web.lobby import Row
from drakkar.server.web.markup import bot_options, shown, sprites
from drakkar.server.web.options import PACES, USUAL_PACE
from drakkar.server.web.panels import DEFAULT_CONTEXT, PageContext, Panels, Renderer, renderer
from drakkar.server.web.puzzles import are_any, shelves_of
from drakkar.server.web.shuffle import Shuffle
from drakkar.server.web.web_translator import WebTranslator


class PageRenderer:
    """Renders the pages of one game."""

    def __init__(self, panels: Renderer) -> None:
        self.panels = panels
        self.game = panels.game
        self.page = panels.page

    def table(
        self,
        public: Document,
        told: Events,
        own: Document,
        seen: Events,
        words: PageTranslator,
        look: PageContext = DEFAULT_CONTEXT,
        lang: str = "en",
        cover: Panels | None = None,
        now: int = 0,
        has_screen: bool = False,
    ) -> str:
        """The page of a table for a seat or a spectator, at a Unix time.

        A screen with several people has a `cover`. If the table `has_screen`, a player is offered the hand alone.
        """
        made = self.panels.render(public, told, own, seen, words, look) | (cover or {})
        panels = {name: Markup(html) for name, html in made.items()}  # noqa: S704 - already escaped
        keys = json.dumps({key.key: key.to for key in self.panels.plain.keys})
        values = {**self.panels.values(own, words, look), **self._board(public, words, look)}
        return self._render_page(
            "table.html",
            values,
            lang,
            title(own, words),
            panels=panels,
            document=own,
            slots=self._slots(panels),
            keys=keys,
            can_cover=cover is not None and own["seat"] is not None,
            now=now,
            has_screen=has_screen,
            code=shown_code(own["table"]),
        )

    def screen(
        self, public: Document, told: Events, words: PageTranslator, look: PageContext, lang: str, host: str = ""
    ) -> str:
        """The page of a table for a big screen, from a spectator's document; `host` is where people join."""
        awaited = screen_panels(self.panels, public, told, words)
        made = self.panels.public(public, told, words) | self.panels.panels(awaited, public, words, look)
        more = {**self._board(public, words, look), "host": host, "code": shown_code(public["table"])}
        return self._layout(SCREEN, made, public, words, look, lang, more)

    def hand(
        self,
        public: Document,
        told: Events,
        own: Document,
        seen: Events,
        words: PageTranslator,
        look: PageContext,
        lang: str,
    ) -> str:
        """The page of a seat that shows only its hand and its questions."""
        beside = beside_hand(self.panels.public_panels(public, told, words), own["seat"])
        private = hand_panels(self.panels, own, seen, words, look)
        made = self.panels.panels(beside, public, words) | self.panels.panels(private, own, words, look)
        keys = json.dumps({key.key: key.to for key in self.panels.plain.keys})
        return self._layout(HAND, made, own, words, look, lang, {"keys": keys})

    def _layout(
        self,
        name: str,
        made: Panels,
        document: Document,
        words: PageTranslator,
        look: PageContext,
        lang: str,
        more: dict[str, Any],
    ) -> str:
        """A page with some of a table's panels."""
        panels = {one: Markup(html) for one, html in made.items()}  # noqa: S704 - already escaped
        values = {**self.panels.values(document, words, look), **more, "slots": self._slots(panels)}
        return self._render_page(
            f"{name}.html", values, lang, title(document, words), panels=panels, document=document, layout=name
        )

    def replay(
        self,
        public: Document,
        made: Panels,
        words: PageTranslator,
        look: PageContext,
        lang: str,
        title: str,
        own: int | None = None,
    ) -> str:
        """A moment of a finished match; `own` is the viewer's seat."""
        panels = {name: Markup(html) for name, html in made.items()}  # noqa: S704 - already escaped
        values = {**self.panels.values(public, words, look), **self._board(public, words, look)}
        return self._render_page(
            "replay.html",
            values,
            lang,
            title,
            panels=panels,
            document=public,
            slots=self._slots(panels),
            can_cover=False,
            has_screen=False,
            own=own,
        )

    def review(self, table: str, made: dict[str, Panel], state: str, words: PageTranslator, lang: str) -> str:
        """The page of a review."""
        document = {"table": table}
        html = self.panels.panels(made, document, words)
        panels = {name: Markup(panel) for name, panel in html.items()}  # noqa: S704 - already escaped
        heading = words.page("review_title", game=self.game.name or self.game.title)
        values = self.panels.values(document, words, DEFAULT_CONTEXT)
        title = f"{heading} · {words.page('drakkar')}"
        return self._render_page("review.html", values, lang, title, panels=panels, heading=heading, state=state)

    def _slots(self, panels: Mapping[str, str]) -> dict[str, list[str]]:
        """The names of the panels in each slot of the page, in order."""
        return {
            slot: [name for wanted in names for name in panels if name == wanted or name.startswith(f"{wanted}-")]
            for slot, names in self.panels.plain.slots.items()
        }

    def _board(self, public: Document, words: PageTranslator, look: PageContext) -> dict[str, Markup]:
        """The parts of the board that never change."""
        if self.page is None:
            return {"board": Markup(), "names": Markup()}
        values = {**self.panels.values(public, words, look), **self.page.board(public, words)}
        made = {name: self.panels.env.get_template(f"game/{name}.html").render(values) for name in ("board", "names")}
        return {name: Markup(html) for name, html in made.items()}  # noqa: S704 - already escaped

    def home(
        self,
        words: PageTranslator,
        tables: Sequence[Row],
        look: PageContext = DEFAULT_CONTEXT,
        lang: str = "en",
        mine: Sequence[Row] = (),
    ) -> str:
        """The start page: play now, a new table, join, `tables` to watch, and the player's matches."""
        sides = self.game.sides
        rulings = [
            {
                "name": ruling.name,
                "rule": ruling.rule,
                "text": words.ruling(ruling.name, ruling.text),
                "values": [{"key": _key(value), "said": words.value(ruling.name, value)} for value in ruling.values],
            }
            for ruling in self.game.rulings
        ]
        return self._render_page(
            "home.html",
            self.panels.values({"table": ""}, words, look),
            lang,
            words.page("home_title"),
            tables=tables,
            mine=mine,
            bots=bot_options(self.game.title, words.page),
            paces=PACES,
            usual_pace=USUAL_PACE,
            rulings=rulings,
            games=_games(),
            loop_first=lambda side: side == sides[0],
            number_of=sides.index,
            has_puzzles=are_any(),
        )

    def help(self, words: PageTranslator, look: PageContext = DEFAULT_CONTEXT, lang: str = "en") -> str:
        """The short rules, the keys, all cards, and all rules by id."""
        values = {**self.panels.values({"table": ""}, words, look), **self.panels.plain.help()}
        keys = [(shown(key.key), words.page(key.says)) for key in self.panels.plain.keys]
        return self._render_page("help.html", values, lang, words.page("help_title"), keys=keys, games=_games())

    def learn(self, words: PageTranslator, look: PageContext = DEFAULT_CONTEXT, lang: str = "en") -> str:
        """The lessons of all games."""
        values = self.panels.values({"table": ""}, words, look)
        return self._render_page("learn.html", values, lang, words.page("learn"), courses=courses(lang))

    def puzzles(self, words: PageTranslator, look: PageContext, lang: str, day: date) -> str:
        """The puzzles of all games: that of the day, and those of each theme and difficulty."""
        values = self.panels.values({"table": ""}, words, look)
        shelves = shelves_of(lang, day)
        return self._render_page(
            "puzzles.html", values, lang, words.page("puzzles"), shelves=shelves, day=day.isoformat()
        )

    def error(self, words: WebTranslator, refusal: Refused, table: str = "", pasted: str = "", lang: str = "en") -> str:
        """The page of a refusal, with a way back; a `pasted` text can be corrected."""
        values = self.panels.values({"table": table}, words, DEFAULT_CONTEXT)
        # If a rule forbids it, the rule's text is enough.
        detail = refusal.detail if refusal.reason is None else ""
        more = {"code": refusal.code, "text": words.refusal(refusal), "detail": detail, "rule_id": refusal.rule}
        return self._render_page("error.html", values, lang, words.page("error"), pasted=pasted, **more)

    def leave(self, table: str, status: str, has_bot: bool, words: PageTranslator, lang: str) -> str:
        """The page that confirms leaving a table."""
        values = self.panels.values({"table": table}, words, DEFAULT_CONTEXT)
        return self._render_page("leave.html", values, lang, words.page("leave"), status=status, has_bot=has_bot)

    def links(self, shown: LinksPage, words: PageTranslator, lang: str) -> str:
        """The page with links that open the seat on another device."""
        values = self.panels.values({"table": shown.table}, words, DEFAULT_CONTEXT)
        return self._render_page("links.html", values, lang, words.page("devices"), shown=shown)

    def fair(self, shown: Shuffle, words: PageTranslator, lang: str) -> str:
        """The page that checks the shuffles of a match."""
        values = self.panels.values({"table": shown.table}, words, DEFAULT_CONTEXT)
        return self._render_page("fair.html", values, lang, words.page("fair"), shown=shown)

    def _render_page(self, template: str, values: dict[str, Any], lang: str, title: str, **more: Any) -> str:
        frame = {
            "lang": lang,
            "title": title,
            "style": self.page.style if self.page is not None else "",
            "sprites": sprites(self.page),
            "game": self.game,
        }
        return self.panels.env.get_template(template).render({**values, **frame, **more})


@cache
def page_renderer(title: str) -> PageRenderer:
    """The renderer of a game's pages."""
    return PageRenderer(renderer(title))


def title(document: Document, words: PageTranslator) -> str:
    """The title of the browser tab."""
    if document["status"] != "running":
        said = words.page(f"title_{document['status']}")
    elif document["decision"] and document["seat"] is not None:
        said = words.page("title_yours", side=words.name("side", document["seats"][document["seat"]]["side"]))
    else:
        sides = [words.name("side", document["seats"][one["seat"]]["side"]) for one in document["owed"]]
        several = len(sides) > 1
        said = (
            words.page("waiting_for_all", sides=", ".join(sides))
            if several
            else words.page("title_waiting", side=sides[0])
        )
    return f"{said} · {words.page('drakkar')}"


def _games() -> list[tuple[str, str]]:
    """Every title with the game's name."""
    return [(title, find(title).name or title) for title in titles()]


def _key(value: Value) -> str:
    """A value of a ruling in a form."""
    return str(value).lower() if isinstance(value, bool) else str(value)
