"""The interface through which a game gets text in the reader's language."""

from typing import Protocol

from drakkar.core.build import mypyc_attr
from drakkar.core.reasons import Sentence


class Translator(Protocol):
    """One language. Names and sentences are looked up by their English words and their codes."""

    def name(self, sort: str, word: str, form: str = "") -> str:
        """The name of a thing of a sort, in the grammatical form that the sentence needs."""

    def label(self, code: str, values: dict[str, object] | None = None) -> str:
        """The label of the game with this code."""

    def card_text(self, name: str, text: str) -> str:
        """The text of a card."""

    def card_short(self, name: str, short: str) -> str:
        """The short text of a card."""


@mypyc_attr(allow_interpreted_subclasses=True)
class EnglishTranslator:
    """English, as written in the code: a name is itself, a label its sentence. Other languages subclass it."""

    def __init__(self, labels: dict[str, str], capitals: tuple[str, ...] = ("side",)) -> None:
        self.labels = labels
        # Sorts whose names are capitalised.
        self.capitals = capitals

    def name(self, sort: str, word: str, form: str = "") -> str:  # noqa: ARG002 - English has no other forms
        """The word itself, capitalised if its sort is."""
        return word[:1].upper() + word[1:] if sort in self.capitals else word

    def label(self, code: str, values: dict[str, object] | None = None) -> str:
        """The label of the game, filled in."""
        return Sentence(self.labels[code]).put({name: str(value) for name, value in (values or {}).items()})

    def card_text(self, name: str, text: str) -> str:  # noqa: ARG002 - English is on the card
        """The text in the code."""
        return text

    def card_short(self, name: str, short: str) -> str:  # noqa: ARG002 - English is on the card
        """The short text in the code."""
        return short
