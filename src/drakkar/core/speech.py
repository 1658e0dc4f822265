"""How a game that draws or writes asks for words, whatever the language."""

from drakkar.core.build import mypyc_attr
from drakkar.core.reasons import Sentence


@mypyc_attr(allow_interpreted_subclasses=True)
class Speech:
    """English, as it stands in the code: a name is itself, a label its sentence. Other languages build on it."""

    def __init__(self, labels: dict[str, str]) -> None:
        self.labels = labels

    def name(self, sort: str, word: str, form: str = "") -> str:  # noqa: ARG002 - English has no other forms
        """The name of a thing of a sort, in the form that a sentence wants."""
        return word[:1].upper() + word[1:] if sort in ("clan", "figure") else word

    def label(self, code: str, values: dict[str, object] | None = None) -> str:
        """What stands under that code among the labels of the game."""
        return Sentence(self.labels[code]).put({name: str(value) for name, value in (values or {}).items()})

    def card_text(self, name: str, text: str) -> str:  # noqa: ARG002 - English is on the card
        """The text of a card."""
        return text

    def card_short(self, name: str, short: str) -> str:  # noqa: ARG002 - English is on the card
        """The short text of a card."""
        return short
