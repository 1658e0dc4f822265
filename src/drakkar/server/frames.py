"""Whole pages: the table with its panels, home, help, and what was refused."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from drakkar.bots import LEVELS
from drakkar.core.game import Value, find, titles
from drakkar.core.page import Document, Events, Words
from drakkar.server.lobby import Row
from drakkar.server.markup import shown, sprites
from drakkar.server.panels import PLAIN_LOOK, Look, Panels, Renderer, renderer
from drakkar.server.refusals import Refused
from drakkar.server.voice import Voice


class Frames:
    """Makes the pages of one game."""

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
        words: Words,
        look: Look = PLAIN_LOOK,
        lang: str = "en",
        cover: Panels | None = None,
    ) -> str:
        """The page of a table, as one seat or a spectator sees it; several people at one screen have a `cover`."""
        made = self.panels.render(public, told, own, seen, words, look) | (cover or {})
        panels = {name: Markup(html) for name, html in made.items()}  # noqa: S704 - each is escaped already
        keys = json.dumps({key.key: key.to for key in self.panels.plain.keys})
        sheets = [name for name in panels if name.startswith("clan-")]
        values = {**self.panels.values(own, words, look), **self._board(public, words, look)}
        return self._whole(
            "table.html",
            values,
            lang,
            title(own, words),
            panels=panels,
            document=own,
            sheets=sheets,
            keys=keys,
            can_cover=cover is not None and own["seat"] is not None,
        )

    def replay(
        self, public: Document, made: Panels, words: Words, look: Look, lang: str, title: str, own: int | None = None
    ) -> str:
        """A moment of a match that is over; `own` is the seat of who looks at it."""
        panels = {name: Markup(html) for name, html in made.items()}  # noqa: S704 - each is escaped already
        sheets = [name for name in panels if name.startswith("clan-")]
        values = {**self.panels.values(public, words, look), **self._board(public, words, look)}
        return self._whole(
            "replay.html", values, lang, title, panels=panels, document=public, sheets=sheets, can_cover=False, own=own
        )

    def _board(self, public: Document, words: Words, look: Look) -> dict[str, Markup]:
        """What of the board never changes."""
        if self.page is None:
            return {"board": Markup(), "names": Markup()}
        values = {**self.panels.values(public, words, look), **self.page.board(public, words)}
        made = {name: self.panels.env.get_template(f"game/{name}.html").render(values) for name in ("board", "names")}
        return {name: Markup(html) for name, html in made.items()}  # noqa: S704 - each is escaped already

    def home(
        self,
        words: Words,
        tables: Sequence[Row],
        look: Look = PLAIN_LOOK,
        lang: str = "en",
        mine: Sequence[Row] = (),
    ) -> str:
        """The first page: play now, a new table, join, `tables` to watch, and one's own matches."""
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
            self.panels.values({"table": ""}, words, look),
            lang,
            words.page("home_title"),
            tables=tables,
            mine=mine,
            levels=LEVELS,
            options=options,
            games=_games(),
            loop_first=lambda clan: clan == clans[0],
            number_of=clans.index,
        )

    def help(self, words: Words, look: Look = PLAIN_LOOK, lang: str = "en") -> str:
        """The rules in short, the keys, every card, and all rules by their ids."""
        values = {**self.panels.values({"table": ""}, words, look), **self.panels.plain.help()}
        keys = [(shown(key.key), words.page(key.says)) for key in self.panels.plain.keys]
        return self._whole("help.html", values, lang, words.page("help_title"), keys=keys, games=_games())

    def error(self, words: Voice, refusal: Refused, table: str = "", pasted: str = "", lang: str = "en") -> str:
        """Something was refused: what, and the way back; a text that was `pasted` can be mended."""
        values = self.panels.values({"table": table}, words, PLAIN_LOOK)
        # Where a rule forbids it the rule's own words say all.
        detail = refusal.detail if refusal.reason is None else ""
        more = {"code": refusal.code, "text": words.refusal(refusal), "detail": detail, "rule_id": refusal.rule}
        return self._whole("error.html", values, lang, words.page("error"), pasted=pasted, **more)

    def leave(self, table: str, status: str, has_bot: bool, words: Words, lang: str) -> str:
        """Whether somebody really wants to get up."""
        values = self.panels.values({"table": table}, words, PLAIN_LOOK)
        return self._whole("leave.html", values, lang, words.page("leave"), status=status, has_bot=has_bot)

    def _whole(self, template: str, values: dict[str, Any], lang: str, title: str, **more: Any) -> str:
        frame = {
            "lang": lang,
            "title": title,
            "style": self.page.style if self.page is not None else "",
            "sprites": sprites(self.page),
            "game": self.game,
        }
        return self.panels.env.get_template(template).render({**values, **frame, **more})


@cache
def frames(title: str) -> Frames:
    """The pages of a game."""
    return Frames(renderer(title))


def title(document: Document, words: Words) -> str:
    """What the tab says."""
    if document["status"] != "running":
        said = words.page("title_open" if document["status"] == "open" else "title_over")
    elif document["decision"] and document["seat"] is not None:
        said = words.page("title_yours", clan=words.name("clan", document["seats"][document["seat"]]["clan"]))
    else:
        clans = [words.name("clan", document["seats"][one["seat"]]["clan"]) for one in document["owed"]]
        several = len(clans) > 1
        said = (
            words.page("waiting_for_all", clans=", ".join(clans))
            if several
            else words.page("title_waiting", clan=clans[0])
        )
    return f"{said} · {words.page('drakkar')}"


def _games() -> list[tuple[str, str]]:
    """Every title with the game's name."""
    return [(title, find(title).name or title) for title in titles()]


def _key(value: Value) -> str:
    """A value of an option as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
