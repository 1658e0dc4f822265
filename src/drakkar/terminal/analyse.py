"""`drakkar analyse`: the review of a finished match, as text, data and a page."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from drakkar.analysis import Review, has_network, review
from drakkar.core.match import Match
from drakkar.report.data import as_data
from drakkar.report.page import page
from drakkar.report.text import ReviewText
from drakkar.report.words import ReviewWords
from drakkar.terminal import files, seating
from drakkar.terminal.console import Console
from drakkar.text import translator

BAR: Final = 30


class NotReviewed(Exception):
    """A match that cannot be reviewed."""


def analyse(asked: argparse.Namespace, language: str) -> bool:
    """Review a match and show what was found; whether it was finished, and not interrupted."""
    match = finished(asked.file)
    seats = [seating.seat_of(match, asked.seat.casefold())] if asked.seat else list(range(match.seats))
    work = Work(match, seats, Console(asked.plain), asked, language)
    try:
        for part in review(match, closely=asked.closely):
            work.take(part)
    except KeyboardInterrupt:
        work.is_cut_short = True
    work.end()
    return not work.is_cut_short


def finished(file: str) -> Match:
    """The match of a record, which must be over: a review tells what is hidden."""
    match = files.read(file)
    if not match.over:
        raise NotReviewed(
            f"{file}: the match is not over; only a finished match is analysed, because a review tells what is hidden"
        )
    if not has_network(match.title):
        raise NotReviewed(f"{file}: {match.title} has no network, which the analysis needs")
    return match


class Work:
    """A review that is being made, and where it is shown."""

    def __init__(
        self, match: Match, seats: list[int], console: Console, asked: argparse.Namespace, language: str
    ) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.asked = asked
        self.words = translator(language, match.title)
        self.found: Review | None = None
        self.chances_shown = False
        self.is_cut_short = False

    def take(self, part: Review) -> None:
        """A part: the chances are shown as soon as they are known."""
        self.found = part
        if not self.chances_shown and len(part.moments) > part.choices:
            show_progress(0.0, is_over=True)
            self.show_chances(part)
            self.write_page(part)
        show_progress(part.progress)

    def told(self, found: Review) -> ReviewWords:
        """What was found, in words."""
        return ReviewWords(found, self.match, self.words)

    def text(self, found: Review) -> ReviewText:
        """What was found, as text."""
        return ReviewText(self.told(found), self.seats, self.console.width)

    def write_page(self, found: Review) -> None:
        """Write the page, if there is to be one: with the chances as soon as they are known, and at the end."""
        if self.asked.html:
            files.write_text(Path(self.asked.html), page(self.told(found), self.seats))

    def show_chances(self, found: Review) -> None:
        """Print the chances, unless the output is data."""
        self.chances_shown = True
        if not self.asked.json:
            self.say(self.text(found).chances())
            self.console.say()

    def end(self) -> None:
        """Print what was found, complete or not."""
        show_progress(0.0, is_over=True)
        found = self.found
        if found is None:
            return
        self.write_page(found)
        if self.asked.json:
            self.console.say(json.dumps(as_data(self.told(found), self.seats), indent=1))
            return
        if not self.chances_shown:
            self.show_chances(found)
        self.say(self.text(found).whole())

    def say(self, lines: Iterator[str]) -> None:
        """Print lines."""
        for line in lines:
            self.console.say(line)


def show_progress(share: float, is_over: bool = False) -> None:
    """A bar on standard error, if that is a terminal."""
    if sys.stderr.isatty():
        bar = "█" * int(BAR * share)
        with suppress(OSError):
            print("\r\033[K" if is_over else f"\r{bar:░<{BAR}} {share:.0%}", end="", file=sys.stderr, flush=True)
