"""After a match at the terminal: the review in words, for those who ask for it."""

from collections.abc import Sequence
from typing import Final

from drakkar.analysis import Review, has_network, review
from drakkar.core.match import Match
from drakkar.report.text import ReviewText
from drakkar.report.words import ReviewWords
from drakkar.terminal.console import Console
from drakkar.text import CatalogueTranslator
from drakkar.text.chances import percent

REVIEW: Final = "review"


def offer(match: Match, seats: Sequence[int], console: Console, words: CatalogueTranslator) -> None:
    """Offer the review of a finished match, and show it if it is wanted."""
    if not has_network(match.title):
        return
    console.say(words.terminal("review_offer"))
    line = console.ask([REVIEW])
    if line is not None and line.casefold() == REVIEW:
        show(match, seats, console, words)


def show(match: Match, seats: Sequence[int], console: Console, words: CatalogueTranslator) -> None:
    """Review the match for these seats; Ctrl-C shows what has been found so far."""
    found: Review | None = None
    try:
        for part in review(match):
            found = part
            console.wait_for(f"{words.terminal('reviewing')} {percent(part.progress, words)}")
    except KeyboardInterrupt:
        pass
    console.wait_for("")
    if found is not None:
        text = ReviewText(ReviewWords(found, match, words), seats, console.width)
        for lines in (text.luck(), text.turns(), text.in_words(), text.how_complete()):
            for line in lines:
                console.say(line)
