"""A language for the templates: the texts of the catalogues, with English for missing ones.

The shell's texts are in the section `page` under `shell.KEY`, those of a game's page in `label` under `page.KEY`.
"""

from functools import cache
from typing import Any

from drakkar.core.game import Game, find
from drakkar.page.translator import PageTranslator
from drakkar.server.log.errors import Refused
from drakkar.server.web.sentences import SENTENCES
from drakkar.text.catalogue import ENGLISH, merged
from drakkar.text.template import Grammar, Template
from drakkar.text.translator import CatalogueTranslator, translator

# Sorts whose names stand alone on the page, and so begin with a capital letter.
STANDING_ALONE = ("source", "kind", "stat", "token")


class WebTranslator:
    """The texts of a page in one language for one game."""

    def __init__(self, said: CatalogueTranslator, game: Game[Any]) -> None:
        self.words = said
        self.notation = game.book.notation
        # The sorts that the platform and the game use for a side; pages use the short names.
        self.sides = ("side", game.side_sort)
        page = game.page()
        labels = {} if page is None else page.labels
        grammar = Grammar({}, {}, said.catalogue.grammar.category)
        file = merged(said.catalogue.language, game.title)
        self.sentences: dict[str, Template] = {}
        for section, prefix, sentences in (("page", "shell.", SENTENCES), ("label", "page.", labels)):
            told = file.get(section, {})
            self.sentences |= {
                key: Template(told.get(prefix + key, text), {}, grammar) for key, text in sentences.items()
            }

        self.buttons = self._buttons({} if page is None or said.catalogue.language != ENGLISH else page.buttons)

    def _buttons(self, sentences: dict[str, str]) -> dict[str, Template]:
        """A game's own templates for choices, by pattern."""
        catalogue = self.words.catalogue
        sorts = catalogue.source.sorts
        return {
            pattern: Template(text, sorts["choice", pattern], catalogue.grammar) for pattern, text in sentences.items()
        }

    def page(self, key: str, **values: object) -> str:
        """A text of the page."""
        return self.sentences[key].fill(values)

    def name(self, sort: str, word: str) -> str:
        """The name of a thing, by its sort."""
        said = self.words.name(sort, word, "short" if sort in self.sides else "")
        return said[:1].upper() + said[1:] if sort in STANDING_ALONE else said

    def letter(self, side: str) -> str:
        """The letter of a side in this language."""
        return self.words.name("side", side, "letter")

    def prompt(self, prompt: dict[str, Any]) -> str:
        """The prompt of a decision."""
        return self.words.prompt(prompt)

    def choice(self, choice: dict[str, Any]) -> str:
        """The label of a choice on a button."""
        said = self.words.choice(self.notation.choice(choice["code"], choice["text"]), self.buttons)
        return said[:1].upper() + said[1:]

    def event(self, event: dict[str, Any]) -> str:
        """The sentence of an event."""
        return self.words.event(event)

    def reason(self, reason: dict[str, Any]) -> str:
        """The sentence of a reason."""
        return self.words.reason(reason) if "code" in reason else str(reason["text"])

    def refusal(self, refusal: Refused) -> str:
        """The sentence of a refusal: the text of the rule that forbids it, else of its code."""
        if refusal.texts:
            return refusal.texts.get(self.words.catalogue.language, refusal.texts[ENGLISH])
        if refusal.reason is None:
            return self.words.page(f"refused.{refusal.code}")
        said = self.words.reason(refusal.reason)
        return said[:1].upper() + said[1:]

    def preview(self, preview: dict[str, Any]) -> str:
        """The sentence of a preview."""
        return self.words.preview(preview)

    def card_text(self, face: dict[str, Any]) -> str:
        """The full text of a card."""
        return self.words.card(face).text

    def short_text(self, face: dict[str, Any]) -> str:
        """The short text of a card."""
        said = self.words.card(face)
        return said.short or said.text

    def ruling(self, name: str, text: str) -> str:
        """The sentence of a ruling."""
        rulings = self.words.catalogue.sections.get("ruling", {})
        return rulings[name].text if name in rulings else text

    def value(self, name: str, value: bool | int | str) -> str:
        """The value of a ruling."""
        if isinstance(value, bool):
            return self.words.page("yes" if value else "no")
        rulings = self.words.catalogue.sections.get("ruling", {})
        key = f"{name}.{value}"
        return rulings[key].text if key in rulings else self.words.name("side", str(value))


@cache
def web_translator(language: str, title: str) -> WebTranslator:
    """The translator of a game's page."""
    return WebTranslator(translator(language, title), find(title))


def catalogue_of(words: PageTranslator) -> CatalogueTranslator | None:
    """The catalogue translator behind a page's, for boards as text; None if there is none."""
    return words.words if isinstance(words, WebTranslator) else None
