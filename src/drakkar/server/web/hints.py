"""The hint of a seat: the button that asks for it, its choices in words, and what the others are told."""

from typing import Any, Final

from drakkar.page.game_page import Document, Page
from drakkar.page.translator import PageTranslator
from drakkar.server.web.prompt import named
from drakkar.server.web.web_translator import catalogue_of
from drakkar.text import translator
from drakkar.text.catalogue import ENGLISH
from drakkar.text.chances import advice, percent
from drakkar.text.translator import CatalogueTranslator

# The log keeps the line about a hint until this many events have followed.
KEPT_FOR: Final = 12
# Cards of a seat that are named; the others are counted.
MOST_CARDS: Final = 6


def panel(page: Page, document: Document, words: PageTranslator) -> dict[str, Any]:
    """The values of the panel, and of the button: whether the seat `may` ask, and the hint for its decision."""
    seat, hint = document["seat"], document.get("hint")
    is_asked = seat is not None and bool(document["decision"]) and document["status"] == "running"
    catalogue = catalogue_of(words) or translator(ENGLISH, document["game"])
    return {
        "may": is_asked and bool(document.get("hints_allowed")) and len(document["choices"]) > 1,
        "decision": document["decision"],
        "state": hint["state"] if hint and is_asked else "",
        "choices": _choices(page, hint["choices"], words, catalogue) if hint and is_asked else [],
        "holdings": _holdings(document, hint["holdings"], words, catalogue) if hint and is_asked else [],
        "others": sum(one["kind"] == "person" for one in document["seats"]) > 1,
    }


def _choices(
    page: Page, found: list[dict[str, Any]], words: PageTranslator, catalogue: CatalogueTranslator
) -> list[dict[str, Any]]:
    """The choices as the buttons of the page name them, with chances and reasons."""
    advised = zip(advice(found, catalogue), found, strict=True)
    return [one._asdict() | {"choice": named(page, plain["choice"], words)} for one, plain in advised]


def _holdings(
    document: Document, found: list[dict[str, Any]], words: PageTranslator, catalogue: CatalogueTranslator
) -> list[dict[str, Any]]:
    """The likeliest cards of each other seat, by side."""
    return [
        {
            "side": document["seats"][one["seat"]]["side"],
            "cards": [
                {"name": words.name("card", name), "chance": percent(chance, catalogue)}
                for name, chance in one["cards"][:MOST_CARDS]
            ],
            "more": max(0, len(one["cards"]) - MOST_CARDS),
        }
        for one in found
        if one["cards"]
    ]


def said(side: str, words: PageTranslator) -> str:
    """The sentence about a hint for the others."""
    return words.page("hinted", side=words.name("side", side))


def lines(document: Document, events: int, words: PageTranslator) -> list[dict[str, Any]]:
    """The hints that others were given lately, for the log, the latest first."""
    sides = [seat["side"] for seat in document["seats"]]
    return [
        {"version": one["version"], "side": sides[one["seat"]], "said": said(sides[one["seat"]], words)}
        for one in reversed(document.get("hints", ()))
        if events - one["at"] < KEPT_FOR and one["seat"] != document["seat"]
    ]
