"""Events as a story: one line for what one rule did, headings where an Age, a phase or a turn begins."""

import textwrap
from collections.abc import Iterator
from itertools import groupby

from drakkar.core.events import Event
from drakkar.core.match import Match, Played
from drakkar.core.notation import Choice
from drakkar.terminal.console import Console
from drakkar.text import Words

# How deep a heading stands; all else stands below the deepest.
HEADINGS = {"age_begins": 0, "phase_begins": 1, "turn_begins": 2}


def told(events: list[Event], console: Console, words: Words, indent: int = 6) -> Iterator[str]:
    """The events in order; neighbours under one rule share lines, and each line names the rule."""
    for (kind, rule), group in groupby(events, key=lambda event: (_heading(event), event.rule)):
        sentences = groupby(words.event(event) for event in group)
        texts = [_times(text, len(list(same)), words) for text, same in sentences]
        if kind is None:
            yield from _lines(texts, rule, console, indent)
        else:
            space = "\n" if kind < 2 else ""
            yield from (f"{space}{'  ' * kind}{console.paint(text, 'bold')}{_cited(rule, console)}" for text in texts)


def _heading(event: Event) -> int | None:
    return HEADINGS.get(event.kind)


def _times(text: str, times: int, words: Words) -> str:
    return text if times == 1 else words.page("log.times", text=text, n=times)


def _cited(rule: str, console: Console) -> str:
    return console.paint(f" · {rule}", "dim") if rule else ""


def _lines(texts: list[str], rule: str, console: Console, indent: int) -> Iterator[str]:
    """As many sentences to a line as fit."""
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


def story(match: Match, seat: int | None, console: Console, words: Words) -> Iterator[str]:
    """A whole match. As a seat knows it, what the others chose is told by its consequences alone."""
    events = _everything(match) if seat is None else match.events(seat)
    yield from told(events[: match.setup_end], console, words)
    start = match.setup_end
    for number, played in enumerate(match.history, 1):
        yield f"    {number}. {_choice(match, played, seat, words)}"
        yield from told(events[start : played.log_end], console, words, indent=8)
        start = played.log_end


def _choice(match: Match, played: Played, seat: int | None, words: Words) -> str:
    clan = words.name("clan", match.clans[played.seat])
    if seat not in (None, played.seat):
        return words.page("log.has_chosen", clan=clan)
    return f"{clan}: {words.choice(Choice(played.code, played.text))}"


def _everything(match: Match) -> list[Event]:
    """All that happened with nothing hidden: whoever holds the record can know it."""
    kinds = match.game.book.kinds
    return [
        kinds[kind].describe(values, True, lambda sort, value: match.game.say(match.state, sort, value))
        for kind, _, values in match.log.entries
    ]
