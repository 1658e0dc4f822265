"""The interface of a page's translator."""

from typing import Any, Protocol


class PageTranslator(Protocol):
    """The texts of a page in one language."""

    def page(self, key: str, **values: object) -> str:
        """A text of the page."""

    def name(self, sort: str, word: str) -> str:
        """The name of a thing, by its sort."""

    def letter(self, side: str) -> str:
        """The letter of a side in this language."""

    def prompt(self, prompt: dict[str, Any]) -> str:
        """The prompt of a decision."""

    def choice(self, choice: dict[str, Any]) -> str:
        """The label of a choice."""

    def event(self, event: dict[str, Any]) -> str:
        """The sentence of an event."""

    def reason(self, reason: dict[str, Any]) -> str:
        """The sentence of a refusal."""

    def preview(self, preview: dict[str, Any]) -> str:
        """The sentence of a preview."""

    def ruling(self, name: str, text: str) -> str:
        """The sentence of a ruling."""

    def value(self, name: str, value: bool | int | str) -> str:
        """The value of a ruling."""

    def card_text(self, face: dict[str, Any]) -> str:
        """The full text of a card."""

    def short_text(self, face: dict[str, Any]) -> str:
        """The short text of a card."""
