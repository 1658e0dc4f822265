"""The panel that explains what happens for the first time: all sentences so far; the page shows the latest unread."""

from typing import Any

from drakkar.lessons.first_times import happened
from drakkar.page.game_page import Document, Events
from drakkar.page.translator import PageTranslator
from drakkar.server.web.lessons import language_of


def is_told(document: Document) -> bool:
    """Whether the page has the panel: only for players without a lesson or puzzle. After the end it is empty."""
    return (
        document["seat"] is not None
        and document["status"] in {"running", "over"}
        and "is_replay" not in document
        and not (document.get("guide") or document.get("riddle"))
    )


def panel(document: Document, events: Events, words: PageTranslator) -> dict[str, Any]:
    """The values of the panel."""
    game, language = document["game"], language_of(words)
    notes = happened(game, (event["kind"] for event in events)) if document["status"] == "running" else ()
    return {"notes": [{"name": f"{game}/{one.name}", "text": one.sentence.text(language)} for one in notes]}
