"""Tables for people: the panels of a page, and which of them have changed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from drakkar.core.errors import DrakkarError
from drakkar.core.match import Match
from drakkar.server import entries
from drakkar.server.document import Parts, story
from drakkar.server.frames import title
from drakkar.server.messages import as_json, as_plain
from drakkar.server.panels import PLAIN_LOOK, Look, Shown, renderer
from drakkar.server.refusals import Refused
from drakkar.server.room import Room
from drakkar.server.rows import pushed
from drakkar.server.table import NO_DECISION, Table
from drakkar.server.telling import Made, Urgent
from drakkar.server.voice import Voice, voice

# At most so many events are said aloud at once; the rest is in the log.
MOST_SAID = 3
# Whoever has a bot play for him sees all that he may know, and chooses nothing.
ONLOOKER: dict[str, Any] = {"decision": NO_DECISION, "undo": 0, "choices": []}


class Pages(msgspec.Struct, frozen=True):
    """Telling by panels: in one language, with what every link of the page has to keep."""

    language: str
    keep: tuple[tuple[str, str], ...] = ()

    def parts(self, room: Room, seat: int | None, made: Made) -> Parts:
        """Every panel, and the title of the page."""
        for _ in self._draw(room, seat, made):
            pass
        return {**made["public", self.language], **made["mine", seat, self]}

    def draw(self, room: Room, seat: int | None, made: Made) -> Iterator[None]:
        """Make the panels one by one."""
        return self._draw(room, seat, made)

    def _draw(self, room: Room, seat: int | None, made: Made) -> Iterator[None]:
        """What everybody sees is made once for all, and what is as it was is not made again."""
        yield from self._draw_public(room, made)
        yield from self._draw_mine(room, seat, made)

    def _draw_public(self, room: Room, made: Made) -> Iterator[None]:
        """What everybody sees."""
        if ("public", self.language) in made:
            return
        document, events = said_to(room, None, made)
        yield
        words, render = voice(self.language, room.table.founded.game), renderer(room.table.founded.game)
        panels, drawn = render.of_all(document, events, words), room.drawn.setdefault(("public", self.language), {})
        yield
        yield from render.draw(panels, document, words, PLAIN_LOOK, drawn)
        made["public", self.language] = {name: drawn[name][1] for name in panels}

    def _draw_mine(self, room: Room, seat: int | None, made: Made) -> Iterator[None]:
        """What one seat sees, and the title of its page."""
        if ("mine", seat, self) in made:
            return
        own, seen = said_to(room, seat, made)
        yield
        words, render = voice(self.language, room.table.founded.game), renderer(room.table.founded.game)
        drawn, look = room.drawn.setdefault((seat, self.language, self.keep), {}), Look("", self.keep)
        panels = render.of_one(own, seen, words, look)
        yield
        yield from render.draw(panels, own, words, look, drawn)
        made["mine", seat, self] = {name: drawn[name][1] for name in panels} | {"title": title(own, words).encode()}

    def whole(self, room: Room, seat: int | None, now: Parts) -> bytes:  # noqa: ARG002 - the panels are the seat's
        """All panels; a page takes those that it has not."""
        panels = {name: part.decode() for name, part in now.items()}
        return as_json({"is": "panels", "v": room.table.version, "panels": panels, "say": []})

    def news(self, room: Room, seat: int | None, since: int) -> bytes:
        """All panels, and what has happened since a version: for a page that has no socket and looks now and then."""
        made: Made = {}
        return self.push(room, seat, {}, self.parts(room, seat, made), since, made)

    def push(self, room: Room, seat: int | None, before: Parts, now: Parts, since: int, made: Made) -> bytes:
        """The panels that have changed, what is shown step by step before them, and what is to be said aloud."""
        changed = {}
        for name, html in now.items():
            step = before.get(name, b""), html
            if step[0] != html:
                # What everybody sees changes for everybody from the same to the same.
                changed[name] = made[step] if step in made else made.setdefault(step, pushed(*step))
        return as_json(self.message(room, seat, changed, since, made))

    def urgent(self, room: Room, seat: int | None, before: Parts, since: int, made: Made) -> Urgent | None:
        """The panels that somebody decides with, before what everybody sees is made."""
        at_once = renderer(room.table.founded.game).at_once
        for _ in self._draw_mine(room, seat, made):
            pass
        now = made["mine", seat, self]
        parts = {name: html for name, html in now.items() if name in at_once and before.get(name) != html}
        changed = {name: pushed(before.get(name, b""), html) for name, html in parts.items()}
        message = {"is": "panels", "v": since, "panels": changed, "after": {}, "beats": [], "say": []}
        return Urgent(parts, as_json(message))

    def message(self, room: Room, seat: int | None, changed: dict[str, str], since: int, made: Made) -> dict[str, Any]:
        """That message: `panels` are for choosing and are shown at once, those in `after` wait for the beats."""
        game = room.table.founded.game
        words, at_once, silent = voice(self.language, game), renderer(game).at_once, renderer(game).plain.silent
        _, events = said_to(room, seat, made)
        start = room.table.told_since(since)
        beats = self._beats(room, start, made)
        staged = {number for beat in beats for number in beat.numbers}
        rest = [event for number, event in enumerate(events[start:], start) if number not in staged]
        return {
            "is": "panels",
            "v": room.table.version,
            "panels": {name: part for name, part in changed.items() if name in at_once},
            "after": {name: part for name, part in changed.items() if name not in at_once},
            "beats": [
                {"panel": beat.html, "say": once([words.event(events[number]) for number in beat.numbers])}
                for beat in beats
            ],
            "say": [
                *asides(room.table, seat, since, words),
                *briefly([event for event in rest if event["kind"] not in silent], words),
            ],
        }

    def refusal(self, room: Room, refusal: Refused) -> str:
        """In the language of the page."""
        return voice(self.language, room.table.founded.game).refusal(refusal)

    def _beats(self, room: Room, since: int, made: Made) -> list[Shown]:
        """What everybody may see step by step, made once for all."""
        if ("beats", self.language, since) not in made:
            game = room.table.founded.game
            document, events = said_to(room, None, made)
            shown = renderer(game).beats(document, events, since, voice(self.language, game))
            made["beats", self.language, since] = shown
        found: list[Shown] = made["beats", self.language, since]
        return found


def once(sentences: list[str]) -> list[str]:
    """Each sentence once, with how often it is true."""
    return [f"{said} ×{number}" if number > 1 else said for said, number in Counter(sentences).items()]


def asides(table: Table, seat: int | None, since: int, words: Voice) -> list[str]:
    """Of what happened beside the story what a seat has not heard: others' words, and choices that were taken back."""
    muted = set() if seat is None else table.seats[seat].muted | {seat}
    found = []
    for version, entry in table.asides:
        clan = words.name("clan", table.founded.clans[entry.seat])
        if version > since and isinstance(entry, entries.Undid):
            found.append(words.page("taken_back", clan=clan))
        elif version > since and isinstance(entry, entries.Said) and entry.seat not in muted:
            found.append(f"{table.seats[entry.seat].name or clan}: {entry.text}")
    return found


def briefly(events: list[dict[str, Any]], words: Voice) -> list[str]:
    """The latest of what happened, and how much more there is."""
    more = [words.page("recap_more", number=len(events) - MOST_SAID)] if len(events) > MOST_SAID else []
    return more + [words.event(event) for event in events[-MOST_SAID:]]


def said_to(room: Room, seat: int | None, made: Made) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a seat is told, with what its page shows beside it; and all that has happened."""
    if ("told", seat) not in made:
        own = as_plain(room.document(seat))
        if seat is not None and room.table.started:
            own |= ONLOOKER if room.table.seats[seat].bot else beside(room.table, own)
        made["told", seat] = own, story(room.table, seat)
    found: tuple[dict[str, Any], list[dict[str, Any]]] = made["told", seat]
    return found


def beside(table: Table, own: dict[str, Any]) -> dict[str, Any]:
    """What each choice would do, why others cannot be made, and what an undo would take back; for a seat's document."""
    seat = own["seat"]
    view, undo = table.match.view(seat), table.match.undoable(seat)
    return {
        "previews": {str(choice): view.preview(choice).to_json() for choice in view.options},
        "refused": refusals(table.match, own) if table.seats[seat].decision != NO_DECISION else [],
        "undone": table.match.history[undo].text if undo is not None and table.undo_of(seat) else "",
        "reset": table.undo_of(seat) if _could_undo_more(table, seat) else 0,
    }


def _could_undo_more(table: Table, seat: int) -> bool:
    """Whether the choice before the latest one could be taken back as well."""
    history = table.match.history[table.loaded :]
    return len(history) > 1 and history[-2].seat == seat and not history[-2].final and bool(table.undo_of(seat))


def refusals(match: Match, own: dict[str, Any]) -> list[dict[str, Any]]:
    """Choices that the seat of a document might look for in vain, each with the rule that forbids it."""
    page, seat, legal, found = match.game.page(), own["seat"], set(own["choices"]), []
    view = {"seat": seat, "owed": own["owed"], "options": own["choices"], "table": own["view"]}
    for words in page.candidates(view) if page is not None else ():
        if words in legal:
            continue
        try:
            reason = match.why_not(seat, words)
        except DrakkarError:
            continue
        if reason is not None:
            found.append({"choice": words, **reason.to_json()})
    return found
