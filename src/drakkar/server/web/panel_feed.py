"""The push format of pages: the HTML panels of a table, and their changes."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec

from drakkar.core.hosting import game_of, series, undoable
from drakkar.core.match import Match
from drakkar.core.view import View
from drakkar.page.game_page import Panel
from drakkar.server.live.document import Parts, history
from drakkar.server.live.push_format import PriorityPush, RenderCache, TableView
from drakkar.server.log import entries
from drakkar.server.log.errors import Refused
from drakkar.server.log.messages import as_json, as_plain
from drakkar.server.log.table import NO_DECISION, Table
from drakkar.server.web import hints, taken_back
from drakkar.server.web.frames import title
from drakkar.server.web.groups import offers
from drakkar.server.web.panels import DEFAULT_CONTEXT, PageContext, RenderedBeat, Renderer, renderer
from drakkar.server.web.rows import diff_rows
from drakkar.server.web.web_translator import WebTranslator, web_translator

# The most events that are announced at once; the rest are in the log.
MOST_SAID = 3
UNSEATED: Final = as_json({"is": "unseated"})


class PanelFeed(msgspec.Struct, frozen=True):
    """Pushes panels in one language; `keep` is the query of every link on the page."""

    # The layout of the page; empty for the whole table (see layouts.py).
    layout: ClassVar[str] = ""

    language: str
    keep: tuple[tuple[str, str], ...] = ()

    def parts(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Parts:
        """All panels, and the title of the page."""
        for _ in self._render_steps(table_view, seat, cache):
            pass
        return {**self.public_parts(seat, cache), **cache["mine", seat, self]}

    def public_parts(self, seat: int | None, cache: RenderCache) -> Parts:  # noqa: ARG002 - some layouts have few of them
        """The public panels of the page, once they are rendered."""
        found: Parts = cache["public", self.language]
        return found

    def render_steps(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:
        """Render the panels one by one."""
        return self._render_steps(table_view, seat, cache)

    def _render_steps(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:
        """Render public panels once for all subscribers, and skip unchanged panels."""
        yield from self._render_public(table_view, cache)
        yield from self._render_private(table_view, seat, cache)

    def _render_public(self, table_view: TableView, cache: RenderCache) -> Iterator[None]:
        """Render the public panels."""
        if ("public", self.language) in cache:
            return
        document, events = page_document(table_view, None, cache)
        yield
        words, render = (
            web_translator(self.language, table_view.table.founded.game),
            renderer(table_view.table.founded.game),
        )
        panels, rendered = (
            render.public_panels(document, events, words),
            table_view.rendered.setdefault(("public", self.language), {}),
        )
        yield
        yield from render.render_steps(panels, document, words, DEFAULT_CONTEXT, rendered)
        cache["public", self.language] = {name: rendered[name][1] for name in panels}

    def _render_private(self, table_view: TableView, seat: int | None, cache: RenderCache) -> Iterator[None]:
        """Render the panels of one seat, and the title of its page."""
        if ("mine", seat, self) in cache:
            return
        own, seen = page_document(table_view, seat, cache)
        yield
        words, render = (
            web_translator(self.language, table_view.table.founded.game),
            renderer(table_view.table.founded.game),
        )
        rendered, look = (
            table_view.rendered.setdefault((seat, self.layout, self.language, self.keep), {}),
            PageContext("", self.keep, self.layout),
        )
        panels = self.private_panels(render, own, seen, words, look)
        yield
        yield from render.render_steps(panels, own, words, look, rendered)
        cache["mine", seat, self] = {name: rendered[name][1] for name in panels} | {"title": title(own, words).encode()}

    def private_panels(
        self, render: Renderer, own: dict[str, Any], seen: list[dict[str, Any]], words: WebTranslator, look: PageContext
    ) -> dict[str, Panel]:
        """The panels of one seat or a spectator."""
        return render.private_panels(own, seen, words, look)

    def full(self, table_view: TableView, seat: int | None, now: Parts) -> bytes:  # noqa: ARG002 - the panels already belong to the seat
        """All panels; the page applies those that it lacks."""
        panels = {name: part.decode() for name, part in now.items()}
        return as_json({"is": "panels", "v": table_view.table.version, "panels": panels, "say": []})

    def news(self, table_view: TableView, seat: int | None, since: int) -> bytes:
        """All panels, and the events since a version: for a page that polls instead of using a socket."""
        cache: RenderCache = {}
        return self.push(table_view, seat, {}, self.parts(table_view, seat, cache), since, cache)

    def push(
        self, table_view: TableView, seat: int | None, before: Parts, now: Parts, since: int, cache: RenderCache
    ) -> bytes:
        """The changed panels, the beats to show before them, and the announcements."""
        changed = {}
        for name, html in now.items():
            step = before.get(name, b""), html
            if step[0] != html:
                # Public panels have the same before and after for all subscribers, so the diff is cached.
                changed[name] = cache[step] if step in cache else cache.setdefault(step, diff_rows(*step))
        return as_json(self.message(table_view, seat, changed, since, cache))

    def priority_push(
        self, table_view: TableView, seat: int | None, before: Parts, since: int, cache: RenderCache
    ) -> PriorityPush | None:
        """The panels for the player's decision, before the public ones are rendered."""
        at_once = renderer(table_view.table.founded.game).at_once
        for _ in self._render_private(table_view, seat, cache):
            pass
        now = cache["mine", seat, self]
        parts = {name: html for name, html in now.items() if name in at_once and before.get(name) != html}
        changed = {name: diff_rows(before.get(name, b""), html) for name, html in parts.items()}
        message = {"is": "panels", "v": since, "panels": changed, "after": {}, "beats": [], "say": []}
        return PriorityPush(parts, as_json(message))

    def message(
        self, table_view: TableView, seat: int | None, changed: dict[str, str], since: int, cache: RenderCache
    ) -> dict[str, Any]:
        """The message of a push: `panels` are for the decision and shown at once, those in `after` follow the beats."""
        game = table_view.table.founded.game
        words, at_once, silent = (
            web_translator(self.language, game),
            renderer(game).at_once,
            renderer(game).plain.silent,
        )
        _, events = page_document(table_view, seat, cache)
        start = table_view.table.first_new_event(since)
        beats = self.beats(table_view, start, cache)
        staged = {number for beat in beats for number in beat.numbers}
        # The other events: those before the first beat are announced with it, the others with the panels.
        first = min(staged, default=start)
        others = [number for number in range(start, len(events)) if number not in staged]
        told = [number for number in others if events[number]["kind"] not in silent]
        earlier = latest([events[number] for number in told if number < first], words)
        return {
            "is": "panels",
            "v": table_view.table.version,
            "panels": {name: part for name, part in changed.items() if name in at_once},
            "after": {name: part for name, part in changed.items() if name not in at_once},
            "beats": [beat_data(beat, events, words, [] if number else earlier) for number, beat in enumerate(beats)],
            "say": [
                *announcements(table_view.table, seat, since, words),
                *latest([events[number] for number in told if number >= first], words),
            ],
        }

    def refusal(self, table_view: TableView, refusal: Refused) -> str:
        """A refusal in the language of the page."""
        return web_translator(self.language, table_view.table.founded.game).refusal(refusal)

    def unseated(self) -> bytes:
        """A request to reload the page."""
        return UNSEATED

    def beats(self, table_view: TableView, since: int, cache: RenderCache) -> list[RenderedBeat]:
        """The public beats, rendered once for all subscribers."""
        if ("beats", self.language, since) not in cache:
            game = table_view.table.founded.game
            document, events = page_document(table_view, None, cache)
            shown = renderer(game).beats(document, events, since, web_translator(self.language, game))
            cache["beats", self.language, since] = shown
        found: list[RenderedBeat] = cache["beats", self.language, since]
        return found


def beat_data(
    beat: RenderedBeat, events: list[dict[str, Any]], words: WebTranslator, before: list[str]
) -> dict[str, Any]:
    """A beat in a message, with the sentences `before` it."""
    said = counted([words.event(events[number]) for number in beat.numbers])
    return {
        "panel": beat.html,
        "moments": [{name: value for name, value in one._asdict().items() if value} for one in beat.moments],
        "scene": beat.scene,
        "say": [*before, *([beat.says] if beat.says else []), *said],
    }


def counted(sentences: list[str]) -> list[str]:
    """Each sentence once, with its number of occurrences."""
    return [f"{said} ×{number}" if number > 1 else said for said, number in Counter(sentences).items()]


def announcements(table: Table, seat: int | None, since: int, words: WebTranslator) -> list[str]:
    """New chat by others, and undone choices, for a seat."""
    muted = set() if seat is None else table.seats[seat].muted | {seat}
    found = []
    for version, entry in table.asides:
        side = words.name("side", table.founded.sides[entry.seat])
        if version > since and isinstance(entry, entries.Undid):
            known = next((one for one in table.taken_back if one.version == version and one.code >= 0), None)
            notation, page = game_of(table.match).book.notation, renderer(table.founded.game).plain
            choice = None if known is None else notation.choice(known.code, notation.spell(known.code)).to_json()
            found.append(taken_back.said(page, table.founded.sides[entry.seat], choice, words))
        elif version > since and isinstance(entry, entries.Hinted):
            if entry.seat != seat:
                found.append(hints.said(table.founded.sides[entry.seat], words))
        elif version > since and isinstance(entry, entries.Said) and not entry.removed and entry.seat not in muted:
            found.append(f"{table.name_of(entry.seat, seat) or side}: {entry.text}")
    return found


def latest(events: list[dict[str, Any]], words: WebTranslator) -> list[str]:
    """The latest events, and the number of earlier ones if there are several.

    A single one is as quick to read out as its number.
    """
    earlier = len(events) - MOST_SAID
    if earlier <= 1:
        return [words.event(event) for event in events]
    return [words.page("recap_more", number=earlier), *(words.event(event) for event in events[-MOST_SAID:])]


def page_document(
    table_view: TableView, seat: int | None, cache: RenderCache
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The document of a seat with extras for its page, and all events."""
    if ("told", seat) not in cache:
        own = as_plain(table_view.document(seat))
        if seat is not None and table_view.table.started and not table_view.table.seats[seat].is_given_up:
            own |= decision_extras(table_view.table, own)
        cache["told", seat] = own, history(table_view.table, seat)
    found: tuple[dict[str, Any], list[dict[str, Any]]] = cache["told", seat]
    return found


def decision_extras(table: Table, own: dict[str, Any]) -> dict[str, Any]:
    """Previews of the choices, reasons for refused ones, and the effect of an undo, for a seat's document."""
    seat = own["seat"]
    view, undo = table.match.view(seat), undoable(table.match, seat) if table.undo_of(seat) else None
    offered = offers(view, game_of(table.match).page(), own["view"])
    # A group of choices has the name of its first one.
    first = None if undo is None else undo + 1 - len(table.group_at(undo))
    return {
        "choices": offered.choices,
        "previews": offered.previews,
        "refused": [*offered.refused, *refusals(table.match, own)] if table.seats[seat].decision != NO_DECISION else [],
        "series": series_of(table.match, view),
        "undone": None if first is None else _choice_data(table, first),
        "reset": table.undo_of(seat) if first is not None and _could_undo_more(table, seat, first) else 0,
    }


def series_of(match: Match, view: View) -> dict[str, list[str]]:
    """The choices that may follow each choice that begins a series."""
    page = game_of(match).page()
    begins = [] if page is None else [choice for choice in view.choices if page.begins_series(choice.to_json())]
    return {str(choice): series(view, choice) for choice in begins}


def _choice_data(table: Table, number: int) -> dict[str, Any]:
    """A choice of the history as plain data."""
    played = table.match.history[number]
    return game_of(table.match).book.notation.choice(played.code, played.text).to_json()


def _could_undo_more(table: Table, seat: int, first: int) -> bool:
    """Whether the choice before the one of this number can be undone too; it is the latest one, or begins its group."""
    before = table.match.history[table.loaded : first]
    return bool(before) and before[-1].seat == seat and not before[-1].final


def refusals(match: Match, own: dict[str, Any]) -> list[dict[str, Any]]:
    """Choices that a player may look for though they are illegal, each with the rule that forbids it."""
    page, seat, found = game_of(match).page(), own["seat"], []
    legal = {choice["code"] for choice in own["choices"]}
    view = {"seat": seat, "owed": own["owed"], "choices": own["choices"], "table": own["view"]}
    for code in page.candidates(view) if page is not None else ():
        choice = game_of(match).book.notation.choice(code)
        reason = None if code in legal else match.why_not(seat, choice)
        if reason is not None:
            found.append({"choice": choice.to_json(), **reason.to_json()})
    return found
