"""English as the engine and the page bring it: a stand-in with the face of every language."""

from typing import Any

from drakkar.core.game import find
from drakkar.server.sentences import SENTENCES

CAPITALS = ("clan", "figure", "stat", "kind", "source")


class English:
    """Names are themselves, sentences those beside the code."""

    def __init__(self, title: str) -> None:
        page = find(title).page()
        self.sentences = SENTENCES | (page.labels if page is not None else {})

    def page(self, key: str, **values: object) -> str:
        """A sentence of the page."""
        return self.sentences[key].format(**values)

    def name(self, sort: str, word: str) -> str:
        """The name of a thing of a sort."""
        return word[:1].upper() + word[1:] if sort in CAPITALS else word.replace("'", "’")

    def prompt(self, prompt: dict[str, Any]) -> str:
        """What somebody is asked."""
        return str(prompt["text"])

    def choice(self, spelling: str) -> str:
        """What can be chosen."""
        return spelling[:1].upper() + spelling[1:]

    def event(self, event: dict[str, Any]) -> str:
        """What happened."""
        return str(event["text"])

    def reason(self, reason: dict[str, Any]) -> str:
        """Why something may not be chosen."""
        return str(reason["text"])

    def preview(self, preview: dict[str, Any]) -> str:
        """What a choice would do."""
        return str(preview["text"])

    def option(self, name: str, text: str) -> str:  # noqa: ARG002
        """What an option of a match decides."""
        return text

    def value(self, name: str, value: bool | int | str) -> str:  # noqa: ARG002, FBT001
        """What an option is set to."""
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return said.replace("_", " ")

    def card_text(self, face: dict[str, Any]) -> str:
        """What a card says."""
        return str(face["text"])
