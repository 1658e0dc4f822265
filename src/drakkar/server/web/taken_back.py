"""Choices that were taken back: the prompt of the others says so at once, the log keeps it for a while."""

from typing import Any, Final

from drakkar.page.game_page import Document, Page
from drakkar.page.translator import PageTranslator
from drakkar.server.web.prompt import named

# The log keeps an undone choice until this many events have followed.
KEPT_FOR: Final = 12


def said(page: Page, side: str, choice: dict[str, Any] | None, words: PageTranslator) -> str:
    """The sentence about an undone choice; without the choice, if others had not seen it."""
    if choice is None:
        return words.page("taken_back", side=words.name("side", side))
    return words.page("taken_back_what", side=words.name("side", side), choice=named(page, choice, words))


def news(page: Page, document: Document, words: PageTranslator) -> list[str]:
    """What others have taken back since the latest choice, for the prompt of a seat."""
    sides = [seat["side"] for seat in document["seats"]]
    return [
        said(page, sides[one["seat"]], one["choice"], words)
        for one in document.get("taken_back", ())
        if one["latest"] and one["seat"] != document["seat"]
    ]


def lines(page: Page, document: Document, events: int, words: PageTranslator) -> list[dict[str, Any]]:
    """What was taken back lately, for the log, the latest first."""
    sides = [seat["side"] for seat in document["seats"]]
    return [
        {
            "version": one["version"],
            "side": sides[one["seat"]],
            "undone": said(page, sides[one["seat"]], one["choice"], words),
        }
        for one in reversed(document.get("taken_back", ()))
        if events - one["at"] < KEPT_FOR
    ]
