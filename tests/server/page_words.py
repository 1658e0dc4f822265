"""A language for tests that marks every sentence and name, so that text from outside the catalogues shows."""

from typing import Any

from drakkar.core.game import find
from drakkar.server.web.web_translator import WebTranslator
from drakkar.text.translator import translator

OPEN, CLOSE = "⟦", "⟧"


class Marked(WebTranslator):
    """English in brackets; records the keys used."""

    def __init__(self, title: str) -> None:
        super().__init__(translator("en", title), find(title))
        self.asked: set[str] = set()

    def page(self, key: str, **values: object) -> str:
        self.asked.add(key)
        return OPEN + super().page(key, **values) + CLOSE

    def name(self, sort: str, word: str) -> str:
        return OPEN + super().name(sort, word) + CLOSE

    def prompt(self, prompt: dict[str, Any]) -> str:
        return OPEN + super().prompt(prompt) + CLOSE

    def choice(self, choice: dict[str, Any]) -> str:
        return OPEN + super().choice(choice) + CLOSE

    def event(self, event: dict[str, Any]) -> str:
        return OPEN + super().event(event) + CLOSE

    def reason(self, reason: dict[str, Any]) -> str:
        return OPEN + super().reason(reason) + CLOSE

    def preview(self, preview: dict[str, Any]) -> str:
        return OPEN + super().preview(preview) + CLOSE

    def card_text(self, face: dict[str, Any]) -> str:
        return OPEN + super().card_text(face) + CLOSE

    def short_text(self, face: dict[str, Any]) -> str:
        return OPEN + super().short_text(face) + CLOSE

    def letter(self, clan: str) -> str:
        return OPEN + super().letter(clan) + CLOSE

    def ruling(self, name: str, text: str) -> str:
        return OPEN + super().ruling(name, text) + CLOSE

    def value(self, name: str, value: bool | int | str) -> str:
        return OPEN + super().value(name, value) + CLOSE


def unmarked(text: str) -> str:
    """The text outside all brackets, which may be nested."""
    found, depth = [], 0
    for letter in text:
        depth += letter == OPEN
        if not depth:
            found.append(letter)
        depth -= letter == CLOSE
    return "".join(found)
