"""The event log as text: one line for the events of a rule, with headings for parts, phases and turns."""

import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final

from drakkar.core.events import COUNT, PART, PHASE, TURN, Event
from drakkar.core.game import find
from drakkar.core.hosting import game_of, log_of, setup_end, state_of
from drakkar.core.match import Match, Played
from drakkar.terminal.console import Console
from drakkar.text import CatalogueTranslator

# The depth of each heading; everything else is below the deepest.
HEADINGS: Final = {PART: 0, PHASE: 1, TURN: 2}


def told(events: list[Event], console: Console, words: CatalogueTranslator, indent: int = 6) -> Iterator[str]:
    """The events in order, without counts; neighbours with the same rule share lines, and each line names the rule."""
    headings, counts = _headings(words.title), _counts(words.title)
    worth = (event for event in events if event.kind not in counts)
    for (kind, rule), group in groupby(worth, key=lambda event: (headings.get(event.kind), event.rule)):
        sentences = groupby(words.event(event) for event in group)
        texts = [_times(text, len(list(same)), words) for text, same in sentences]
        if kind is None:
            yield from _lines(texts, rule, console, indent)
        else:
            space = "\n" if kind < 2 else ""
            yield from (f"{space}{'  ' * kind}{console.paint(text, 'bold')}{_cited(rule, console)}" for text in texts)


@cache
def _headings(title: str) -> dict[str, int]:
    """The heading depth of a game's events, by their codes."""
    return {kind.code: HEADINGS[kind.role] for kind in find(title).book.kinds if kind.role in HEADINGS}


@cache
def _counts(title: str) -> frozenset[str]:
    """The running counts among a game's events, by their codes."""
    return frozenset(kind.code for kind in find(title).book.kinds if kind.role == COUNT)


def _times(text: str, times: int, words: CatalogueTranslator) -> str:
    return text if times == 1 else words.page("log.times", text=text, n=times)


def _cited(rule: str, console: Console) -> str:
    return console.paint(f" · {rule}", "dim") if rule else ""


def _lines(texts: list[str], rule: str, console: Console, indent: int) -> Iterator[str]:
    """As many sentences per line as fit."""
    room = console.width - indent - len(rule) - 3
    line = ""
    for text in texts:
        if line and len(line) + len(text) + 1 > room:
            yield from _broken(line, rule, console, indent)
            line = ""
        line = f"{line} {text}".lstrip()
    yield from _broken(line, rule, console, indent)


def _broken(line: str, rule: str, console: Console, indent: int) -> Iterator[str]:
    pieces = textwrap.wrap(line, console.width - indent - len(rule) - 3) or [""]
    for number, piece in enumerate(pieces):
        cited = _cited(rule, console) if number == len(pieces) - 1 else ""
        yield f"{' ' * (indent if number == 0 else indent + 2)}{piece}{cited}"


def story(match: Match, seat: int | None, console: Console, words: CatalogueTranslator) -> Iterator[str]:
    """The log of a whole match. For one seat, the choices of others appear only through their events."""
    events = _everything(match) if seat is None else match.events(seat)
    yield from told(events[: setup_end(match)], console, words)
    start = setup_end(match)
    for number, played in enumerate(match.history, 1):
        yield f"    {number}. {_choice(match, played, seat, words)}"
        yield from told(events[start : played.log_end], console, words, indent=8)
        start = played.log_end


def _choice(match: Match, played: Played, seat: int | None, words: CatalogueTranslator) -> str:
    side = words.name("side", match.sides[played.seat])
    if seat not in (None, played.seat):
        return words.page("log.has_chosen", side=side)
    return f"{side}: {words.choice(game_of(match).book.notation.choice(played.code, played.text))}"


def _everything(match: Match) -> list[Event]:
    """All events with nothing hidden, as in the record."""
    kinds = game_of(match).book.kinds
    return [
        kinds[kind].describe(values, True, lambda sort, value: game_of(match).say(state_of(match), sort, value))
        for kind, _, values in log_of(match).entries
    ]
